import jsQR from "jsqr";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "#test/hostile-texts.ts";
import { rectanglesOfPdf, sizeOfPdf, textsOfPdf } from "#test/pdf.ts";
import { type GiftCardContent, giftCardPdf } from "./gift-cards.ts";

/** A JPEG is only copied into the file. */
const ground = Buffer.from("nền");
const secret = "qybk8n0t6eaf03bruYlvLw";
const card = (fields: Partial<GiftCardContent> = {}, gift: Partial<GiftCardContent["gift"]> = {}): GiftCardContent => ({
  design: 1,
  gift: { secret, recipient_name: "Mẹ", giver_name: "Lan Anh", ...gift },
  cover: { id: 3, title: "Xôi nóng đầu ngõ" },
  lead: "Một bài hát dành riêng cho",
  call: "Quét mã để mở quà",
  origin: "https://ngannga.example",
  ...fields,
});
const textsOf = (content: GiftCardContent) => textsOfPdf(giftCardPdf(content, ground));

/** Draws the dark rectangles of a page, and reads the code in them. */
function codeOf(content: GiftCardContent): string | undefined {
  const file = giftCardPdf(content, ground);
  const { width, height } = sizeOfPdf(file);
  const scale = 3;
  const [columns, rows] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const pixels = new Uint8ClampedArray(columns * rows * 4).fill(255);
  for (const { color, ...area } of rectanglesOfPdf(file)) {
    const shade = color.split(" ").every((part) => Number(part) < 0.5) ? 0 : 255;
    for (let y = Math.round((height - area.y - area.height) * scale); y < (height - area.y) * scale - 0.5; y++) {
      for (let x = Math.round(area.x * scale); x < (area.x + area.width) * scale - 0.5; x++) {
        pixels.fill(shade, (y * columns + x) * 4, (y * columns + x) * 4 + 3);
      }
    }
  }
  return jsQR(pixels, columns, rows)?.data;
}

describe.each([1, 2] as const)("design %i", (design) => {
  test("is A6, names receiver and giver, and its code opens the gift", () => {
    const content = card({ design });
    const { width, height } = sizeOfPdf(giftCardPdf(content, ground));
    expect([Math.round((width / 72) * 25.4), Math.round((height / 72) * 25.4)]).toEqual([105, 148]);
    expect(textsOf(content)).toEqual(["Một bài hát dành riêng cho", "Mẹ", "Từ Lan Anh", "Quét mã để mở quà"]);
    expect(codeOf(content)).toBe(`https://ngannga.example/g/${secret}`);
  });

  test("has a code for a long address too", () => {
    const origin = `https://${"ten-mien-dai-".repeat(4)}vn.example.com:8443`;
    expect(codeOf(card({ design, origin }))).toBe(`${origin}/g/${secret}`);
  });
});

test("bears the title when it names nobody, and does without both", () => {
  const nobody = { recipient_name: null, giver_name: null };
  expect(textsOf(card({}, nobody))).toEqual(["Xôi nóng đầu ngõ", "Quét mã để mở quà"]);
  expect(textsOf(card({ cover: { id: 3, title: null } }, nobody))[0]).toBe("Bài hát dành cho bạn");
});

test.each([
  ["王小明", "王小明"],
  ["Привет", "Привет"],
  ["ไทย", "ไทย"],
  ["Mẹ 😀", "Mẹ 😀"],
  ["Mẹ\ufe0f \u202eyêu", "Mẹ yêu"],
])("writes %j in any script, and no sign without a look", (name, written) => {
  const texts = textsOf(card({}, { recipient_name: name, giver_name: name }));
  expect(texts.slice(1, 3)).toEqual([written, `Từ ${written}`]);
});

test("embeds the font for all scripts only where a name needs it", () => {
  const fileOf = (recipient_name: string) => giftCardPdf(card({}, { recipient_name }), ground).toString("latin1");
  expect(fileOf("Mẹ")).not.toContain("UnifontEX");
  expect(fileOf("王小明")).toContain("UnifontEX");
});

test("bears the title when its names can't be written", () => {
  expect(textsOf(card({}, { recipient_name: "😀", giver_name: "😀" }))[0]).toBe("Xôi nóng đầu ngõ");
});

test("sets long names smaller in two lines, and cuts what is longer still", () => {
  const [, first = "", second = "", giver = ""] = textsOf(
    card({}, { recipient_name: "Ngữ".repeat(20), giver_name: "Ẫ".repeat(60) }),
  );
  expect(first + second).toBe("Ngữ".repeat(20));
  expect(giver).toMatch(/^Từ Ẫ+…$/);
  const cut = textsOf(card({ cover: { id: 3, title: "dài ơi là dài ".repeat(14) } }, { recipient_name: null }));
  expect(cut).toHaveLength(4);
  expect(cut[1]).toMatch(/…$/);
});

test("bears what people can write", () => {
  for (const text of hostileTexts(60)) {
    expect(() => giftCardPdf(card({}, { recipient_name: text, giver_name: text }), ground)).not.toThrow();
  }
});
