/** Amounts and days in words, and what people wrote, made harmless. */
import { dayText, vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

/** Returns an amount in whole đồng as `299.000 VND`. */
export function money(amount: number): string {
  return `${String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ".")} VND`;
}

/** Returns a price as `299.000 VND` or `Miễn phí`. */
export function price(amount: number): string {
  return amount === 0 ? "Miễn phí" : money(amount);
}

/** Returns bytes as `1,5 GB`. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1).replace(/\.0$/, "").replace(".", ",")} GB`;
}

const weekdays = ["Chủ nhật", "thứ Hai", "thứ Ba", "thứ Tư", "thứ Năm", "thứ Sáu", "thứ Bảy"];

/** Returns the day of an ISO time in Vietnam as `25/11/2026`. */
export const shortDay = dayText;

/** Returns the day of an ISO time in Vietnam, in the middle of a sentence, as `thứ Tư, 25/11/2026`. */
export function weekday(time: string): string {
  return `${weekdays[inVietnam(time).getUTCDay()]}, ${shortDay(time)}`;
}

/** Returns an ISO time in Vietnam, in the middle of a sentence, as `14:05 thứ Tư, 25/11/2026`. */
export function clockAndDay(time: string): string {
  return `${inVietnam(time).toISOString().slice(11, 16)} ${weekday(time)}`;
}

/** The time whose UTC fields are those of the clock in Vietnam. */
function inVietnam(time: string): Date {
  return new Date(Date.parse(time) + vietnamUtcOffset * 3600_000);
}

/** Returns a span as `30 phút`, `24 giờ` or `7 ngày`. */
export function span(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} phút`;
  const hours = minutes / 60;
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} ngày` : `${hours} giờ`;
}

const joiner = "\u{200d}";
const segmenter = new Intl.Segmenter("vi", { granularity: "grapheme" });
/** Many more than any excerpt shows; what is beyond is not looked at. */
const longest = 4000;

/**
 * Returns a text without control characters, invisible ones and marks that change the direction of writing. Lines stay, without empty ones.
 * Letters bear at most four marks.
 */
export function cleanText(text: string): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\n\v\f\u{85}\u{2028}\u{2029}]/gu, "\n")
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, (sign) => (sign === joiner ? sign : ""))
    .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, " ")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/ *\n[ \n]*/g, "\n")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Returns a text of at most `max` signs; a longer one ends with `…` after a whole word, if that costs little. */
export function shorten(text: string, max: number): string {
  const signs = Array.from(segmenter.segment(text.slice(0, longest)), ({ segment }) => segment);
  if (signs.length <= max) return text;
  const cut = signs.slice(0, max - 1).join("");
  const lastSpace = cut.search(/\s\S*$/);
  return `${(lastSpace > cut.length * 0.7 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

const address = /\b[a-z][a-z0-9+.-]{0,20}:[/\\]{2}\S*/giu;
/** Dots before a letter, by which mail programs recognise the name of a host. */
const innerDot = /(?<=\S)[.\u{2024}\u{3002}\u{ff0e}\u{ff61}](?=[\p{L}\p{M}])/gu;
const phone = /(?<!\d)(?:\+\d|0)(?:[ .()-]?\d){8,13}(?!\d)/g;

/**
 * Returns what a person wrote for a message to anyone: cleaned, shortened, and without anything that a mail program makes a link of. Whoever
 * sends a request may name the address of somebody else.
 */
export function excerpt(text: string, max: number): string {
  const harmless = cleanText(text)
    .replace(address, "(đường dẫn)")
    .replace(phone, "(số điện thoại)")
    .replace(innerDot, ". ");
  return shorten(harmless, max);
}

const nameSigns = /^\p{L}(?:[\p{L}\p{M}\p{N}_ '’-]|\.(?= |$)){0,49}$/u;

/** Returns a name by which a message may call its recipient; undefined for one that is rather an address, a number or a sentence. */
export function callName(name: string): string | undefined {
  const cleaned = cleanText(name);
  const digits = cleaned.match(/\p{N}/gu)?.length ?? 0;
  return nameSigns.test(cleaned) && digits <= 4 && cleaned.split(" ").length <= 7 ? cleaned : undefined;
}

/** Returns a subject in one line of at most 60 signs. */
export function subjectLine(text: string): string {
  return shorten(cleanText(text).replaceAll("\n", " "), 60);
}
