/**
 * The rules of account fields and of customers' data with their messages. Plain functions without zod, so that public forms check the same rules
 * as the server and stay small; `accounts.ts` builds its schemas from them.
 */
import { emailPattern } from "./email.ts";

/** Returns the message for an invalid value; undefined for a valid one. */
export type Rule = (value: string) => string | undefined;

/** Runs rules in order and returns the first message. The maximum length comes before every rule that costs more than one look. */
export function firstError(value: string, rules: readonly Rule[]): string | undefined {
  for (const rule of rules) {
    const message = rule(value);
    if (message) return message;
  }
  return undefined;
}

export const required =
  (message: string): Rule =>
  (value) =>
    value.trim() === "" ? message : undefined;
const min =
  (length: number, message: string): Rule =>
  (value) =>
    [...value].length < length ? message : undefined;
export const max =
  (length: number, message: string): Rule =>
  (value) =>
    value.length > length ? message : undefined;
const pattern =
  (regex: RegExp, message: string): Rule =>
  (value) =>
    regex.test(value) ? undefined : message;

const requiredPassword = required("Vui lòng nhập mật khẩu");
const maxPassword = max(200, "Mật khẩu quá dài");
const minPassword = min(6, "Mật khẩu phải có ít nhất 6 ký tự");
const passwordRules = [requiredPassword, maxPassword, minPassword];

/** The login form's rules. */
export const loginRules = {
  username: [
    required("Vui lòng nhập tên đăng nhập hoặc email"),
    max(254, "Tên đăng nhập hoặc email không được dài quá 254 ký tự"),
  ],
  password: passwordRules,
} as const satisfies Record<string, readonly Rule[]>;

/** The server's rules for a password at login. A short one is answered like a wrong one. */
export const loginPasswordRules: readonly Rule[] = [requiredPassword, maxPassword];

const usernameRules = [
  max(50, "Tên đăng nhập không được dài quá 50 ký tự"),
  min(3, "Tên đăng nhập phải có ít nhất 3 ký tự"),
  pattern(/^[A-Za-z0-9_]+$/, "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"),
];
export const emailRules = [max(254, "Email không được dài quá 254 ký tự"), pattern(emailPattern, "Email không hợp lệ")];
const fullNameRules = [max(200, "Họ và tên không được dài quá 200 ký tự")];

export const registerRules = {
  username: [required("Vui lòng nhập tên đăng nhập"), ...usernameRules],
  email: [required("Vui lòng nhập email"), ...emailRules],
  full_name: fullNameRules,
  password: passwordRules,
} as const satisfies Record<string, readonly Rule[]>;

/** The rules of the customer's data in a Premium order. */
export const orderRules = {
  user_name: [required("Vui lòng nhập họ và tên"), max(200, "Họ và tên không được dài quá 200 ký tự")],
  user_phone: [
    required("Vui lòng nhập số điện thoại"),
    max(30, "Số điện thoại không được dài quá 30 ký tự"),
    pattern(/^[\d+\-() ]*\d[\d+\-() ]*$/, "Số điện thoại không hợp lệ"),
  ],
  user_email: [
    required("Bạn cần nhập email"),
    max(254, "Email không được dài quá 254 ký tự"),
    pattern(emailPattern, "Email không hợp lệ"),
  ],
} as const satisfies Record<string, readonly Rule[]>;

/** The rules of the customer's data in a request for a song. */
export const requestRules = {
  customer_name: orderRules.user_name,
  customer_email: [required("Vui lòng nhập email"), ...emailRules],
  customer_phone: [
    max(30, "Số điện thoại không được dài quá 30 ký tự"),
    pattern(/^([\d+\-() ]*\d[\d+\-() ]*)?$/, "Số điện thoại không hợp lệ"),
  ],
  request_content: [
    required("Vui lòng nhập nội dung yêu cầu"),
    max(10_000, "Nội dung yêu cầu không được dài quá 10.000 ký tự"),
  ],
  song_title: [required("Tên bài hát không được để trống"), max(200, "Tên bài hát không được dài quá 200 ký tự")],
} as const satisfies Record<string, readonly Rule[]>;

/** The limits of prices and budgets, in whole đồng. */
export const amountRules = {
  max: 1_000_000_000_000,
  notWhole: "Số tiền phải là số nguyên không âm",
  tooLarge: "Số tiền quá lớn",
} as const;

/** The rules of a budget as it is sent: digits alone, or nothing. */
export const budgetRules: readonly Rule[] = [
  pattern(/^\d*$/, amountRules.notWhole),
  (digits) => (Number(digits) > amountRules.max ? amountRules.tooLarge : undefined),
];

/** The limits of the audio or video that comes with a request. */
export const referenceFileRules = {
  maxBytes: 50 * 1024 * 1024,
  tooLarge: "File tham khảo không được vượt quá 50 MB",
  wrongType: "Vui lòng chọn file âm thanh hoặc video hợp lệ",
  noRoom: "Máy chủ sắp hết chỗ nên chưa nhận được file tham khảo. Bạn vẫn gửi được yêu cầu không kèm file",
} as const;

/** The picture of a bank's confirmation that may come with a claim. */
export const receiptFileRules = {
  maxBytes: 5 * 1024 * 1024,
  tooLarge: "Ảnh không được vượt quá 5 MB",
  wrongType: "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP",
} as const;

/** The rules of the administrator's form of a user. */
export const userRules = {
  username: [required("Tên đăng nhập là bắt buộc"), ...usernameRules],
  email: [required("Email là bắt buộc"), ...emailRules],
  full_name: fullNameRules,
  password: [required("Mật khẩu là bắt buộc"), maxPassword, minPassword],
} as const satisfies Record<string, readonly Rule[]>;

/** The rules of the administrator's form of a staff member. */
export const staffRules = {
  username: userRules.username,
  email: userRules.email,
  full_name: [required("Họ và tên là bắt buộc"), ...fullNameRules],
  password: [required("Mật khẩu là bắt buộc"), maxPassword, min(10, "Mật khẩu phải có ít nhất 10 ký tự")],
} as const satisfies Record<string, readonly Rule[]>;

export const maxPremiumDays = 3650;
/** The rules of days of Premium, as typed. */
export const premiumDaysRules: readonly Rule[] = [
  required("Vui lòng nhập số ngày"),
  max(200, "Số ngày không hợp lệ"),
  pattern(/^-?\d+$/, "Số ngày phải là số nguyên"),
  (value) => (Number(value) < 1 ? "Số ngày phải lớn hơn 0" : undefined),
  (value) => (Number(value) > maxPremiumDays ? "Số ngày không được vượt quá 3650 ngày (10 năm)" : undefined),
];

/** The rules of the forms of one's own account. */
export const ownAccountRules = {
  current_password: [required("Vui lòng nhập mật khẩu hiện tại"), maxPassword],
  new_password: [required("Vui lòng nhập mật khẩu mới"), maxPassword, minPassword],
} as const satisfies Record<string, readonly Rule[]>;

/** The rules of a new password by the kind of the account, for who has forgotten the old one. */
export const newPasswordRules = {
  user: ownAccountRules.new_password,
  staff: staffRules.password,
  admin: staffRules.password,
} as const satisfies Record<string, readonly Rule[]>;

/** Returns rules that let an empty value pass. */
export function unlessEmpty(rules: readonly Rule[]): readonly Rule[] {
  return [(value) => (value === "" ? undefined : firstError(value, rules))];
}

/** Checks the confirmation field of the register form, which is not sent. */
export function confirmationError(confirmation: string, password: string): string | undefined {
  if (confirmation === "") return "Vui lòng xác nhận mật khẩu";
  return confirmation === password ? undefined : "Mật khẩu xác nhận không khớp";
}
