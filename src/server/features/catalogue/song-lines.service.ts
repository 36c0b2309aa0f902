/** The rules of the lines of songs: who reads them, how they are saved and published, and how the text of the lyrics follows them. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ApiError, invalidField } from "#contract/errors.ts";
import { type LineDocument, lineOutOfOrder, maxLyrics } from "#contract/lyrics/document.ts";
import {
  type ReadFormat,
  type ReadLyrics,
  readLyrics,
  type WrittenFormat,
  writeLyrics,
} from "#contract/lyrics/formats.ts";
import { linesOfText, lyricsOfLines } from "#contract/lyrics/lyrics-text.ts";
import type { EditedLines, PublishedLines } from "#contract/song-lines.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Download } from "#server/platform/http/router.ts";
import { staleError, withCurrent } from "#server/platform/record-version.ts";
import { fileNameOf } from "#server/platform/text.ts";
import { carryLines } from "./carry-lines.ts";
import { songChanges } from "./catalogue-trail.ts";
import type { ReadingTask, ReadLine } from "./readings/reading-task.ts";
import { suggestReadings } from "./readings/suggest-readings.ts";
import { isUnlocked, scopeOf } from "./song-access.ts";
import { type SongLinesRow, songLinesRepository, storedDocument } from "./song-lines.repository.ts";
import { type SongRow, type SongWithCategories, songRepository } from "./songs.repository.ts";

export { storedDocument };

const missing = "Không tìm thấy bài hát";
/** Drafts are saved while they are edited: the trail names the first save of a person in this time. */
const quietTrailMs = 60 * 60_000;

type Deps = Pick<Database, "db" | "commit" | "dialect"> & {
  /** Called in the transaction that publishes lines of a song. */
  onPublished?: (tx: Tx, id: number, document: LineDocument) => Promise<void>;
};
type Song = Pick<SongRow, "lyrics">;
/** A save of lines, and the version that it was made in. */
export interface LinesSave {
  document: LineDocument;
  version?: string | undefined;
}

export type SongLines = ReturnType<typeof createSongLines>;

export function createSongLines({ db, commit, dialect, onPublished = async () => {} }: Deps) {
  const stateOf = async (from: Db, id: number) => {
    const song = await findOrThrow(songRepository(from, dialect).find(id, "all"), missing);
    return { song, row: await songLinesRepository(from, dialect).find(id) };
  };

  const read = async (id: number) => {
    const { song, row } = await stateOf(db, id);
    return edited(song, row);
  };

  /** Runs a change of a song's lines, unless it was made in an older version. */
  function change(
    caller: AdminCaller,
    id: number,
    seen: string | undefined,
    task: (tx: Tx, song: SongWithCategories, row: SongLinesRow | undefined) => Promise<void>,
  ): Promise<EditedLines> {
    const save = async (tx: Tx) => {
      const { song, row } = await stateOf(tx, id);
      await assertSeen(tx, caller, seen, song, row);
      await task(tx, song, row);
      const after = await stateOf(tx, id);
      return edited(after.song, after.row);
    };
    return withCurrent(
      () => read(id),
      () => commit({ lock: "catalogue" }, save),
    );
  }

  return {
    /** Returns the published lines as the caller may read them: those of a Premium song as its lyrics. */
    async published(caller: Caller, id: number, scope = scopeOf(caller)): Promise<PublishedLines> {
      const found = await findOrThrow(songLinesRepository(db, dialect).published(id, scope), missing);
      const { published, published_number } = found;
      if (published === null || !isUnlocked(found, caller)) return { number: null, document: null };
      return { number: published_number, document: storedDocument(published) };
    },

    /** Tells of the times of a song's published lines, whoever may read them. */
    timing: (id: number) => songLinesRepository(db, dialect).timing(id),

    edited: (id: number): Promise<EditedLines> => read(id),

    saveDraft: (caller: AdminCaller, id: number, { document, version }: LinesSave): Promise<EditedLines> =>
      change(caller, id, version, async (tx, song, row) => {
        const draft = JSON.stringify(document);
        if (draft === row?.draft) return;
        const now = new Date();
        await songLinesRepository(tx, dialect).save(id, { draft, draft_by: caller.name, draft_at: now.toISOString() });
        const isGoingOn =
          row?.draft != null &&
          row.draft_by === caller.name &&
          now.getTime() - Date.parse(row.draft_at ?? "") < quietTrailMs;
        if (!isGoingOn) await trail(tx, caller, song, "lưu nháp lời theo dòng");
      }),

    discardDraft: (caller: AdminCaller, id: number, version: string | undefined): Promise<EditedLines> =>
      change(caller, id, version, async (tx, song, row) => {
        if (row?.draft == null) return;
        const draft_at = new Date().toISOString();
        await songLinesRepository(tx, dialect).save(id, { draft: null, draft_by: caller.name, draft_at });
        await trail(tx, caller, song, "bỏ bản nháp lời theo dòng");
      }),

    /** Publishes lines, which the draft gives way to, and writes the lyrics anew. */
    publish: (caller: AdminCaller, id: number, { document, version }: LinesSave): Promise<EditedLines> =>
      change(caller, id, version, async (tx, song, row) => {
        const lyrics = publishedText(document);
        const published = JSON.stringify(document);
        const lines = songLinesRepository(tx, dialect);
        if (row?.draft != null) await lines.save(id, { draft: null });
        if (published === row?.published && lyrics === song.lyrics) return;
        const number = await savePublished(tx, id, row, published, caller.name);
        await songRepository(tx, dialect).update(song, { lyrics });
        await trail(tx, caller, song, `phát hành lời theo dòng, bản ${number}`, { ...song, lyrics });
      }),

    /** Takes lines off the site; they go on as the draft, unless there is one. The lyrics stay. */
    unpublish: (caller: AdminCaller, id: number, version: string | undefined): Promise<EditedLines> =>
      change(caller, id, version, async (tx, song, row) => {
        if (row?.published == null) return;
        await keepAsDraft(tx, id, row, caller.name);
        await trail(tx, caller, song, "thôi phát hành lời theo dòng");
      }),

    async export(id: number, format: WrittenFormat): Promise<Download> {
      const { song, row } = await stateOf(db, id);
      const { document } = edited(song, row);
      const extension = format === "a2" ? "lrc" : format;
      const text = writeLyrics(document, format, song);
      return { fileName: `${fileNameOf(song.title)}.${extension}`, content: Readable.from([Buffer.from(text)]) };
    },

    /** Reads lyrics that were pasted, or of a file, and saves nothing. @throws ApiError `invalid` for a format with times that is not read. */
    async read(id: number, text: string): Promise<ReadLyrics & { format: ReadFormat }> {
      await stateOf(db, id);
      const { format, ...read } = readLyrics(text);
      if (format === "unread") throw invalidField("text", read.oddities[0]?.message ?? "");
      return { format, ...read };
    },

    /** Suggests readings for lines as they are edited, and saves nothing. @throws ApiError `unavailable` */
    async suggestReadings(id: number, task: ReadingTask): Promise<{ lines: ReadLine[] }> {
      await stateOf(db, id);
      return { lines: await suggestReadings(task) };
    },

    /** Keeps the lines of a new song as its draft, in the transaction that makes it; beside lyrics that say something else it is outdated. */
    async startDraft(tx: Tx, id: number, lines: LineDocument, lyrics: string | null, by: string): Promise<void> {
      const now = Date.now();
      const draft = { draft: JSON.stringify(lines), draft_by: by, draft_at: new Date(now).toISOString() };
      const changed = { published_by: by, published_at: new Date(now + 1).toISOString() };
      const isOfLyrics = lyrics === null || isTextOf(lines, lyrics);
      await songLinesRepository(tx, dialect).save(id, isOfLyrics ? draft : { ...draft, ...changed });
    },

    /** Publishes the lines of a new song, in the transaction that makes it with their text as its lyrics. */
    async startPublished(tx: Tx, id: number, document: LineDocument): Promise<void> {
      await savePublished(tx, id, undefined, JSON.stringify(document), "Hệ thống");
    },

    /**
     * Lets published lines follow a change of the lyrics, in its transaction. Without lyrics there are no lines; they go on as a draft.
     * Without published lines a draft of the lyrics before follows too; one of another text stays, and is outdated.
     * @throws ApiError `invalid` for lyrics that do not fit into published lines.
     */
    async followLyrics(
      tx: Tx,
      id: number,
      { before, lyrics }: { before: string | null; lyrics: string | null },
      by: string,
    ): Promise<void> {
      const row = await songLinesRepository(tx, dialect).find(id);
      if (row?.published == null) {
        if (row?.draft != null && lyrics !== null) await followInDraft(tx, id, row.draft, { before, lyrics }, by);
        return;
      }
      if (lyrics === null) return keepAsDraft(tx, id, row, by);
      const document = carried(storedDocument(row.published), lyrics);
      if (!document) throw invalidField("lyrics", unfit);
      const published = JSON.stringify(document);
      if (published !== row.published) await savePublished(tx, id, row, published, by);
    },
  };

  /** @returns the number of the publication */
  async function savePublished(tx: Tx, id: number, row: SongLinesRow | undefined, published: string, by: string) {
    const published_number = (row?.published_number ?? 0) + 1;
    const published_at = new Date().toISOString();
    await songLinesRepository(tx, dialect).save(id, { published, published_number, published_by: by, published_at });
    await onPublished(tx, id, storedDocument(published));
    return published_number;
  }

  async function followInDraft(
    tx: Tx,
    id: number,
    draft: string,
    { before, lyrics }: { before: string | null; lyrics: string },
    by: string,
  ): Promise<void> {
    const lines = songLinesRepository(tx, dialect);
    const document = storedDocument(draft);
    const followed = before !== null && isTextOf(document, before) ? carried(document, lyrics) : undefined;
    const now = new Date().toISOString();
    if (followed) await lines.save(id, { draft: JSON.stringify(followed), draft_by: by, draft_at: now });
    else await lines.save(id, { published_by: by, published_at: now });
  }

  async function keepAsDraft(tx: Tx, id: number, row: SongLinesRow, by: string): Promise<void> {
    const now = new Date().toISOString();
    await songLinesRepository(tx, dialect).save(id, {
      published: null,
      published_by: by,
      // A draft that was newer is no older than what is taken off.
      published_at: row.draft === null || isOutdated(row) ? now : row.draft_at,
      ...(row.draft === null && { draft: row.published, draft_by: by, draft_at: now }),
    });
  }
}

/** Returns lines with the text of lyrics; undefined where it does not fit. */
function carried(lines: LineDocument, lyrics: string): LineDocument | undefined {
  const { document, oddities } = carryLines(lines, lyrics);
  return oddities.length > 0 ? undefined : document;
}

/** Whether lyrics are what lines say. */
const isTextOf = (lines: LineDocument, lyrics: string) =>
  JSON.stringify(carried(lines, lyrics)) === JSON.stringify(lines);

/** Whether lines or lyrics of the song were changed after its draft was saved. */
const isOutdated = ({ published_at, draft_at }: SongLinesRow) => (published_at ?? "") > (draft_at ?? "");

const unfit =
  "Bài này có lời theo dòng: mỗi dòng tối đa 500 ký tự, cả bài tối đa 2000 dòng. Hãy rút gọn, hoặc thôi phát hành lời theo dòng trước";

/** Returns the text of lines that may be published. @throws ApiError `invalid` */
function publishedText(document: LineDocument): string {
  if (document.lines.length === 0) throw invalidField("document", "Chưa có dòng nào để phát hành");
  const place = lineOutOfOrder(document);
  if (place !== undefined) {
    const message = `Dòng ${place + 1} bắt đầu trước dòng đứng trên nó`;
    throw new ApiError("invalid", message, [{ field: `document.lines.${place}.start_ms`, message }]);
  }
  const text = lyricsOfLines(document);
  if (text === undefined) throw invalidField("document", `Lời bài hát không được dài quá ${maxLyrics} ký tự`);
  return text;
}

function edited(song: Song, row: SongLinesRow | undefined): EditedLines {
  const { draft = null, published = null } = row ?? {};
  const stored = draft ?? published;
  const { document, oddities } =
    stored === null ? linesOfText(song.lyrics ?? "") : { document: storedDocument(stored), oddities: [] };
  return {
    source: draft !== null ? "draft" : published !== null ? "published" : "text",
    document,
    oddities,
    draft:
      row?.draft == null
        ? null
        : {
            by: row.draft_by ?? "",
            at: row.draft_at ?? "",
            is_outdated: isOutdated(row),
          },
    published:
      row?.published == null
        ? null
        : { by: row.published_by ?? "", at: row.published_at ?? "", number: row.published_number },
    version: versionOfLines(song, row),
  };
}

/** Returns the version of what is edited: another one with another draft, other published lines, or another text to split. */
function versionOfLines({ lyrics }: Song, row: SongLinesRow | undefined): string {
  const { draft = null, published = null } = row ?? {};
  return createHash("sha256")
    .update(JSON.stringify([draft, published, lyrics]))
    .digest("base64url")
    .slice(0, 16);
}

/** Refuses a change of an older version, with the name of the person who changed the lines last. @throws ApiError `conflict` */
async function assertSeen(
  tx: Tx,
  caller: AdminCaller,
  seen: string | undefined,
  song: SongWithCategories,
  row: SongLinesRow | undefined,
): Promise<void> {
  const version = versionOfLines(song, row);
  if (!row) return assertVersion(tx, caller, seen, version, "song", { id: song.id, name: song.title });
  if (seen === undefined || seen === version) return;
  const last = (row.published_at ?? "") >= (row.draft_at ?? "") ? row.published_by : row.draft_by;
  const name = last === null || last === caller.name ? undefined : last;
  throw staleError(`${name ? `${name} đã sửa` : "Lời đã được sửa"} sau khi bạn mở, nên chưa lưu gì`, name);
}

async function trail(
  tx: Tx,
  caller: AdminCaller,
  song: SongWithCategories,
  detail: string,
  after = song,
): Promise<void> {
  const subject = { id: song.id, name: song.title };
  await recordAudit(tx, caller, {
    action: "update",
    entity: "song",
    ...subject,
    details: [detail],
    changes: await songChanges(tx, song, after),
  });
}
