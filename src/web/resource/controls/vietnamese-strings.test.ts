import { dictionary } from "react-aria-components/i18n";
import { describe, expect, it } from "vitest";
import { type VietnameseString, vietnameseStrings } from "./vietnamese-strings.ts";

/** By package and key; the type of React Aria's dictionary knows no packages. */
const english = dictionary.getStringsForLocale("en-US") as unknown as Record<string, Record<string, unknown>>;

/** Names as `package key`. */
const keysOf = (strings: Record<string, object>) =>
  Object.entries(strings).flatMap(([name, keys]) => Object.keys(keys).map((key) => `${name} ${key}`));

const formatter = {
  plural: (_count: number, options: { other: () => string }) => options.other(),
  number: String,
  select: (options: { true: string | (() => string) }) =>
    typeof options.true === "string" ? options.true : options.true(),
};

/** The variables that a string reads when every condition is true. */
function variablesOf(string: unknown): string[] {
  if (typeof string !== "function") return [];
  const names = new Set<string>();
  const variables = new Proxy({}, { get: (_target, name) => (names.add(String(name)), "1") });
  string(variables, formatter);
  return [...names].toSorted();
}

const vietnamese = (name: string, key: string): VietnameseString | undefined => vietnameseStrings[name]?.[key];
const format = (name: string, key: string, variables: Record<string, string | number | boolean>) => {
  const string = vietnamese(name, key);
  return typeof string === "function" ? string(variables) : string;
};

describe("the Vietnamese strings of React Aria", () => {
  it("have the packages and keys of React Aria's English ones", () => {
    const keys = keysOf(english);
    expect(keys.length).toBeGreaterThan(100);
    expect(keysOf(vietnameseStrings).toSorted()).toEqual(keys.toSorted());
  });

  it("have the variables of the English ones", () => {
    const names = Object.entries(english).flatMap(([name, keys]) =>
      Object.entries(keys).map(([key, string]) => ({ name, key, variables: variablesOf(string) })),
    );
    expect(names.map(({ name, key }) => ({ name, key, variables: variablesOf(vietnamese(name, key)) }))).toEqual(names);
  });

  it("are never empty", () => {
    const texts = Object.values(vietnameseStrings).flatMap((keys) => Object.values(keys));
    expect(texts.filter((text) => text === "")).toEqual([]);
  });

  it("write counts in the Vietnamese way", () => {
    expect(format("@react-aria/grid", "selectedCount", { count: 1234 })).toBe("Đã chọn 1.234 mục.");
    expect(format("@react-aria/grid", "selectedCount", { count: 0 })).toBe("Chưa chọn mục nào.");
    expect(format("@react-aria/combobox", "countAnnouncement", { optionCount: 0 })).toBe("Không có lựa chọn nào.");
    expect(format("@react-aria/combobox", "countAnnouncement", { optionCount: 1 })).toBe("Có 1 lựa chọn.");
  });

  it("announce an option, with its group when that changes and with its selection", () => {
    const option = {
      optionText: "Mùa hạ",
      groupTitle: "Bài hát",
      groupCount: 3,
      isGroupChange: false,
      isSelected: false,
    };
    const announce = (change: Partial<typeof option>) =>
      format("@react-aria/combobox", "focusAnnouncement", { ...option, ...change });
    expect(announce({})).toBe("Mùa hạ");
    expect(announce({ isSelected: true })).toBe("Mùa hạ, đã chọn");
    expect(announce({ isGroupChange: true })).toBe("Đã vào nhóm Bài hát, có 3 lựa chọn. Mùa hạ");
  });
});
