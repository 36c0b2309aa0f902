/** Messages of the order form for a refused order. */
import { isApiError } from "#contract/errors.ts";

export const notOnSale = "Gói này không còn bán, vui lòng chọn gói khác";
export const failedMessage = "Chưa tạo được đơn hàng. Vui lòng thử lại sau ít phút.";

/** Keys of an error's detail, with their messages and fields. */
const customerErrors = {
  email: { message: "Khách hàng cần nhập email", field: "user_email" },
  user_name: { message: "Khách hàng cần nhập họ tên", field: "user_name" },
  user_phone: { message: "Khách hàng cần nhập số điện thoại", field: "user_phone" },
} as const;
const customerKeys = Object.keys(customerErrors) as (keyof typeof customerErrors)[];

/** Returns the message for an error: the server's text, or what the customer needs to enter. */
export function orderErrorMessage(error: unknown): string {
  if (!isApiError(error)) return failedMessage;
  const { detail } = error;
  if (typeof detail === "string") return detail;
  const key = customerKeys.find((each) => each in detail);
  return key === undefined ? failedMessage : customerErrors[key].message;
}

/** Returns the messages of an error's fields. */
export function fieldErrorsOf(error: unknown): Partial<Record<string, string>> {
  if (!isApiError(error)) return {};
  const { detail, errors = [] } = error;
  const messages: Partial<Record<string, string>> = {};
  for (const { field, message } of errors) messages[field] ??= message;
  if (typeof detail === "object") {
    for (const key of customerKeys) if (key in detail) messages[customerErrors[key].field] ??= detail[key];
  }
  return messages;
}

/** Returns whether the package has another price or is no longer on sale. */
export function isOutdated(error: unknown): boolean {
  return (
    isApiError(error) && (error.status === 409 || error.errors?.some(({ field }) => field === "package_id") === true)
  );
}
