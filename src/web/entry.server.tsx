/** Renders a page to one complete string and names its inline scripts in its Content-Security-Policy. */
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { scriptsLater } from "./late-scripts.ts";
import { isFramed } from "./lib/framed.ts";
import { reportError } from "./lib/server-call.ts";
import { developmentPolicy, policyOf } from "./page-policy.ts";

const renderTimeout = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { failed, ...page } = await render(entryContext, request.url, context.get(reportError));
  const html = import.meta.env.DEV ? page.html : scriptsLater(page.html);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const framed = entryContext.staticHandlerContext.matches.some(({ route }) => isFramed(route.handle));
  headers.set("Content-Security-Policy", import.meta.env.DEV ? developmentPolicy : policyOf(html, framed));
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** Errors of loaders go to the server's log; the page says nothing of them. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportError)(error);
};

function render(
  entryContext: EntryContext,
  url: string,
  report: (error: unknown) => void,
): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let shellReady = false;
    let failed = false;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ html: Buffer.concat(chunks).toString("utf8"), failed });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entryContext} url={url} />, {
      onShellReady: () => {
        shellReady = true;
      },
      onAllReady: () => void pipe(sink),
      onShellError: (error) => {
        clearTimeout(timer);
        reject(error);
      },
      // Errors before the shell come back through onShellError and are reported once.
      onError: (error) => {
        failed = true;
        if (shellReady) report(error);
      },
    });
    const timer = setTimeout(() => abort(new Error("the page took too long to render")), renderTimeout);
  });
}
