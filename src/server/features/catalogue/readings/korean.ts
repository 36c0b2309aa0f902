/** Romanised Korean, by the rules of the Korean government. */
import { romanize } from "es-hangul";
import { cutWords } from "#contract/lyrics/words.ts";
import { latinLine } from "./latin-line.ts";
import { type LineToRead, type ReadLine, unreadWords } from "./reading-task.ts";

const hangul = /\p{Script=Hangul}/u;
const readText = (text: string) => (hangul.test(text) ? romanize(text) : null);

export function readKorean({ text, words }: LineToRead): ReadLine {
  const reading = readText(text);
  if (reading === null) return { reading, words: unreadWords(words) };
  const spans = words.length > 0 ? words : cutWords(text, "ko");
  return {
    reading: latinLine([{ text: reading, isWord: true }]),
    words: spans.map((span) => ({ ...span, reading: readText(text.slice(span.start_char, span.end_char)) })),
  };
}
