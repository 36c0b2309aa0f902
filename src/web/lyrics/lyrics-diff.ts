/** The differences between two versions of lyrics: whole lines, and the words of a line that is another one's successor. */

export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** A line; one that changed has parts of several kinds. */
export type DiffLine = readonly DiffPart[];

/** Products of lengths beyond which no words are compared: a line of a few hundred words is no line of a song. */
const maxWork = 60_000;
/** Share of the words that two lines have in common at least, for one to be the other's successor. */
const likeness = 0.4;

/** Returns the lines of both versions, in their order. */
export function diffLyrics(before: string, after: string): DiffLine[] {
  const [from, to] = [before.split("\n"), after.split("\n")];
  const lines: DiffLine[] = [];
  for (const { removed, added, same } of runs(from, to)) {
    lines.push(...changedLines(removed, added));
    if (same !== undefined) lines.push([{ kind: "same", text: same }]);
  }
  return lines;
}

/** Returns whether a line differs in any way. */
export const isChanged = (line: DiffLine): boolean => line.some(({ kind }) => kind !== "same");

/** Pairs each removed line with the next added one that is like it, in their order. */
function changedLines(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let next = 0;
  for (const line of removed) {
    const found = added.findIndex((other, index) => index >= next && isLike(line, other));
    if (found === -1) {
      lines.push([{ kind: "removed", text: line }]);
      continue;
    }
    for (const text of added.slice(next, found)) lines.push([{ kind: "added", text }]);
    lines.push(diffWords(line, added[found] ?? ""));
    next = found + 1;
  }
  for (const text of added.slice(next)) lines.push([{ kind: "added", text }]);
  return lines;
}

const wordsOf = (line: string) => line.split(/(?<=\s)(?=\S)/).filter((word) => word !== "");

function isLike(a: string, b: string): boolean {
  const [from, to] = [wordsOf(a), wordsOf(b)];
  if (from.length * to.length === 0 || from.length * to.length > maxWork) return false;
  const common = runs(from, to).filter(({ same }) => same !== undefined).length;
  return common >= likeness * Math.max(from.length, to.length);
}

function diffWords(before: string, after: string): DiffLine {
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], words: readonly string[]) => {
    if (words.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += words.join("");
    else parts.push({ kind, text: words.join("") });
  };
  for (const { removed, added, same } of runs(wordsOf(before), wordsOf(after))) {
    add("removed", removed);
    add("added", added);
    if (same !== undefined) add("same", [same]);
  }
  return parts;
}

/** The items of the first list alone, those of the second alone, and the one that follows in both; undefined at the end. */
interface Run {
  removed: string[];
  added: string[];
  same: string | undefined;
}

/** Splits two lists at the elements of their longest common subsequence. Ends of words and lines count for nothing. */
function runs(from: readonly string[], to: readonly string[]): Run[] {
  const [a, b] = [from.map((each) => each.trim()), to.map((each) => each.trim())];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      (lengths[i] as Uint16Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: Run[] = [];
  let run: Run = { removed: [], added: [], same: undefined };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push({ ...run, same: to[j] });
      run = { removed: [], added: [], same: undefined };
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      run.removed.push(from[i] ?? "");
      i += 1;
    } else {
      run.added.push(to[j] ?? "");
      j += 1;
    }
  }
  return [...found, run];
}
