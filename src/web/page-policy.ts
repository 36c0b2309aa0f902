/** The Content-Security-Policy of a page: of scripts, only the build's files and the page's own inline ones may run. */
import { hash } from "node:crypto";
import type { PageText } from "./lib/page-text.ts";

/** Of code, which holds no data: there are as many as kinds of pages. */
const hashes = new Map<string, string>();

function hashOf(code: string): string {
  let known = hashes.get(code);
  if (known === undefined) {
    known = `'sha256-${hash("sha256", code, "base64")}'`;
    hashes.set(code, known);
  }
  return known;
}

/**
 * Names the hash of each inline script of a complete page; data blocks are never run and need none.
 * @param framed whether other sites may show the page in a frame
 */
export function policyOf({ head, body, tail }: PageText, framed = false): string {
  const scripts = new Set([head, body, tail].flatMap(inlineScripts));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...[...scripts].map(hashOf)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    framed ? "frame-ancestors *" : "frame-ancestors 'self'",
  ].join("; ");
}

/** Vite injects scripts and styles of its own and talks over a websocket. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: https: ws: wss:";

/** Searched for, not matched: an expression would look at every character of a long page. */
function inlineScripts(html: string): string[] {
  const found: string[] = [];
  let at = html.indexOf("<script");
  while (at >= 0) {
    const open = html.indexOf(">", at);
    const close = html.indexOf("</script>", open);
    if (open < 0 || close < 0) break;
    const attributes = html.slice(at, open);
    if (!attributes.includes(" src=") && !attributes.includes('type="application/'))
      found.push(html.slice(open + 1, close));
    at = html.indexOf("<script", close);
  }
  return found;
}
