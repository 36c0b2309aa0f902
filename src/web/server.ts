/** The pages' server entry: the one module of the web that the server process loads. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { reportError, type ServerCall, serverCall } from "./lib/server-call.ts";
import { type Page, pages } from "./site/pages.ts";

export { waysOn } from "./site/pages.ts";
export { shownAt } from "./site/shown-at.ts";

/** Paths of the pages that search engines may read, beside those of songs and genres. */
export const listedPages: readonly string[] = Object.values<Page>(pages)
  .filter((page) => page.exists && !page.hidden)
  .map((page) => page.path);

/**
 * Makes the handler that answers a page request with its rendered page. `report` writes an error to the log. A response with
 * `Cache-Control: no-store` lacks data that could not be read, or is personal, and must not be cached.
 *
 * Handler and context are made in here, so that development too has a single copy of react-router and context keys keep
 * their identity.
 */
export function createPageHandler(
  call: ServerCall,
  report: (error: unknown) => void,
): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request) => {
    let failed = false;
    const context = new RouterContextProvider();
    context.set(reportError, report);
    context.set(serverCall, async (key, input) => {
      try {
        return await call(key, input);
      } catch (error) {
        if (!isApiError(error) || error.status >= 500) {
          failed = true;
          report(error);
        }
        throw error;
      }
    });
    const response = await handle(asDocument(request), context);
    if (failed || response.status >= 500) response.headers.set("cache-control", "no-store");
    return response;
  };
}

/** Data travels by the API alone: the framework's own data addresses are no pages, like any other unknown path. */
function asDocument(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.endsWith(".data")) return request;
  url.pathname += "/";
  return new Request(url);
}
