/** The account of a caller of the back offices: its password, its sessions, and the confirmation that sensitive changes need. */
import { z } from "zod";
import { codeText } from "./accounts.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { exact } from "./fields.ts";
import { Session } from "./own-account.ts";
import { newPasswordRules, ownAccountRules } from "./rules.ts";

export const ConfirmationBody = z.object({
  password: exact(ownAccountRules.current_password),
  /** Of the second factor; ignored for an account without one. A blank code counts as none. */
  code: codeText.transform((code) => code || undefined).optional(),
});
export type ConfirmationBody = z.output<typeof ConfirmationBody>;

/** Sent as the header `X-Confirmation` of sensitive changes, with the same token only. */
export const Confirmation = z.object({ confirmation: z.string(), expires_at: Time }).meta({ id: "Confirmation" });
export type Confirmation = z.output<typeof Confirmation>;

/** New passwords of administrators and of staff members have the same rules. */
export const BackOfficePasswordChange = z.object({
  current_password: exact(ownAccountRules.current_password),
  new_password: exact(newPasswordRules.admin),
});
export type BackOfficePasswordChange = z.output<typeof BackOfficePasswordChange>;

const common = { access: ["admin", "accountant", "staff"], tag: "Bảo mật tài khoản" } as const;

export const backOfficeAccount = {
  "POST /api/account/confirmation": {
    ...common,
    summary: "Xác nhận lại mật khẩu, và mã xác thực nếu đang bật, để làm các thay đổi nhạy cảm trong 5 phút",
    body: ConfirmationBody,
    reply: Confirmation,
    rateLimit: { name: "password" },
  },
  "POST /api/account/password": {
    ...common,
    summary: "Đổi mật khẩu của mình; các phiên đăng nhập khác kết thúc",
    body: BackOfficePasswordChange,
    reply: Done,
    rateLimit: { name: "password" },
  },
  "GET /api/account/sessions": {
    ...common,
    summary: "Các phiên đăng nhập của mình, mới dùng nhất trước",
    reply: z.array(Session),
    counted: true,
  },
  "DELETE /api/account/sessions": {
    ...common,
    summary: "Kết thúc mọi phiên đăng nhập khác của mình",
    reply: Done,
  },
  "DELETE /api/account/sessions/{id}": {
    ...common,
    summary: "Kết thúc một phiên đăng nhập của mình",
    params: IdParams,
    reply: Done,
  },
} as const satisfies Endpoints;
