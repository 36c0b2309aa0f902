import { type RefObject, useEffect, useRef } from "react";

/** Takes the focus to what has come in place of the focused part, unless the customer is writing. */
export function useFocusOnArrival(isHere: boolean, target: RefObject<HTMLElement | null>): void {
  const wasHere = useRef(isHere);
  useEffect(() => {
    const hasCome = isHere && !wasHere.current;
    wasHere.current = isHere;
    if (hasCome && !document.activeElement?.matches("input, textarea, select")) target.current?.focus();
  }, [isHere, target]);
}
