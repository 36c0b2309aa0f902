/**
 * The terms of a search for orders: codes or an amount in any text, such as a line of a bank; else the text itself. The server finds with
 * it, and the screen tells what was recognised.
 */
import { fold } from "./fold.ts";
import { phoneNumber, phoneSearch } from "./phone.ts";
import { isTransferCode, randomSigns, similarCodes } from "./transfer-code.ts";

/** How the codes of transfers begin. */
export const codePrefixes = { order: "HM", request: "HR" } as const;
type CodePrefix = (typeof codePrefixes)[keyof typeof codePrefixes];

/** Letters that a search may have: those of a bank's line with its details. */
export const orderSearchLength = 500;

export type OrderSearch =
  /** Codes with a right check sign, in the order of the text. */
  | { kind: "codes"; codes: readonly string[] }
  /** A code with a wrong check sign, and the codes that a typing error makes of it. */
  | { kind: "similar"; typed: string; codes: readonly string[] }
  /** Whole đồng. */
  | { kind: "amount"; amount: number }
  | { kind: "text"; text: string };

/** Reads a search. @param text trimmed, at most `orderSearchLength` letters. */
export function readOrderSearch(text: string): OrderSearch {
  const found = codesIn(text);
  const codes = found.filter(({ prefix, code }) => isTransferCode(prefix, code)).map(({ code }) => code);
  if (codes.length > 0) return { kind: "codes", codes: [...new Set(codes)] };
  for (const { prefix, code, isWord, hasDigit } of found) {
    // Letters alone are a name, unless they are the whole text.
    if (!isWord || !(hasDigit || code.length === text.length)) continue;
    const similar = similarCodes(prefix, code);
    if (similar.length > 0) return { kind: "similar", typed: code, codes: similar };
  }
  const amount = phoneNumber(text) === null ? (amountOf(text) ?? creditIn(text)) : undefined;
  return amount === undefined ? { kind: "text", text: phoneSearch(text) } : { kind: "amount", amount };
}

export interface FoundCode {
  prefix: CodePrefix;
  /** Prefix and eight signs in upper case. */
  code: string;
  /** In the text, in UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
  /** Whether no letter or digit stands beside it. */
  isWord: boolean;
  hasDigit: boolean;
}

/** Blanks and dots that banks put into a code. */
const gap = "[\\s.\\-_]{0,3}";
const codePattern = new RegExp(`(?=(H(${gap})([MR])((?:${gap}[0-9A-Z]){${randomSigns + 1}})))`, "gi");
const letter = /[\p{L}\p{N}]/u;

/** Returns every prefix with eight signs behind it. The parts of a prefix stand apart only at the beginning of a word. */
export function codesIn(text: string): FoundCode[] {
  return [...text.matchAll(codePattern)].flatMap((match) => {
    const [, whole = "", gapOfPrefix = "", second = "", rest = ""] = match;
    const startsWord = !letter.test(text[match.index - 1] ?? "");
    if (gapOfPrefix !== "" && !startsWord) return [];
    const signs = rest.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
    const prefix: CodePrefix = second.toUpperCase() === "M" ? codePrefixes.order : codePrefixes.request;
    const [from, to] = [match.index, match.index + whole.length];
    const isWord = startsWord && !letter.test(text[to] ?? "");
    return [{ prefix, code: prefix + signs, from, to, isWord, hasDigit: /\d/.test(signs) }];
  });
}

const grouped = "[1-9]\\d{0,2}(?:[.,]\\d{3}){1,3}";
const currency = "(?:đ|₫|d|dong|vnd)";
const wholeAmount = new RegExp(`^\\+?\\s*(${grouped}|[1-9]\\d{3,8})\\s*(${currency}?)$`);
const shortAmount = /^([1-9]\d{0,5})(?:[.,](\d))?\s*(k|nghin|ngan|tr|trieu)$/;
const credit = new RegExp(`\\+\\s*(${grouped}|[1-9]\\d{3,8})(?![\\d.,]*\\d)`, "g");

/** Returns the amount that the whole text is, such as `399.000`, `399k` or `399000 đ`; bare digits count when they end with 000. */
function amountOf(text: string): number | undefined {
  const folded = fold(text);
  const [, digits, unit] = wholeAmount.exec(folded) ?? [];
  if (digits !== undefined) {
    const isAmount = unit !== "" || /[.,]/.test(digits) || digits.endsWith("000");
    return isAmount ? numberOf(digits) : undefined;
  }
  const [, whole, tenth = "0", scale] = shortAmount.exec(folded) ?? [];
  if (whole === undefined) return undefined;
  return (Number(whole) * 10 + Number(tenth)) * (scale?.startsWith("t") ? 100_000 : 100);
}

/** Returns the amount that a bank's line says came in, written with a plus; undefined without one, or with several. */
export function creditIn(text: string): number | undefined {
  const [first, ...others] = [...text.matchAll(credit)];
  return first && others.length === 0 ? numberOf(first[1] ?? "") : undefined;
}

const numberOf = (digits: string) => Number(digits.replace(/[.,]/g, ""));
