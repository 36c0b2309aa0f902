import { type ReactNode, useEffect, useRef } from "react";
import { Mark } from "../../ui/mark.tsx";

/** What came of a form about one's account, in its place; its title gets the focus. */
export function MessageCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="wrap account-page">
      <div className="card account-card">
        <div className="account-card__head">
          <Mark />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        <div className="account-card__lines">{children}</div>
      </div>
    </div>
  );
}
