/** A page behind a link in an e-mail: a few words and a button, without scripts, kept by no cache and told to no other site. */
import type { FastifyReply } from "fastify";

export interface PlainPage {
  status: number;
  title: string;
  /** HTML. */
  body: string;
}

// The ground is named, since programs that measure contrast take an unnamed one for white, in dark too.
const style =
  "html{background:canvas}body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem}" +
  "button{font:inherit;padding:.625rem 1.25rem;min-height:2.75rem;cursor:pointer}a{display:inline-block;padding:.5rem 0}";

/** Sends the page. A form without an address of its own is sent to that of the page. */
export function sendPlainPage(reply: FastifyReply, { status, title, body }: PlainPage): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Ngân Nga</title><style>${style}</style><main><h1>${title}</h1>${body}<p><a href="/">Về trang chủ</a></p></main>`,
    );
}
