import { useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";

export interface Action {
  isBusy: boolean;
  /** Message of the last task, where it failed. */
  error: string | undefined;
  setError(message: string | undefined): void;
  /** Runs a task, unless one is running. Returns whether it succeeded. */
  run(task: () => Promise<unknown>): Promise<boolean>;
}

/**
 * A button's call: one at a time, with a busy flag and the message of its error.
 * @param fallback message of an error that is not the server's
 * @param onError shows the error elsewhere, so that `error` stays undefined; the action is busy until it is done
 */
export function useAction(fallback: string, onError?: (message: string, error: unknown) => unknown): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isRunning = useRef(false);
  return {
    isBusy,
    error,
    setError,
    async run(task) {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      setError(undefined);
      try {
        await task();
        return true;
      } catch (cause) {
        const message = isApiError(cause) ? cause.message : fallback;
        if (onError) await onError(message, cause);
        else setError(message);
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
