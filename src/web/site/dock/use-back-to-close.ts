import { useEffect, useEffectEvent } from "react";
import type { BackEvent } from "../../lib/page-scroll.tsx";

const backEvent: BackEvent = "before-back";

/**
 * Gives what is open over a page an entry of the history, so that Back closes it and leaves the page. Closed otherwise, it takes its entry along,
 * unless a navigation has replaced that. The entry is the browser's alone: to the router both are one, whose data need no fetching again.
 */
export function useBackToClose(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { href } = window.location;
    window.history.pushState({ ...window.history.state, isOver: true }, "");
    const onBack = (event: Event) => {
      if (window.location.href !== href) return;
      event.preventDefault();
      close();
    };
    window.addEventListener(backEvent, onBack);
    return () => {
      window.removeEventListener(backEvent, onBack);
      if (!(window.history.state as { isOver?: boolean } | null)?.isOver) return;
      window.addEventListener(backEvent, (event) => event.preventDefault(), { once: true });
      window.history.back();
    };
  }, []);
}
