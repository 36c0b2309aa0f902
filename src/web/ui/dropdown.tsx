/** A disclosure that opens a panel below it; without scripts it is still a working `<details>`. */
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

interface DropdownProps {
  /** What the button shows. */
  summary: ReactNode;
  summaryClass?: string;
  className?: string;
  panelClass?: string;
  /** Marks the button as the current place. */
  current?: boolean;
  children: ReactNode;
}

/** Closes on a press outside, on Esc (focus returns), when focus leaves it and after a navigation. */
export function Dropdown({ summary, summaryClass, className, panelClass = "pop", current, children }: DropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const onPress = (event: PointerEvent) => {
      if (!details.contains(event.target as Node)) details.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false;
    };
    details.addEventListener("focusout", onLeave);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      details.removeEventListener("focusout", onLeave);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  useEffect(() => {
    if (ref.current) ref.current.open = false;
  }, [key]);

  return (
    <details ref={ref} className={className ? `drop ${className}` : "drop"}>
      <summary className={summaryClass} aria-current={current ? "true" : undefined}>
        {summary}
      </summary>
      <div className={panelClass}>{children}</div>
    </details>
  );
}
