/** Pinyin of Chinese lines. Each sign is read in its line, since many have several readings. */
import { customPinyin, pinyin } from "pinyin-pro";
import { cutWords } from "#contract/lyrics/words.ts";
import { type LatinPiece, latinLine } from "./latin-line.ts";
import { type LineToRead, type ReadLine, unreadWords, type WordSpan } from "./reading-task.ts";

/** Words whose last syllable is unstressed, which the dictionary of the library does not know. */
const unstressed =
  "谢谢 xiè xie,名字 míng zi,朋友 péng you,爸爸 bà ba,东西 dōng xi,知道 zhī dao,时候 shí hou,先生 xiān sheng,学生 xué sheng,明白 míng bai," +
  "意思 yì si,告诉 gào su,眼睛 yǎn jing,月亮 yuè liang,星星 xīng xing,地方 dì fang,事情 shì qing,故事 gù shi,晚上 wǎn shang,早上 zǎo shang," +
  "关系 guān xi,客气 kè qi,清楚 qīng chu,舒服 shū fu,麻烦 má fan,凉快 liáng kuai,窗户 chuāng hu,太太 tài tai,商量 shāng liang,热闹 rè nao," +
  "打算 dǎ suan,聪明 cōng ming,葡萄 pú tao,天上 tiān shang,心里 xīn li,家里 jiā li,梦里 mèng li,手里 shǒu li,路上 lù shang,回来 huí lai,出来 chū lai,谁 shéi";
customPinyin(Object.fromEntries(unstressed.split(",").map((entry) => entry.split(/ (.*)/, 2))));

/** They stand apart from the words that they are written beside. */
const pronouns = new Set("我你您他她它这那");
const particles = new Set("的了吗呢吧啊呀");
const startsWithVowel = /^[aoe]/;

interface Sign {
  start: number;
  text: string;
  /** Undefined for what is not Chinese. */
  syllable: string | undefined;
}

export function readChinese({ text, words }: LineToRead): ReadLine {
  let start = 0;
  const signs = pinyin(text, { type: "all" }).map(({ origin, result, isZh }): Sign => {
    const sign = { start, text: origin, syllable: isZh ? result : undefined };
    start += origin.length;
    return sign;
  });
  if (!signs.some(({ syllable }) => syllable)) return { reading: null, words: unreadWords(words) };
  const spans = words.length > 0 ? words : cut(text);
  return {
    reading: latinLine(piecesOf(signs, spans)),
    words: spans.map((span) => ({ ...span, reading: wordReading(signs.filter(({ start }) => isWithin(start, span))) })),
  };
}

const isWithin = (place: number, { start_char, end_char }: WordSpan) => place >= start_char && place < end_char;

/** Returns whether two words begin and end between two signs of a word. */
function isSeam(word: readonly string[], place: number): boolean {
  const [before = "", after = ""] = [word[place - 1], word[place]];
  return (
    (place === 1 && pronouns.has(before) && !/[们么里些个]/.test(after)) ||
    (place === word.length - 1 && particles.has(after))
  );
}

/** Cuts a line into its words, finer than the dictionary of the engine: 我的 are two. */
function cut(text: string): WordSpan[] {
  return cutWords(text, "zh").flatMap(({ start_char, end_char }) => {
    const word = Array.from(text.slice(start_char, end_char));
    const spans: WordSpan[] = [];
    let end = start_char;
    for (const [place, sign] of word.entries()) {
      const last = spans.at(-1);
      const from = end;
      end += sign.length;
      if (last && !isSeam(word, place)) last.end_char = end;
      else spans.push({ start_char: from, end_char: end });
    }
    return spans;
  });
}

/** Returns the words of a line and the signs between them; Chinese outside of all words is read sign by sign. */
function piecesOf(signs: readonly Sign[], words: readonly WordSpan[]): LatinPiece[] {
  const groups: { signs: Sign[]; word: WordSpan | undefined }[] = [];
  for (const sign of signs) {
    const word = words.find((span) => isWithin(sign.start, span));
    const last = groups.at(-1);
    if (last && word && last.word === word) last.signs.push(sign);
    else groups.push({ signs: [sign], word });
  }
  return groups.map(({ signs: group, word }) => {
    const reading = wordReading(group);
    return { text: reading ?? group.map((sign) => sign.text).join(""), isWord: reading !== null || word !== undefined };
  });
}

/** Returns the pinyin of a word, null without Chinese in it: `péngyou`, `wǒ de`, `xī'ān`. */
function wordReading(signs: readonly Sign[]): string | null {
  if (!signs.some(({ syllable }) => syllable !== undefined)) return null;
  const word = signs.map(({ text }) => text);
  return signs.reduce((read, { text, syllable = text }, place) => {
    if (place === 0) return syllable;
    if (isSeam(word, place)) return `${read} ${syllable}`;
    return startsWithVowel.test(syllable.normalize("NFD")) ? `${read}'${syllable}` : read + syllable;
  }, "");
}
