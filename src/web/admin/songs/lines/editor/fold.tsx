/** A part of the editor with a heading, folded on a phone until it is wanted. */
import { ChevronDown } from "lucide";
import { type ReactNode, useId, useState } from "react";
import { Icon } from "../../../../ui/icon.tsx";
import styles from "./fold.module.css";

export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`card ${styles.fold} ${isOpen ? styles.open : ""}`} aria-labelledby={id}>
      <h2 id={id} className="only-wide">
        {title}
      </h2>
      <button
        type="button"
        className={`only-narrow ${styles.summary}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <Icon icon={ChevronDown} />
      </button>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
