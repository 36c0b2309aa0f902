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

const writtenAddress = (max: number) =>
  z
    .string("Địa chỉ không hợp lệ")
    .trim()
    .max(max, `Không được dài quá ${max} ký tự`)
    .refine((value) => value === "" || isPageAddress(value), "Địa chỉ không hợp lệ");
const orNull = (text: ReturnType<typeof writtenAddress>) =>
  text.nullish().transform((value) => (value === undefined ? undefined : value || null));

/** An address that may stand in a page: http(s), or a path of this site. */
export const address = (max: number) => orNull(writtenAddress(max));

/** The address of a picture that pages load. */
export const pictureAddress = (max: number) =>
  orNull(writtenAddress(max).refine((value) => !isUnencrypted(value), "Trang công khai chỉ tải ảnh qua https://"));

/** True for `https://…`, `http://…` and absolute paths of this site. */
export function isPageAddress(value: string): boolean {
  if (/^\/(?![/\\])/.test(value)) return true;
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/** True for `http://…`: pages load neither pictures nor sound from there. */
export function isUnencrypted(value: string): boolean {
  return /^http:/i.test(value);
}

export const yesNo = z.boolean("Giá trị không hợp lệ");
