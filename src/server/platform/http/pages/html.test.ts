/** Changes the HTML of a page that the installed versions of React and React Router render. */
import { createHash } from "node:crypto";
import { createElement, type ReactNode } from "react";
import { createRequestHandler, Links, Outlet, Scripts, ScrollRestoration, type ServerBuild } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import handleRequest from "../../../../web/entry.server.tsx";
import { contentSecurityPolicy, deferScripts, inlineStyles } from "./html.ts";

const title = "</script><!-- <script> & \u2028 ${x} ' \" \\";
/** Larger than React's default chunk. */
const lyrics = "la ".repeat(20_000);
const headScript = 'document.documentElement.dataset.theme="đêm"';

function Layout({ children }: { children: ReactNode }) {
  return createElement(
    "html",
    { lang: "vi" },
    createElement(
      "head",
      {},
      createElement("script", { dangerouslySetInnerHTML: { __html: headScript } }),
      createElement(Links),
    ),
    createElement("body", {}, children, createElement(ScrollRestoration), createElement(Scripts)),
  );
}

const route = { hasAction: false, hasLoader: true, hasClientLoader: true, hasErrorBoundary: false };
const client = { ...route, hasClientAction: false, hasClientMiddleware: false, hasDefaultExport: true };
const assets = {
  version: "1",
  url: "/assets/manifest-1.js",
  entry: { module: "/assets/entry-1.js", imports: ["/assets/react-1.js"] },
  routes: {
    root: { ...client, id: "root", path: "", module: "/assets/root-1.js", css: ["/assets/app-1.css"] },
    song: {
      ...client,
      id: "song",
      parentId: "root",
      index: true,
      module: "/assets/song-1.js",
      imports: ["/assets/cover-1.js"],
      css: ["/assets/song-1.css#"],
    },
  },
};
const build = {
  entry: { module: { default: handleRequest } },
  assets,
  routes: {
    root: { id: "root", path: "", module: { default: Outlet, Layout } },
    song: {
      id: "song",
      parentId: "root",
      index: true,
      module: {
        loader: () => ({ title, lyrics }),
        default: ({ loaderData }: { loaderData: { title: string } }) => createElement("h1", {}, loaderData.title),
      },
    },
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;

let response: Response;
let page: string;

beforeAll(async () => {
  response = await createRequestHandler(build, "production")(new Request("http://ngan-nga.example/"));
  page = await response.text();
});

const count = (html: string, part: string) => html.split(part).length - 1;
const sha = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const hashesOf = (html: string) => contentSecurityPolicy(html).match(/'sha256-[^']+'/g) ?? [];

describe("a rendered page", () => {
  it("contains all parts in place, none moved by a script", () => {
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page).toMatch(/^<!DOCTYPE html><html lang="vi"><head>.*<\/html>$/s);
    expect(page).not.toMatch(/<template|<div hidden|\$RC/);
    expect(page).toContain("la la la");
  });
  it("escapes data in scripts", () => {
    expect(count(page, "</script>")).toBe(count(page, "<script"));
    expect(count(page, "<!-- <script>")).toBe(0);
  });
});

describe("contentSecurityPolicy", () => {
  it("contains the hashes of a rendered page's inline scripts and module", () => {
    // Split by tags alone: the head's script, scroll restoration, the router's context, the module, the data in parts, its end.
    const codes = page
      .split("<script")
      .slice(1)
      .map((part) => part.slice(part.indexOf(">") + 1, part.indexOf("</script>")));
    expect(codes.length).toBeGreaterThanOrEqual(6);
    expect(codes).toContain(headScript);
    expect(hashesOf(page)).toEqual(codes.map(sha));
  });
  it("contains each script's hash once, over all its characters", () => {
    const html = `<script>a()</script><script type="module" async="">b("đ")\n</script><script>a()</script>`;
    expect(contentSecurityPolicy(html)).toContain(`script-src 'self' ${sha("a()")} ${sha('b("đ")\n')};`);
  });
  it("contains no hashes of files and data", () => {
    const html = `<script src="/a.js"></script><script type="application/ld+json">{}</script>`;
    expect(contentSecurityPolicy(html)).toContain("script-src 'self';");
  });
  it("allows images and media over https, no plugins and no frames of other sites", () => {
    const policy = contentSecurityPolicy("");
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "img-src 'self' data: https:",
        "media-src 'self' blob: https:",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "form-action 'self'",
      ]),
    );
    expect(policy).not.toContain("unsafe-eval");
  });
  it("takes the directive for frames", () => {
    const policy = contentSecurityPolicy("");
    expect(contentSecurityPolicy("", "frame-ancestors *")).toBe(
      policy.replace("frame-ancestors 'self'", "frame-ancestors *"),
    );
  });
});

describe("inlineStyles", () => {
  const styles: Record<string, string> = { "/assets/app-1.css": "a{content:'$&'}", "/assets/song-1.css": "b{}" };

  it("inserts each stylesheet's text before its disabled link", () => {
    expect(count(page, 'rel="stylesheet"')).toBe(2);
    const html = inlineStyles(page, (href) => styles[href]);
    expect(html).toContain(
      `<style>a{content:'$&'}</style><link rel="stylesheet" href="/assets/app-1.css" disabled=""/>`,
    );
    expect(html).toContain(`<style>b{}</style><link rel="stylesheet" href="/assets/song-1.css#" disabled=""/>`);
    expect(html.replaceAll(/<style>[^<]*<\/style>/g, "").replaceAll(' disabled=""', "")).toBe(page);
  });
  it("skips an unknown stylesheet and one with a closing tag", () => {
    expect(inlineStyles(page, () => undefined)).toBe(page);
    expect(inlineStyles(page, () => "a{content:'</style>'}")).toBe(page);
  });
});

describe("deferScripts", () => {
  it("removes all script requests of a rendered page until the start", () => {
    const files = ["manifest", "entry", "react", "root", "song", "cover"].map((name) => `/assets/${name}-1.js`);
    const html = deferScripts(page);
    expect(html).not.toMatch(/<link[^>]*modulepreload|<script[^>]*type="module"|<script[^>]*\ssrc=/);
    const [, imports, code] = /<script type="text\/plain" data-imports="([^"]*)">([^]*?)<\/script>/.exec(html) ?? [];
    expect(imports?.split(" ")).toEqual(files);
    expect(page).toContain(`<script type="module" async="">${code}</script>`);
    expect(hashesOf(html)).toEqual(expect.arrayContaining(hashesOf(page)));
    expect(hashesOf(html)).toHaveLength(hashesOf(page).length + 1);
  });
  it("returns a page without a module, or with several, unchanged", () => {
    const without = "<head></head><p></p>";
    expect(deferScripts(without)).toBe(without);
    const twice = page.replace("</body>", '<script type="module" async=""></script></body>');
    expect(deferScripts(twice)).toBe(twice);
  });
});
