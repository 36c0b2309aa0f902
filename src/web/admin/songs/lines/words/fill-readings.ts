/** Fills the readings that the server suggests into the lines that are edited. */
import type { Api } from "#contract/api.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";
import type { LineDocument, LineWord, SongLine } from "#contract/lyrics/document.ts";
import { readingLanguageOf } from "#contract/lyrics/reading-language.ts";

type ReadingsCall = Api["POST /api/songs/{id}/lines/readings"];
export type ReadingRequest = CallInput<ReadingsCall>["body"];
type Answers = Reply<ReadingsCall>["lines"];

const untold = { start_ms: null, end_ms: null, reading: null, meaning: null };
const spanOf = ({ start_char, end_char }: Pick<LineWord, "start_char" | "end_char">) => ({ start_char, end_char });

/** Returns what to ask for: each line that lacks a reading, or all of them; undefined when nothing is to be read. */
export function readingRequest({ language, lines }: LineDocument, isReplacing: boolean): ReadingRequest | undefined {
  const known = readingLanguageOf(language);
  const wanted = lines.filter((line) => line.text.trim() !== "" && (isReplacing || lacksReading(line)));
  if (known === undefined || wanted.length === 0) return undefined;
  return { language: known, lines: wanted.map(asked) };
}

const asked = ({ text, words }: SongLine) => ({ text, words: words.map(spanOf) });

const lacksReading = ({ reading, words }: SongLine) =>
  reading === null || words.length === 0 || words.some((word) => word.reading === null);

/**
 * Returns the document with the suggestions, and how many lines and words got a reading. Lines that were changed meanwhile stay as they are.
 * @param isReplacing readings that are there give way
 */
export function withReadings(
  document: LineDocument,
  request: ReadingRequest,
  answers: Answers,
  isReplacing: boolean,
): { document: LineDocument; lines: number; words: number } {
  const counts = { lines: 0, words: 0 };
  const answerOf = new Map(request.lines.map((line, place) => [JSON.stringify(line), answers[place]]));
  const fill = (before: string | null, suggested: string | null, kind: keyof typeof counts) => {
    const filled = isReplacing ? (suggested ?? before) : (before ?? suggested);
    if (filled !== before) counts[kind]++;
    return filled;
  };
  const lines = document.lines.map((line) => {
    const answer = answerOf.get(JSON.stringify(asked(line)));
    if (!answer) return line;
    const words = answer.words.map((word, place) => {
      const before = line.words[place] ?? { ...spanOf(word), ...untold };
      return { ...before, reading: fill(before.reading, word.reading, "words") };
    });
    return { ...line, reading: fill(line.reading, answer.reading, "lines"), words };
  });
  const { language, reading_language } = document;
  const isFirst = reading_language === null && language !== null && counts.lines + counts.words > 0;
  const tag = isFirst ? `${language}-Latn` : reading_language;
  return { document: { ...document, reading_language: tag, lines }, ...counts };
}
