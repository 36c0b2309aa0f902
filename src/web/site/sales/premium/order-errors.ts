/** Messages of the order form for a refused order. */
import { ApiError, isApiError } from "#contract/errors.ts";

export const notOnSale = "Gói này không còn bán, vui lòng chọn gói khác";
export const failedMessage = "Chưa tạo được đơn hàng. Vui lòng thử lại sau ít phút.";

/** Keys of an error's detail, with their messages and fields. */
const customerErrors = {
  email: { message: "Khách hàng cần nhập email", field: "user_email" },
  user_name: { message: "Khách hàng cần nhập họ tên", field: "user_name" },
  user_phone: { message: "Khách hàng cần nhập số điện thoại", field: "user_phone" },
} as const;
const customerKeys = Object.keys(customerErrors) as (keyof typeof customerErrors)[];

/** Returns the error of a refused order with what the customer needs to enter, and where, when it says that in its detail alone. */
export function errorAtFields(error: unknown): unknown {
  if (!isApiError(error) || typeof error.detail === "string") return error;
  const { code, detail, errors = [] } = error;
  const keys = customerKeys.filter((key) => key in detail);
  const message = keys[0] === undefined ? failedMessage : customerErrors[keys[0]].message;
  const ofDetail = keys.map((key) => ({ field: customerErrors[key].field, message: detail[key] ?? message }));
  return new ApiError(code, message, [...errors, ...ofDetail]);
}

/** Returns whether the package has another price or is no longer on sale. */
export function isOutdated(error: unknown): boolean {
  return (
    isApiError(error) && (error.status === 409 || error.errors?.some(({ field }) => field === "package_id") === true)
  );
}
