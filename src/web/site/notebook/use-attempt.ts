import { useState } from "react";
import { isApiError } from "#contract/errors.ts";

/** Runs a change that the server makes, and keeps its message when it is refused. */
export function useAttempt(fallback = "Chưa lưu được. Bạn thử lại nhé.") {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return {
    busy,
    error,
    setError,
    async attempt(task: () => Promise<void>): Promise<void> {
      setBusy(true);
      setError(undefined);
      try {
        await task();
      } catch (cause) {
        setError(isApiError(cause) ? (cause.errors?.[0]?.message ?? cause.message) : fallback);
      } finally {
        setBusy(false);
      }
    },
  };
}
