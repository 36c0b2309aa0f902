import type { ReactNode } from "react";
import { PageHead } from "../page-head.tsx";
import type { SiteRoute } from "../routes.ts";
import styles from "./text-page.module.css";

export interface TextSection {
  /** Fragment of its link: `/privacy#xoa`. */
  id: string;
  title: string;
  body: ReactNode;
}

interface TextPageProps {
  route: SiteRoute;
  title: string;
  description: string;
  lead: ReactNode;
  updated?: string;
  sections: readonly TextSection[];
}

/** Pages with fewer sections have no table of contents. */
const minTocSections = 4;

export function TextPage({ route, title, description, lead, updated, sections }: TextPageProps) {
  const hasToc = sections.length >= minTocSections;
  return (
    <div className={hasToc ? `${styles.textPage} ${styles.long} wrap` : `${styles.textPage} wrap`}>
      <PageHead title={title} description={description} path={route.path} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {updated && (
          <p className={styles.date}>
            Cập nhật ngày <time dateTime={updated}>{updated.split("-").reverse().join("/")}</time>
          </p>
        )}
      </header>
      {hasToc && (
        <nav className={styles.toc} aria-label="Mục lục">
          <ol>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.prose}>
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
