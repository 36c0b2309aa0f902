import type { SyntheticEvent } from "react";
import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
} from "react-router";
import { loadRouteCode } from "../lib/route-code.ts";

interface LinkProps extends RouterLinkProps {
  to: string;
  /** Replaces the history entry and keeps the scroll position: for another state of the same page. */
  replace?: boolean;
}

/** Fetches the code of a link's page, in place of the router's own way, which loads the present page anew when that fails. The press tries again. */
function fetchAhead({ currentTarget: { pathname } }: SyntheticEvent<HTMLAnchorElement>): void {
  void loadRouteCode(pathname);
}

const ahead = { onPointerEnter: fetchAhead, onFocus: fetchAhead };

/** Prefetches the code of its page on hover, touch or focus. */
export function Link({ replace, ...props }: LinkProps) {
  return <RouterLink {...ahead} replace={replace} preventScrollReset={replace} {...props} />;
}

export function NavLink(props: Omit<RouterNavLinkProps, "to"> & { to: string }) {
  return <RouterNavLink {...ahead} {...props} />;
}
