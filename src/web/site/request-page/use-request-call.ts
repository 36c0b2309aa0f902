import { useRevalidator } from "react-router";
import { isApiError } from "#contract/errors.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { useAction } from "../../lib/use-action.ts";

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

/** Message of an error that is not the server's. */
export const callFailed = "Có lỗi xảy ra, bạn thử lại nhé.";

/** A change of the request by its customer. */
export function useRequestCall({ onReply, onConflict }: RequestCallHandlers): RequestCall {
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAction(callFailed);
  return {
    isBusy,
    error,
    async run(send) {
      let hasConflict = false;
      const hasEnded = await run(async () => {
        onConflict(undefined);
        try {
          onReply((await send()).data);
        } catch (cause) {
          if (!isApiError(cause) || (cause.status !== 409 && cause.status !== 404)) throw cause;
          hasConflict = true;
          onConflict(cause.message);
          void revalidate();
        }
      });
      return hasEnded && !hasConflict;
    },
  };
}
