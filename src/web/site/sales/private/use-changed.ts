import { useState } from "react";
import { useRevalidator } from "react-router";

/** Returns what was loaded, or the reply to a later change of it until it is fetched again; `show` takes such a reply. */
export function useChanged<T>(loaded: T): { current: T; show(reply: T): void } {
  const { revalidate } = useRevalidator();
  const [change, setChange] = useState({ loaded, current: loaded });
  return {
    current: change.loaded === loaded ? change.current : loaded,
    show(reply) {
      setChange({ loaded, current: reply });
      // Replaces a refresh under way, whose response may be older than the change.
      void revalidate();
    },
  };
}
