import { ChevronLeft, ChevronRight } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { pagerItems } from "./pager-window.ts";

interface PagerProps {
  page: number;
  pages: number;
  href: (page: number) => string;
  onTurn: () => void;
  /** Turned pages stand in the browser's history instead of replacing its entry. */
  keepsHistory?: boolean;
  /** Leaves out the first and the last page, and the gaps before them. */
  isWindowOnly?: boolean;
}

export function Pager({ page, pages, href, onTurn, keepsHistory = false, isWindowOnly = false }: PagerProps) {
  const linkTo = (target: number) => ({
    to: href(target),
    replace: !keepsHistory,
    preventScrollReset: true,
    onClick: onTurn,
  });
  const items = pagerItems(page, pages).filter((item) => !isWindowOnly || (item.kind === "page" && !item.outside));
  return (
    <nav className="pager" aria-label="Phân trang">
      <Step label="Trước" link={page > 1 ? linkTo(page - 1) : undefined}>
        <Icon icon={ChevronLeft} />
        <span className="lbl">Trước</span>
      </Step>
      {items.map((item) => {
        if (item.kind === "gap") {
          return (
            <span key={`after-${item.after}`} className="wide">
              …
            </span>
          );
        }
        if (item.page === page) {
          return (
            <span key={item.page} aria-current="page">
              {item.page}
            </span>
          );
        }
        return (
          <Link
            key={item.page}
            className={item.outside ? "wide" : undefined}
            aria-label={`Trang ${item.page}`}
            {...linkTo(item.page)}
          >
            {item.page}
          </Link>
        );
      })}
      <Step label="Sau" link={page < pages ? linkTo(page + 1) : undefined}>
        <span className="lbl">Sau</span>
        <Icon icon={ChevronRight} />
      </Step>
    </nav>
  );
}

interface StepProps {
  label: string;
  link: { to: string; replace: boolean; preventScrollReset: boolean; onClick: () => void } | undefined;
  children: ReactNode;
}

function Step({ label, link, children }: StepProps) {
  if (link) {
    return (
      <Link aria-label={label} {...link}>
        {children}
      </Link>
    );
  }
  return (
    <span role="link" aria-disabled="true" aria-label={label}>
      {children}
    </span>
  );
}
