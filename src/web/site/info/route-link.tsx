import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import type { SiteRoute } from "../routes.ts";

/** A link to a route, or with `hash` to a part of its page. */
export function RouteLink({ route, hash = "", children }: { route: SiteRoute; hash?: string; children: ReactNode }) {
  return <Link to={route.path + hash}>{children}</Link>;
}
