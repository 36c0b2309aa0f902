/** Where the reading of a word stands above it: over its kanji, not over the kana that say it themselves. */

export interface RubySegment {
  text: string;
  /** Null for what needs none. */
  reading: string | null;
}

const runs = /\p{Script=Han}+|\P{Script=Han}+/gu;
const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const toHiragana = (text: string) => text.replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Splits a word and its reading: 聞こえる and きこえる are 聞 with き, and こえる alone. What does not fit together is one segment, as is a word in
 * any other script.
 */
export function rubySegments(text: string, reading: string): RubySegment[] {
  const whole = [{ text, reading }];
  const parts = text.match(runs) ?? [];
  const kanji = parts.filter((part) => !kana.test(part));
  if (!kana.test(reading) || kanji.length === parts.length || kanji.length === 0) return whole;
  if (kanji.length > 5 || !kanji.every((part) => /^\p{Script=Han}+$/u.test(part))) return whole;
  const pattern = parts.map((part) => (kana.test(part) ? escaped(toHiragana(part)) : "(.+?)")).join("");
  const match = new RegExp(`^${pattern}$`, "u").exec(toHiragana(reading));
  if (!match) return whole;
  let next = 1;
  return parts.map((part) => ({ text: part, reading: kana.test(part) ? null : (match[next++] ?? null) }));
}
