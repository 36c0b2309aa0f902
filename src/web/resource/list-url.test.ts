import { describe, expect, it } from "vitest";
import { isId, type ListSpec, listParams, oneOf, readListState } from "./list-url.ts";

const spec: ListSpec = {
  sizes: [10, 20, 50],
  defaultSize: 10,
  filters: { category: isId, state: oneOf("active", "paused") },
  sorts: ["newest", "name"],
};
const read = (query: string) => readListState(new URLSearchParams(query), spec);

describe("a list's address", () => {
  it("says nothing of what is usual", () => {
    const usual = { search: "", page: 1, size: 10, sort: "newest", filters: { category: "", state: "" } };
    expect(read("")).toEqual(usual);
    expect(listParams(usual, spec).toString()).toBe("");
  });
  it("says all that is chosen, and is read back", () => {
    const query = "q=mua+h%E1%BA%A1&category=7&state=paused&sort=name&size=50&page=3";
    expect(listParams(read(query), spec).toString()).toBe(query);
  });
  it.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=99999999",
    "size=11",
    "size=x",
    "sort=price",
    "category=0",
    "category=1e3",
    "state=deleted",
    "q=%20%20",
    "unknown=1",
  ])("takes no notice of %s", (query) => expect(read(query)).toEqual(read("")));
  it("cuts endless searches", () => expect(read(`q=${"a".repeat(500)}`).search).toHaveLength(200));
});
