/** Formats with times that are not read: as a plain text, their numbers would become lyrics. */

/** Letters of a text that are looked at. */
const maxHead = 50_000;

const formats: readonly [name: string, sign: RegExp][] = [
  ["SBV (YouTube)", /^\s*\d{1,2}:\d{2}:\d{2}\.\d{3},\d{1,2}:\d{2}:\d{2}\.\d{3}\s*$/m],
  ["YRC (NetEase)", /^\s*\[\d{1,9},\d{1,9}\]\s*\(\d{1,9},\d{1,9},\d{1,3}\)/m],
  ["KRC (KuGou)", /^\s*\[\d{1,9},\d{1,9}\]\s*<\d{1,9},\d{1,9},\d{1,3}>/m],
  ["QRC (QQ)", /^\s*\[\d{1,9},\d{1,9}\].*\(\d{1,9},\d{1,9}\)|<QrcInfos\b/m],
  ["LYS (Lyricify)", /^\s*\[\d?\][^\s(].*\(\d{1,9},\d{1,9}\)/m],
  ["JSON", /^\s*(?:\[\s*)?\{\s*"/],
];

/** Returns the name of the format that a text has; undefined for one that is read, and for plain lyrics. */
export function unreadFormatOf(text: string): string | undefined {
  const head = text.slice(0, maxHead).replace(/^\ufeff/, "");
  return formats.find(([, sign]) => sign.test(head))?.[0];
}

/** The sentence about lyrics in a format that is not read. */
export const unreadMessage = (name: string) =>
  `Đây có vẻ là lời ở định dạng ${name}, chưa đọc được. Bạn đổi sang LRC hoặc SRT rồi thử lại nhé`;
