/** WebVTT. */
import type { Case } from "./file.cases.ts";

export const vttCases: readonly Case[] = [
  {
    name: "WebVTT with notes, styles, names and settings",
    format: "srt",
    text: "WEBVTT - lời\nKind: captions\nLanguage: vi\n\nNOTE của người làm\nhai dòng\n\nSTYLE\n::cue { color: red }\n\nmở-đầu\n00:01.000 --> 00:04.000 align:start position:10%\n<v Lan>Mưa rơi &amp; gió &lt;bay&gt;\n\n00:04.500 --> 00:06.000\n<c.xanh>Hết</c>",
    lines: ["1-4 Lan: Mưa rơi & gió <bay>", "4.5-6 Hết"],
    languages: "vi",
  },
  {
    name: "WebVTT with times of words",
    format: "srt",
    text: "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nMưa <00:00:01.500><c>rơi</c> <00:00:02.250>mãi\n",
    lines: ["1-4 Mưa rơi mãi [Mưa@1 rơi@1.5 mãi@2.25]"],
    languages: "vi",
  },
  {
    name: "WebVTT with ruby",
    format: "srt",
    text: "WEBVTT\n\n00:01.000 --> 00:04.000\n<ruby>雨<rt>あめ</rt></ruby>の<ruby>歌<rt>うた</rt></ruby>\n",
    lines: ["1-4 雨の歌 [雨(あめ) 歌(うた)]"],
    languages: "ja",
  },
];
