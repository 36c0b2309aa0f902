import { describe, expect, it } from "vitest";
import { canonicalHref, libraryHref, premiumSongsPath, readLibraryQuery } from "./library-url.ts";

const read = (search: string) => readLibraryQuery(new URLSearchParams(search));
const defaults = { search: "", category: undefined, page: 1, size: 12 };

describe("readLibraryQuery", () => {
  it("parses all parameters", () => {
    expect(read("")).toEqual(defaults);
    expect(read("?premium=1")).toEqual({ ...defaults, premium: true });
    expect(read("?premium=0")).toEqual(defaults);
    expect(libraryHref({ ...defaults, premium: true })).toBe(premiumSongsPath);
    expect(read("?q=%20m%C6%B0a%20h%E1%BA%A1%20&category=3&page=2&size=24")).toEqual({
      search: "mưa hạ",
      category: 3,
      page: 2,
      size: 24,
    });
  });

  it.each([
    "?size=13",
    "?size=-8",
    "?size=1e1",
    "?page=0",
    "?page=-1",
    "?page=1.5",
    "?page=2000000",
    "?page=99999999999999999999",
    "?category=0",
    "?category=abc",
    "?category=%27%20OR%201",
    "?q=%20%20",
    "?q=%00",
    "?other=1",
  ])("returns the defaults for %s", (search) => expect(read(search)).toEqual(defaults));

  it("shortens a search to the API's limit", () => expect(read(`?q=${"a".repeat(300)}`).search).toHaveLength(200));
});

describe("libraryHref", () => {
  it("omits defaults and round-trips with readLibraryQuery", () => {
    expect(libraryHref(defaults)).toBe("/songs");
    const query = { search: "mưa & gió", category: 7, page: 3, size: 48 };
    expect(read(new URL(libraryHref(query), "http://x").search)).toEqual(query);
  });

  it.each([
    [1, 12, "/songs"],
    [2, 12, "/songs?page=2"],
    [1, 8, "/songs?size=8"],
  ])("page %i of %i songs becomes %s", (page, size, href) =>
    expect(libraryHref({ ...defaults, page, size })).toBe(href));
});

describe("canonicalHref", () => {
  it.each([
    ["", "/songs"],
    ["?q=mua&size=8", "/songs"],
    ["?category=3&page=2", "/songs?category=3&page=2"],
    ["?page=2&size=24", "/songs?page=3"],
    ["?page=3&size=8", "/songs?page=2"],
    ["?page=2&size=8&category=3", "/songs?category=3"],
    ["?page=2&size=48", "/songs?page=5"],
  ])("%s becomes %s", (search, href) => expect(canonicalHref(read(search))).toBe(href));
});
