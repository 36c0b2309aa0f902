/** Renders a page to a response. */
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { isFramed } from "./lib/framed.ts";
import { reportError } from "./lib/server-call.ts";

/**
 * The page is finished before it is sent, so that it can be cached and its scripts be named in its Content-Security-Policy.
 * @throws what a part of the page throws while it renders; React Router then renders the error page
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  let failure: { error: unknown } | undefined;
  const html = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} />, {
    // Keeps large parts where they belong; otherwise React sends them last, with scripts that move them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure = { error };
    },
  });
  await html.allReady;
  if (failure) throw failure.error;
  headers.set("Content-Type", "text/html; charset=utf-8");
  const framed = entryContext.staticHandlerContext.matches.some(({ route }) => isFramed(route.handle));
  // The server completes the policy from the finished page.
  if (framed) headers.set("Content-Security-Policy", "frame-ancestors *");
  return new Response(html, { status, headers });
}

/** Errors of loaders and of rendering go to the server's log; the page says nothing of them. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportError)(error);
};
