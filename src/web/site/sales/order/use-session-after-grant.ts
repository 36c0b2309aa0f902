import { useEffect, useRef } from "react";
import { useUserAuth } from "../../../lib/session.tsx";

/** Fetches the user again once Premium is granted, or taken back, while the order is shown, so that premium songs open and close at once. */
export function useSessionAfterGrant(isGranted: boolean): void {
  const { refresh } = useUserAuth();
  const wasGranted = useRef(isGranted);
  useEffect(() => {
    if (isGranted !== wasGranted.current) void refresh();
    wasGranted.current = isGranted;
  }, [isGranted, refresh]);
}
