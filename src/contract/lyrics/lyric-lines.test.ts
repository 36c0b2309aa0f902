import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lyricLines } from "./lyric-lines.ts";

/** The layers of lyrics by their initials, with a blank between two verses. */
const layersOf = (lyrics: string) =>
  lyricLines(lyrics)
    .map(({ text, layer }) => (text === "" ? " " : layer[0]))
    .join("");
const languagesOf = (lyrics: string) => lyricLines(lyrics).map(({ lang }) => lang);

describe("lyricLines", () => {
  it("finds the layers of the demo's songs, and none in those in Vietnamese", () => {
    const file = new URL("../../../demo/catalogue.json", import.meta.url);
    const { songs } = JSON.parse(readFileSync(file, "utf8")) as { songs: { title: string; lyrics: string }[] };
    const layered = songs
      .map(({ title, lyrics }) => [title, layersOf(lyrics)])
      .filter(([, layers]) => /[rm]/.test(layers ?? ""));
    const verse = "wrm".repeat(4);
    expect(layered).toEqual([
      ["Good Morning, Little Sun", "wmwmwmwm wmwmwmwm wmwmwmwm"],
      ["Ichi, Ni, San", `${verse} ${verse}`],
      ["你好，朋友 (Nǐ hǎo, péngyou)", `${verse} ${verse}`],
      ["What Time Is It?", "wmwmwmwm wmwmwmwm wmwmwmwm"],
      ["雨の歌 (Ame no uta)", `${verse} ${verse} wrmwrm`],
      ["四季 (Sì jì)", `${verse} ${verse}`],
    ]);
  });

  it("keeps all lines, without the blanks around them", () => {
    const lines = lyricLines("\n Một \r\n\r\n\n hai  ba\n");
    expect(lines.map(({ text }) => text)).toEqual(["Một", "", "", "hai  ba"]);
  });

  it.each([
    ["a reading with tones, without a meaning", "你好\nNǐ hǎo\n再见\nZàijiàn", "wrwr"],
    ["a meaning without a reading", "你好\nXin chào bạn\n再见\nTạm biệt", "wmwm"],
    ["a reading without marks, above its meaning", "사랑해\nSaranghae\nYêu em\n안녕\nAnnyeong\nXin chào", "wrmwrm"],
    ["a reading below its meaning", "さくら\nHoa anh đào\n(Sakura)\nそら\nBầu trời\n(Sora)", "wmrwmr"],
    ["a meaning in brackets", "雨\n（Trời đang mưa）\n雪\n[Tuyết rơi]", "wmwm"],
    ["a reading with a Vietnamese letter", "東京\n(Tôkyô)\n雨\n(Ame)\n雪\n(Yuki)", "wrwrwr"],
    ["decomposed letters", "你好\nNǐ hǎo\nXin chào bạn\n再见\nZàijiàn\nTạm biệt".normalize("NFD"), "wrmwrm"],
  ])("finds %s", (_name, lyrics, layers) => {
    expect(layersOf(lyrics)).toBe(layers);
  });

  it.each([
    ["foreign words in a Vietnamese song", `我爱你\nAnh nói thế thôi\n${"Một ngày bình thường\n".repeat(8)}`],
    ["a song in Chinese alone", "你好，你好\n新朋友\n\n再见"],
    ["a song in English", "Good morning\nLittle sun\nHow are you\nToday"],
    ["a song in English with one line in Vietnamese", "Good morning\nLittle sun\nHow are you\nHôm nay thế nào"],
    [
      "Vietnamese without marks",
      "Mua roi tren mai ton\nTung giot tung giot tron\nPhong tro mot o cua so\nNhin ra con pho",
    ],
    ["pairs of lines with an odd one", "One\nMột\nTwo\nHai\nThree"],
    ["long passages below foreign lines", "愛\nMột\nHai\nBa\n夢\nBốn\nNăm\nSáu"],
    ["digits and signs", "1 2 3\n* * *\n4 5 6\n---"],
    ["an empty text", " \n "],
  ])("leaves %s alone", (_name, lyrics) => {
    expect(layersOf(lyrics).trim()).toMatch(/^w*( w*)*$/);
  });

  it("names languages of which the script leaves no doubt", () => {
    expect(languagesOf("你好\nNǐ hǎo\nXin chào bạn")).toEqual(["zh", "zh-Latn", undefined]);
    expect(languagesOf("小雨\n(Kosame)\nMưa nhỏ\nさくら\n(Sakura)\nHoa anh đào")).toEqual([
      "ja",
      "ja-Latn",
      undefined,
      "ja",
      "ja-Latn",
      undefined,
    ]);
    expect(languagesOf("안녕")).toEqual(["ko"]);
    expect(languagesOf("안녕\n愛")).toEqual(["ko", undefined]);
    expect(languagesOf("Em nói 我爱你 với anh\nПривет\nGood morning")).toEqual([undefined, undefined, undefined]);
  });

  it("takes long lyrics in its stride", () => {
    const spaces = `${" ".repeat(25_000)}a`;
    expect(lyricLines(`${spaces}\n${"(".repeat(24_000)}`)).toHaveLength(2);
    expect(layersOf("你好\n".repeat(10_000))).toHaveLength(10_000);
  });
});
