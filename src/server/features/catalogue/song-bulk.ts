/** The works of bulk jobs on songs. */
import type { BulkKind, BulkOptions } from "#contract/bulk.ts";
import { SongFilter } from "#contract/catalogue.ts";
import { invalidField, isApiError } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { releasesRepository } from "./releases.repository.ts";
import { assertReleaseTime, shownReleaseMessage } from "./releases.service.ts";
import { lyricsSearchOf } from "./song-access.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import { songListRepository } from "./song-list.repository.ts";
import { assertCategoriesExist, newlyPremiumAudio, sharedFileRefusal, withheldMessage } from "./song-rules.ts";
import { assertSameAudio, commitSongs, type SongWrites } from "./song-writes.ts";
import { type SongValues, type SongWithCategories, songRepository } from "./songs.repository.ts";

export interface SongBulk {
  bulkWorks: readonly BulkWork[];
}

export interface SongBulkDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  files: Pick<Files, "withPublicCopyRemoved">;
  bin: Pick<Bin, "put">;
  writes: SongWrites;
  /** Puts a song back from the bin, in a transaction that holds the lock of the catalogue. @throws ApiError */
  restore(tx: Tx, caller: OfficeCaller, id: number): Promise<unknown>;
}

/** A change of many songs. */
interface Change {
  /** Returns the values that a song gets, or why it gets none. One that has them already stays. */
  of(song: SongWithCategories): SongValues | string;
  /** Checked in each transaction. @throws ApiError `invalid` */
  assertPossible?(from: Db): Promise<void> | void;
  /** Returns what taking the change of a song back needs. */
  undoOf?(song: SongWithCategories): unknown;
  /** Changes a song otherwise than by values. */
  write?(tx: Tx, caller: OfficeCaller, song: SongWithCategories): Promise<void>;
  /** Songs with one file get them together or not at all. */
  isOfFile?: boolean;
}

/** The songs that a change changes, and the outcomes of those that stay. */
interface Plan {
  changing: { song: SongWithCategories; values: SongValues }[];
  /** The outcomes of all others. */
  staying: { id: number; outcome: BulkOutcome }[];
  /** Audio that becomes Premium, in a fixed order. */
  premiumAudio: string[];
}

const goneMessage = "Bài hát không còn nữa";
const rescheduledMessage = "Bài hát đã được hiện, hoặc đã có giờ phát hành khác";
const maxCategories = 50;

const refused = (message: string): BulkOutcome => ({ state: "refused", message });

/** The kinds that give all songs the same values, with the values that take them back. */
const flagKinds = [
  ["activate_songs", { is_active: true }, { is_active: false }],
  ["deactivate_songs", { is_active: false }, { is_active: true }],
  ["feature_songs", { is_featured: true }, { is_featured: false }],
  ["unfeature_songs", { is_featured: false }, { is_featured: true }],
  ["set_premium_songs", { is_premium: true }, { is_premium: false }],
  ["unset_premium_songs", { is_premium: false }, { is_premium: true }],
] as const satisfies [BulkKind, SongValues, SongValues][];

const giving = (values: SongValues): Change => ({ of: () => values, isOfFile: values.is_premium !== undefined });

const assertCategory = (from: Db, id: number | undefined) =>
  assertCategoriesExist(from, [id ?? 0], "options.category_id");

const addingCategory = (id: number): Change => ({
  of({ category_ids }) {
    if (category_ids.includes(id)) return {};
    return category_ids.length >= maxCategories ? "Quá nhiều thể loại" : { category_ids: [...category_ids, id] };
  },
  assertPossible: (from) => assertCategory(from, id),
});

const removingCategory = (id: number): Change => ({
  of({ category_ids }) {
    if (!category_ids.includes(id)) return {};
    return category_ids.length === 1
      ? "Bài hát chỉ còn thể loại này"
      : { category_ids: category_ids.filter((other) => other !== id) };
  },
});

const scheduling = (release_at: string): Change => ({
  of: (song) => (song.is_active ? shownReleaseMessage : { release_at }),
  assertPossible: () => assertReleaseTime(release_at, false),
  undoOf: ({ release_at: before }) => ({ release_at: before }),
});

/** Returns the time of a job that gives songs one, as songs keep it. */
const timeOf = ({ release_at }: BulkOptions) => new Date(release_at ?? "").toISOString();

export function createSongBulk({ database, files, bin, writes, restore }: SongBulkDeps): SongBulk {
  const { db, commit, dialect } = database;
  const find = (from: Db, id: number) => songRepository(from, dialect).find(id, "all");

  async function planOf(from: Db, change: Change, ids: readonly number[]): Promise<Plan> {
    const plan: Plan = { changing: [], staying: [], premiumAudio: [] };
    for await (const id of inTurns(ids)) {
      const song = await find(from, id);
      const values = song ? change.of(song) : goneMessage;
      const isThere = song && typeof values !== "string" && !change.write && hasValues(song, values);
      const outcome: BulkOutcome | undefined = isThere
        ? { state: "unchanged" }
        : await refusalOf(from, song, values, ids);
      if (outcome) plan.staying.push({ id, outcome });
      else if (song && typeof values !== "string") plan.changing.push({ song, values });
    }
    const keys = plan.changing.map(({ song, values }) => newlyPremiumAudio(song, { ...song, ...values }));
    plan.premiumAudio = [...new Set(keys)].filter((key) => key !== undefined).sort();
    return plan;
  }

  /** Returns why a song gets no values; undefined for one that gets them. @param together songs that get them, too */
  async function refusalOf(
    from: Db,
    song: SongWithCategories | undefined,
    values: SongValues | string,
    together: readonly number[],
  ): Promise<BulkOutcome | undefined> {
    if (!song) return refused(goneMessage);
    if (typeof values === "string") return refused(values);
    const isToBeShown = values.is_active === true || values.release_at != null;
    const withheld = isToBeShown && withheldMessage(await releasesRepository(from).withheld(song.id));
    if (withheld) return refused(withheld);
    if (values.is_premium === undefined) return undefined;
    const shared = await sharedFileRefusal(from, dialect, { ...song, ...values }, together);
    return shared === undefined ? undefined : refused(shared);
  }

  /** Changes songs of a job in one transaction. */
  async function changeRows(run: BulkRun, change: Change, ids: readonly number[]): Promise<void> {
    const { premiumAudio } = await planOf(db, change, ids);
    await commitSongs(commit, files, premiumAudio, async (tx) => {
      await change.assertPossible?.(tx);
      const plan = await planOf(tx, change, await run.take(tx, ids));
      assertSameAudio(premiumAudio, plan.premiumAudio);
      for await (const { song, values } of inTurns(plan.changing)) {
        if (change.write) await change.write(tx, run.caller, song);
        else await writes.update(tx, run.caller, song, values);
        const undo = change.undoOf?.(song);
        if (undo !== undefined) await run.settle(tx, song.id, { state: "changed", undo });
      }
      for await (const { id, outcome } of inTurns(plan.staying)) await run.settle(tx, id, outcome);
    });
  }

  /** Returns songs of a job with those of the job that share their audio. */
  async function withSharers(run: BulkRun, ids: readonly number[]): Promise<number[]> {
    const songs = songAudioRepository(db, dialect);
    const all = new Set(ids);
    for await (const id of inTurns(ids)) {
      const song = await find(db, id);
      for await (const other of inTurns(song ? await songs.ofAudio(song.audio_url) : [])) all.add(other.id);
    }
    return run.waiting(db, [...all]);
  }

  /** Changes a batch of a job in one transaction; where that is refused as a whole, song by song. */
  async function runRows(run: BulkRun, change: Change, ids: readonly number[]): Promise<void> {
    try {
      await changeRows(run, change, change.isOfFile ? await withSharers(run, ids) : ids);
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
      if (ids.length === 1) await run.refuse(ids, error.message);
      else for await (const id of inTurns(await run.waiting(db, ids))) await runRows(run, change, [id]);
    }
  }

  const deleting: Change = {
    of: () => ({}),
    async write(tx, caller, { id, title: name }) {
      await bin.put(tx, "song", id, caller);
      await recordAudit(tx, caller, { action: "delete", entity: "song", id, name });
    },
  };

  const eachRow = (run: BulkRun, task: (tx: Tx, id: number, undo: unknown) => Promise<BulkOutcome>): Promise<void> =>
    run.each(task, () => "catalogue");

  /** Gives a song the time back that it had before the job; one whose time is over keeps none. */
  async function unschedule(tx: Tx, run: BulkRun, id: number, undo: unknown): Promise<BulkOutcome> {
    const song = await find(tx, id);
    if (!song) return refused(goneMessage);
    if (song.release_at !== timeOf(run.options)) return refused(rescheduledMessage);
    const { release_at: before } = undo as Pick<SongWithCategories, "release_at">;
    const release_at = before !== null && Date.parse(before) > Date.now() ? before : null;
    await writes.update(tx, run.caller, song, { release_at });
    return { state: "changed" };
  }

  const ofSongs = {
    roles: ["admin"],
    filter: SongFilter,
    async choose(from, filter, limit, caller) {
      const songs = songListRepository(from, dialect);
      const ids = await songs.ids(filter, limit);
      const search = lyricsSearchOf(filter, caller);
      return search ? [...ids, ...(await songs.idsByLyrics(filter, search, limit - ids.length))] : ids;
    },
    names: (from, ids) => songRepository(from, dialect).names(ids),
  } as const satisfies Omit<BulkWork, "kind" | "run">;

  return {
    bulkWorks: [
      ...flagKinds.map(
        ([kind, values, former]): BulkWork => ({
          ...ofSongs,
          kind,
          run: (run, ids) => runRows(run, giving(values), ids),
          undo: (run, ids) => runRows(run, giving(former), ids),
        }),
      ),
      {
        ...ofSongs,
        kind: "add_category_songs",
        assertOptions: (from, { category_id }) => assertCategory(from, category_id),
        run: (run, ids) => runRows(run, addingCategory(run.options.category_id as number), ids),
        undo: (run, ids) => runRows(run, removingCategory(run.options.category_id as number), ids),
      },
      {
        ...ofSongs,
        kind: "schedule_songs",
        async assertOptions(_from, { release_at }) {
          if (release_at === undefined) throw invalidField("options.release_at", "Vui lòng chọn thời điểm");
          assertReleaseTime(release_at, false, "options.release_at");
        },
        run: (run, ids) => runRows(run, scheduling(timeOf(run.options)), ids),
        undo: (run) => eachRow(run, (tx, id, undo) => unschedule(tx, run, id, undo)),
      },
      {
        ...ofSongs,
        kind: "delete_songs",
        run: (run, ids) => runRows(run, deleting, ids),
        undo: (run) =>
          eachRow(run, async (tx, id) => {
            await restore(tx, run.caller, id);
            return { state: "changed" };
          }),
      },
    ],
  };
}

/** True for a song that has some values already. */
function hasValues(song: SongWithCategories, values: SongValues): boolean {
  return Object.entries(values).every(([name, value]) => song[name as keyof SongValues] === value);
}
