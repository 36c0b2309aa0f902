import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds. */
const refreshInterval = 30_000;

/** Fetches the page's data again every 30 seconds while `isOn`; never in a hidden tab. */
export function useRefresh(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, refreshInterval);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}
