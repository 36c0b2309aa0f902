/** The page behind the link of an e-mail: reading it changes nothing, its button unsubscribes. */
import type { FastifyReply } from "fastify";
import { type PlainPage, sendPlainPage } from "#server/platform/http/plain-page.ts";

const form = '<form method="post"><button type="submit">Ngừng nhận</button></form>';

const pages = {
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
} as const satisfies Record<string, PlainPage>;

export function sendUnsubscribePage(reply: FastifyReply, state: keyof typeof pages): FastifyReply {
  return sendPlainPage(reply, pages[state]);
}
