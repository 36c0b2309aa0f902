import { useEffect, useState } from "react";
import { Instead, shownOf } from "./instead.ts";

/**
 * Follows a value that may still be on its way, as a route's loader gives it: the value once it is there, else undefined.
 * While the same thing is fetched again (same `key`) the known value stays, also when it then can't be had (`Instead`); an
 * answer that a newer question overtook is dropped. The promise must not reject.
 */
export function useLatest<T>(value: T | Promise<T | Instead<T>>, key: string): T | undefined {
  const waiting = value instanceof Promise;
  const [known, setKnown] = useState(waiting ? undefined : { key, value });

  useEffect(() => {
    if (!(value instanceof Promise)) {
      // The same again is no reason to render the page once more.
      return setKnown((known) => (known?.key === key && known.value === value ? known : { key, value }));
    }
    let overtaken = false;
    void value.then((answer) => {
      if (overtaken) return;
      setKnown((known) => (answer instanceof Instead && known?.key === key ? known : { key, value: shownOf(answer) }));
    });
    return () => {
      overtaken = true;
    };
  }, [value, key]);

  if (!waiting) return value;
  return known?.key === key ? known.value : undefined;
}
