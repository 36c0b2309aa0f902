import { afterEach, expect, it, vi } from "vitest";
import { defaultSettings, readSettings } from "./settings.ts";

const read = (stored: unknown) => {
  const getItem = () => (typeof stored === "string" ? stored : JSON.stringify(stored));
  vi.stubGlobal("window", { localStorage: { getItem } });
  return readSettings();
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it("remembers each setting", () => {
  const all = {
    repeats: null,
    pause: "before",
    pauseSeconds: 20,
    rate: 0.6,
    isSlowFirst: true,
    leadIn: 0,
    tail: 1000,
    hidden: ["translation", "reading"],
    isSpoken: true,
  };
  expect(Object.keys(all)).toEqual(Object.keys(defaultSettings));
  expect(read(all)).toEqual(all);
});

it.each([
  "",
  "{",
  "null",
  "[]",
  { repeats: 0, pause: "x", pauseSeconds: 21, rate: 2, isSlowFirst: 1, leadIn: -1, tail: 1.5, hidden: ["x"] },
  { repeats: 11, pause: null, pauseSeconds: "3", rate: null, leadIn: null, tail: 1001, hidden: "text", isSpoken: "no" },
])("takes what %j lacks from the default", (stored) => {
  expect(read(stored)).toEqual(defaultSettings);
});
