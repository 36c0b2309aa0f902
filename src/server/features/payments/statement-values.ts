/** Times and amounts as statements write them. */
import { fromBankTime } from "#server/platform/vietnam-time.ts";

const written =
  /^(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}))(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?=$|\s)/;

/**
 * Returns a time as ISO in UTC: day, month and year, or year first, perhaps with a time of Vietnam; further words after a blank don't
 * count. @returns undefined for anything else.
 */
export function statementTime(text: string): string | undefined {
  const found = written.exec(text.slice(0, 100).trim());
  if (!found) return undefined;
  const [, d = "", m = "", y = "", y2 = y, m2 = m, d2 = d, hour = "0", minutes = "00", seconds = "00"] = found;
  const two = (digits: string) => digits.padStart(2, "0");
  return fromBankTime(`${y2}-${two(m2)}-${two(d2)} ${two(hour)}:${minutes}:${seconds}`);
}

/** đ that a statement may tell of one transfer. */
const maxAmount = 10 ** 15;

/**
 * Returns whole đồng with their sign, 0 for an empty cell: thousands by dots, commas, blanks or quotes, decimals that are zero, `+`, `-`,
 * brackets for money that left, `VND` or `đ`. @returns undefined for anything else.
 */
export function statementAmount(text: string): number | undefined {
  const bare = text
    .slice(0, 60)
    .replace(/[\s\u00A0'’]/g, "")
    .replace(/(VND|VNĐ|đ|₫|d)$/iu, "");
  if (bare === "" || bare === "-") return 0;
  const [, bracket = "", sign = "", digits = ""] = /^(\(?)([+-]?)([\d.,]+)\)?$/.exec(bare) ?? [];
  const whole = wholeOf(digits);
  if (whole === undefined || whole > maxAmount) return undefined;
  return whole === 0 ? 0 : bracket !== "" || sign === "-" ? -whole : whole;
}

function wholeOf(digits: string): number | undefined {
  const isGrouped =
    /^\d{1,3}(?:\.\d{3})+(?:,0{1,2})?$/.test(digits) || /^\d{1,3}(?:,\d{3})+(?:\.0{1,2})?$/.test(digits);
  const isPlain = /^\d{1,16}(?:[.,]0{1,2})?$/.test(digits);
  if (!isGrouped && !isPlain) return undefined;
  return Number(digits.replace(/[.,]0{1,2}$/, "").replace(/[.,]/g, ""));
}
