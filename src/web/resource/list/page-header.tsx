import type { ReactNode } from "react";
import "./list.css";

interface PageHeaderProps {
  title: string;
  summary?: ReactNode;
  children?: ReactNode;
}

/** Heading of a screen, with its summary and main buttons. */
export function PageHeader({ title, summary, children }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {summary && <div className="muted num page-header__summary">{summary}</div>}
      </div>
      {children}
    </div>
  );
}
