import { expect, it } from "vitest";
import type { GlossaryEntry } from "./document.ts";
import { glossaryEntryOf } from "./glossary.ts";

const entry = (word: string, meaning: string): GlossaryEntry => ({ word, reading: null, meaning, note: null });
const glossary = [entry("Café", "quán cà phê"), entry("雨", "mưa"), entry("CAFÉ", "một chữ nữa")];

it("finds a word in any case and any composition of its marks", () => {
  for (const word of ["café", "CAFÉ", "cafe\u0301", " Café "]) {
    expect(glossaryEntryOf({ glossary }, word)).toBe(glossary[0]);
  }
  expect(glossaryEntryOf({ glossary }, "雨")?.meaning).toBe("mưa");
});

it("takes no other word for it", () => {
  for (const word of ["cafe", "雨の", ""]) expect(glossaryEntryOf({ glossary }, word)).toBeUndefined();
  expect(glossaryEntryOf({ glossary: [] }, "雨")).toBeUndefined();
});
