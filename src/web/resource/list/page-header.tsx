import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  summary?: ReactNode;
  children?: ReactNode;
}

/** Heading of a screen, with its summary and main buttons. */
export function PageHeader({ title, summary, children }: PageHeaderProps) {
  return (
    <div className={`tight ${styles.pageHeader}`}>
      <div>
        <h1>{title}</h1>
        {summary && <div className={`muted num ${styles.summary}`}>{summary}</div>}
      </div>
      {children}
    </div>
  );
}
