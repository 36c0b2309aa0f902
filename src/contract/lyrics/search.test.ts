import { expect, test } from "vitest";
import { lyricsHit, searchedWords } from "./search.ts";

test.each([
  ["mai ton", "Mưa trên mái tôn", "mái tôn"],
  ["mai ton", "Mưa trên ma\u200b\u0301i\u00ad tôn", "ma\u200b\u0301i\u00ad tôn"],
  ["dong song", "Bên \u00f0òng sông", "\u00f0òng sông"],
])("finds %j in %j", (search, lyrics, found) => {
  expect(lyricsHit(searchedWords(search) ?? "", lyrics, null)?.found).toBe(found);
});
