import { useEffect, useState } from "react";
import { Fallback, valueOf } from "./fallback.ts";

/**
 * Returns the value of a loader's promise, undefined until it resolves. While data with the same `key` is fetched again, and when
 * that fails with a `Fallback`, the previous value stays. The result of an outdated promise is dropped.
 * @param value must not reject
 */
export function useLatest<T>(value: T | Promise<T | Fallback<T>>, key: string): T | undefined {
  const isPending = value instanceof Promise;
  const [latest, setLatest] = useState(isPending ? undefined : { key, value });

  useEffect(() => {
    if (!(value instanceof Promise)) {
      return setLatest((previous) => (previous?.key === key && previous.value === value ? previous : { key, value }));
    }
    let isOutdated = false;
    void value.then((result) => {
      if (isOutdated) return;
      setLatest((previous) =>
        result instanceof Fallback && previous?.key === key ? previous : { key, value: valueOf(result) },
      );
    });
    return () => {
      isOutdated = true;
    };
  }, [value, key]);

  if (!isPending) return value;
  return latest?.key === key ? latest.value : undefined;
}
