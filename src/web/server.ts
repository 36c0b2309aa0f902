/** The server entry of the pages, the only web module that the server process loads. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { type CallInProcess, callInProcess, reportError } from "./lib/server-context.ts";
import { routes, type SiteRoute } from "./site/routes.ts";

export { canonicalUrl } from "./site/canonical-url.ts";
export { fallbackLinks } from "./site/routes.ts";

/** Paths of pages for search engines, without those of songs and genres. */
export const indexablePaths: readonly string[] = Object.values<SiteRoute>(routes)
  .filter((route) => route.exists && !route.hidden)
  .map((route) => route.path);

/**
 * Returns a handler that renders the page of a request. Responses that miss data or are personal have `Cache-Control: no-store`.
 *
 * Handler and context are created here, so that development too loads one copy of react-router and context keys match.
 * @param report writes an error to the log
 */
export function createPageHandler(
  call: CallInProcess,
  report: (error: unknown) => void,
): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request) => {
    let isIncomplete = false;
    const context = new RouterContextProvider();
    context.set(reportError, report);
    context.set(callInProcess, async (key, input) => {
      try {
        return await call(key, input);
      } catch (error) {
        if (!isApiError(error) || error.status >= 500) {
          isIncomplete = true;
          report(error);
        }
        throw error;
      }
    });
    const response = await handle(asDocumentRequest(request), context);
    if (isIncomplete || response.status >= 500) response.headers.set("cache-control", "no-store");
    return response;
  };
}

/** Makes React Router's `.data` URLs unknown paths: browsers read data from the API only. */
function asDocumentRequest(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.endsWith(".data")) return request;
  url.pathname += "/";
  return new Request(url);
}
