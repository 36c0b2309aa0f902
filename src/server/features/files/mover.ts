/**
 * Moves stored files between the disk and the buckets of object storage. A file that object storage manages arrives on the disk and
 * stays there until something claims it; then it moves where its visibility requires, and again when that or the settings change. A file
 * that is not public never lies where anyone can read it: see docs/rooms/files-and-media.md#object-storage.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { isFileKey } from "#contract/file-address.ts";
import { contentTypeOf, type MediaStore } from "#server/features/media/media.service.ts";
import {
  type Bucket,
  type Current,
  type FailureCause,
  failureOf,
  type Storage,
  StorageFailure,
  type StorageUsage,
  settleTopic,
  unreadableMessage,
} from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { sha256Of, upTo } from "#server/platform/durable-files.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { type Outbox, PostponeError } from "#server/platform/outbox.ts";
import { type FileRow, filesRepository, type MoveState, type Place } from "./files.repository.ts";
import { filesLock, placeTopic, removeTopic } from "./registry.ts";

const leaseMs = 60_000;
const defaultWaitMs = 5_000;
/** How long a successful check of the bucket is valid. */
const checkMs = 60_000;
const maxCheckMs = 8_000;
/** Back-off after the bucket was unreachable: its messages wait, so that the worker gets to others and none counts an attempt. */
const defaultRestMs = 30_000;
const backoffReasons: readonly FailureCause[] = ["unreachable", "timeout", "dns", "tls", "service"];
const maxTransferMs = 15 * 60_000;
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
  let backoff: { until: number; reason: FailureCause } | undefined;
  let checkedUntil = 0;
  let checkedBucket: Bucket | undefined;

  /** Runs a task under the file's lease. @throws StorageFailure `busy` when the lease is not free within `waitMs`. */
  async function withLease<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lease = randomBytes(12).toString("hex");
    const deadline = Date.now() + waitMs;
    while (!(await files.takeLease(key, lease, leaseMs))) {
      if (!(await files.find(key))) break;
      if (Date.now() >= deadline) throw new StorageFailure("busy");
      await pause(100);
    }
    const leaseLost = new AbortController();
    const renewal = setInterval(() => {
      files.renewLease(key, lease, leaseMs).then(
        (isHeld) => isHeld || leaseLost.abort(),
        () => {},
      );
    }, leaseMs / 3);
    try {
      return await task(AbortSignal.any([leaseLost.signal, stopping.signal, AbortSignal.timeout(maxTransferMs)]));
    } finally {
      clearInterval(renewal);
      await files.releaseLease(key, lease);
    }
  }

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

  /** Measures a file on the disk whose hash is not known yet. @returns its row; undefined when the file is missing. */
  async function measured(row: FileRow): Promise<(FileRow & { sha256: string }) | undefined> {
    if (row.sha256 !== null) return { ...row, sha256: row.sha256 };
    const path = store.pathOf(row.key);
    const stats = await stat(path).catch(() => undefined);
    if (!stats) return undefined;
    const sha256 = await sha256Of(createReadStream(path, { highWaterMark: 1024 * 1024 }));
    const measures = { sha256, size: stats.size, duration: await store.durationOf(row.key) };
    await files.setMeasures(row.key, measures);
    return { ...row, ...measures };
  }

  /** Runs a task with the path of a verified local copy. `place` makes a fetched copy the stored file; else it is removed. */
  async function withLocalCopy<T>(
    row: FileRow,
    current: Current,
    signal: AbortSignal | undefined,
    task: (path: string, place: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    if (row.place === "disk") return task(store.pathOf(row.key), async () => {});
    const source = await bucketOf(current, row.place).get(row.key, signal);
    const staged = await store.stage(source, row.key, row.size);
    try {
      if (staged.sha256 !== row.sha256) throw new StorageFailure("corrupted", row.key);
      return await task(staged.path, staged.place);
    } finally {
      await staged.discard();
    }
  }

  /** Copies a file to another place and verifies the copy by reading it back. */
  async function copy(row: FileRow, to: Place, current: Current, signal: AbortSignal): Promise<void> {
    const known = await measured(row);
    if (!known) throw new StorageFailure("no_object", row.key);
    await withLocalCopy(known, current, signal, async (path, place) => {
      if (to === "disk") return place();
      const bucket = bucketOf(current, to);
      const { key, size, sha256 } = known;
      const cacheControl = to === "bucket" ? "public, max-age=3600" : "private, max-age=3600";
      await bucket.put({ key, file: path, size, sha256, contentType: contentTypeOf(key), cacheControl }, signal);
      if ((await sha256Of(upTo(size, await bucket.get(key, signal)))) !== sha256) {
        await bucket.remove(key, signal).catch(() => {});
        throw new StorageFailure("corrupted", key);
      }
    });
  }

  /** Removes the copies of a file from every place but one, and verifies the removal. */
  async function removeCopiesExcept(
    place: Place | undefined,
    key: string,
    current: Current,
    signal: AbortSignal,
  ): Promise<void> {
    // The disk first: its removal does not depend on a bucket that may be unreachable.
    if (place !== "disk") await store.remove(key);
    if (place !== "bucket" && current.state !== "off") await bucketOf(current, "bucket").remove(key, signal);
    if (place !== "private" && current.state !== "off" && current.hasPrivate) {
      await bucketOf(current, "private").remove(key, signal);
    }
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

  /** Runs a task of the outbox. @throws PostponeError at once while a back-off lasts. */
  async function withBackoff(task: () => Promise<unknown>): Promise<void> {
    if (backoff && Date.now() < backoff.until) throw new PostponeError(new Date(backoff.until), backoff.reason);
    backoff = undefined;
    try {
      await task();
    } catch (error) {
      if (error instanceof StorageFailure && backoffReasons.includes(error.reason)) {
        backoff = { until: Date.now() + restMs, reason: error.reason };
      }
      throw error;
    }
  }

  return {
    settle,
    remove,
    measured,

    /** Aborts running moves for good; another process or the next start continues them. */
    async stop(): Promise<void> {
      stopping.abort();
    },

    /**
     * Returns a check that object storage accepts new files; undefined when new files stay on the disk.
     * @throws ApiError `unavailable` for unreadable keys, also by the check when a bucket fails.
     */
    async uploadTarget(): Promise<{ ready(): Promise<void> } | undefined> {
      const current = await storage.current();
      if (current.state === "off") return undefined;
      if (current.state === "unreadable") throw new ApiError("unavailable", unreadableMessage);
      const { bucket, privateBucket } = current;
      return {
        async ready() {
          if (checkedBucket === bucket && Date.now() < checkedUntil) return;
          try {
            const signal = AbortSignal.timeout(maxCheckMs);
            await Promise.all([bucket.probe(signal), privateBucket?.probe(signal)]);
            checkedBucket = bucket;
            checkedUntil = Date.now() + checkMs;
          } catch (err) {
            log.warn({ err }, "object storage does not take files");
            throw unavailable(err);
          }
        },
      };
    },

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

/** Returns a bucket. @throws StorageFailure when the settings have none. */
export function bucketOf(current: Current, place: Exclude<Place, "disk">): Bucket {
  if (current.state === "unreadable") throw new StorageFailure("unreadable");
  const bucket = current.state === "off" ? undefined : place === "private" ? current.privateBucket : current.bucket;
  if (!bucket) throw new StorageFailure("off");
  return bucket;
}

/** True after a move or removal that has not ended well: copies may lie in several places. */
export function isUnfinished({ is_in_transit, problem }: MoveState): boolean {
  return is_in_transit || problem !== null;
}

/** Returns where a file must lie; undefined while that is unknown, so that it stays. */
function requiredPlaceOf(row: FileRow, current: Current): Place | undefined {
  if (current.state === "unreadable" || row.is_removed || row.unclaimed_since !== null) return undefined;
  if (current.state === "off" || !row.is_managed) return "disk";
  return row.visibility === "public" ? "bucket" : protectedPlace(current);
}

/** True when anyone can read the objects of the bucket. */
function hasPublicBucket(current: Current): boolean {
  return current.state !== "off" && current.publicUrl !== null;
}

/** Returns the place of files that are not public. */
function protectedPlace({ publicUrl, hasPrivate }: Exclude<Current, { state: "off" }>): Place {
  return hasPrivate ? "private" : publicUrl === null ? "bucket" : "disk";
}

export function unavailable(error: unknown): ApiError {
  const { message } = failureOf(error);
  return new ApiError("unavailable", `Kho lưu trữ file không dùng được lúc này: ${message}. Vui lòng thử lại sau.`);
}
