/** How server loaders reach the API: in-process, as an anonymous visitor. */
import { createContext, data, type RouterContextProvider } from "react-router";
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";

export type ServerCall = <K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
) => Promise<{ data: Reply<Api[K]>; total: number | undefined }>;

export const serverCall = createContext<ServerCall>();

/** Takes what went wrong while a page was made to the server's log. */
export const reportError = createContext<(error: unknown) => void>();

/**
 * The in-process call for a server loader: `callOnServer(context)("GET /api/songs/{id}", { params })`.
 * @throws a 404 route response where the API answers `not_found`, so that the page is a 404; other
 * errors as they are.
 */
export function callOnServer(context: Readonly<RouterContextProvider>): ServerCall {
  const call = context.get(serverCall);
  return async (key, input) => {
    try {
      return await call(key, input);
    } catch (error) {
      if (isApiError(error) && error.code === "not_found") throw data(null, { status: 404 });
      throw error;
    }
  };
}
