import { expect, test } from "vitest";
import { freeChangesText } from "./free-changes-text.ts";

test.each([
  [0, 2, "Bạn có 2 lần sửa miễn phí."],
  [1, 2, "Bạn đã dùng 1 trong 2 lần sửa miễn phí."],
  [2, 2, "Bạn đã dùng hết 2 lần sửa miễn phí. Bạn vẫn gửi được: chúng tôi báo giá trước, bạn đồng ý rồi mới sửa."],
  [3, 0, "Bạn cứ gửi điều muốn sửa: chúng tôi báo giá trước, bạn đồng ý rồi mới sửa."],
])("%i changes of %i free ones are told as %s", (changes_done, free_changes, text) => {
  expect(freeChangesText({ changes_done, free_changes })).toBe(text);
});
