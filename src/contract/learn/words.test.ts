import { expect, it } from "vitest";
import { type LineDocument, plainLine, type SongLine } from "../lyrics/document.ts";
import { exerciseWords } from "./words.ts";

const documentOf = (language: string | null, ...lines: SongLine[]): LineDocument => ({
  language,
  reading_language: null,
  translation_language: null,
  lines,
  glossary: [],
});
/** A line that is cut where the text has `|`. */
function cut(text: string, readings: (string | null)[] = []): SongLine {
  let at = 0;
  const words = text.split("|").map((part, place) => {
    const start_char = at;
    at += part.length;
    return { start_char, end_char: at, start_ms: null, end_ms: null, reading: readings[place] ?? null, meaning: null };
  });
  return { ...plainLine(text.replaceAll("|", "")), words };
}
const textsOf = (document: LineDocument) => exerciseWords(document).map((words) => words.map(({ text }) => text));

it.each([
  ["syllables are joined to words", "en", cut("Eve|ry|bo|dy| sings"), ["Everybody", "sings"]],
  ["a word with its apostrophe stays whole", "en", cut("Don|'t |go"), ["Don't", "go"]],
  ["signs and blanks belong to no word", "en", cut("(Hello, |world!)| …"), ["Hello", "world"]],
  ["Vietnamese is cut at blanks", "vi", plainLine("Ầu ơ, gió bấc qua sông"), ["Ầu", "ơ", "gió", "bấc", "qua", "sông"]],
  ["Chinese words that touch stay apart", "zh", cut("我们|一起|唱歌"), ["我们", "一起", "唱歌"]],
  ["Japanese words that touch stay apart", "ja", cut("雨|が|ふって|いる"), ["雨", "が", "ふって", "いる"]],
  ["Korean syllables are joined", "ko", cut("눈|을 |뜬"), ["눈을", "뜬"]],
  ["numbers are words", "en", plainLine("It's 6 o'clock"), ["It's", "6", "o'clock"]],
  ["combining marks stay with their letter", "vi", plainLine("mu\u031Ba ha\u0323!"), ["mu\u031Ba", "ha\u0323"]],
] as const)("%s", (_fact, language, line, words) => {
  expect(textsOf(documentOf(language, line))).toEqual([words]);
});

it("a word has its place in the line, and a line without words none", () => {
  const [, words] = exerciseWords(documentOf("en", plainLine("…"), plainLine("La, la")));
  expect(words).toEqual([
    { line: 1, place: 0, start: 0, end: 2, text: "La", reading: null, isInGlossary: false },
    { line: 1, place: 1, start: 4, end: 6, text: "la", reading: null, isInGlossary: false },
  ]);
});

it("readings come from the line, joined with their syllables, or else from the glossary", () => {
  const entry = { word: "朋友", reading: "péngyou", meaning: null, note: null };
  const document = { ...documentOf("zh", cut("你好|朋友", ["nǐ hǎo"])), glossary: [entry] };
  expect(exerciseWords(document)[0]?.map(({ reading }) => reading)).toEqual(["nǐ hǎo", "péngyou"]);
  const korean = documentOf("ko", cut("눈|을", ["nun", "eul"]), cut("눈|을", ["nun"]));
  expect(exerciseWords(korean).map(([word]) => word?.reading)).toEqual(["nuneul", null]);
});
