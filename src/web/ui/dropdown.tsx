import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import styles from "./dropdown.module.css";
import { onDismiss } from "./on-dismiss.ts";

interface DropdownProps {
  summary: ReactNode;
  summaryClass?: string;
  className?: string;
  panelClass?: string;
  current?: boolean;
  children: ReactNode;
}

/** Closes on a press outside, on Esc (focus returns to the button), when the focus leaves and after a navigation. */
export function Dropdown({
  summary,
  summaryClass,
  className,
  panelClass = styles.pop,
  current,
  children,
}: DropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    return onDismiss(details, (byEscape) => {
      if (byEscape && details.open) details.querySelector("summary")?.focus();
      details.open = false;
    });
  }, []);

  useEffect(() => {
    if (ref.current) ref.current.open = false;
  }, [key]);

  return (
    <details ref={ref} className={className ? `${styles.drop} ${className}` : styles.drop}>
      <summary className={summaryClass} aria-current={current ? "true" : undefined}>
        {summary}
      </summary>
      <div className={panelClass}>{children}</div>
    </details>
  );
}
