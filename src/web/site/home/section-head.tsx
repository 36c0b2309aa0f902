import { ArrowRight } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import type { Page } from "../pages.ts";

interface SectionHeadProps {
  title: string;
  text?: string;
  /** Where there is more of it: the link stands once the page does. */
  more?: { page: Page; label: ReactNode };
}

/** The title of a section of the home page. */
export function SectionHead({ title, text, more }: SectionHeadProps) {
  return (
    <div className="section__head">
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {more?.page.exists && (
        <Link className="link" to={more.page.path}>
          {more.label}
          <Icon icon={ArrowRight} />
        </Link>
      )}
    </div>
  );
}
