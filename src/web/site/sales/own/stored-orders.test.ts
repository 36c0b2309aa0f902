import { afterEach, expect, test, vi } from "vitest";
import { storedOrders } from "./stored-orders.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  "[",
  "{}",
  '[{"page_token":1},null]',
  '[{"page_token":"a","code":"HR1"}]',
])("there are no orders when the storage holds %s", (text) => {
  vi.stubGlobal("window", { localStorage: { getItem: () => text } });
  expect(storedOrders()).toEqual([]);
});
