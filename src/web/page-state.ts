/** The data that a page was made of, as the script with which the browser takes the page over. */

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
