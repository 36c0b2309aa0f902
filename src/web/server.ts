/** The server entry of the pages, the only web module that the server process loads. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type CallInProcess, callAside, callInProcess, canonicalOrigin, reportError } from "./lib/server-context.ts";
import { watchCalls } from "./lib/watch-calls.ts";
import { routes, type SiteRoute } from "./site/routes.ts";

export { canonicalUrl } from "./site/canonical-url.ts";
export { fallbackLinks } from "./site/routes.ts";

/** Paths of pages for search engines, without those of songs and genres. */
export const indexablePaths: readonly string[] = Object.values<SiteRoute>(routes)
  .filter((route) => !route.hidden)
  .map((route) => route.path);

/**
 * Returns a handler that renders the page of a request. Responses that miss data or are personal have `Cache-Control: no-store`; with an
 * unavailable database, and no data at all, they are 503.
 *
 * Handler and context are created here, so that development too loads one copy of react-router and context keys match.
 * @param report writes an error to the log
 */
export function createPageHandler(
  call: CallInProcess,
  report: (error: unknown) => void,
): (request: Request, ownOrigin: string | undefined) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request, ownOrigin) => {
    const calls = watchCalls(call, report);
    const context = new RouterContextProvider();
    context.set(canonicalOrigin, ownOrigin);
    context.set(reportError, report);
    context.set(callInProcess, calls.call);
    context.set(callAside, calls.callAside);
    return calls.finish(await handle(asDocumentRequest(request), context));
  };
}

/** Makes React Router's `.data` URLs unknown paths: browsers read data from the API only. */
function asDocumentRequest(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.endsWith(".data")) return request;
  url.pathname += "/";
  return new Request(url);
}
