import type { ReactNode } from "react";
import styles from "./folded.module.css";

/** A part of the page that unfolds below its title. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
