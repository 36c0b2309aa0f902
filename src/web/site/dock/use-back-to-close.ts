import { useEffect, useEffectEvent } from "react";
import type { BackEvent } from "../../lib/page-scroll.tsx";

const backEvent: BackEvent = "before-back";

/** Number of things that are open over the page: Back closes the last one. */
let depth = 0;

/**
 * Gives what is open over a page an entry of the history, so that Back closes it and leaves the page. Closed otherwise, it takes its entry along,
 * unless a navigation has replaced that. The entry is the browser's alone: to the router both are one, whose data need no fetching again.
 */
export function useBackToClose(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { href } = window.location;
    const own = ++depth;
    window.history.pushState({ ...window.history.state, isOver: true, depth: own }, "");
    const onBack = (event: Event) => {
      if (own !== depth || window.location.href !== href) return;
      event.preventDefault();
      close();
    };
    window.addEventListener(backEvent, onBack);
    return () => {
      window.removeEventListener(backEvent, onBack);
      depth--;
      const { depth: present = 0 } = (window.history.state ?? {}) as { depth?: number };
      if (present < own) return;
      const swallow = (event: Event) => {
        event.preventDefault();
        // What lies below stays open.
        if (depth > 0) event.stopImmediatePropagation();
      };
      window.addEventListener(backEvent, swallow, { once: true, capture: true });
      window.history.back();
    };
  }, []);
}
