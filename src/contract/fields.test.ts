import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";
import { name, onOneLine, optionalName, optionalText, requiredText } from "./fields.ts";

describe("a name", () => {
  it.each([
    ["Lỗi\tTab\nNewline", "Lỗi Tab Newline"],
    ["  Lê\r\n\u0085Tý ", "Lê Tý"],
    ["a\u2028b\u0000c", "a b c"],
    ["Lê\u202e\u2066Tý\ufeff\u200b", "LêTý"],
    ["Nguyễn  Văn A", "Nguyễn  Văn A"],
    ["김민준 👩‍🎤 Ольга", "김민준 👩‍🎤 Ольга"],
  ])("has no control signs: %j", (given, kept) => {
    expect(name(200, "Thiếu").parse(given)).toBe(kept);
    expect(optionalName(200).parse(given)).toBe(kept);
    expect(onOneLine(given).trim()).toBe(kept);
  });

  it("is missing when it has nothing else", () => {
    expect(
      name(200, "Thiếu")
        .safeParse("\t\n\u202e")
        .error?.issues.map(({ message }) => message),
    ).toEqual(["Thiếu"]);
    expect(optionalName(200).parse("\u0000")).toBeNull();
  });

  it("is no text, which keeps its lines", () => {
    expect(requiredText(200, "Thiếu").parse("a\n\tb")).toBe("a\n\tb");
    expect(optionalText(200).parse("a\nb")).toBe("a\nb");
  });
});

/** Names of fields that stand in one line of lists, mails, files and receipts. */
const names = /(^|_)(name|title|artist|holder)$/;

const fields = Object.entries(api).flatMap(([key, endpoint]) => {
  const shape = ((endpoint as Endpoint).body as z.ZodObject | undefined)?.shape ?? {};
  return Object.entries(shape)
    .filter(([field]) => names.test(field))
    .map(([field, schema]) => [`${field} of ${key}`, schema as z.ZodType] as const);
});

describe("the names in the bodies of all endpoints", () => {
  it("are found", () => expect(fields.length).toBeGreaterThan(25));

  it.each(fields)("%s has no control signs", (_field, schema) => {
    const { data = "" } = schema.safeParse("abc\tdef\nghi");
    expect(data).not.toMatch(/\p{Cc}/u);
  });
});
