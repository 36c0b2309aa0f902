import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { isFramed } from "./lib/framed.ts";
import { reportError } from "./lib/server-context.ts";

/**
 * Renders a page completely before it is sent, so that it can be cached and its policy can hold the hashes of its scripts.
 * @throws the error of a component; React Router then renders the error page
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  let failure: { error: unknown } | undefined;
  const html = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} />, {
    // React would send large parts last, with scripts that move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure = { error };
    },
  });
  await html.allReady;
  if (failure) throw failure.error;
  headers.set("Content-Type", "text/html; charset=utf-8");
  const framed = entryContext.staticHandlerContext.matches.some(({ route }) => isFramed(route.handle));
  // The server adds the rest of the policy from the rendered page.
  if (framed) headers.set("Content-Security-Policy", "frame-ancestors *");
  return new Response(html, { status, headers });
}

/** Logs errors of loaders and of rendering on the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportError)(error);
};
