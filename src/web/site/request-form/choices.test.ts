import { expect, test } from "vitest";
import { openingOf } from "./choices.ts";

test.each([
  ["Ngày cưới", "Cha mẹ", "Bài hát cho ngày cưới, tặng cha mẹ."],
  ["", "Lan", "Bài hát tặng Lan."],
  ["", "Chính tôi", "Bài hát tặng chính tôi."],
])("a story of %s for %s begins with its choices, and leaves names as they are", (occasion, recipient, opening) => {
  expect(openingOf({ occasion, recipient })).toBe(`${opening} Kỷ niệm tôi muốn kể: `);
});
