/** Kinds of fields that several bodies share. */
import { z } from "zod";

/** Text that can't be blank. @param blank the sentence for it */
export const name = (max: number, blank: string) =>
  z.string({ error: blank }).trim().min(1, blank).max(max, `Không được dài quá ${max} ký tự`);

/** Text that may be left out; blank it is null, not named it is undefined. */
export const optionalText = (max: number) =>
  z
    .string("Giá trị không hợp lệ")
    .max(max, `Không được dài quá ${max} ký tự`)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() || null));

/** An address that may stand in a page: http(s), or a path of this site. */
export const address = (max: number) =>
  z
    .string("Địa chỉ không hợp lệ")
    .trim()
    .max(max, `Không được dài quá ${max} ký tự`)
    .refine((value) => value === "" || isPageAddress(value), "Địa chỉ không hợp lệ")
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null));

/** True for `https://…`, `http://…` and absolute paths of this site. */
export function isPageAddress(value: string): boolean {
  if (/^\/(?![/\\])/.test(value)) return true;
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

export const yesNo = z.boolean("Giá trị không hợp lệ");
