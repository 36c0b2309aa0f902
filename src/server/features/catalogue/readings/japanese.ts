/** Furigana and romaji of Japanese lines, from the dictionary of kuromoji: 333 MB of memory, so in a helper process only. */
import { createRequire } from "node:module";
import path from "node:path";
import kuromoji, { type IpadicToken, type Tokenizer } from "kuromoji";
import { toHiragana, toKatakana, toRomaji } from "wanakana";
import { type RubySegment, rubySegments } from "#contract/lyrics/ruby.ts";
import { latinLine } from "./latin-line.ts";
import { type LineToRead, type ReadLine, unreadWords, type WordSpan } from "./reading-task.ts";

interface Token {
  start: number;
  text: string;
  /** In hiragana, as it is written; undefined where the dictionary lacks it. */
  reading: string | undefined;
  /** In katakana, as it is spoken. */
  spoken: string | undefined;
  /** Written together with the one before. */
  isEnding: boolean;
  isPrefix: boolean;
}

const kanji = /\p{Script=Han}/u;
const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const dictionary = path.join(path.dirname(createRequire(import.meta.url).resolve("kuromoji/package.json")), "dict");

let loaded: Promise<Tokenizer> | undefined;

/** Returns what reads a line; loads the dictionary at the first call. */
export async function loadJapanese(): Promise<(line: LineToRead) => ReadLine> {
  loaded ??= new Promise((resolve, reject) => {
    kuromoji.builder({ dicPath: dictionary }).build((error, tokenizer) => (error ? reject(error) : resolve(tokenizer)));
  });
  const tokenizer = await loaded;
  return (line) => readJapanese(tokenizer, line);
}

function readJapanese(tokenizer: Tokenizer, { text, words }: LineToRead): ReadLine {
  if (!japanese.test(text)) return { reading: null, words: unreadWords(words) };
  const tokens = tokensOf(tokenizer, text);
  const groups = groupsOf(tokens);
  const spans = words.length > 0 ? words : groups.filter(({ isWord }) => isWord);
  return {
    reading: latinLine(groups.map(({ spoken, isWord }) => ({ text: isWord ? romajiOf(spoken) : spoken, isWord }))),
    words: spans.map(({ start_char, end_char }) => {
      const word = text.slice(start_char, end_char);
      const reading = () =>
        readingWithin(tokens, start_char, end_char) ?? readingWithin(tokensOf(tokenizer, word), 0, word.length);
      return { start_char, end_char, reading: kanji.test(word) ? (reading() ?? null) : null };
    }),
  };
}

function tokensOf(tokenizer: Tokenizer, text: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  const found = withCountedPeople(tokenizer.tokenize(text));
  for (const [place, token] of found.entries()) {
    const { surface_form: surface, pos } = token;
    const known = token.reading ?? (kana.test(surface) ? toKatakana(surface) : undefined);
    let spoken = token.pronunciation ?? known;
    if (pos === "助詞" && surface === "を") spoken = "オ";
    // 始めよ and う are two words here, and one sound.
    if (pos === "助動詞" && surface === "う") spoken = "ー";
    tokens.push({
      start,
      text: surface,
      reading: known && toHiragana(known, { convertLongVowelMark: false }),
      spoken: pos === "記号" ? undefined : spoken,
      isEnding: isEnding(token, found[place - 1]),
      isPrefix: pos === "接頭詞",
    });
    start += surface.length;
  }
  return tokens;
}

/** The dictionary counts 一人 and 二人 as it counts others. */
function withCountedPeople(tokens: readonly IpadicToken[]): IpadicToken[] {
  const numbers: Readonly<Record<string, string>> = { 一: "ヒトリ", 二: "フタリ" };
  const all: IpadicToken[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    const reading = last && all.at(-2)?.pos_detail_1 !== "数" ? numbers[last.surface_form] : undefined;
    if (last && reading && token.surface_form === "人") {
      all[all.length - 1] = { ...last, surface_form: `${last.surface_form}人`, reading, pronunciation: reading };
    } else all.push(token);
  }
  return all;
}

function isEnding(token: IpadicToken, before: IpadicToken | undefined): boolean {
  const { surface_form: surface, pos, pos_detail_1: detail, conjugated_type: conjugation } = token;
  if (before === undefined) return false;
  if (pos === "助動詞") return conjugation !== "特殊・ダ" && conjugation !== "特殊・デス";
  if (pos === "助詞") return detail === "接続助詞" && /^(?:て|で|ば|ちゃ|じゃ|たり|だり|ながら)$/.test(surface);
  if (pos === "動詞" && detail === "非自立") return /^[てでちじ]/.test(surface);
  return detail === "接尾" || (detail === "数" && before.pos_detail_1 === "数");
}

/** A word with its endings, or a sign. */
interface Group extends WordSpan {
  spoken: string;
  isWord: boolean;
  /** What follows belongs to it. */
  isOpen: boolean;
}

function groupsOf(tokens: readonly Token[]): Group[] {
  const groups: Group[] = [];
  for (const { start, text, spoken, isEnding: joins, isPrefix } of tokens) {
    const end_char = start + text.length;
    const last = groups.at(-1);
    if (spoken !== undefined && last?.isWord && (joins || last.isOpen)) {
      last.spoken += spoken;
      last.end_char = end_char;
      last.isOpen = isPrefix;
    } else {
      const isWord = spoken !== undefined || /[\p{L}\p{N}]/u.test(text);
      groups.push({ start_char: start, end_char, spoken: spoken ?? text, isWord, isOpen: isPrefix });
    }
  }
  return groups;
}

const macrons: Readonly<Record<string, string>> = { a: "ā", i: "ī", u: "ū", e: "ē", o: "ō" };

/** Returns spoken kana in Hepburn romaji, long vowels with a macron. */
function romajiOf(spoken: string): string {
  return spoken
    .split("ー")
    .map((part, place, parts) => {
      const romaji = toRomaji(part);
      return place < parts.length - 1 ? romaji.replace(/[aiueo]$/, (vowel) => macrons[vowel] ?? vowel) : romaji;
    })
    .join("");
}

/** Returns the furigana of a stretch of a line; undefined where it cuts a reading in two, or one is missing. */
function readingWithin(tokens: readonly Token[], from: number, to: number): string | undefined {
  let reading = "";
  for (const token of tokens) {
    const end = token.start + token.text.length;
    if (end <= from || token.start >= to) continue;
    if (token.reading === undefined) {
      if (kanji.test(token.text)) return undefined;
      reading += token.text.slice(Math.max(0, from - token.start), to - token.start);
    } else if (token.start >= from && end <= to) reading += token.reading;
    else {
      const part = cutReading(rubySegments(token.text, token.reading), from - token.start, to - token.start);
      if (part === undefined) return undefined;
      reading += part;
    }
  }
  return reading;
}

function cutReading(segments: readonly RubySegment[], from: number, to: number): string | undefined {
  let place = 0;
  let reading = "";
  for (const segment of segments) {
    const [start, end] = [place, place + segment.text.length];
    place = end;
    if (end <= from || start >= to) continue;
    if (segment.reading === null) reading += segment.text.slice(Math.max(0, from - start), to - start);
    else if (start >= from && end <= to) reading += segment.reading;
    else return undefined;
  }
  return reading;
}
