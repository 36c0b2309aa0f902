import { type RefObject, useEffect, useRef } from "react";

/** Gives the ref of the page's main part: it takes the focus on a new page, as a page load would. */
export function useMainFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
