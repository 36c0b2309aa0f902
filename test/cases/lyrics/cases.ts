/** Lyrics as the programs of the world write them, with what is read from them in the notation of `shown`. */

import type { LineDocument, LineWord } from "#contract/lyrics/document.ts";
import { a2Cases } from "./a2.ts";
import { assCases } from "./ass.ts";
import type { Case } from "./case.ts";
import { lrcCases } from "./lrc.ts";
import { srtCases } from "./srt.ts";
import { ttmlCases } from "./ttml.ts";
import { vttCases } from "./vtt.ts";

const seconds = (ms: number | null) => (ms === null ? "" : String(ms / 1000));

function shownWord({ start_ms, end_ms, reading }: LineWord, text: string): string {
  const time = start_ms === null ? "" : `@${seconds(start_ms)}${end_ms === null ? "" : `-${seconds(end_ms)}`}`;
  return `${text}${reading === null ? "" : `(${reading})`}${time}`;
}

/** Shows lines in one row each. */
export function shown({ lines }: LineDocument): string[] {
  return lines.map(({ text, starts_verse, singer, start_ms, end_ms, reading, translation, words }) => {
    const time = start_ms === null ? "?" : `${seconds(start_ms)}${end_ms === null ? "" : `-${seconds(end_ms)}`}`;
    const sung = words.map((word) => shownWord(word, text.slice(word.start_char, word.end_char))).join(" ");
    return [
      `${starts_verse ? "¶" : ""}${time}`,
      ...(singer === null ? [] : [`${singer}:`]),
      text,
      ...(reading === null ? [] : [`{${reading}}`]),
      ...(translation === null ? [] : [`{${translation}}`]),
      ...(sung === "" ? [] : [`[${sung}]`]),
    ].join(" ");
  });
}

const textCases: readonly Case[] = [
  {
    name: "a text without times",
    format: "text",
    text: "雨の歌\n(Ame no uta)\nBài ca của mưa\n\nさくら\n(Sakura)\nHoa anh đào",
    lines: ["? 雨の歌 {Ame no uta} {Bài ca của mưa}", "¶? さくら {Sakura} {Hoa anh đào}"],
    languages: "ja ja-Latn vi",
  },
];

export const casesOf = {
  lrc: lrcCases,
  a2: a2Cases,
  srt: srtCases,
  vtt: vttCases,
  ttml: ttmlCases,
  ass: assCases,
  text: textCases,
} as const;

export const cases: readonly Case[] = Object.values(casesOf).flat();
