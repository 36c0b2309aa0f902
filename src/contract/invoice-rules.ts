/** The rules of VAT invoices and receipts: apart from the others, since few public pages need them. */
import { emailRules, max, type Rule, required } from "./rules.ts";

/**
 * Checks a tax code: 10 digits of a company, with -001 to -999 those of its branch, or the 12 digits of a citizen's number, which people and
 * family businesses have in its place. The tenth digit checks the nine before it (checked against those of known companies).
 */
function taxCodeError(value: string): string | undefined {
  const digits = value.replace(/\s/g, "");
  if (/^\d{12}$/.test(digits)) return undefined;
  if (!/^\d{10}(?:-?\d{3})?$/.test(digits)) return "Mã số thuế gồm 10 số, 13 số (chi nhánh) hoặc 12 số căn cước";
  const sum = taxWeights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return 10 - (sum % 11) === Number(digits[9]) ? undefined : "Mã số thuế không đúng, bạn kiểm tra lại từng số nhé";
}
const taxWeights = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const;

/** Returns a tax code as it is written: a branch after a dash, no blanks. */
export function taxCodeOf(value: string): string {
  return value.replace(/\s/g, "").replace(/^(\d{10})(\d{3})$/, "$1-$2");
}

/** The rules of what a VAT invoice needs. */
export const invoiceRules = {
  company: [required("Vui lòng nhập tên công ty"), max(300, "Tên công ty không được dài quá 300 ký tự")],
  tax_code: [required("Vui lòng nhập mã số thuế"), max(30, "Mã số thuế không hợp lệ"), taxCodeError],
  address: [required("Vui lòng nhập địa chỉ công ty"), max(500, "Địa chỉ không được dài quá 500 ký tự")],
  email: [required("Vui lòng nhập email nhận hóa đơn"), ...emailRules],
} as const satisfies Record<string, readonly Rule[]>;

/** The rules of the seller on receipts. */
export const sellerRules = {
  name: [required("Vui lòng nhập tên người bán"), max(200, "Tên không được dài quá 200 ký tự")],
  tax_code: [max(30, "Mã số thuế không hợp lệ"), (value) => (value === "" ? undefined : taxCodeError(value))],
  address: [max(300, "Địa chỉ không được dài quá 300 ký tự")],
} as const satisfies Record<string, readonly Rule[]>;
