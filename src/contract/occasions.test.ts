import { expect, test } from "vitest";
import { isQuietOccasion, occasions } from "./occasions.ts";

test("grief and regret are quiet, of the offered occasions and in a customer's own words", () => {
  expect(occasions.filter(isQuietOccasion)).toEqual(["Xin lỗi", "Tưởng nhớ"]);
  for (const own of ["Giỗ đầu của bà", "tang lễ", "TƯỞNG NHỚ ông ngoại", "Lời xin lỗi muộn", "Tiễn biệt thầy"])
    expect(isQuietOccasion(own), own).toBe(true);
  for (const own of ["Tặng mẹ", "Tăng lương", "Ngày giỏi giang", "Mừng thọ", "", null])
    expect(isQuietOccasion(own), String(own)).toBe(false);
});
