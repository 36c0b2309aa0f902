/** The page behind the link of an e-mail: reading it changes nothing, its button unsubscribes. */
import type { FastifyReply } from "fastify";

const style =
  "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem}" +
  "button{font:inherit;padding:.625rem 1.25rem;min-height:2.75rem;cursor:pointer}a{display:inline-block;padding:.5rem 0}";

const form = '<form method="post"><button type="submit">Ngừng nhận</button></form>';

const contents = {
  question: {
    status: 200,
    title: "Ngừng nhận email",
    body: `<p>Bạn sẽ không nhận email nhắc và giới thiệu nữa. Email về đơn hàng, yêu cầu và tài khoản của bạn vẫn được gửi.</p>${form}`,
  },
  done: {
    status: 200,
    title: "Đã ngừng",
    body: "<p>Bạn sẽ không nhận email nhắc và giới thiệu nữa.</p>",
  },
  unknown: {
    status: 404,
    title: "Đường dẫn không hợp lệ",
    body: "<p>Bạn hãy mở lại đường dẫn trong email nhé.</p>",
  },
} as const;

/** Sends the page. The form has no address of its own, so that it is sent to that of the page. */
export function sendUnsubscribePage(reply: FastifyReply, state: keyof typeof contents): FastifyReply {
  const { status, title, body } = contents[state];
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
      `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Ngân Nga</title><style>${style}</style><h1>${title}</h1>${body}<p><a href="/">Về trang chủ</a></p>`,
    );
}
