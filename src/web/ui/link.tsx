/**
 * Links between the product's pages. Each is a plain `<a>`, which costs a page next to nothing on the server and while React takes it
 * over; one listener follows them all without loading a new document.
 */
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** An address of ours, from its first slash. */
  to: string;
  /** Shows the same page in another state: takes the history entry's place and lets the page stand where it is. */
  replace?: boolean;
}

export function Link({ to, replace = false, children, ...rest }: LinkProps) {
  return (
    <a href={to} data-link={replace ? "replace" : "push"} {...rest}>
      {children}
    </a>
  );
}

/** A link that says whether the visitor is on its page or on one below it. */
export function NavLink(link: LinkProps) {
  const { pathname } = useLocation();
  const here = pathname === link.to || pathname.startsWith(`${link.to}/`);
  return <Link aria-current={here ? "page" : undefined} {...link} />;
}

/**
 * Gives what follows every `Link` without loading a new document: it hears of all presses at the page's body. One that was stopped on
 * its way is not followed.
 */
export function useFollowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-link]");
    if (!link || event.defaultPrevented || !isPlain(event) || (link.target && link.target !== "_self")) return;
    event.preventDefault();
    const replace = link.dataset.link === "replace";
    void navigate(link.pathname + link.search + link.hash, {
      replace: replace || link.href === window.location.href,
      preventScrollReset: replace,
    });
  };
}

/** The main button alone: with another, or with a key held, the browser opens a tab, a window, or saves. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
