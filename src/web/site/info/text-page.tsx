/** A page to read: title, lead, sections, and where it is long, a table of contents. */
import type { ReactNode } from "react";
import { PageHead } from "../page-head.tsx";
import type { Page } from "../pages.ts";
import "./text-page.css";

export interface TextSection {
  /** Its place in the address: `/privacy#xoa`. */
  id: string;
  title: string;
  body: ReactNode;
}

interface TextPageProps {
  page: Page;
  title: string;
  description: string;
  lead: ReactNode;
  /** `YYYY-MM-DD` */
  updated?: string;
  sections: readonly TextSection[];
}

/** From this many sections on there is a table of contents. */
const manySections = 4;

export function TextPage({ page, title, description, lead, updated, sections }: TextPageProps) {
  const long = sections.length >= manySections;
  return (
    <div className={long ? "text-page text-page--long wrap" : "text-page wrap"}>
      <PageHead title={title} description={description} path={page.path} />
      <header className="text-page__head">
        <h1>{title}</h1>
        <p className="text-page__lead">{lead}</p>
        {updated && (
          <p className="text-page__date">
            Cập nhật ngày <time dateTime={updated}>{updated.split("-").reverse().join("/")}</time>
          </p>
        )}
      </header>
      {long && (
        <nav className="text-page__toc" aria-label="Mục lục">
          <ol>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="prose">
        {sections.map(({ id, title: name, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{name}</h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}
