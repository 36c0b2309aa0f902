import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageStores, PageStoresProvider, storeOf, usePageStore } from "./page-stores.tsx";

const createNumbers = (): number[] => [];

/** Adds a number to the page's store. Returns all of them as text. */
function Numbers({ add }: { add: number }): string {
  const numbers = usePageStore(createNumbers);
  numbers.push(add);
  return numbers.join(",");
}

test("a page makes a store once, and another page its own", () => {
  const parts = [createElement(Numbers, { key: 1, add: 1 }), " ", createElement(Numbers, { key: 2, add: 2 })];
  const render = () => renderToStaticMarkup(createElement(PageStoresProvider, null, parts));
  expect([render(), render()]).toEqual(["1 1,2", "1 1,2"]);
});

test("code that a component has loaded gets the same store", () => {
  const stores: PageStores = new Map();
  expect(storeOf(stores, createNumbers)).toBe(storeOf(stores, createNumbers));
});

test("usePageStore throws outside its provider", () => {
  expect(() => renderToStaticMarkup(createElement(Numbers, { add: 1 }))).toThrow(
    "usePageStores must be used within a PageStoresProvider",
  );
});
