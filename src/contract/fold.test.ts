import { expect, test } from "vitest";
import { fold } from "./fold.ts";

test.each([
  ["Mưa  hạ\n", "mua ha"],
  ["Ngu\u0323ye\u0302\u0303n", "nguyen"],
  ["Đặng", "dang"],
  ["\u00d0ặng", "dang"],
  ["\u00f0\u01b0\u1eddng", "duong"],
  ["\u0189ặng", "dang"],
  ["\u200bĐ\u200dặ\u00adng\ufeff Mỹ\u2060", "dang my"],
  ["雨 の歌", "雨 の歌"],
])("folds %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});
