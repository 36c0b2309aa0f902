import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { changesDiscarded, openedOver } from "./form/leave-guard.tsx";

interface Opened {
  /** The parameter's value; null while nothing is open. */
  value: string | null;
  /** Opens it. @param replace what is open, whose entry it takes */
  open: (value: string, replace: boolean) => void;
  /** Closes it at once, before the address follows. */
  close: () => void;
  /** Takes it out of an address that should not have it. */
  drop: () => void;
}

/**
 * What is open over a list, as a parameter of the address. Opening adds an entry to the history, so that Back closes it; closed otherwise, it
 * takes its entry along. Opened by a link it has none, and leaves the address alone.
 */
export function useOpened(name: "new" | "open"): Opened {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  // Closed before the URL follows: React Aria returns the focus in the next frame, and until the effects of a render that a navigation
  // makes the page below is inert.
  const [closed, setClosed] = useState<{ at: string; scroll: number }>();
  const set = (value: string | undefined, replace: boolean, nextState: string) =>
    setParams(
      (previous) => {
        if (value === undefined) previous.delete(name);
        else previous.set(name, value);
        return previous;
      },
      { replace, preventScrollReset: true, state: nextState },
    );
  const drop = () => set(undefined, true, changesDiscarded);
  const follow = useEffectEvent(() => {
    if (!closed) return;
    if (closed.at === key) {
      if (state === openedOver) void navigate(-1);
      else drop();
      return;
    }
    // The list stays where it is; a navigation back goes to where it was.
    window.scrollTo({ top: closed.scroll, behavior: "instant" });
    setClosed(undefined);
  });
  // Once what was open is gone, with its guard of unsaved changes.
  useEffect(() => follow(), [closed, key]);
  return {
    value: closed?.at === key ? null : params.get(name),
    open: (value, replace) => set(value, replace, replace && state !== openedOver ? changesDiscarded : openedOver),
    close: () => setClosed({ at: key, scroll: window.scrollY }),
    drop,
  };
}
