/** A glossary as a text with tabs between word, reading, meaning and note, as spreadsheets and Anki write it. */
import { type GlossaryEntry, maxGlossary, maxGlossaryText, maxShortText } from "./document.ts";
import { glossaryKey } from "./glossary.ts";
import type { Oddity } from "./lyrics-text.ts";

/** Letters of a text that is read. */
export const maxGlossaryFile = 1_000_000;
const maxOddities = 100;
/** Letters of a line that are looked at. */
const maxRow = 4 * maxGlossaryText;
const limits = [maxShortText, maxShortText, maxGlossaryText, maxGlossaryText] as const;
const headings = new Set(["từ", "từ vựng", "word", "front", "term"]);
/** Without tabs: what people type between a word and its meaning. */
const otherSeparators = /\s*[;|]\s*|\s+[-–—=]\s+|\s*:\s+/;

/** Returns the words of a text, of two columns word and meaning; what is odd is named with its line. */
export function readGlossary(text: string): { entries: GlossaryEntry[]; oddities: Oddity[] } {
  const found = new Map<string, { entry: GlossaryEntry; line: number }>();
  const oddities: Oddity[] = [];
  const note = (line: number, message: string) => {
    if (oddities.length < maxOddities) oddities.push({ line, message });
  };
  const rows = text.replace(/^\ufeff/, "").split(/\r\n|[\r\n]/);
  for (const [place, row] of rows.entries()) {
    const line = place + 1;
    // Anki begins its own settings so.
    if (row.trim() === "" || row.startsWith("#")) continue;
    const cells = cellsOf(row.slice(0, maxRow));
    if (found.size === 0 && cells.length > 1 && headings.has(glossaryKey(cells[0] ?? "")) && !row.startsWith('"'))
      continue;
    if (cells.length === 1) note(line, "Không có dấu Tab giữa từ và nghĩa");
    else if (cells[0] === "") note(line, "Thiếu từ");
    else {
      const entry = entryOf(cells, () => note(line, "Có ô dài quá nên đã được cắt"));
      const key = glossaryKey(entry.word);
      const before = found.get(key);
      if (before) note(line, `“${entry.word}” đã có ở dòng ${before.line}, lấy dòng này`);
      else if (found.size === maxGlossary) {
        note(line, `Chỉ đọc ${maxGlossary} từ đầu`);
        break;
      }
      found.set(key, { entry, line });
    }
  }
  return { entries: [...found.values()].map(({ entry }) => entry), oddities };
}

function cellsOf(row: string): string[] {
  const cells = row.includes("\t") ? row.split("\t") : row.split(otherSeparators);
  return cells.map((cell) => {
    const text = cell.trim();
    const quoted = /^"(.*)"$/s.exec(text)?.[1];
    return (quoted?.replaceAll('""', '"') ?? text)
      .replace(/[^\P{Cc}\s]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
      .toWellFormed()
      .normalize("NFC");
  });
}

function entryOf(cells: readonly string[], onCut: () => void): GlossaryEntry {
  const [word = "", ...rest] = cells;
  const [reading = "", meaning = "", ...notes] = rest.length === 1 ? ["", ...rest] : rest;
  const texts = [word, reading, meaning, notes.filter((note) => note !== "").join(" ")].map((text, column) => {
    const max = limits[column] ?? 0;
    if (text.length <= max) return text || null;
    onCut();
    return text
      .slice(0, max)
      .toWellFormed()
      .replace(/\ufffd$/, "")
      .trim();
  });
  return { word: texts[0] ?? "", reading: texts[1] ?? null, meaning: texts[2] ?? null, note: texts[3] ?? null };
}

/** Returns the text that {@link readGlossary} reads as the same words. */
export function writeGlossary(glossary: readonly GlossaryEntry[]): string {
  return glossary
    .map(({ word, reading, meaning, note }) => `${[word, reading, meaning, note].map(writtenCell).join("\t")}\n`)
    .join("");
}

function writtenCell(text: string | null): string {
  if (text === null) return "";
  return /^[#"]/.test(text) || headings.has(glossaryKey(text)) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a glossary with words that were read: new ones behind, known ones with what was read of them. Words over the limit are left out. */
export function withEntries(
  glossary: readonly GlossaryEntry[],
  entries: readonly GlossaryEntry[],
): { glossary: GlossaryEntry[]; added: number; changed: number; left: number } {
  const merged = new Map(glossary.map((entry) => [glossaryKey(entry.word), entry]));
  const counts = { added: 0, changed: 0, left: 0 };
  for (const entry of entries) {
    const key = glossaryKey(entry.word);
    const before = merged.get(key);
    if (before) {
      const { reading, meaning, note } = entry;
      const after = {
        ...before,
        reading: reading ?? before.reading,
        meaning: meaning ?? before.meaning,
        note: note ?? before.note,
      };
      if (JSON.stringify(after) !== JSON.stringify(before)) counts.changed++;
      merged.set(key, after);
    } else if (merged.size < maxGlossary) {
      merged.set(key, entry);
      counts.added++;
    } else counts.left++;
  }
  return { glossary: [...merged.values()], ...counts };
}
