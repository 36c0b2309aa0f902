import { type ReactNode, useEffect, useRef } from "react";
import { Mark } from "../../ui/mark.tsx";
import styles from "./account-card.module.css";

/** Shows the outcome of a form about one's account in the place of the form; its title gets the focus. */
export function MessageCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={`card ${styles.card}`}>
        <div className={styles.head}>
          <Mark />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        <div className={styles.lines}>{children}</div>
      </div>
    </div>
  );
}
