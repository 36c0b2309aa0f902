import { expect, test } from "vitest";
import { endOfQuietHours } from "./quiet-hours.ts";

test.each([
  ["21:59:59.999", undefined],
  ["22:00:00.000", "2026-12-31"],
  ["23:59:59.999", "2026-12-31"],
  ["00:00:00.000", "2026-12-30"],
  ["06:59:59.999", "2026-12-30"],
  ["07:00:00.000", undefined],
  ["12:00:00.000", undefined],
])("at %s in Vietnam they end at 7:00 of %s", (time, day) => {
  const end = endOfQuietHours(Date.parse(`2026-12-30T${time}+07:00`));
  expect(end?.toISOString()).toBe(day && new Date(`${day}T07:00:00+07:00`).toISOString());
});
