/**
 * Moves stored files between the disk and the buckets of object storage. A file that object storage manages arrives on the disk and
 * stays there until something claims it; then it moves where its visibility requires, and again when that or the settings change. A file
 * that is not public never lies where anyone can read it: see docs/rooms/files-and-media.md#object-storage.
 *
 * A move is copy, row, removal. Under the file's lease no other process moves it (`lease.ts`); while its row is in transit the settings stay as
 * they are, and the mark, or the problem in its place, tells whoever tries again that copies may lie in several places (`isUnfinished`). Where
 * a file belongs is decided in `places.ts`, what is copied and removed in `copies.ts`, when a message of the outbox waits in `backoff.ts`.
 */
import { stat } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { isFileKey } from "#contract/file-address.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import {
  type Current,
  failureOf,
  type Storage,
  StorageFailure,
  type StorageUsage,
  settleTopic,
} from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { createBackoff } from "./backoff.ts";
import { createCopies } from "./copies.ts";
import { type FileRow, filesRepository, type MoveState, type Place } from "./files.repository.ts";
import { createLeases } from "./lease.ts";
import { hasPublicBucket, isUnfinished, protectedPlace, requiredPlaceOf } from "./places.ts";
import { filesLock, placeTopic, removeTopic } from "./registry.ts";
import { createUploadTarget } from "./upload-target.ts";

const defaultWaitMs = 5_000;
const defaultRestMs = 30_000;
const batchSize = 100;
/** A file that has to move is moved, however long a bucket is away. */
const untilDone = { maxAttempts: Number.POSITIVE_INFINITY };
const inTransit: MoveState = { is_in_transit: true, problem: null };
const settled: MoveState = { is_in_transit: false, problem: null };
const failed = (error: unknown): MoveState => ({ is_in_transit: false, problem: (error as Error).message });

/** Counts the files in object storage. */
export async function storageUsage(db: Db): Promise<StorageUsage> {
  const files = filesRepository(db);
  return { ...(await files.usage()), problem: await files.anyProblem() };
}

/** Returns whether a file could not be moved or removed. */
export async function hasStuckFile(db: Db): Promise<boolean> {
  return (await filesRepository(db).anyProblem()) !== null;
}

export interface MoverDeps {
  database: Database;
  outbox: Pick<Outbox, "add">;
  store: MediaStore;
  storage: Pick<Storage, "current" | "currentIn">;
  log: Pick<Logger, "warn">;
  /** Milliseconds to wait for the lease of a file that another process moves. */
  waitMs?: number | undefined;
  /** Milliseconds of back-off after the bucket was unreachable. */
  restMs?: number | undefined;
}

export function createMover({
  database,
  outbox,
  store,
  storage,
  log,
  waitMs = defaultWaitMs,
  restMs = defaultRestMs,
}: MoverDeps) {
  const { db, commit } = database;
  const files = filesRepository(db);
  const stopping = new AbortController();
  const withLease = createLeases(files, waitMs, stopping.signal);
  const withBackoff = createBackoff(restMs);
  const { measured, withLocalCopy, copy, removeCopiesExcept } = createCopies(files, store);

  /**
   * Marks the file as in transit; meanwhile settings that would orphan or expose it are refused.
   * @returns the settings that are in force meanwhile.
   */
  function markInTransit(key: string): Promise<Current> {
    return commit(async (tx) => {
      await filesRepository(tx).setMoveState(key, inTransit);
      return storage.currentIn(tx);
    });
  }

  /**
   * Moves a file that is marked as in transit: copy, update of the row, removal of the old copy. The caller must hold its
   * lease. A retry continues where the last attempt ended.
   * @param isStillRequired called with the present row in the transaction that updates it.
   */
  async function move(
    row: FileRow,
    to: Place,
    current: Current,
    signal: AbortSignal,
    isStillRequired: (present: FileRow, tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    try {
      if (row.place !== to) {
        await copy(row, to, current, signal);
        const isUpdated = await commit({ lock: filesLock }, async (tx) => {
          const repository = filesRepository(tx);
          const present = await repository.find(row.key);
          if (!present || present.is_removed || !(await isStillRequired(present, tx))) return false;
          await repository.setPlace(row.key, to);
          return true;
        });
        if (!isUpdated) {
          await removeCopiesExcept(row.place, row.key, current, signal);
          throw new StorageFailure("busy");
        }
      }
      if (row.place !== to || isUnfinished(row)) await removeCopiesExcept(to, row.key, current, signal);
      await files.setMoveState(row.key, settled);
    } catch (error) {
      await files.setMoveState(row.key, failed(error));
      throw error;
    }
  }

  /** Moves a file to the place that its visibility requires. @returns its place; undefined for an unknown file. */
  function settle(key: string): Promise<Place | undefined> {
    return withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row || row.is_removed) return undefined;
      const current = await markInTransit(key);
      // Read again: a claim may have changed it before the mark was set.
      const to = requiredPlaceOf((await files.find(key)) ?? row, current);
      if (to === undefined) {
        await files.setMoveState(key, row);
        return row.place;
      }
      await move(row, to, current, signal, async (present) => requiredPlaceOf(present, current) === to);
      return to;
    });
  }

  /** Removes a file from every place, unless something claims it. @returns false for a claimed one. */
  function remove(key: string): Promise<boolean> {
    return withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row) {
        await store.remove(key);
        return true;
      }
      const isUnused = await commit({ lock: filesLock }, async (tx) => {
        const repository = filesRepository(tx);
        if ((await repository.claimsOn([key])).length > 0) return false;
        await repository.setRemoved(key);
        return true;
      });
      if (!isUnused) return false;
      try {
        if (row.place === "disk" && !isUnfinished(row)) await store.remove(key);
        else await removeCopiesExcept(undefined, key, await markInTransit(key), signal);
        await files.remove(key);
        return true;
      } catch (error) {
        await files.setMoveState(key, failed(error));
        throw error;
      }
    });
  }

  return {
    settle,
    remove,
    measured,

    /** Aborts running moves for good; another process or the next start continues them. */
    async stop(): Promise<void> {
      stopping.abort();
    },

    uploadTarget: createUploadTarget(storage, log),

    /** True when object storage manages new files. */
    isManaging: async (): Promise<boolean> => (await storage.current()).state === "ready",

    /** Registers the handlers of this feature's outbox topics. */
    handle(messages: Pick<Outbox, "on">): void {
      messages.on<{ key: string }>(placeTopic, ({ key }) => withBackoff(() => settle(key)), untilDone);
      messages.on<{ keys: string[] }>(removeTopic, async ({ keys }) => {
        for await (const key of inTurns(keys.filter(isFileKey))) {
          const row = await files.find(key);
          const needsBucket = row !== undefined && (row.place !== "disk" || isUnfinished(row));
          await (needsBucket ? withBackoff(() => remove(key)) : remove(key));
        }
      });
      const settleAll = async () => {
        const current = await storage.current();
        for (let after = ""; ; ) {
          const rows = await files.managedAfter(after, batchSize);
          const last = rows.at(-1);
          if (last === undefined) return;
          const misplaced = rows.filter((row) => {
            const to = requiredPlaceOf(row, current);
            return to !== undefined && (to !== row.place || isUnfinished(row));
          });
          await commit(async (tx) => {
            for await (const { key } of inTurns(misplaced)) await outbox.add(tx, placeTopic, { key });
          });
          after = last.key;
          // Where nothing is misplaced, nothing else gives the event loop a turn.
          await turn();
        }
      };
      messages.on(settleTopic, settleAll, untilDone);
    },

    /**
     * Removes a file from every public place, then runs a task that closes it.
     * @throws ApiError `unavailable` when the removal fails; the task has not run then.
     */
    async withPublicCopyRemoved<T>(key: string, task: () => Promise<T>): Promise<T> {
      if (!hasPublicBucket(await storage.current())) return task();
      let done: { result: T } | undefined;
      try {
        return await withLease(key, async (signal) => {
          const row = await files.find(key);
          if (row && (row.place === "bucket" || isUnfinished(row))) {
            const current = await markInTransit(key);
            const to = current.state === "off" ? "disk" : protectedPlace(current);
            await move(row, to, current, signal, async (_present, tx) => {
              // If the task fails, the file moves back to where its visibility requires it.
              await outbox.add(tx, placeTopic, { key });
              return true;
            });
          }
          done = { result: await task() };
          return done.result;
        });
      } catch (error) {
        if (error instanceof StorageFailure && !done) {
          log.warn({ err: error }, "a public copy could not be removed");
          throw new ApiError(
            "unavailable",
            `Chưa thể đặt bài hát thành Premium vì chưa gỡ được file khỏi nơi công khai: ${error.message}. Vui lòng thử lại sau.`,
          );
        }
        throw error;
      }
    },

    /**
     * Runs a task with the path of a file's content; undefined for a file that is missing or damaged for good. The task runs again when the
     * file moves away from the disk meanwhile.
     * @throws StorageFailure when it can't be fetched now, and what the task throws.
     */
    async withContent<T>(
      key: string,
      task: (path: string) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T | undefined> {
      for (let isRepeat = false; ; isRepeat = true) {
        const row = await files.find(key);
        if (!row || row.is_removed) return undefined;
        const isGone = () => row.place === "disk" && !store.holdsKey(key);
        if (isGone()) {
          if (isRepeat) return undefined;
          continue;
        }
        let isFetched = false;
        try {
          const result = await withLocalCopy(row, await storage.current(), signal, (path) => {
            isFetched = true;
            return task(path);
          });
          if (isRepeat || !isGone()) return result;
        } catch (error) {
          if (!isRepeat && isGone()) continue;
          if (isFetched) throw error;
          const { reason } = failureOf(error);
          if (reason === "no_object" || reason === "corrupted") return undefined;
          throw error;
        }
      }
    },

    /** Returns the size of a file on the disk in bytes; undefined when it is missing. */
    localFile: (key: string): Promise<{ size: number } | undefined> => stat(store.pathOf(key)).catch(() => undefined),

    /** Lets object storage manage a file of the disk; `settle` moves it afterwards. */
    async manage(key: string): Promise<void> {
      const row = await files.find(key);
      if (row) await measured(row);
      await files.setManaged(key, true);
    },

    /** Moves a file back to the disk, where it stays. */
    async unmanage(key: string): Promise<void> {
      await withLease(key, async (signal) => {
        const row = await files.find(key);
        if (!row || row.is_removed) return;
        await move(row, "disk", await markInTransit(key), signal, async () => true);
        await files.setManaged(key, false);
      });
    },

    /** Returns the files that a move of the whole site concerns. */
    inventory: () => files.inventory(),

    /** Returns where a file must lie once object storage manages it; undefined while that is unknown. */
    async requiredPlace(key: string): Promise<Place | undefined> {
      const row = await files.find(key);
      return row && requiredPlaceOf({ ...row, is_managed: true }, await storage.current());
    },
  };
}
