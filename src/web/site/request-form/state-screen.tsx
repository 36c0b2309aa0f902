import type { IconNode } from "lucide";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./state-screen.module.css";

interface StateScreenProps {
  icon: IconNode;
  title: string;
  className?: string;
  /** The control that had the focus may have gone: without a focus, the heading gets it once this is true. */
  keepFocus?: boolean;
  children: ReactNode;
}

/** A screen in place of the form; its heading gets the focus. */
export function StateScreen({ icon, title, className = "", keepFocus = false, children }: StateScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (keepFocus && document.activeElement === document.body) heading.current?.focus();
  }, [keepFocus]);
  return (
    <div className={`empty ${styles.state} ${className}`}>
      <span className={styles.icon}>
        <Icon icon={icon} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
