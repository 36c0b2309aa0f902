import { expect, test } from "vitest";
import { hostileTexts } from "#test/hostile-texts.ts";
import { textsOfPdf } from "#test/pdf.ts";
import { type ReceiptContent, receiptPdf } from "./receipt-pdf.ts";

const receipt: ReceiptContent = {
  number: 12,
  seller: { name: "Công ty TNHH Ngân Nga", tax_code: "0101248141", address: "17 Nguyễn Trãi, Hà Nội" },
  buyer: "Nguyễn Thị Ẩn Ngữ Đường",
  what: "Gói “1 năm”, Premium 365 ngày",
  code: "HM7K2QF9XA",
  amount: 399_000,
  paid_at: "2026-11-23T17:05:00.000Z",
  issued_at: "2026-11-23T17:06:00.000Z",
  references: ["FT26328001234567"],
};
const buyerOf = (buyer: string) => {
  const texts = textsOfPdf(receiptPdf({ ...receipt, buyer }));
  return texts[texts.indexOf("Người thanh toán") + 1];
};

test("holds its facts as text with all marks", () => {
  expect(textsOfPdf(receiptPdf(receipt))).toEqual([
    "Công ty TNHH Ngân Nga",
    "Mã số thuế: 0101248141",
    "17 Nguyễn Trãi, Hà Nội",
    "Biên nhận thanh toán",
    "Số 000012",
    "Lập lúc 24/11/2026 00:06",
    "Người thanh toán",
    "Nguyễn Thị Ẩn Ngữ Đường",
    "Nội dung",
    "Gói “1 năm”, Premium 365 ngày",
    "Mã chuyển khoản",
    "HM7K2QF9XA",
    "Thời gian",
    "24/11/2026 00:05",
    "Hình thức",
    "Chuyển khoản ngân hàng",
    "Số giao dịch",
    "FT26328001234567",
    "Số tiền",
    "399.000 ₫",
    "Bằng chữ: Ba trăm chín mươi chín nghìn đồng",
    "Biên nhận thanh toán — không thay thế hóa đơn GTGT",
    "Lập tự động khi tiền đã về nên không có chữ ký.",
    "Ngân Nga",
  ]);
});

test("leaves out what is not known", () => {
  const seller = { name: "Ngân Nga", tax_code: "", address: "" };
  const texts = textsOfPdf(receiptPdf({ ...receipt, seller, references: [] }));
  expect(texts.slice(0, 2)).toEqual(["Ngân Nga", "Biên nhận thanh toán"]);
  expect(texts).not.toContain("Số giao dịch");
});

test("is the same file for the same receipt", () => {
  expect(receiptPdf(receipt).equals(receiptPdf(receipt))).toBe(true);
});

test.each([
  ["Nguyễn 😀 Văn 王 An", "Nguyễn 😀 Văn 王 An"],
  ["Ngu\u0323ye\u0302\u0303n", "Ngụyễn"],
  ["Łukasz Żółć ⓐ", "Łukasz Żółć ⓐ"],
  ["王小明", "王小明"],
  ["김민준", "김민준"],
  ["山田 太郎", "山田 太郎"],
  ["Ольга Ёлкина", "Ольга Ёлкина"],
  ["สมชาย ใจดี", "สมชาย ใจดี"],
  ["Ελένη", "Ελένη"],
  ["Lê 👩‍🎤 Hà\ufe0f", "Lê 👩 🎤 Hà"],
  ["😀", "Khách hàng của mã HM7K2QF9XA"],
  ["שלום עולם", "Khách hàng của mã HM7K2QF9XA"],
  ["\u202eAn\u0000 \ud800Bình", "An Bình"],
  [") Tj ET << /JS (x) >>", "Tj ET << /JS (x) >>"],
])("writes the buyer %j", (buyer, written) => {
  expect(buyerOf(buyer)).toBe(written);
});

test("embeds the glyphs alone that it uses", () => {
  const plain = receiptPdf(receipt);
  expect(plain.length).toBeLessThan(60_000);
  expect(plain.toString("latin1")).not.toContain("UnifontEX");
  const wide = receiptPdf({ ...receipt, buyer: "김민준 王小明" });
  expect(wide.toString("latin1")).toContain("UnifontEX");
  expect(wide.length - plain.length).toBeLessThan(10_000);
});

test("a name of 200 letters ends within its lines", () => {
  const texts = textsOfPdf(receiptPdf({ ...receipt, buyer: "Ẩ".repeat(200) }));
  const lines = texts.slice(texts.indexOf("Người thanh toán") + 1, texts.indexOf("Nội dung"));
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/Ẩ…$/);
});

test("takes any text", () => {
  for (const text of hostileTexts(300)) {
    const seller = { name: text, tax_code: "", address: text };
    expect(textsOfPdf(receiptPdf({ ...receipt, seller, buyer: text, what: text, references: [text] }))).toContain(
      "399.000 ₫",
    );
  }
});
