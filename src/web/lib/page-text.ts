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

/** What a script's text can't hold as it is: it would end the script, or open a comment in it. */
const unsafe = /[<>&\u2028\u2029]/g;

/**
 * Reads the framework's stream of a page's data to its end and gives the script that hands it to the router in the browser, as
 * React Router's own `ServerRouter` does chunk by chunk.
 */
export async function stateScript(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  const written = JSON.stringify(text).replace(unsafe, escapeCharacter);
  return `<script>(function(s){s.enqueue(${written});s.close()})(window.__reactRouterContext.streamController)</script>`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
