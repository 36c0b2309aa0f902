/** The second factor of administrators and staff members: codes of an app (TOTP, RFC 6238), and recovery codes. */
import { z } from "zod";
import { codeText } from "./accounts.ts";
import { Done, type Endpoints, Time } from "./endpoint.ts";
import { exact } from "./fields.ts";
import { ownAccountRules } from "./rules.ts";

export const SecondFactorState = z
  .object({
    is_enabled: z.boolean(),
    enabled_at: Time.nullable(),
    recovery_codes_left: z.int(),
  })
  .meta({ id: "SecondFactorState" });
export type SecondFactorState = z.output<typeof SecondFactorState>;

/** The secret that an authenticator app makes codes of. */
export const SecondFactorSetup = z
  .object({
    /** Base32, as it is typed into an app. */
    secret: z.string(),
    /** `otpauth://totp/…` */
    uri: z.string(),
    /** The address as a QR code: an SVG in a `data:` URL. */
    qr: z.string(),
  })
  .meta({ id: "SecondFactorSetup" });
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>;

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

const password = exact(ownAccountRules.current_password);
const code = z.string("Vui lòng nhập mã xác thực").trim().min(1, "Vui lòng nhập mã xác thực").pipe(codeText);

export const SetupBody = z.object({ password });
export const EnableBody = z.object({ code });
export const PasswordAndCode = z.object({ password, code });
export type PasswordAndCode = z.output<typeof PasswordAndCode>;

const common = { access: ["admin", "accountant", "staff"], tag: "Bảo mật tài khoản" } as const;

export const secondFactor = {
  "GET /api/account/second-factor": {
    ...common,
    summary: "Xác thực hai bước của mình đang bật hay tắt, còn bao nhiêu mã khôi phục",
    reply: SecondFactorState,
  },
  "POST /api/account/second-factor/setup": {
    ...common,
    summary: "Bắt đầu bật xác thực hai bước: khóa mới cho ứng dụng; chỉ có hiệu lực khi đã xác nhận bằng một mã",
    body: SetupBody,
    reply: SecondFactorSetup,
    rateLimit: { name: "password" },
  },
  "POST /api/account/second-factor/enable": {
    ...common,
    summary: "Bật xác thực hai bước bằng một mã; các phiên đăng nhập khác kết thúc, mã khôi phục chỉ trả về lần này",
    body: EnableBody,
    reply: RecoveryCodes,
    rateLimit: { name: "password" },
  },
  "POST /api/account/second-factor/recovery-codes": {
    ...common,
    summary: "Tạo mười mã khôi phục mới thay cho các mã cũ",
    body: PasswordAndCode,
    reply: RecoveryCodes,
    rateLimit: { name: "password" },
  },
  "POST /api/account/second-factor/disable": {
    ...common,
    summary: "Tắt xác thực hai bước; các phiên đăng nhập khác kết thúc",
    body: PasswordAndCode,
    reply: Done,
    rateLimit: { name: "password" },
  },
} as const satisfies Endpoints;
