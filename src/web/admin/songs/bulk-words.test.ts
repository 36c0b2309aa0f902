import { expect, it } from "vitest";
import { bulkResult } from "./bulk-words.ts";

it("tells what was done, and only then what was not", () => {
  const all = { changed: 3, unchanged: 0, missing: [], refused: [] };
  expect(bulkResult("deactivate", all)).toBe("Đã ẩn 3 bài hát");
  const rest = { changed: 1, unchanged: 2, missing: [7], refused: [{ id: 1, title: "Một", message: "…" }] };
  expect(bulkResult("set_premium", rest)).toBe(
    "Đã chuyển thành Premium 1 bài hát, 2 bài vốn đã như vậy, 1 bài không còn nữa, 1 bài giữ nguyên",
  );
});
