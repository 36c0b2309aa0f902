/** The pages behind the link that verifies an e-mail: reading them changes nothing, since programs of mail servers open links too. */
import type { PlainPage } from "#server/platform/http/plain-page.ts";
import { unusableVerification } from "./email-verification.service.ts";

export const verificationPages = {
  question: {
    status: 200,
    title: "Xác nhận email",
    body:
      "<p>Bạn bấm nút dưới đây để xác nhận rằng địa chỉ email này là của bạn.</p>" +
      '<form method="post"><button type="submit">Xác nhận email</button></form>',
  },
  done: {
    status: 200,
    title: "Đã xác nhận email",
    body: "<p>Cảm ơn bạn. Địa chỉ email của tài khoản đã được xác nhận.</p>",
  },
  unusable: {
    status: 404,
    title: "Đường dẫn không dùng được",
    body: `<p>${unusableVerification}</p><p><a href="/account">Mở trang Tài khoản</a></p>`,
  },
} as const satisfies Record<string, PlainPage>;
