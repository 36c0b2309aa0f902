/** The pages' server entry: the one module of the web that the server process loads. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { isApiError } from "#contract/errors.ts";
import type { PageText } from "./lib/page-text.ts";
import { finishedPage, reportError, type ServerCall, serverCall } from "./lib/server-call.ts";
import { type Page, pages } from "./site/pages.ts";

export { waysOn } from "./site/pages.ts";
export { shownAt } from "./site/shown-at.ts";

/** Paths of the pages that search engines may read, beside those of songs and genres. */
export const listedPages: readonly string[] = Object.values<Page>(pages)
  .filter((page) => page.exists && !page.hidden)
  .map((page) => page.path);

export interface FinishedPage extends PageText {
  status: number;
  headers: Headers;
}

/**
 * Makes the handler that turns a page request into its HTML. `report` takes what went wrong to the log. An answer with
 * `Cache-Control: no-store` lacks data that could not be read, and must not be kept.
 *
 * Handler and context are made in here, so that development too has a single copy of react-router and context keys keep
 * their identity.
 */
export function createPageHandler(
  call: ServerCall,
  report: (error: unknown) => void,
): (request: Request) => Promise<FinishedPage> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request) => {
    let failed = false;
    let page: PageText | undefined;
    const context = new RouterContextProvider();
    context.set(reportError, report);
    context.set(finishedPage, (finished) => {
      page = finished;
    });
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
    const text = page ?? { head: "", body: await response.text(), tail: "" };
    return { status: response.status, headers: response.headers, ...text };
  };
}

/** Data travels by the API alone: the framework's own data addresses are no pages, like any other unknown path. */
function asDocument(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.endsWith(".data")) return request;
  url.pathname += "/";
  return new Request(url);
}
