/** The document of a song's lines while it is edited: its changes, its history, and its saving. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { EditedLines } from "#contract/song-lines.ts";
import { readStored, writeStored } from "../../../../lib/storage.ts";
import { useSend } from "../../../../resource/data/queries.ts";
import { useLeaveGuard } from "../../../../resource/form/leave-guard.tsx";
import { createDraftSaver, isSame, keptLines, withoutBlank } from "./draft-saver.ts";
import { type Edit, type Editing, edit, startEditing } from "./edit-lines.ts";

const texts = { fallback: "Chưa lưu được lời, bạn thử lại nhé", unreachable: "Không nối được với máy chủ" };
const saveTimeout = 30_000;

export type LinesEditing = ReturnType<typeof useLinesEditing>;

/** @param opened what was read; what others save meanwhile is shown when a change meets it */
export function useLinesEditing(id: number, opened: EditedLines) {
  const client = useQueryClient();
  const send = useSend([]);
  const [start] = useState(() => startOf(id, opened));
  const [editing, setEditing] = useState(() => startEditing(start.document));
  const latest = useRef(editing);

  const [saver] = useState(() =>
    createDraftSaver({
      opened: start.isStale ? { ...opened, version: start.version } : opened,
      document: start.document,
      send: async (document, version) => {
        const input = { params: { id }, body: { document, version } };
        return (await send("PUT /api/songs/{id}/lines/draft", input, { timeout: saveTimeout, ...texts })).data;
      },
      keep: keeperOf(id, start.kept),
      onSaved: (reply) =>
        client.setQueryData(["GET /api/songs/{id}/lines/draft", { params: { id } }], (cached: object | undefined) => ({
          ...cached,
          data: reply,
        })),
    }),
  );
  const draft = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState);

  useEffect(() => {
    saver.start();
    const keep = () => saver.keepNow();
    const retry = () => {
      if (saver.getState().status === "failed") void saver.saveNow();
    };
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      window.removeEventListener("online", retry);
      saver.stop();
    };
  }, [saver]);
  useLeaveGuard(!draft.isKept && draft.status !== "saved");

  const show = useCallback((next: Editing) => {
    latest.current = next;
    setEditing(next);
    return next;
  }, []);

  return {
    editing,
    draft,
    saver,
    /** Whether the device had kept something that was not saved when the editor was left. */
    isRecovered: start.isRecovered,
    /** Does a change, also several in a row before the next render. Returns what there is then. */
    change: useCallback(
      (change: Edit): Editing => {
        const next = show(edit(latest.current, change));
        saver.change(next.document);
        return next;
      },
      [saver, show],
    ),
    /** Goes on with what somebody else has saved, without a way back. */
    takeTheirs(theirs: EditedLines): void {
      show(startEditing(theirs.document));
      saver.take(theirs);
    },
  };
}

/** Returns what is edited: what the device has kept of an earlier time, else what was read. */
function startOf(id: number, opened: EditedLines) {
  const stored = readStored(keyOf(id));
  const kept = keptLines(stored);
  if (!kept || isSame(withoutBlank(kept.document), opened.document)) {
    const { document, version } = opened;
    return { document, version, kept: stored, isRecovered: false, isStale: false };
  }
  return { ...kept, kept: stored, isRecovered: true, isStale: kept.version !== opened.version };
}

/**
 * Returns the way to keep a text on the device, or nothing. A text that another tab keeps is not taken away.
 * @param own what this editor keeps already
 */
function keeperOf(id: number, own: string | null): (text: string | null) => boolean {
  const key = keyOf(id);
  return (text) => {
    if (text === null && readStored(key) !== own) return true;
    writeStored(key, text);
    own = text;
    return readStored(key) === text;
  };
}

const keyOf = (id: number) => `songLines:${id}` as const;
