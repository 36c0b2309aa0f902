import { describe, expect, it } from "vitest";
import { pageCount, pagerItems } from "./pager-window.ts";

const textOf = (current: number, pages: number) =>
  pagerItems(current, pages)
    .map((item) => (item.kind === "gap" ? "…" : item.page))
    .join(" ");

describe("pagerItems", () => {
  it.each([
    [1, 1, "1"],
    [1, 5, "1 2 3 4 5"],
    [5, 5, "1 2 3 4 5"],
    [1, 6, "1 2 3 4 5 6"],
    [1, 16, "1 2 3 4 5 … 16"],
    [3, 16, "1 2 3 4 5 … 16"],
    [4, 16, "1 2 3 4 5 6 … 16"],
    [5, 16, "1 … 3 4 5 6 7 … 16"],
    [8, 16, "1 … 6 7 8 9 10 … 16"],
    [13, 16, "1 … 11 12 13 14 15 16"],
    [16, 16, "1 … 12 13 14 15 16"],
    [2, 3, "1 2 3"],
  ])("page %d of %d shows %s", (current, pages, text) => expect(textOf(current, pages)).toBe(text));

  it("shows the current, the first and the last page once", () => {
    for (let pages = 1; pages <= 30; pages++) {
      for (let current = 1; current <= pages; current++) {
        const numbers = pagerItems(current, pages).flatMap((item) => (item.kind === "page" ? [item.page] : []));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, current, pages]));
      }
    }
  });
});

describe("pageCount", () => {
  it.each([
    [0, 12, 1],
    [12, 12, 1],
    [13, 12, 2],
    [186, 12, 16],
  ])("%d rows at %d a page make %d", (total, size, pages) => expect(pageCount(total, size)).toBe(pages));
});
