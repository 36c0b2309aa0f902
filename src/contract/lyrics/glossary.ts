/** The glossary of a song: words with their reading, meaning and note, found however they are written. */
import type { GlossaryEntry, LineDocument } from "./document.ts";

/** Returns what two spellings of one word have in common. */
export const glossaryKey = (word: string): string => word.normalize("NFC").trim().toLowerCase();

const indexes = new WeakMap<readonly GlossaryEntry[], ReadonlyMap<string, GlossaryEntry>>();

/** Returns the entry of a word of the song; undefined when the glossary lacks it. */
export function glossaryEntryOf(
  { glossary }: Pick<LineDocument, "glossary">,
  wordText: string,
): GlossaryEntry | undefined {
  let index = indexes.get(glossary);
  if (!index) {
    index = new Map(glossary.toReversed().map((entry) => [glossaryKey(entry.word), entry]));
    indexes.set(glossary, index);
  }
  return index.get(glossaryKey(wordText));
}
