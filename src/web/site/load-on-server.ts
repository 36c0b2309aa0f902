import { data, type RouterContextProvider } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { reportError, type ServerCall, serverCall } from "../lib/server-call.ts";

/**
 * Runs a server loader whose failure is a state of the page: gives its data, or `onFailure`'s with the status of the
 * error, so that no such page is cached. What is no plain refusal goes to the log.
 */
export async function loadOnServer<T, F>(
  context: Readonly<RouterContextProvider>,
  load: (call: ServerCall) => Promise<T>,
  onFailure: (error: unknown) => F,
) {
  try {
    return data<T | F>(await load(context.get(serverCall)));
  } catch (error) {
    const status = isApiError(error) ? error.status : 500;
    if (status >= 500) context.get(reportError)(error);
    return data<T | F>(onFailure(error), { status });
  }
}
