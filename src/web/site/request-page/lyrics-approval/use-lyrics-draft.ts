import { useEffect, useState } from "react";
import type { LyricsNote, RequestLyrics } from "#contract/request-lyrics.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

/** The customer's answer before it is sent. */
export interface LyricsDraft {
  /** The words at each line that was ever marked, so that a mark which is taken away and set again loses nothing. */
  texts: Readonly<Record<number, string>>;
  marked: readonly number[];
  text: string;
}

const noDraft: LyricsDraft = { texts: {}, marked: [], text: "" };

/** Keeps the draft about one version on this device until it is sent. */
export function useLyricsDraft({ id }: Pick<RequestLyrics, "id">) {
  // Read after hydration: the server's HTML knows no draft.
  const [draft, setDraft] = useState(noDraft);
  useEffect(() => setDraft(readDraft(id)), [id]);
  function save(changed: LyricsDraft) {
    setDraft(changed);
    const isEmpty = changed.marked.length === 0 && changed.text === "";
    writeStored(`lyricsDraft:${id}`, isEmpty ? null : JSON.stringify(changed));
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

function readDraft(id: number): LyricsDraft {
  try {
    const value: unknown = JSON.parse(readStored(`lyricsDraft:${id}`) ?? "{}");
    const { texts, marked, text } = (value ?? {}) as Record<keyof LyricsDraft, unknown>;
    const entries = Object.entries(texts ?? {}).filter(([, each]) => typeof each === "string");
    return {
      texts: Object.fromEntries(entries),
      marked: Array.isArray(marked) ? marked.filter((line): line is number => Number.isInteger(line)) : [],
      text: typeof text === "string" ? text : "",
    };
  } catch {
    return noDraft;
  }
}
