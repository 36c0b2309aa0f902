import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of the page's main element, which receives the focus after a navigation, as after a page load. */
export function useMainFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
