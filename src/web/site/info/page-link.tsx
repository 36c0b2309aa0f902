import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import type { Page } from "../pages.ts";

/** A link to a page, or only its words until the page exists. */
export function PageLink({ page, hash = "", children }: { page: Page; hash?: string; children: ReactNode }) {
  return page.exists ? <Link to={page.path + hash}>{children}</Link> : children;
}
