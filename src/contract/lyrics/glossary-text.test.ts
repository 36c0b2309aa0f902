import { describe, expect, it } from "vitest";
import type { GlossaryEntry } from "./document.ts";
import { readGlossary, withEntries, writeGlossary } from "./glossary-text.ts";

const entry = (word: string, ...rest: (string | null)[]): GlossaryEntry => {
  const [reading = null, meaning = null, note = null] = rest;
  return { word, reading, meaning, note };
};
const shown = (text: string) => {
  const { entries, oddities } = readGlossary(text);
  return [
    ...entries.map((each) => Object.values(each).join("/")),
    ...oddities.map(({ line, message }) => `${line}: ${message}`),
  ];
};

describe("readGlossary", () => {
  it.each([
    ["雨\tあめ\tmưa\ttrời mưa", ["雨/あめ/mưa/trời mưa"]],
    ["雨\t\tmưa", ["雨//mưa/"]],
    ["sun\tmặt trời\r\nmoon\tmặt trăng", ["sun//mặt trời/", "moon//mặt trăng/"]],
    ["\ufeffTừ\tPhiên âm\tNghĩa\nsun\t/sʌn/\tmặt trời", ["sun//sʌn//mặt trời/"]],
    ["#separator:tab\n#html:false\nsun\tmặt trời", ["sun//mặt trời/"]],
    [
      "sun – mặt trời\nmoon: mặt trăng\nstar;ngôi sao\nsea = biển",
      ["sun//mặt trời/", "moon//mặt trăng/", "star//ngôi sao/", "sea//biển/"],
    ],
    ['"say ""hi"""\tchào', ['say "hi"//chào/']],
    ["wake up\t\tthức\tdậy\tnhé", ["wake up//thức/dậy nhé"]],
    ["  good   night \t  ngủ  ngon ", ["good night//ngủ ngon/"]],
    ["cafe\u0301\tcà phê", ["café//cà phê/"]],
  ])("reads %j", (text, entries) => {
    expect(shown(text)).toEqual(entries);
  });

  it("names odd lines, and reads the others", () => {
    expect(shown(`sun\tmặt trời\nmoon\n\t\tnghĩa\nSUN\tông mặt trời\n${"a".repeat(101)}\tdài`)).toEqual([
      "SUN//ông mặt trời/",
      `${"a".repeat(100)}//dài/`,
      "2: Không có dấu Tab giữa từ và nghĩa",
      "3: Thiếu từ",
      "4: “SUN” đã có ở dòng 1, lấy dòng này",
      "5: Có ô dài quá nên đã được cắt",
    ]);
  });

  it("reads no more than a glossary holds, of any text", () => {
    const many = Array.from({ length: 600 }, (_, place) => `từ ${place}\tnghĩa`).join("\n");
    expect(readGlossary(many).entries).toHaveLength(500);
    expect(readGlossary(many).oddities).toEqual([{ line: 501, message: "Chỉ đọc 500 từ đầu" }]);
    for (const text of [
      " ".repeat(1e6),
      "\t".repeat(1e6),
      `a${" - ".repeat(3e5)}`,
      '"'.repeat(1e6),
      "a\n".repeat(5e5),
    ]) {
      expect(readGlossary(text).entries.length).toBeLessThanOrEqual(1);
    }
  });
});

it("a written glossary is read as the same", () => {
  const glossary = [
    entry("từ", null, "chữ đầu bảng"),
    entry("#1", null, "số một"),
    entry('"la la"', null, null, "trong ngoặc"),
    entry("雨", "あめ", "mưa; trời mưa", "a - b"),
    entry("moon"),
  ];
  expect(readGlossary(writeGlossary(glossary))).toEqual({ entries: glossary, oddities: [] });
  expect(writeGlossary([])).toBe("");
});

describe("withEntries", () => {
  it("adds new words, and gives known ones what was read of them", () => {
    const before = [entry("Sun", "/sʌn/", "mặt trời", "cũ"), entry("moon", null, "mặt trăng")];
    const read = [
      entry("sun", null, "vầng thái dương"),
      entry("moon", null, "mặt trăng"),
      entry("star", null, "ngôi sao"),
    ];
    expect(withEntries(before, read)).toEqual({
      glossary: [entry("Sun", "/sʌn/", "vầng thái dương", "cũ"), before[1], read[2]],
      added: 1,
      changed: 1,
      left: 0,
    });
  });

  it("leaves out what is over the limit", () => {
    const full = Array.from({ length: 500 }, (_, place) => entry(`từ ${place}`));
    const { glossary, added, left } = withEntries(full, [entry("thêm"), entry("từ 3", null, "nghĩa")]);
    expect([glossary.length, added, left]).toEqual([500, 0, 1]);
  });
});
