import type { ReactNode } from "react";
import styles from "./shown.module.css";

interface ShownProps {
  /** Below the preview. */
  note?: string;
  children: ReactNode;
}

/** A preview of what visitors will see, beside or below the fields that make it. */
export function Shown({ note, children }: ShownProps) {
  return (
    <section className={styles.shown} aria-label="Khách sẽ thấy">
      <p className={styles.label} aria-hidden="true">
        Khách sẽ thấy
      </p>
      {children}
      {note && <p className={`muted ${styles.note}`}>{note}</p>}
    </section>
  );
}
