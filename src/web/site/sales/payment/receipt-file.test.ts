import { expect, test } from "vitest";
import { checkReceipt } from "./receipt-file.ts";

const most = 5 * 1024 ** 2;

test.each([
  ["image/png", most, undefined],
  ["image/jpeg", 1, undefined],
  ["image/webp", 1, undefined],
  ["", 1, undefined],
  ["image/gif", 1, "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP"],
  ["image/png", most + 1, "Ảnh không được vượt quá 5 MB"],
])("of a receipt of type %j with %d bytes the message is %s", (type, size, message) => {
  expect(checkReceipt({ type, size })).toBe(message);
});
