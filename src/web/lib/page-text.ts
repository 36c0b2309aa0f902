/** The text of a page on its way from React to the socket. */

/** A page in parts that are worked on apart, since joining long texts costs as much as making them. */
export interface PageText {
  /** Up to `</head>`. */
  head: string;
  /** What is seen. */
  body: string;
  /** From the page's module to its end. */
  tail: string;
}

/** How React writes the module that starts the page. */
export const pageModule = '<script type="module" async="">';
const end = "</body></html>";

/** Puts a page together of what React rendered and the script with its data. */
export function pageOf(rendered: string, state: string): PageText {
  const split = rendered.indexOf("</head>");
  if (split < 0 || !rendered.endsWith(end)) throw new Error("React rendered no whole page.");
  const module = rendered.lastIndexOf(pageModule);
  const behind = module < split ? rendered.length - end.length : module;
  return {
    head: `<!DOCTYPE html>${rendered.slice(0, split)}`,
    body: rendered.slice(split, behind),
    tail: rendered.slice(behind, -end.length) + state + end,
  };
}

const handOver =
  "<script>(function(s,d){s.enqueue(d.textContent);s.close()})(window.__reactRouterContext.streamController,document.currentScript.previousElementSibling)</script>";

/**
 * Reads the framework's stream of a page's data, lines of JSON, to its end and gives the block that holds it, with the script that
 * hands it to the router in the browser. React Router's own `ServerRouter` writes the data into its scripts; apart from it these
 * are the same on all pages of a kind, and it need not be quoted once more.
 */
export async function stateScript(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  // The one character that could end a block of data or open a comment in it; JSON has it in strings alone.
  return `<script type="application/x-ndjson">${text.replaceAll("<", "\\u003c")}</script>${handOver}`;
}
