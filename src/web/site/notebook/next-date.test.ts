import { expect, it } from "vitest";
import { nextDateText } from "./next-date.ts";

const now = Date.parse("2026-11-25T03:00:00.000Z");
const after = (minutes: number, days = 0) =>
  nextDateText({ due: new Date(now + minutes * 60_000).toISOString(), state: "review", days }, now);

it("tells when a word comes again in minutes, days, months and years", () => {
  expect([after(0), after(1), after(10), after(90)]).toEqual(["1 phút", "1 phút", "10 phút", "2 giờ"]);
  const days = [1, 30, 31, 91, 364, 365, 800, 4000];
  expect(days.map((count) => after(count * 24 * 60, count))).toEqual([
    "1 ngày",
    "30 ngày",
    "1 tháng",
    "3 tháng",
    "12 tháng",
    "1 năm",
    "2,2 năm",
    "11 năm",
  ]);
});
