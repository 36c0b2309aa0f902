import { describe, expect, it } from "vitest";
import * as wanakana from "wanakana";
import { isAlike, judge } from "./answers.ts";

const word = (text: string, reading: string | null = null) => ({ text, reading });

describe("Vietnamese", () => {
  it.each([
    ["mưa", "mưa", "right"],
    ["Mưa", " mưa, ", "right"],
    ["mưa", "mu\u031Ba", "right"],
    ["mưa", "mua", "marks"],
    ["đường", "duong", "marks"],
    ["Đường", "đương", "marks"],
    ["má", "mà", "marks"],
    ["mưa", "múa", "marks"],
    ["mưa", "mư", "wrong"],
    ["mưa", "gió", "wrong"],
    ["nghiêng", "nghieng", "marks"],
    ["nghiêng", "ngiêng", "near"],
    ["nghiêng", "ngieg", "wrong"],
    ["mưa", "", "wrong"],
    ["mưa", "  …", "wrong"],
  ])("%s answered with %s is %s", (text, answer, verdict) => {
    expect(judge(answer, word(text), "vi")).toBe(verdict);
  });
});

describe("English", () => {
  it.each([
    ["Morning", "morning", "right"],
    ["it's", "its", "right"],
    ["it's", "It’s", "right"],
    ["o'clock", "o clock", "right"],
    ["café", "cafe", "marks"],
    ["beautiful", "beautful", "near"],
    ["beautiful", "beautifull", "near"],
    ["beautiful", "beautigul", "near"],
    ["beautiful", "eautiful", "near"],
    ["beautiful", "baeutiful", "wrong"],
    ["world", "word", "near"],
    ["sock", "sick", "wrong"],
    ["sock", "socks", "wrong"],
    ["a", "an", "wrong"],
    ["6", "6", "right"],
    ["one", "ｏｎｅ", "right"],
  ])("%s answered with %s is %s", (text, answer, verdict) => {
    expect(judge(answer, word(text), "en-GB")).toBe(verdict);
  });
});

describe("Chinese", () => {
  it.each([
    ["朋友", "péngyou", "朋友", "right"],
    ["朋友", "péngyou", "péngyou", "right"],
    ["朋友", "péngyou", "Péng you", "right"],
    ["朋友", "péngyou", "pengyou", "right"],
    ["朋友", "péngyou", "peng2 you", "right"],
    ["朋友", "péngyou", "pēngyou", "marks"],
    ["朋友", "péngyou", "pengyo", "near"],
    ["朋友", "péngyou", "pengyoo", "near"],
    ["朋友", "péngyou", "朋", "wrong"],
    ["朋友", null, "pengyou", "wrong"],
    ["绿", "lǜ", "lv4", "right"],
    ["绿", "lǜ", "lu", "right"],
    ["绿", "lǜ", "lü4", "marks"],
    ["西安", "xī'ān", "xi'an", "right"],
    ["你", "nǐ", "wo", "wrong"],
  ] as const)("%s, read %s, answered with %s is %s", (text, reading, answer, verdict) => {
    expect(judge(answer, word(text, reading), "zh-Hans")).toBe(verdict);
  });
});

describe("Japanese", () => {
  it.each([
    ["雨", "あめ", "雨", "right"],
    ["雨", "あめ", "あめ", "right"],
    ["雨", "あめ", "アメ", "right"],
    ["雨", "あめ", "ame", "right"],
    ["雨", "あめ", "Ame", "right"],
    ["雨", "ame", "あめ", "right"],
    ["雨", "あめ", "yuki", "wrong"],
    ["雨", null, "ame", "wrong"],
    ["が", null, "か", "wrong"],
    ["が", null, "ga", "right"],
    ["は", null, "wa", "right"],
    ["は", null, "ha", "right"],
    ["を", null, "o", "right"],
    ["ふって", null, "futte", "right"],
    ["ふって", null, "hutte", "right"],
    ["東京", "とうきょう", "toukyou", "right"],
    ["東京", "とうきょう", "tōkyō", "right"],
    ["東京", "とうきょう", "tokyo", "right"],
    ["東京", "とうきょう", "toukyoo", "right"],
    ["はじめよう", null, "hajimeyō", "right"],
    ["コーヒー", null, "koohii", "right"],
    ["しずか", null, "sizuka", "right"],
    ["しずか", null, "しすか", "wrong"],
  ] as const)("%s, read %s, answered with %s is %s", (text, reading, answer, verdict) => {
    expect(judge(answer, word(text, reading), "ja", wanakana)).toBe(verdict);
  });

  it("Latin letters are wrong while kana can't be read", () => {
    expect(judge("ame", word("雨", "あめ"), "ja")).toBe("wrong");
    expect(judge("あめ", word("雨", "あめ"), "ja")).toBe("right");
  });
});

it("Korean is judged by its letters, and by its reading", () => {
  expect(judge("눈을", word("눈을", "nuneul"), "ko")).toBe("right");
  expect(judge("nuneul", word("눈을", "nuneul"), "ko")).toBe("right");
  expect(judge("눈", word("눈을", "nuneul"), "ko")).toBe("wrong");
});

it("a reading counts only where people type it", () => {
  expect(judge("wɜːld", word("world", "wɜːld"), "en")).toBe("wrong");
});

it("words that differ in marks, case or signs alone, or sound alike, are alike", () => {
  expect(isAlike(word("mưa"), word("Mùa,"))).toBe(true);
  expect(isAlike(word("他", "tā"), word("她", "tā"))).toBe(true);
  expect(isAlike(word("雨", "あめ"), word("飴", "あめ"))).toBe(true);
  expect(isAlike(word("か"), word("が"))).toBe(false);
  expect(isAlike(word("mưa"), word("gió"))).toBe(false);
});
