/** Pages of a few words, without scripts, the build or the database: behind links in e-mails, and for errors. */
import type { FastifyReply } from "fastify";
import { dark, light, type Palette } from "../palette.ts";

export interface PlainPage {
  status: number;
  title: string;
  /** HTML. */
  body: string;
}

const rolesOf = (palette: Palette) =>
  Object.entries(palette)
    .map(([role, colour]) => `--${role}:${colour}`)
    .join(";");
const style =
  `:root{${rolesOf(light)}}@media (prefers-color-scheme:dark){:root{${rolesOf(dark)}}}` +
  "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:30rem;margin:12vh auto 2rem;padding:0 1rem;background:var(--surface);color:var(--text)}" +
  "img{display:block}h1{font-size:1.625rem;line-height:1.25;margin:1.5rem 0 .75rem}p,ul{margin:0 0 1rem}ul{padding:0;list-style:none}" +
  "a{display:inline-block;padding:.5rem 0;color:var(--accent-text)}" +
  "button{font:inherit;font-weight:600;padding:.625rem 1.5rem;min-height:2.75rem;margin:.25rem 0 .5rem;cursor:pointer;border:0;border-radius:99rem;background:var(--accent);color:var(--accent-contrast)}" +
  ":focus-visible{outline:3px solid var(--gold);outline-offset:2px}";

/** Policy of these pages: their own style, their mark, nothing else. */
export const plainPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/** Returns the document. @param body HTML. */
export function plainHtml(title: string, body: string): string {
  return `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Ngân Nga</title><style>${style}</style><main><img src="/favicon.svg" alt="Ngân Nga" width="52" height="52"><h1>${title}</h1>${body}</main>`;
}

/** Sends a page behind a link in an e-mail, kept by no cache and told to no other site. A form without an address of its own is sent to that of the page. */
export function sendPlainPage(reply: FastifyReply, { status, title, body }: PlainPage): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("content-security-policy", `${plainPagePolicy}; form-action 'self'; frame-ancestors 'none'`)
    .type("text/html; charset=utf-8")
    .send(plainHtml(title, `${body}<p><a href="/">Về trang chủ</a></p>`));
}
