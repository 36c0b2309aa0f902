/**
 * All changes to a rendered page's HTML, one function for each reason. They match the exact tags that React and React Router write;
 * `html.test.ts` renders a page through both and fails when a release writes them differently.
 */
import { hash } from "node:crypto";

const script = /<script([^>]*)>([^]*?)<\/script>/g;
/** Files, and data such as JSON-LD, are not inline scripts. */
const needsNoHash = /\ssrc=|\stype="application\//;

/**
 * Returns the Content-Security-Policy of a page. Scripts run from the build's files, or inline when they are the page's own: those are
 * allowed by their SHA-256, since a nonce would differ in every response and a cached page has none.
 * @param frameAncestors the directive for the sites that may show the page in a frame
 */
export function contentSecurityPolicy(html: string, frameAncestors = "frame-ancestors 'self'"): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", code = ""] of html.matchAll(script)) {
    if (!needsNoHash.test(attributes)) hashes.add(`'sha256-${hash("sha256", code, "base64")}'`);
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
    frameAncestors,
  ].join("; ");
}

/** For Vite, which injects scripts and styles of its own and uses a websocket. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: https: ws: wss:";

const stylesheet = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * Puts the text of each stylesheet before its link, so that the first paint waits for no second request. The link stays, since
 * hydration expects it, and is disabled, so that it is not loaded.
 * @param textOf returns the text of the stylesheet at an address; without it the link is left as it is
 */
export function inlineStyles(html: string, textOf: (href: string) => string | undefined): string {
  return html.replaceAll(stylesheet, (link, href: string) => {
    // React Router puts a # behind the address of a stylesheet that is imported elsewhere as well.
    const css = textOf(href.replace("#", ""));
    if (css === undefined || css.includes("</")) return link;
    return `<style>${css}</style>${link.replace("/>", ' disabled=""/>')}`;
  });
}

const modulePreload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const pageModule = '<script type="module" async="">';

/**
 * Delays a page's scripts until its first paint: the page's module becomes a block of text, and an inline script in the head starts it
 * and its imports once the browser reports that paint. A page with none or several modules is returned unchanged.
 */
export function deferScripts(html: string): string {
  if (html.split(pageModule).length !== 2) return html;
  const files = [...html.matchAll(modulePreload)].map(([, href]) => href);
  return html
    .replaceAll(modulePreload, "")
    .replace(pageModule, `<script type="text/plain" data-imports="${files.join(" ")}">`)
    .replace("</head>", () => `<script>${startAfterPaint}</script></head>`);
}

/**
 * A background tab paints nothing, so it starts at once; the timer serves browsers that report no paint. The first paint may be that of
 * an empty background; requestAnimationFrame would be too early as well: its callback runs before the frame is drawn.
 */
const startAfterPaint = `addEventListener("DOMContentLoaded", function () {
  var source = document.querySelector("script[data-imports]"), started;
  function start() {
    if (started) return;
    started = true;
    source.dataset.imports.split(" ").forEach(function (href) {
      var preload = document.createElement("link");
      preload.rel = "modulepreload";
      preload.href = href;
      document.head.append(preload);
    });
    var module = document.createElement("script");
    module.type = "module";
    module.textContent = source.textContent;
    document.head.append(module);
  }
  if (document.hidden) return start();
  try {
    new PerformanceObserver(function (list) {
      if (list.getEntriesByName("first-contentful-paint").length > 0) start();
    }).observe({ type: "paint", buffered: true });
  } catch (error) {}
  setTimeout(start, 1000);
})`;
