import { describe, expect, it } from "vitest";
import { resultMessage } from "./bulk-actions.ts";

describe("resultMessage", () => {
  it("names changed songs first, then unchanged, missing and refused ones", () => {
    const all = { changed: 3, unchanged: 0, missing: [], refused: [] };
    expect(resultMessage("deactivate", all)).toBe("Đã ẩn 3 bài hát");
    const mixed = { changed: 1, unchanged: 2, missing: [7], refused: [{ id: 1, title: "Một", message: "…" }] };
    expect(resultMessage("set_premium", mixed)).toBe(
      "Đã chuyển thành Premium 1 bài hát, 2 bài vốn đã như vậy, 1 bài không còn nữa, 1 bài giữ nguyên",
    );
  });
});
