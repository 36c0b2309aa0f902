import { describe, expect, test } from "vitest";
import { flagOptions, statesOf } from "./states.tsx";

const looks = statesOf<"open" | "late" | "done">(
  {
    open: { label: "Đang mở" },
    late: { label: "Trễ", kind: "danger", tab: "Trễ hạn", isUrgent: true },
    done: { label: "Xong", kind: "success" },
  },
  "open",
);

describe("statesOf", () => {
  test("makes the options of a filter, in the order of the record", () => {
    expect(looks.options).toEqual([
      { value: "open", label: "Đang mở" },
      { value: "late", label: "Trễ" },
      { value: "done", label: "Xong" },
    ]);
  });

  test("makes a tab for each state, which asks the endpoint for it", () => {
    expect(looks.tabs("state")).toEqual([
      { value: "open", label: "Đang mở", query: { state: "open" } },
      { value: "late", label: "Trễ hạn", query: { state: "late" }, isUrgent: true },
      { value: "done", label: "Xong", query: { state: "done" } },
    ]);
  });

  test("shows a state that is not known as the fallback", () => {
    expect(looks.lookOf("lost")).toEqual(looks.lookOf("open"));
    expect(looks.labelOf("lost")).toBe("Đang mở");
  });
});

test("flagOptions has the words of both values", () => {
  expect(flagOptions({ on: "Đang hiện", off: "Tạm ẩn" })).toEqual([
    { value: "true", label: "Đang hiện" },
    { value: "false", label: "Tạm ẩn" },
  ]);
});
