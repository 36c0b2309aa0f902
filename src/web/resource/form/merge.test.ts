import { describe, expect, it } from "vitest";
import { leavesOf, merge } from "./merge.ts";

describe("merge", () => {
  const base = { status: "pending", note: "", tags: [1], events: { order: { email: true, zalo: true } } };

  it("takes over fields that only the other changed, and leaves one's own alone", () => {
    const { follow, clashes } = merge(
      base,
      { ...base, note: "Gọi lại" },
      { ...base, status: "confirmed", tags: [1, 2] },
    );
    expect([...follow]).toEqual([
      ["status", "confirmed"],
      ["tags", [1, 2]],
    ]);
    expect(clashes).toEqual([]);
  });

  it("names the fields that both changed differently, not those changed alike", () => {
    const mine = { ...base, status: "cancelled", note: "Gọi lại" };
    const { follow, clashes } = merge(base, mine, { ...base, status: "confirmed", note: "Gọi lại" });
    expect([...follow.keys()]).toEqual(["note"]);
    expect(clashes).toEqual([{ name: "status", mine: "cancelled", theirs: "confirmed" }]);
  });

  it("compares the fields within an object one by one", () => {
    const mine = { ...base, events: { order: { email: false, zalo: true } } };
    const { follow, clashes } = merge(base, mine, { ...base, events: { order: { email: true, zalo: false } } });
    expect([...follow]).toEqual([["events.order.zalo", false]]);
    expect(clashes).toEqual([]);
  });
});

describe("leavesOf", () => {
  it("keeps lists and empty values whole", () => {
    expect([...leavesOf({ a: null, b: [], c: { d: "" } })]).toEqual([
      ["a", null],
      ["b", []],
      ["c.d", ""],
    ]);
  });
});
