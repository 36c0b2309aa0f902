import { describe, expect, it } from "vitest";
import { isId, type ListSpec, listParams, oneOf, readListState } from "./list-url.ts";

const spec: ListSpec = {
  sizes: [10, 20, 50],
  defaultSize: 10,
  filters: { category: isId, state: oneOf("active", "paused") },
  sorts: ["newest", "name"],
  views: ["cards", "table"],
};
const read = (query: string) => readListState(new URLSearchParams(query), spec);

describe("list state in the URL", () => {
  it("omits default values", () => {
    const defaults = {
      search: "",
      page: 1,
      size: 10,
      sort: "newest",
      view: "cards",
      filters: { category: "", state: "" },
      hidden: [],
      saved: "",
    };
    expect(read("")).toEqual(defaults);
    expect(listParams(defaults, spec).toString()).toBe("");
  });
  it("round-trips every non-default value", () => {
    const query = "q=mua+h%E1%BA%A1&category=7&state=paused&sort=name&view=table&size=50&page=3";
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
    "view=map",
    "category=0",
    "category=1e3",
    "state=deleted",
    "q=%20%20",
    "unknown=1",
  ])("ignores the invalid value %s", (query) => expect(read(query)).toEqual(read("")));
  it("truncates the search text to 200 characters", () =>
    expect(read(`q=${"a".repeat(500)}`).search).toHaveLength(200));
  it("takes the remembered size and view where the URL has none", () => {
    const remembered = (query: string) => readListState(new URLSearchParams(query), spec, { size: 50, view: "table" });
    expect(remembered("")).toMatchObject({ size: 50, view: "table" });
    expect(remembered("size=20&view=cards")).toMatchObject({ size: 20, view: "cards" });
    expect(readListState(new URLSearchParams(), spec, { size: 7, view: "map" })).toMatchObject({
      size: 10,
      view: "cards",
    });
  });
});
