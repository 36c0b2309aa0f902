/** The rules of a learner's words: one entry for each word, the lines it was met in, and what is there today. */
import { ApiError } from "#contract/errors.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import type {
  DueCounts,
  NotebookSettings,
  NotebookWord,
  WordBody,
  WordChange,
  WordCounts,
  WordListQuery,
} from "#contract/notebook.ts";
import { defaultNewWords, maxRemovedWords, maxWordLines, maxWords, meaningLength } from "#contract/notebook-rules.ts";
import type { SongLines } from "#server/features/catalogue/song-lines.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import {
  type NewLine,
  notebookRepository,
  type WordRow,
  type WordTexts,
  wordKey,
  wordSearchText,
} from "./notebook.repository.ts";
import { presentWord } from "./word-views.ts";

export const noWord = "Không tìm thấy từ này trong sổ";
const dayMs = 24 * 3600_000;
/** A line without an end lasts until the next one, and the last one this long. Milliseconds, as karaoke shows it. */
const openLineMs = 6000;

export interface WordsDeps {
  database: Pick<Database, "db" | "commit">;
  lines: Pick<SongLines, "published">;
  songs: Pick<SongReading, "get">;
  /** Returns milliseconds. */
  now?: () => number;
}

/** All changes of a user's notebook wait for each other. */
export const notebookLock = (userId: number) => ({ lock: `notebook ${userId}` });

/** The first moments of a day in Vietnam and of the next, as ISO. @param now milliseconds */
export function dayOf(now: number): { start: string; end: string } {
  const start = startOfVietnamDay(vietnamDay(now)).getTime();
  return { start: new Date(start).toISOString(), end: new Date(start + dayMs).toISOString() };
}

/** Returns how many new words today still lets in. */
export async function newWordsLeft(db: Db, userId: number, now: number): Promise<number> {
  const repository = notebookRepository(db);
  const perDay = (await repository.newWordsPerDay(userId)) ?? defaultNewWords;
  return Math.max(0, perDay - (await repository.countBegun(userId, dayOf(now).start)));
}

/** Counts what there is to do today. @param now milliseconds */
export async function dueCounts(db: Db, userId: number, now: number): Promise<DueCounts> {
  const repository = notebookRepository(db);
  const { end } = dayOf(now);
  const words = await repository.count(userId);
  if (words === 0) return { words, learning: 0, review: 0, new: 0, later: 0, tomorrow: 0, now: 0 };
  const learning = await repository.countLearning(userId, new Date(now).toISOString());
  const today = await repository.countLearning(userId, end);
  const review = await repository.countReview(userId, end);
  const nextDay = dayOf(now + dayMs).end;
  const untilTomorrow =
    (await repository.countLearning(userId, nextDay)) + (await repository.countReview(userId, nextDay));
  const left = await newWordsLeft(db, userId, now);
  const fresh = left === 0 ? 0 : await repository.countNew(userId, left);
  return {
    words,
    learning,
    review,
    new: fresh,
    later: today - learning,
    tomorrow: untilTomorrow - today - review,
    now: learning + review + fresh,
  };
}

export type Words = ReturnType<typeof createWords>;

export function createWords({ database: { db, commit }, lines, songs, now = () => Date.now() }: WordsDeps) {
  async function present(from: Db, caller: UserCaller, rows: readonly WordRow[]): Promise<NotebookWord[]> {
    const found = await notebookRepository(from).linesOf(rows.map(({ id }) => id));
    return rows.map((row) => presentWord(caller, row, found.get(row.id)));
  }
  async function presentOne(from: Db, caller: UserCaller, row: WordRow): Promise<NotebookWord> {
    return presentWord(caller, row, (await notebookRepository(from).linesOf([row.id])).get(row.id));
  }

  const find = (from: Db, caller: UserCaller, id: number) =>
    findOrThrow(notebookRepository(from).find(caller.id, id), noWord);

  /** Changes a word that is there. */
  const changing = (caller: UserCaller, id: number, task: (tx: Tx, row: WordRow) => Promise<WordRow>) =>
    commit(notebookLock(caller.id), async (tx) => presentOne(tx, caller, await task(tx, await find(tx, caller, id))));

  /** Returns a published line that the caller may read, as it is kept with a word. @throws ApiError `forbidden`, `not_found` */
  async function lineOf(
    caller: UserCaller,
    { song_id, place, text }: NonNullable<WordBody["line"]>,
  ): Promise<Omit<NewLine, "word_id">> {
    const { title, is_premium } = await songs.get(caller, song_id);
    if (is_premium && !caller.isPremium) throw new ApiError("forbidden", "Bài này dành cho thành viên Premium");
    const { document } = await lines.published(caller, song_id);
    if (document === null) throw new ApiError("not_found", noLine);
    const at = document.lines[place]?.text === text ? place : document.lines.findIndex((line) => line.text === text);
    const line = document.lines[at];
    if (line === undefined) throw new ApiError("not_found", noLine);
    return { song_id, song_title: title, ...pickLayers(line), ...clipOf(document, at) };
  }

  /** @throws ApiError `conflict` when the notebook is full */
  async function bringBack(tx: Tx, row: WordRow): Promise<WordRow> {
    if (row.removed_at === null) return row;
    await assertRoom(tx, row.user_id);
    return notebookRepository(tx).update(row.id, { removed_at: null });
  }

  async function addLine(tx: Tx, row: WordRow, line: Omit<NewLine, "word_id">): Promise<void> {
    const repository = notebookRepository(tx);
    const known = (await repository.linesOf([row.id])).get(row.id) ?? [];
    const same = known.find(({ text, song_id }) => text === line.text && (song_id ?? line.song_id) === line.song_id);
    if (same) return repository.updateLine(same.id, line);
    if (known.length >= maxWordLines) {
      throw new ApiError("conflict", `Từ này đã có ${maxWordLines} câu hát, bạn bỏ bớt một câu rồi lưu nhé`);
    }
    await repository.addLines([{ word_id: row.id, ...line }]);
  }

  return {
    async list(caller: UserCaller, query: WordListQuery): Promise<{ rows: NotebookWord[]; total: number }> {
      const { rows, total } = await notebookRepository(db).list(caller.id, query, dayOf(now()).end);
      return { rows: await present(db, caller, rows), total };
    },

    async counts({ id }: UserCaller): Promise<WordCounts> {
      const repository = notebookRepository(db);
      const { end } = dayOf(now());
      const languages = await repository.languages(id);
      return {
        all: languages.reduce((sum, { words }) => sum + words, 0),
        due: await repository.countTab(id, "due", end),
        new: await repository.countTab(id, "new", end),
        learning: await repository.countTab(id, "learning", end),
        leech: await repository.countTab(id, "leech", end),
        languages,
      };
    },

    due: (caller: UserCaller): Promise<DueCounts> => dueCounts(db, caller.id, now()),

    async word(caller: UserCaller, id: number): Promise<NotebookWord> {
      return presentOne(db, caller, await find(db, caller, id));
    },

    /**
     * Saves a word, or adds to the entry that is there: the line, and what the entry lacks. The same again changes nothing.
     * @throws ApiError `forbidden`, `not_found` for a line that the caller may not read; `conflict` when the notebook is full
     */
    async save(caller: UserCaller, { client_id, language, line: met, ...texts }: WordBody): Promise<NotebookWord> {
      const line = met ? await lineOf(caller, met) : undefined;
      return commit(notebookLock(caller.id), async (tx) => {
        const repository = notebookRepository(tx);
        const repeated = await repository.findByClientId(caller.id, client_id);
        if (repeated) return presentOne(tx, caller, await bringBack(tx, repeated));
        let row = await repository.findByText(caller.id, language, texts.text);
        if (row && row.removed_at !== null) {
          await repository.purge(row.id);
          row = undefined;
        }
        if (row) {
          const merged = mergeTexts(row, texts);
          if (merged) row = await repository.update(row.id, merged);
        } else {
          await assertRoom(tx, caller.id);
          row = await repository.insert(newWord(caller.id, { client_id, language, ...filled(texts) }, now()));
        }
        if (line) await addLine(tx, row, line);
        return presentOne(tx, caller, row);
      });
    },

    /** @throws ApiError `conflict` when another entry has the new text */
    change: (caller: UserCaller, id: number, change: WordChange): Promise<NotebookWord> =>
      changing(caller, id, async (tx, row) => {
        const repository = notebookRepository(tx);
        const { text = row.text, reading = row.reading, meaning = row.meaning, note = row.note } = change;
        if (wordKey(text) !== row.text_key) {
          const other = await repository.findByText(caller.id, row.language, text);
          if (other && other.removed_at === null) throw new ApiError("conflict", "Trong sổ đã có từ này");
          if (other) await repository.purge(other.id);
        }
        return repository.update(id, columnsOf({ text, reading, meaning, note }));
      }),

    async remove(caller: UserCaller, id: number): Promise<void> {
      await changing(caller, id, async (tx) => {
        const repository = notebookRepository(tx);
        const row = await repository.update(id, { removed_at: new Date(now()).toISOString() });
        await repository.purgeRemoved(caller.id, maxRemovedWords);
        return row;
      });
    },

    /** Takes a deletion back, unless the word was saved anew since. @throws ApiError `not_found`, `conflict` when the notebook is full */
    restore: (caller: UserCaller, id: number): Promise<NotebookWord> =>
      commit(notebookLock(caller.id), async (tx) => {
        const [row] = await notebookRepository(tx).findAll(caller.id, [id]);
        if (!row) throw new ApiError("not_found", noWord);
        return presentOne(tx, caller, await bringBack(tx, row));
      }),

    removeLine: (caller: UserCaller, id: number, lineId: number): Promise<NotebookWord> =>
      changing(caller, id, async (tx, row) => {
        if (!(await notebookRepository(tx).removeLine(id, lineId))) {
          throw new ApiError("not_found", "Không tìm thấy câu hát này");
        }
        return row;
      }),

    async settings({ id }: UserCaller): Promise<NotebookSettings> {
      return { new_words_per_day: (await notebookRepository(db).newWordsPerDay(id)) ?? defaultNewWords };
    },

    saveSettings: ({ id }: UserCaller, settings: NotebookSettings): Promise<NotebookSettings> =>
      commit(notebookLock(id), async (tx) => {
        await notebookRepository(tx).setNewWordsPerDay(id, settings.new_words_per_day);
        return settings;
      }),
  };
}

const noLine = "Không tìm thấy câu hát này, có thể lời bài hát vừa được sửa";

/** Refuses one more word than a notebook holds. @throws ApiError `conflict` */
export async function assertRoom(tx: Tx, userId: number, more = 1): Promise<void> {
  if ((await notebookRepository(tx).count(userId)) + more <= maxWords) return;
  throw new ApiError("conflict", `Sổ từ có tối đa ${maxWords.toLocaleString("vi")} từ, bạn xóa bớt rồi lưu nhé`);
}

type GivenTexts = { text: string } & { [K in "reading" | "meaning" | "note"]?: string | null | undefined };

export const filled = ({ text, reading = null, meaning = null, note = null }: GivenTexts): WordTexts => ({
  text,
  reading,
  meaning,
  note,
});

const columnsOf = (texts: WordTexts) => ({
  ...texts,
  text_key: wordKey(texts.text),
  search_text: wordSearchText(texts),
});

/** Returns the row of a new word. @param now milliseconds */
export function newWord(
  user_id: number,
  { client_id, language, ...texts }: WordTexts & Pick<WordRow, "client_id" | "language">,
  now: number,
) {
  const created_at = new Date(now).toISOString();
  return { user_id, client_id, language, ...columnsOf(texts), due: created_at, created_at };
}

/**
 * Returns what saving a word again adds to its entry; undefined for nothing. What is written stays, and another meaning stands behind it.
 */
export function mergeTexts(row: WordTexts, given: GivenTexts): ReturnType<typeof columnsOf> | undefined {
  const texts = { text: row.text, reading: row.reading, meaning: row.meaning, note: row.note };
  const merged = {
    ...texts,
    reading: row.reading ?? given.reading ?? null,
    meaning: joinMeanings(row.meaning, given.meaning ?? null),
    note: row.note ?? given.note ?? null,
  };
  const isSame = merged.reading === row.reading && merged.meaning === row.meaning && merged.note === row.note;
  return isSame ? undefined : columnsOf(merged);
}

function joinMeanings(known: string | null, given: string | null): string | null {
  if (known === null || given === null) return known ?? given;
  const parts = known.split(";").map(wordKey);
  const added = given.split(";").filter((part) => part.trim() !== "" && !parts.includes(wordKey(part)));
  if (added.length === 0) return known;
  const joined = [known, ...added.map((part) => part.trim())].join("; ");
  return joined.length > meaningLength ? known : joined;
}

const pickLayers = ({ text, reading, translation }: LineDocument["lines"][number]) => ({ text, reading, translation });

/** Lets the lines that words have follow the times of their song, in the transaction that publishes its lines. */
export async function moveClips(tx: Tx, songId: number, document: LineDocument): Promise<void> {
  const repository = notebookRepository(tx);
  for await (const clip of inTurns(await repository.clipsOf(songId))) {
    const places = [...document.lines.keys()].filter((place) => document.lines[place]?.text === clip.text);
    const distance = (place: number) => Math.abs((document.lines[place]?.start_ms ?? 0) - (clip.start_ms ?? 0));
    const [nearest] = places.toSorted((a, b) => distance(a) - distance(b));
    if (nearest === undefined) continue;
    const to = clipOf(document, nearest);
    if (to.start_ms !== clip.start_ms || to.end_ms !== clip.end_ms) await repository.moveClip(songId, clip, to);
  }
}

/** Returns when a line is sung; nulls for a line without a time. */
export function clipOf({ lines }: LineDocument, place: number): { start_ms: number | null; end_ms: number | null } {
  const line = lines[place];
  if (line === undefined || line.start_ms === null) return { start_ms: null, end_ms: null };
  const { start_ms, end_ms } = line;
  const next = lines.slice(place + 1).find((later) => later.start_ms !== null)?.start_ms ?? start_ms + openLineMs;
  return { start_ms, end_ms: end_ms ?? next };
}
