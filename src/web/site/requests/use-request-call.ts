import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { isApiError } from "#contract/errors.ts";
import type { CustomerRequest } from "#contract/requests.ts";

interface RequestCall {
  isBusy: boolean;
  /** Message of the last error. */
  error: string | undefined;
  /** Sends one change at a time. Returns whether it succeeded. A request that has changed meanwhile is fetched again. */
  run(send: () => Promise<{ data: CustomerRequest }>): Promise<boolean>;
}

/** A change of the request by its customer. @param onReply receives the changed request */
export function useRequestCall(onReply: (request: CustomerRequest) => void): RequestCall {
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
      try {
        onReply((await send()).data);
        return true;
      } catch (cause) {
        setError((cause instanceof Error && cause.message) || "Có lỗi xảy ra, bạn thử lại nhé.");
        if (isApiError(cause) && (cause.status === 409 || cause.status === 404)) void revalidate();
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
