import { data, type RouterContextProvider } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { type CallInProcess, callInProcess, reportError } from "../lib/server-context.ts";

/**
 * Runs a server loader whose page can render an error. Returns its data, or `onFailure`'s with the error's status, which keeps the
 * page out of the cache. Errors from 500 on are logged.
 */
export async function loadOnServer<T, F>(
  context: Readonly<RouterContextProvider>,
  load: (call: CallInProcess) => Promise<T>,
  onFailure: (error: unknown) => F,
) {
  try {
    return data<T | F>(await load(context.get(callInProcess)));
  } catch (error) {
    const status = isApiError(error) ? error.status : 500;
    if (status >= 500) context.get(reportError)(error);
    return data<T | F>(onFailure(error), { status });
  }
}
