/** The Content-Security-Policy of a page: of scripts, only the build's files and the page's own inline ones may run. */
import { createHash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Names the hash of each inline script of a complete page; data blocks are never run and need none.
 * @param framed whether other sites may show the page in a frame
 */
export function policyOf(html: string, framed = false): string {
  const hashes = new Set<string>();
  for (const [, attributes, code] of html.matchAll(inlineScript)) {
    if (attributes?.includes('type="application/')) continue;
    hashes.add(
      `'sha256-${createHash("sha256")
        .update(code ?? "")
        .digest("base64")}'`,
    );
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
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
