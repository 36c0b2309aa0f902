import { expect, it } from "vitest";
import { initials } from "./staff-info.ts";

it.each([
  ["Trần Thu Hà", "TH"],
  ["Đặng Ánh", "ĐÁ"],
  ["hiền", "H"],
  ["", ""],
])("the initials of %j are %j", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
