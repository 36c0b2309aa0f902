import { type RefObject, useEffect, useState } from "react";

/**
 * Fills the screen with an element: by the browser's full screen, or where it has none (phones of Apple) by covering the page. Keeps the
 * screen awake meanwhile, where the browser can.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);

  useEffect(() => {
    const left = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, [element]);

  useEffect(() => {
    if (!isFull) return;
    const controller = new AbortController();
    const { signal } = controller;
    let lock: WakeLockSentinel | undefined;
    // The browser takes the lock back while the page is hidden.
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      const taken = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (signal.aborted) void taken?.release();
      else lock = taken;
    };
    void hold();
    document.addEventListener("visibilitychange", () => void hold(), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && setFull(false), { signal });
    const { overflow } = document.body.style;
    document.body.style.overflow = "hidden";
    return () => {
      controller.abort();
      document.body.style.overflow = overflow;
      void lock?.release();
    };
  }, [isFull]);

  return {
    isFull,
    async toggle() {
      if (isFull) {
        setFull(false);
        if (document.fullscreenElement) await document.exitFullscreen();
        return;
      }
      setFull(true);
      await element.current?.requestFullscreen?.().catch(() => undefined);
    },
  };
}
