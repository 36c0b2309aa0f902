/** The router's links with the product's defaults. */
import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
} from "react-router";

interface LinkProps extends RouterLinkProps {
  /** An address of ours, from its first slash. */
  to: string;
  /** Shows the same page in another state: takes the history entry's place and lets the page stand where it is. */
  replace?: boolean;
}

/** Loads the code of its page as soon as a pointer rests on it, a finger touches it or it has the focus. */
export function Link({ replace, ...props }: LinkProps) {
  return <RouterLink prefetch="intent" replace={replace} preventScrollReset={replace} {...props} />;
}

/** A link that says whether the visitor is on its page or on one below it. */
export function NavLink(props: Omit<RouterNavLinkProps, "to"> & { to: string }) {
  return <RouterNavLink prefetch="intent" {...props} />;
}
