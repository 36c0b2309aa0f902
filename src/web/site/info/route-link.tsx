import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import type { SiteRoute } from "../routes.ts";

/** A link to a route; its text only while the route does not exist. */
export function RouteLink({ route, hash = "", children }: { route: SiteRoute; hash?: string; children: ReactNode }) {
  return route.exists ? <Link to={route.path + hash}>{children}</Link> : children;
}
