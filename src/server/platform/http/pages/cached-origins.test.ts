import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCachedOrigins } from "./cached-origins.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const own = ["https://a.example", "https://b.example", "https://c.example", "https://d.example"];

test("the first four origins are cached, and no others while these are requested", () => {
  const isCached = createCachedOrigins();
  for (let minute = 0; minute < 5; minute += 1) {
    expect(own.map(isCached)).toEqual([true, true, true, true]);
    for (let i = 0; i < 100; i += 1) expect(isCached(`http://${minute}-${i}.example`)).toBe(false);
    vi.advanceTimersByTime(59_000);
  }
});

test("an origin that was not requested for a minute gives its place to another", () => {
  const isCached = createCachedOrigins();
  own.map(isCached);
  vi.advanceTimersByTime(59_000);
  for (const origin of own.slice(1)) isCached(origin);
  vi.advanceTimersByTime(2_000);
  expect(isCached("https://e.example")).toBe(true);
  expect(own.map(isCached)).toEqual([false, true, true, true]);
});
