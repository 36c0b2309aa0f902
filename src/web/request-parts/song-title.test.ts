import { expect, it } from "vitest";
import { titleFor } from "./song-title.ts";

it.each([
  ["Cha mẹ", "Ngày cưới", "Bài hát tặng cha mẹ"],
  ["Lan và Minh", null, "Bài hát tặng Lan và Minh"],
  ["Chính tôi", "Sinh nhật", "Bài hát sinh nhật"],
  ["Chính tôi", null, ""],
  [null, "Giỗ Tổ", "Bài hát Giỗ Tổ"],
])("a song for %s at %s is proposed to be called %s", (recipient, occasion, title) => {
  expect(titleFor({ recipient, occasion })).toBe(title);
});
