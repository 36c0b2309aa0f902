/** What bulk jobs do with songs. */
import type { BulkOptions } from "#contract/bulk.ts";
import { SongFilter } from "#contract/catalogue.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import { isOwnAddress } from "#contract/file-address.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { categoryRepository, type SongWithCategories, songRepository } from "./catalogue.repository.ts";
import {
  type CatalogueDeps,
  concurrentChangeMessage,
  newlyProtectedAudio,
  sharedFileMessage,
  withheldMessages,
} from "./catalogue.service.ts";
import { songChanges } from "./catalogue-trail.ts";
import { songClaims } from "./owned-files.ts";
import { assertReleaseTime, shownReleaseMessage } from "./releases.ts";
import { lyricsSearchOf } from "./song-access.ts";

export interface SongBulk {
  bulkWorks: readonly BulkWork[];
}

const actions = [
  "activate",
  "deactivate",
  "feature",
  "unfeature",
  "set_premium",
  "unset_premium",
  "add_category",
  "schedule",
  "delete",
] as const;
type BulkAction = (typeof actions)[number];
/** `remove_category` takes `add_category` back. */
type Action = BulkAction | "remove_category";
interface Change extends Pick<BulkOptions, "category_id" | "release_at"> {
  ids: number[];
  action: Action;
}

type Flags = Partial<Pick<SongWithCategories, "is_active" | "is_featured" | "is_premium">>;

/** The flags that each action sets. */
const flagsOf: Partial<Record<Action, Flags>> = {
  activate: { is_active: true },
  deactivate: { is_active: false },
  feature: { is_featured: true },
  unfeature: { is_featured: false },
  set_premium: { is_premium: true },
  unset_premium: { is_premium: false },
};

/** The change that takes another one back. */
const inverseOf: Partial<Record<BulkAction, Action>> = {
  activate: "deactivate",
  deactivate: "activate",
  feature: "unfeature",
  unfeature: "feature",
  set_premium: "unset_premium",
  unset_premium: "set_premium",
  add_category: "remove_category",
};
const rescheduledMessage = "Bài hát đã được hiện, hoặc đã có giờ phát hành khác";
const goneMessage = "Bài hát không còn nữa";
const maxCategories = 50;

interface Plan {
  changing: SongWithCategories[];
  unchanged: number[];
  missing: number[];
  refused: { id: number; message: string }[];
  /** Audio whose public copy must be removed first, in a fixed order. */
  protectedKeys: string[];
}

/** A song before and after its change; one that is deleted stays as it was. */
interface Changed {
  before: SongWithCategories;
  after: SongWithCategories;
}

export interface SongBulkDeps extends CatalogueDeps {
  /** Puts a song back from the bin, in a transaction that holds the lock of the catalogue. @throws ApiError */
  restore(tx: Tx, caller: OfficeCaller, id: number): Promise<unknown>;
}

export function createSongBulk({ database, files, bin, restore }: SongBulkDeps): SongBulk {
  const { db, commit, dialect } = database;

  async function plan(from: Db, { ids, action, category_id, release_at }: Change): Promise<Plan> {
    const songs = songRepository(from, dialect);
    const result: Plan = { changing: [], unchanged: [], missing: [], refused: [], protectedKeys: [] };
    const flags = flagsOf[action] ?? {};
    for await (const id of inTurns(ids)) {
      const song = await songs.find(id, "all");
      if (!song) {
        result.missing.push(id);
        continue;
      }
      const isInCategory = song.category_ids.includes(category_id as number);
      const isUnchanged =
        action === "add_category" || action === "remove_category"
          ? isInCategory === (action === "add_category")
          : action === "schedule"
            ? song.release_at === release_at
            : Object.entries(flags).every(([flag, value]) => song[flag as keyof Flags] === value);
      if (action !== "delete" && isUnchanged) {
        result.unchanged.push(id);
        continue;
      }
      const isToBeShown = flags.is_active || action === "schedule";
      const withheld = isToBeShown ? await songs.withheld(id) : null;
      const message = withheld
        ? withheldMessages[withheld]
        : await refusalMessage(songs, song, flags.is_premium, ids, action);
      if (message) result.refused.push({ id, message });
      else result.changing.push(song);
    }
    const keys = result.changing.map((song) => newlyProtectedAudio(song, undefined, flags.is_premium ?? false));
    result.protectedKeys = [...new Set(keys)].filter((key) => key !== undefined).sort();
    return result;
  }

  /** Returns why a song can't be changed. Songs that share a file can change between free and Premium only together. */
  async function refusalMessage(
    songs: ReturnType<typeof songRepository>,
    song: SongWithCategories,
    isPremium: boolean | undefined,
    ids: readonly number[],
    action: Action,
  ): Promise<string | undefined> {
    if (action === "schedule" && song.is_active) return shownReleaseMessage;
    if (action === "remove_category" && song.category_ids.length === 1) return "Bài hát chỉ còn thể loại này";
    if (action === "add_category" && song.category_ids.length >= maxCategories) return "Quá nhiều thể loại";
    if (isPremium === undefined || !isOwnAddress(song.audio_url)) return undefined;
    const using = await songs.ofAudio(song.audio_url);
    const isShared = using.some((other) => !ids.includes(other.id) && other.is_premium !== isPremium);
    return isShared ? sharedFileMessage(isPremium) : undefined;
  }

  async function apply(
    tx: Tx,
    caller: OfficeCaller,
    song: SongWithCategories,
    { action, category_id, release_at }: Change,
  ): Promise<Changed> {
    const categoryId = action === "add_category" || action === "remove_category" ? category_id : undefined;
    const songs = songRepository(tx, dialect);
    if (action === "delete") {
      await bin.put(tx, "song", song.id, caller);
      return { before: song, after: song };
    }
    const { title, artist } = song;
    const flags = flagsOf[action] ?? {};
    const values = {
      title,
      artist,
      ...flags,
      ...(flags.is_active && { release_at: null }),
      ...(action === "schedule" && { release_at }),
      updated_at: new Date().toISOString(),
    };
    const others = song.category_ids.filter((id) => id !== categoryId);
    const category_ids = action === "remove_category" || categoryId === undefined ? others : [...others, categoryId];
    const after = { ...song, ...values, category_ids };
    await songs.update(song.id, values, categoryId === undefined ? undefined : category_ids);
    await files.setClaims(tx, { kind: "song", id: song.id }, songClaims(after, song));
    return { before: song, after };
  }

  /**
   * Changes songs in one transaction.
   * @param take returns those that are changed, of the given ones @param record writes the entries of the trail
   */
  async function perform(
    caller: OfficeCaller,
    change: Change,
    take: (tx: Tx) => Promise<readonly number[]>,
    record: (tx: Tx, changed: readonly Changed[], planned: Plan) => Promise<void>,
  ): Promise<Plan> {
    const { action, release_at } = change;
    if (action === "schedule") assertReleaseTime(release_at, false);
    const { protectedKeys } = await plan(db, change);
    const save = async (tx: Tx): Promise<Plan> => {
      if (action === "add_category") await assertCategory(tx, change.category_id);
      const planned = await plan(tx, { ...change, ids: [...(await take(tx))] });
      if (planned.protectedKeys.join() !== protectedKeys.join()) {
        throw new ApiError("conflict", concurrentChangeMessage);
      }
      const changed: Changed[] = [];
      for await (const song of inTurns(planned.changing)) changed.push(await apply(tx, caller, song, change));
      await record(tx, changed, planned);
      return planned;
    };
    let task = () => commit({ lock: "catalogue" }, save);
    for (const key of protectedKeys) {
      const inner = task;
      task = () => files.withPublicCopyRemoved(key, inner);
    }
    return task();
  }

  /** @throws ApiError `invalid` */
  async function assertCategory(from: Db, id: number | undefined, field = "category_id"): Promise<void> {
    const isThere = id !== undefined && (await categoryRepository(from).countExisting([id])) === 1;
    if (!isThere) throw invalidField(field, "Thể loại không tồn tại");
  }

  const auditActionOf = (action: Action) => (action === "delete" ? "delete" : "update");

  async function recordOne(tx: Tx, caller: OfficeCaller, action: Action, { before, after }: Changed): Promise<void> {
    const subject = { id: before.id, name: before.title };
    await recordAudit(tx, caller, {
      action: auditActionOf(action),
      entity: "song",
      ...subject,
      changes: await songChanges(tx, before, after),
    });
  }

  /** Changes songs of a job together. */
  function changeRows(run: BulkRun, action: Action, ids: readonly number[]): Promise<Plan> {
    const { caller, options } = run;
    return perform(
      caller,
      changeOf(action, ids, options),
      (tx) => run.take(tx, ids),
      async (tx, changed, { unchanged, missing, refused }) => {
        const settle = async (rows: readonly number[], outcome: BulkOutcome) => {
          for await (const id of inTurns(rows)) await run.settle(tx, id, outcome);
        };
        for await (const each of inTurns(changed)) {
          await recordOne(tx, caller, action, each);
          const { id, release_at } = each.before;
          if (action === "schedule") await run.settle(tx, id, { state: "changed", undo: { release_at } });
        }
        await settle(unchanged, { state: "unchanged" });
        await settle(missing, { state: "refused", message: goneMessage });
        for await (const { id, message } of inTurns(refused)) await run.settle(tx, id, { state: "refused", message });
      },
    );
  }

  /** Returns songs of a job with those of the job that share their audio, which change between free and Premium together. */
  async function withSharers(run: BulkRun, action: Action, ids: readonly number[]): Promise<number[]> {
    if (flagsOf[action]?.is_premium === undefined) return [...ids];
    const songs = songRepository(db, dialect);
    const all = new Set(ids);
    for await (const id of inTurns(ids)) {
      const song = await songs.find(id, "all");
      for await (const other of inTurns(song ? await songs.ofAudio(song.audio_url) : [])) all.add(other.id);
    }
    return run.waiting(db, [...all]);
  }

  /** Changes a batch of a job in one transaction; where that is refused as a whole, song by song. */
  async function runRows(run: BulkRun, action: Action, ids: readonly number[]): Promise<void> {
    try {
      await changeRows(run, action, await withSharers(run, action, ids));
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
      if (ids.length === 1) await run.refuse(ids, error.message);
      else for await (const id of inTurns(await run.waiting(db, ids))) await runRows(run, action, [id]);
    }
  }

  /** Puts the deleted songs of a job back. */
  const restoreRows = (run: BulkRun): Promise<void> =>
    run.each(
      async (tx, id) => {
        await restore(tx, run.caller, id);
        return { state: "changed" };
      },
      () => "catalogue",
    );

  /** Gives the songs of a job the time back that they had before; one whose time is over keeps none. */
  const unscheduleRows = (run: BulkRun): Promise<void> =>
    run.each(
      async (tx, id, undo) => {
        const songs = songRepository(tx, dialect);
        const song = await songs.find(id, "all");
        if (!song) return { state: "refused", message: goneMessage };
        if (song.release_at !== changeOf("schedule", [], run.options).release_at)
          return { state: "refused", message: rescheduledMessage };
        const { release_at: before } = undo as Pick<SongWithCategories, "release_at">;
        const release_at = before !== null && Date.parse(before) > Date.now() ? before : null;
        const { title, artist } = song;
        await songs.update(id, { title, artist, release_at, updated_at: new Date().toISOString() }, undefined);
        await recordOne(tx, run.caller, "schedule", { before: song, after: { ...song, release_at } });
        return { state: "changed" };
      },
      () => "catalogue",
    );

  const workOf = (action: BulkAction): BulkWork => {
    const inverse = inverseOf[action];
    return {
      kind: `${action}_songs`,
      roles: ["admin"],
      filter: SongFilter,
      async choose(from, filter, limit, caller) {
        const songs = songRepository(from, dialect);
        const ids = await songs.ids(filter, limit);
        const search = lyricsSearchOf(filter, caller);
        return search ? [...ids, ...(await songs.idsByLyrics(filter, search, limit - ids.length))] : ids;
      },
      names: (from, ids) => songRepository(from, dialect).names(ids),
      async assertOptions(from, options) {
        if (action === "add_category") await assertCategory(from, options.category_id, "options.category_id");
        if (action === "schedule") {
          if (options.release_at === undefined) throw invalidField("options.release_at", "Vui lòng chọn thời điểm");
          assertReleaseTime(options.release_at, false, "options.release_at");
        }
      },
      run: (run, ids) => runRows(run, action, ids),
      ...(action === "delete" && { undo: restoreRows }),
      ...(action === "schedule" && { undo: unscheduleRows }),
      ...(inverse && { undo: (run: BulkRun, ids: readonly number[]) => runRows(run, inverse, ids) }),
    };
  };

  return { bulkWorks: actions.map(workOf) };
}

/** Returns the change of a batch of a job. */
function changeOf(action: Action, ids: readonly number[], { category_id, release_at }: BulkOptions): Change {
  const time = release_at === undefined ? undefined : new Date(release_at).toISOString();
  return { ids: [...ids], action, category_id, release_at: time };
}
