import { describe, expect, it } from "vitest";
import {
  callName,
  cleanText,
  clockAndDay,
  excerpt,
  money,
  price,
  shortDay,
  shorten,
  span,
  subjectLine,
  weekday,
} from "./words.ts";

describe("amounts and times", () => {
  it("has dots between thousands and the currency behind", () => {
    expect([0, 999, 1000, 299_000, 1_000_000_000_000].map(money)).toEqual([
      "0 VND",
      "999 VND",
      "1.000 VND",
      "299.000 VND",
      "1.000.000.000.000 VND",
    ]);
    expect(price(0)).toBe("Miễn phí");
    expect(price(299_000)).toBe("299.000 VND");
  });

  it("names the day in Vietnam, which begins at 17:00 UTC", () => {
    expect(weekday("2026-11-25T16:59:59.999Z")).toBe("thứ Tư, 25/11/2026");
    expect(weekday("2026-11-25T17:00:00.000Z")).toBe("thứ Năm, 26/11/2026");
    expect(weekday("2026-11-28T17:00:00.000Z")).toBe("Chủ nhật, 29/11/2026");
    expect(shortDay("2026-12-31T17:00:00.000Z")).toBe("01/01/2027");
    expect(clockAndDay("2026-11-25T17:05:00.000Z")).toBe("00:05 thứ Năm, 26/11/2026");
  });

  it("names a span in its largest whole unit, a day as hours", () => {
    expect([30, 60, 90, 1440, 2880].map(span)).toEqual(["30 phút", "1 giờ", "90 phút", "24 giờ", "2 ngày"]);
  });
});

describe("cleanText", () => {
  it("drops controls, invisible signs and changes of direction", () => {
    expect(cleanText("a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{ad}f\u{0}g\u{1b}h\u{e0041}")).toBe("abcdef g h");
  });

  it("keeps emoji that are made of several", () => {
    expect(cleanText("👩‍👧 ❤️")).toBe("👩‍👧 ❤️");
  });

  it("keeps lines without empty ones", () => {
    expect(cleanText("  một \r\n\r\n\n  hai\u{2028}ba\tbốn  năm ")).toBe("một\nhai\nba bốn năm");
  });

  it("leaves at most four marks on a letter, and Vietnamese as it is", () => {
    expect([...cleanText(`z${"\u{335}".repeat(500)}`)]).toHaveLength(5);
    expect(cleanText("Tie\u{302}\u{301}ng Vie\u{323}\u{302}t ậ ỗ")).toBe("Tiếng Việt ậ ỗ");
  });

  it("survives half a surrogate pair", () => {
    expect(cleanText("a\u{d83d}").isWellFormed()).toBe(true);
  });
});

describe("shorten", () => {
  it("cuts after a whole word", () => {
    expect(shorten("một hai ba bốn", 14)).toBe("một hai ba bốn");
    expect(shorten("một hai ba bốn", 12)).toBe("một hai ba…");
  });

  it("cuts inside a word that is long", () => {
    expect(shorten("a".repeat(50), 10)).toBe(`${"a".repeat(9)}…`);
  });

  it("cuts no sign that is made of several", () => {
    expect(shorten("👩‍👧👩‍👧👩‍👧", 2)).toBe("👩‍👧…");
  });
});

describe("excerpt", () => {
  it.each([
    ["xem http://evil.vn/a?b=c nhé", "xem (đường dẫn) nhé"],
    ["HTTPS:\\\\evil.vn", "(đường dẫn)"],
    ["vào evil.vn hay www.evil.com.vn", "vào evil. vn hay www. evil. com. vn"],
    ["viết cho a@evil.vn", "viết cho a@evil. vn"],
    ["evil。vn evil．vn evil\u{200b}.\u{200b}vn", "evil. vn evil. vn evil. vn"],
    ["mailto:a@evil.vn", "mailto:a@evil. vn"],
    ["gọi 0901.234.567 hoặc +84 901 234 567", "gọi (số điện thoại) hoặc (số điện thoại)"],
  ])("makes no link of %j", (text, expected) => expect(excerpt(text, 140)).toBe(expected));

  it.each([
    "Giá 1.000.000 nhé",
    "Sinh 20.11.2026, lúc 3:45",
    "Mẹ ơi... con nhớ mẹ.",
    "Bé 6 tuổi (2020)",
  ])("leaves %j as it is", (text) => expect(excerpt(text, 140)).toBe(text));

  it("has at most the given number of signs, also when the text grows", () => {
    expect(excerpt("a.b".repeat(200), 140).length).toBeLessThanOrEqual(140);
    expect(excerpt("ấ".normalize("NFD").repeat(5000), 140)).toBe(`${"ấ".repeat(139)}…`);
  });
});

describe("callName", () => {
  it.each([
    "Nguyễn Thị Lan",
    "Công tằng Tôn nữ Nguyễn Thị Lan",
    "lan_2000",
    "TS. O’Neil-Trần",
    "Bơ",
  ])("takes %j", (name) => expect(callName(name)).toBe(name));

  it.each([
    "",
    "   ",
    "http://evil.vn",
    "evil.vn",
    "a@evil.vn",
    "Lan 0901 234 567",
    "<b>Lan</b>",
    "Bạn đã trúng thưởng một chiếc xe hơi",
    "Lan\nBạn có quà",
    "a".repeat(51),
  ])("refuses %j", (name) => expect(callName(name)).toBeUndefined());
});

describe("subjectLine", () => {
  it("is one line of at most 60 signs without marks of direction", () => {
    const subject = subjectLine(`Đơn\r\nBcc: a@b.c \u{202e}${"dài ".repeat(40)}`);
    expect(subject).toMatch(/^Đơn Bcc: a@b\.c dài/);
    expect([...subject].length).toBeLessThanOrEqual(60);
  });
});
