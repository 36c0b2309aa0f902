import { expect, test } from "vitest";
import { statementLimit } from "#contract/payments.ts";
import { statementTextOf } from "./statement-text.ts";

const line = "Ngày,Nội dung,Số tiền";
const utf16 = Buffer.from(line, "utf16le");
/** `Nội dung` as Windows-1258: the tone follows its vowel. */
const windows1258 = new Uint8Array([0x4e, 0xf4, 0xf2, 0x69, 0x20, 0x64, 0x75, 0x6e, 0x67]);

test.each([
  ["UTF-8", Buffer.from(line), line],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${line}`), line],
  ["UTF-8 in parts", Buffer.from(line.normalize("NFD")), line],
  ["UTF-16 of Excel", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), line],
  ["UTF-16 without its mark", Buffer.from("date,memo,amount", "utf16le"), "date,memo,amount"],
  ["UTF-16 of the other order", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]), line],
  ["Windows-1258", windows1258, "Nội dung"],
])("reads %s", (_name, bytes, text) => {
  expect(statementTextOf(bytes)).toEqual({ text });
});

test.each([
  ["xlsx", [0x50, 0x4b, 0x03, 0x04], /^Đây là file Excel: .* CSV/],
  ["xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /^Đây là file Excel: .* CSV/],
  ["pdf", [0x25, 0x50, 0x44, 0x46, 0x2d], /^Đây là file PDF: .* CSV/],
  ["nothing", [], "File sao kê trống"],
  ["blanks", Buffer.from(" \n"), "File sao kê trống"],
  ["too much", Buffer.from("a".repeat(statementLimit + 1)), "File sao kê quá lớn"],
])("refuses %s with what to do", (_name, bytes, problem) => {
  expect(statementTextOf(new Uint8Array(bytes))).toEqual({ problem: expect.stringMatching(problem) });
});

test("takes a text of the greatest length", () => {
  const text = "a".repeat(statementLimit);
  expect(statementTextOf(Buffer.from(text))).toEqual({ text });
});
