/** The pages behind the link that verifies an e-mail: reading them changes nothing, since programs of mail servers open links too. */
import type { PlainPage } from "#server/platform/http/plain-page.ts";
import { unusableVerification } from "./email-verification.service.ts";

export const verificationPages = {
  question: {
    status: 200,
    title: "Xác minh email",
    body:
      "<p>Bạn bấm nút dưới đây để xác minh rằng email này là của bạn.</p>" +
      '<form method="post"><button type="submit">Xác minh email</button></form>',
  },
  done: {
    status: 200,
    title: "Đã xác minh email",
    body: "<p>Cảm ơn bạn. Email của tài khoản đã được xác minh.</p>",
  },
  unusable: {
    status: 404,
    title: "Đường dẫn không dùng được",
    body: `<p>${unusableVerification}</p><p><a href="/account">Mở trang Tài khoản</a></p>`,
  },
} as const satisfies Record<string, PlainPage>;
