import { useEffect, useState } from "react";
import { linesOfLyrics } from "#contract/lyrics-rules.ts";
import type { LyricsNote, RequestLyrics } from "#contract/request-lyrics.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

/** The customer's answer before it is sent. */
export interface LyricsDraft {
  /** The words at each line that was ever marked, so that a mark which is taken away and set again loses nothing. */
  texts: Readonly<Record<number, string>>;
  marked: readonly number[];
  text: string;
  /** Words at marked lines of earlier versions that this one does not have. */
  lost: readonly LostNote[];
}

export interface LostNote {
  line: string;
  text: string;
}

interface StoredDraft extends LyricsDraft {
  /** The lines that have words or a mark, as the version had them. */
  lines: Readonly<Record<number, string>>;
}

const noDraft: StoredDraft = { texts: {}, marked: [], text: "", lost: [], lines: {} };

/** Keeps the draft about the lyrics of a request on this device until it is sent, and carries it over into a new version. */
export function useLyricsDraft(requestId: number, { text: lyrics }: Pick<RequestLyrics, "text">) {
  // Read after hydration: the server's HTML knows no draft.
  const [stored, setStored] = useState(noDraft);
  useEffect(() => setStored(readDraft(requestId)), [requestId]);
  const lines = linesOfLyrics(lyrics);
  const draft: LyricsDraft = carriedOver(stored, lines);
  function save({ texts, marked, text, lost }: LyricsDraft) {
    const noted = [...Object.keys(texts).map(Number), ...marked];
    const changed = { texts, marked, text, lost, lines: Object.fromEntries(noted.map((at) => [at, lines[at] ?? ""])) };
    setStored(changed);
    const isEmpty = marked.length === 0 && text === "" && lost.length === 0;
    writeStored(`lyricsRemarks:${requestId}`, isEmpty ? null : JSON.stringify(changed));
  }
  return {
    draft,
    save,
    forget: () => save(noDraft),
    toggle(line: number) {
      const marked = draft.marked.includes(line)
        ? draft.marked.filter((each) => each !== line)
        : [...draft.marked, line];
      save({ ...draft, marked });
    },
  };
}

/** Returns the marked lines with their texts, as they are sent. */
export function notesOf({ marked, texts }: LyricsDraft): LyricsNote[] {
  return marked.map((line) => ({ line, text: texts[line]?.trim() || null }));
}

/** Returns words at a line as people write them. */
export const noteText = ({ line, text }: LostNote) => (text === "" ? `“${line}”` : `“${line}”: ${text}`);

/** Returns what was written about the lyrics of a request and not sent; empty for nothing. */
export function unsentRemarks(requestId: number): string {
  const { texts, marked, text, lost, lines } = readDraft(requestId);
  const notes = marked
    .toSorted((a, b) => a - b)
    .map((at) => ({ line: lines[at] ?? "", text: texts[at]?.trim() ?? "" }));
  return [...[...notes, ...lost].map(noteText), text.trim()].filter((each) => each !== "").join("\n");
}

export function forgetRemarks(requestId: number): void {
  writeStored(`lyricsRemarks:${requestId}`, null);
}

/** Returns the draft with each note at the line that it was written at, wherever the version has it. */
function carriedOver(draft: StoredDraft, lines: readonly string[]): LyricsDraft {
  const noted = Object.entries(draft.lines).map(([at, line]) => ({ at: Number(at), line }));
  if (noted.every(({ at, line }) => lines[at] === line)) return draft;
  const texts: Record<number, string> = {};
  const marked: number[] = [];
  const lost = [...draft.lost];
  const taken = new Set<number>();
  for (const { at, line } of noted) {
    const text = draft.texts[at] ?? "";
    const isMarked = draft.marked.includes(at);
    const place = nearest(
      at,
      [...lines.keys()].filter((each) => lines[each] === line && !taken.has(each)),
    );
    if (place === undefined) {
      const isKnown = lost.some((each) => each.line === line && each.text === text.trim());
      if (isMarked && text.trim() !== "" && !isKnown) lost.push({ line, text: text.trim() });
      continue;
    }
    taken.add(place);
    texts[place] = text;
    if (isMarked) marked.push(place);
  }
  return { texts, marked, text: draft.text, lost };
}

const nearest = (at: number, places: readonly number[]): number | undefined =>
  places.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];

function readDraft(requestId: number): StoredDraft {
  try {
    const value: unknown = JSON.parse(readStored(`lyricsRemarks:${requestId}`) ?? "{}");
    const { texts, marked, text, lost, lines } = (value ?? {}) as Record<keyof StoredDraft, unknown>;
    return {
      texts: textsOf(texts),
      marked: Array.isArray(marked) ? marked.filter((line): line is number => Number.isInteger(line)) : [],
      text: typeof text === "string" ? text : "",
      lost: Array.isArray(lost) ? lost.filter(isLostNote) : [],
      lines: textsOf(lines),
    };
  } catch {
    return noDraft;
  }
}

const textsOf = (value: unknown): Record<number, string> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, each]) => typeof each === "string"));

function isLostNote(value: unknown): value is LostNote {
  const { line, text } = (value ?? {}) as Partial<Record<keyof LostNote, unknown>>;
  return typeof line === "string" && typeof text === "string";
}
