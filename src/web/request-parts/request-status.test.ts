import { expect, it } from "vitest";
import { requestLooks } from "./request-status.tsx";

it.each([
  ["new", "Mới", "info"],
  ["processing", "Đang xử lý", "warning"],
  ["completed", "Hoàn thành", "success"],
  ["cancelled", "Đã hủy", undefined],
  ["archived", "Mới", "info"],
])("the status %s looks like %s, %s", (status, label, kind) => {
  expect(requestLooks.lookOf(status)).toEqual({ label, kind });
});
