import { ArrowRight } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import type { SiteRoute } from "../routes.ts";

interface SectionHeadProps {
  title: string;
  text?: string;
  more?: { route: SiteRoute; label: ReactNode };
}

export function SectionHead({ title, text, more }: SectionHeadProps) {
  return (
    <div className="section__head">
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {more && (
        <Link className="link" to={more.route.path}>
          {more.label}
          <Icon icon={ArrowRight} />
        </Link>
      )}
    </div>
  );
}
