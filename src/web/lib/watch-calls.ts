import { isApiError } from "#contract/errors.ts";
import type { CallInProcess } from "./server-context.ts";

/**
 * Watches the calls of one page, whatever its routes do about errors. A page that misses data has `Cache-Control: no-store`; it is a 503
 * when it has none at all because the database was unavailable, so that search engines come again and don't take it for the page.
 * @param report writes an error to the log
 */
export function watchCalls(call: CallInProcess, report: (error: unknown) => void) {
  let isIncomplete = false;
  let wasUnavailable = false;
  let hasData = false;
  /** @param isContent its data is what the page is for */
  const watch =
    (isContent: boolean): CallInProcess =>
    async (key, input) => {
      try {
        const reply = await call(key, input);
        hasData ||= isContent;
        return reply;
      } catch (error) {
        if (!isApiError(error) || error.status >= 500) {
          isIncomplete = true;
          report(error);
        }
        if (isContent && isApiError(error) && error.code === "unavailable") wasUnavailable = true;
        throw error;
      }
    };
  return {
    call: watch(true),
    /** For what stands around a page's content, such as the footer's links: without it the page has the status that it would have. */
    callAside: watch(false),
    /** Returns the page's response with the status and the header that its calls ask for. */
    finish(response: Response): Response {
      const { headers, body } = response;
      if (isIncomplete || response.status >= 500) headers.set("cache-control", "no-store");
      const isBroken = response.status >= 500 || (response.ok && !hasData);
      return wasUnavailable && isBroken ? new Response(body, { status: 503, headers }) : response;
    },
  };
}
