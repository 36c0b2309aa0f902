/** TTML as Apple Music has it, and as others write it. */
import type { Case } from "./file.cases.ts";

const ttml = (head: string, body: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"${more}><head><metadata>${head}</metadata></head><body dur="3:00">${body}</body></tt>`;

export const ttmlCases: readonly Case[] = [
  {
    name: "TTML of Apple with words and syllables",
    format: "ttml",
    text: ttml(
      '<ttm:agent type="person" xml:id="v1"/>',
      '<div begin="1.0" end="9.0" itunes:songPart="Verse"><p begin="1.0" end="5.5" ttm:agent="v1" itunes:key="L1"><span begin="1.0" end="2.0">Hel</span><span begin="2.0" end="2.5">lo</span> <span begin="3.0" end="5.5">you</span></p></div><div><p begin="7.0" end="9.0" ttm:agent="v1" itunes:key="L2">Bye</p></div>',
      ' itunes:timing="Word" xml:lang="en"',
    ),
    lines: ["1-5.5 Hello you [Hel@1 lo@2-2.5 you@3]", "¶7-9 Bye"],
    languages: "en",
  },
  {
    name: "TTML with two singers and a voice behind",
    format: "ttml",
    text: ttml(
      '<ttm:agent type="person" xml:id="v1"><ttm:name type="full">Lan</ttm:name></ttm:agent><ttm:agent type="person" xml:id="v2"/>',
      '<div><p begin="1" end="3" ttm:agent="v1"><span begin="1" end="3">Đi</span><span ttm:role="x-bg"><span begin="2.5" end="3.5">(về)</span></span></p><p begin="4" end="6" ttm:agent="v2">Ừ</p></div>',
    ),
    lines: ["1-3 Lan: Đi [Đi@1]", "2.5-3.5 bg: (về) [(về)@2.5]", "4-6 v2: Ừ"],
    languages: "vi",
  },
  {
    name: "TTML with layers in its head",
    format: "ttml",
    text: ttml(
      '<iTunesMetadata xmlns="http://music.apple.com/lyric-ttml-internal"><translations><translation type="subtitle" xml:lang="vi"><text for="L1">Xin chào</text></translation></translations><transliterations><transliteration xml:lang="ko-Latn"><text for="L1"><span begin="1" end="2">annyeong</span></text></transliteration></transliterations></iTunesMetadata>',
      '<div><p begin="00:00:01.000" end="00:00:02.000" itunes:key="L1">안녕</p></div>',
      ' xml:lang="ko" itunes:timing="Line"',
    ),
    lines: ["1-2 안녕 {annyeong} {Xin chào}"],
    languages: "ko ko-Latn vi",
  },
  {
    name: "TTML with layers by their roles",
    format: "ttml",
    text: ttml(
      "",
      '<div><p begin="1:02.5" end="1:04.25"><span begin="1:02.5" end="1:04">雨</span><span ttm:role="x-translation" xml:lang="vi">Mưa</span><span ttm:role="x-roman" xml:lang="ja-Latn">ame</span></p></div>',
      ' xml:lang="ja"',
    ),
    lines: ["62.5-64.25 雨 {ame} {Mưa} [雨@62.5-64]"],
    languages: "ja ja-Latn vi",
  },
  {
    name: "TTML with ruby, written over many lines",
    format: "ttml",
    text: '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"\n  xml:lang="ja">\n <body>\n  <div>\n   <p begin="1s" dur="2.5s">\n    <span begin="1s" end="2s"><span tts:ruby="container"><span tts:ruby="base">雨</span><span tts:ruby="text">あめ</span></span></span>\n    <!-- nghỉ -->\n    <span begin="2s" end="3500ms">の &amp; <![CDATA[<歌>]]></span>\n   </p>\n  </div>\n </body>\n</tt>',
    lines: ["1-3.5 雨 の & <歌> [雨(あめ)@1 の & <歌>@2]"],
    languages: "ja",
  },
  {
    name: "TTML without times, of other prefixes",
    format: "ttml",
    text: '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:div><tt:p>Một<tt:br/>hai</tt:p><tt:p>Ba</tt:p></tt:div></tt:body></tt:tt>',
    lines: ["? Một hai", "? Ba"],
  },
  {
    name: "TTML with a document type and entities, which are not read",
    format: "ttml",
    text: '<!DOCTYPE tt [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<tt><body><p begin="1" end="2">&b; &#233;</p></body></tt>',
    lines: ["1-2 &b; é"],
    odd: [1],
  },
  {
    name: "TTML that ends too early",
    format: "ttml",
    text: '<tt><body><p begin="1" end="2">Một</p><p begin="3" end="x">Hai</p><p begin="4"',
    lines: ["1-2 Một", "3 Hai"],
    odd: [1, 1],
  },
];
