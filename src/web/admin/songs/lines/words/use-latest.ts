import { type RefObject, useEffect, useRef } from "react";

/** Returns what was rendered last, for answers that arrive later. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
