import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { isApiError } from "#contract/errors.ts";
import type { CustomerRequest } from "#contract/requests.ts";

interface RequestCall {
  isBusy: boolean;
  /** Message of the last error that is no conflict. */
  error: string | undefined;
  /** Sends one change at a time. Returns whether it succeeded. A request that has changed meanwhile is fetched again. */
  run(send: () => Promise<{ data: CustomerRequest }>): Promise<boolean>;
}

export interface RequestCallHandlers {
  /** Receives the changed request. */
  onReply(request: CustomerRequest): void;
  /** Receives the message of a conflict, undefined when a call starts. The fetched request may have no place for the caller. */
  onConflict(message: string | undefined): void;
}

/** A change of the request by its customer. */
export function useRequestCall({ onReply, onConflict }: RequestCallHandlers): RequestCall {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isRunning = useRef(false);
  return {
    isBusy,
    error,
    async run(send) {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      setError(undefined);
      onConflict(undefined);
      try {
        onReply((await send()).data);
        return true;
      } catch (cause) {
        const message = (cause instanceof Error && cause.message) || "Có lỗi xảy ra, bạn thử lại nhé.";
        if (isApiError(cause) && (cause.status === 409 || cause.status === 404)) {
          onConflict(message);
          void revalidate();
        } else {
          setError(message);
        }
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
