import { expect, test } from "vitest";
import { dongInWords } from "./number-words.ts";

test.each([
  [0, "Không đồng"],
  [5, "Năm đồng"],
  [10, "Mười đồng"],
  [15, "Mười lăm đồng"],
  [21, "Hai mươi mốt đồng"],
  [24, "Hai mươi bốn đồng"],
  [55, "Năm mươi lăm đồng"],
  [101, "Một trăm lẻ một đồng"],
  [105, "Một trăm lẻ năm đồng"],
  [110, "Một trăm mười đồng"],
  [1_000, "Một nghìn đồng"],
  [1_001, "Một nghìn không trăm lẻ một đồng"],
  [10_015, "Mười nghìn không trăm mười lăm đồng"],
  [399_000, "Ba trăm chín mươi chín nghìn đồng"],
  [1_000_000, "Một triệu đồng"],
  [1_050_000, "Một triệu không trăm năm mươi nghìn đồng"],
  [2_000_500, "Hai triệu năm trăm đồng"],
  [21_500_000, "Hai mươi mốt triệu năm trăm nghìn đồng"],
  [1_000_000_000, "Một tỷ đồng"],
  [1_000_000_001, "Một tỷ không trăm lẻ một đồng"],
  [12_345_678_901, "Mười hai tỷ ba trăm bốn mươi lăm triệu sáu trăm bảy mươi tám nghìn chín trăm lẻ một đồng"],
  [1_000_000_000_000, "Một nghìn tỷ đồng"],
])("%i in words", (amount, words) => {
  expect(dongInWords(amount)).toBe(words);
});
