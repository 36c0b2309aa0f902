/** Renders a page to one string and names its inline scripts in its Content-Security-Policy. */
import { renderToString } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { scriptsLater } from "./late-scripts.ts";
import { isFramed } from "./lib/framed.ts";
import { pageOf, stateScript } from "./lib/page-text.ts";
import { finishedPage, reportError } from "./lib/server-call.ts";
import { developmentPolicy, policyOf } from "./page-policy.ts";

/**
 * A page has all its data before it is rendered, so that one pass makes it whole; the framework's stream of that data is written
 * behind it. Its text goes to `finishedPage` as it is: as the body of the response it would be encoded and decoded for nothing.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const rendered = renderToString(<ServerRouter context={entryContext} url={request.url} />);
  const whole = pageOf(rendered, serverHandoffStream ? await stateScript(serverHandoffStream) : "");
  const page = import.meta.env.DEV ? whole : scriptsLater(whole);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const framed = entryContext.staticHandlerContext.matches.some(({ route }) => isFramed(route.handle));
  headers.set("Content-Security-Policy", import.meta.env.DEV ? developmentPolicy : policyOf(page, framed));
  context.get(finishedPage)(page);
  return new Response(null, { status, headers });
}

/** Errors of loaders go to the server's log; the page says nothing of them. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportError)(error);
};
