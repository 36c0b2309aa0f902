import type { ServerResponse } from "node:http";

/** Returns a signal that aborts when the connection closes before the response has been given to it. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableEnded) controller.abort();
  };
  if (response.closed) onClose();
  else response.once("close", onClose);
  return controller.signal;
}
