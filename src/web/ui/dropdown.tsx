import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import styles from "./dropdown.module.css";
import { onDismiss } from "./on-dismiss.ts";

interface DropdownProps {
  summary: ReactNode;
  /** Names the button where its summary has no words. */
  label?: string;
  summaryClass?: string;
  className?: string;
  panelClass?: string;
  current?: boolean;
  onToggle?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Closes on a press outside, when the focus leaves and after a navigation, and with the focus back on its button on Esc and on a press
 * on an action in it (the class `act`) that has nothing more to say there (`data-stays`).
 */
export function Dropdown({
  summary,
  label,
  summaryClass,
  className,
  panelClass = styles.pop,
  current,
  onToggle,
  children,
}: DropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const close = (isFocusBack: boolean) => {
      if (isFocusBack && details.open) details.querySelector("summary")?.focus();
      details.open = false;
    };
    // Before React's own listener: a dialog that the action opens gives the focus back to the summary.
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`.${styles.act}:not([data-stays])`)) close(true);
    };
    details.addEventListener("click", onClick);
    const stop = onDismiss(details, close);
    return () => {
      details.removeEventListener("click", onClick);
      stop();
    };
  }, []);

  useEffect(() => {
    if (ref.current) ref.current.open = false;
  }, [key]);

  return (
    <details ref={ref} onToggle={onToggle} className={className ? `${styles.drop} ${className}` : styles.drop}>
      <summary className={summaryClass} aria-label={label} aria-current={current ? "true" : undefined}>
        {summary}
      </summary>
      <div className={panelClass}>{children}</div>
    </details>
  );
}
