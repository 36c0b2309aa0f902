/** Schemas of fields that several bodies share. */
import { z } from "zod";
import { firstError, type Rule } from "./rules.ts";

/** Returns a text on one line: breaks, tabs and other control characters become blanks, those that turn the direction of writing go. */
export const onOneLine = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");

/** A name, title or other line that must not be blank. @param message for a blank or missing value. */
export const name = (max: number, message: string) =>
  z.string({ error: message }).overwrite(onOneLine).trim().min(1, message).max(max, `Không được dài quá ${max} ký tự`);

/** As `name`, of several lines. */
export const requiredText = (max: number, message: string) =>
  z.string({ error: message }).trim().min(1, message).max(max, `Không được dài quá ${max} ký tự`);

const optional = (text: z.ZodString, max: number) =>
  text
    .max(max, `Không được dài quá ${max} ký tự`)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() || null));

/** Optional text of several lines: null when blank, undefined when left out. */
export const optionalText = (max: number) => optional(z.string("Giá trị không hợp lệ"), max);

/** As `optionalText`, of one line. */
export const optionalName = (max: number) => optional(z.string("Giá trị không hợp lệ").overwrite(onOneLine), max);

const urlText = (max: number) =>
  z
    .string("Địa chỉ không hợp lệ")
    .trim()
    .max(max, `Không được dài quá ${max} ký tự`)
    .refine((value) => value === "" || isPageAddress(value), "Địa chỉ không hợp lệ");
const nullable = (text: ReturnType<typeof urlText>) =>
  text.nullish().transform((value) => (value === undefined ? undefined : value || null));

/** URL that pages may contain: http(s), or a path of this site. */
export const pageUrl = (max: number) => nullable(urlText(max));

/** URL of an image that pages load. */
export const imageUrl = (max: number) =>
  nullable(urlText(max).refine((value) => !isUnencrypted(value), "Trang công khai chỉ tải ảnh qua https://"));

/** True for `https://…`, `http://…` and absolute paths of this site. */
export function isPageAddress(value: string): boolean {
  if (/^\/(?![/\\])/.test(value)) return true;
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

/** True for `http://…`, from which pages load neither images nor audio. */
export function isUnencrypted(value: string): boolean {
  return /^http:/i.test(value);
}

const wrongLink = "Đường dẫn không hợp lệ";
/** The token of a link in an e-mail. */
export const linkToken = z.string(wrongLink).max(1000, wrongLink);

export const wrongReleaseTime = "Thời điểm phát hành không hợp lệ";
/** A time of any zone. The server refuses one that is over. */
export const ReleaseTime = z.iso.datetime({ offset: true, error: wrongReleaseTime }).max(40, wrongReleaseTime);

export const yesNo = z.boolean("Giá trị không hợp lệ");

/** Returns a check that reports the first message of the rules. */
export function byRules(rules: readonly Rule[]) {
  return (context: z.core.ParsePayload<string>) => {
    const message = firstError(context.value, rules);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  };
}

const stringOf = (rules: readonly Rule[]) => z.string({ error: () => firstError("", rules) ?? "Giá trị không hợp lệ" });

/** A string checked by the rules, which also give the message for a missing value. */
export function exact(rules: readonly Rule[]) {
  return stringOf(rules).check(byRules(rules));
}

/** As `exact`, but a line that is trimmed first. */
export const trimmed = (rules: readonly Rule[]) => stringOf(rules).overwrite(onOneLine).trim().check(byRules(rules));

/** As `trimmed`, of several lines. */
export const trimmedText = (rules: readonly Rule[]) => stringOf(rules).trim().check(byRules(rules));
