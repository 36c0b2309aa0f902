/** How an answer is judged: typing on a phone, without the marks of another keyboard, is no mistake of the learner's. */
import { fold } from "../fold.ts";
import type { ExerciseWord } from "./words.ts";

/** `marks`: right but for its marks, such as `mua` for `mưa`. `near`: one letter off in a long word. */
export type Verdict = "right" | "marks" | "near" | "wrong";

/** Reads kana and Latin letters as each other; wanakana does. */
export interface KanaReader {
  toHiragana(text: string): string;
  toRomaji(text: string): string;
}

/** Letters from which on one wrong letter is forgiven. */
const longWord = 5;
/** Particles are written otherwise than they are spoken. */
const particles: Readonly<Record<string, string>> = { は: "wa", へ: "e", を: "o" };

/**
 * Judges an answer. Case, signs and blanks never count. For Chinese, Japanese and Korean the reading is as good as the characters: pinyin
 * with tones, their numbers or none; kana or Latin letters.
 * @param kana for Japanese; without it Latin letters are wrong there
 */
export function judge(
  answer: string,
  word: Pick<ExerciseWord, "text" | "reading">,
  language: string | null,
  kana?: KanaReader,
): Verdict {
  const given = plain(answer);
  if (given === "") return "wrong";
  const [spoken = ""] = (language ?? "").split("-");
  const text = plain(word.text);
  const reading = word.reading === null || !["zh", "yue", "ja", "ko"].includes(spoken) ? "" : plain(word.reading);
  const forms = [text, reading].filter((form) => form !== "");
  if (forms.includes(given)) return "right";
  if (spoken === "ja" && kana && soundsLike(given, forms, kana)) return "right";
  if (reading !== "" && ["zh", "yue"].includes(spoken)) {
    const isPlain = withoutMarks(given) === given;
    if (pinyin(given) === pinyin(reading)) return isPlain ? "right" : "marks";
  }
  const folded = withoutMarks(given);
  if (forms.some((form) => withoutMarks(form) === folded)) return "marks";
  const isNear = forms.some((form) => [...form].length >= longWord && isOneOff(withoutMarks(form), folded));
  return isNear ? "near" : "wrong";
}

/** Whether two words can't stand side by side as choices: they are written, or read, alike but for marks. */
export function isAlike(one: Pick<ExerciseWord, "text" | "reading">, other: typeof one): boolean {
  const key = ({ text, reading }: typeof one) => [withoutMarks(plain(text)), plain(reading ?? "")];
  const [[text, reading], [otherText, otherReading]] = [key(one), key(other)];
  return text === otherText || (reading !== "" && reading === otherReading);
}

/** Returns a text as it is compared: one form of each letter, lower case, no signs and blanks. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}\p{Z}\p{C}]+/gu, "");
}

/** Takes the marks off Latin letters; those of kana make other sounds. */
function withoutMarks(text: string): string {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? text : fold(text);
}

/** Returns pinyin without tones, their numbers, and the ways to write ü. */
const pinyin = (text: string) => fold(text).replace(/[0-5]/g, "").replaceAll("v", "u");

function soundsLike(given: string, forms: readonly string[], kana: KanaReader): boolean {
  const sound = soundOf(given, kana);
  return forms.some((form) => sound === soundOf(form, kana) || particles[form] === given);
}

/** Returns how a text sounds in Latin letters; long o and u are written in several ways. */
function soundOf(text: string, kana: KanaReader): string {
  const letters = kana.toRomaji(kana.toHiragana(withoutMarks(text)));
  return fold(letters)
    .replaceAll("-", "")
    .replace(/o[ou]+/g, "o")
    .replace(/u{2,}/g, "u");
}

/** Whether one letter more, less or other makes a text of another. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const rest = short.slice(short.length === long.length ? same + 1 : same);
  return rest.join("") === long.slice(same + 1).join("");
}
