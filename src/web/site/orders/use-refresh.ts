import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds. */
const refreshInterval = 30_000;

/** Fetches the page's data again when the tab is shown again and, until it is final, every 30 seconds; never in a hidden tab. */
export function useRefresh(isFinal: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    const timer = isFinal ? undefined : setInterval(refresh, refreshInterval);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isFinal, revalidate]);
}
