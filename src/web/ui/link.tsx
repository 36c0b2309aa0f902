import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
} from "react-router";

interface LinkProps extends RouterLinkProps {
  to: string;
  /** Replaces the history entry and keeps the scroll position: for another state of the same page. */
  replace?: boolean;
}

/** Prefetches the code of its page on hover, touch or focus. */
export function Link({ replace, ...props }: LinkProps) {
  return <RouterLink prefetch="intent" replace={replace} preventScrollReset={replace} {...props} />;
}

export function NavLink(props: Omit<RouterNavLinkProps, "to"> & { to: string }) {
  return <RouterNavLink prefetch="intent" {...props} />;
}
