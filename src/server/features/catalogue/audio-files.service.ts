/**
 * Audio files managed by object storage. Songs refer to them as `R2:<key>` wherever they lie; a row holds the current place.
 * New files stay on disk until a song uses them; then they move where its visibility requires, and again when the songs or
 * the settings change. Premium audio never lies where anyone can read it: see docs/decisions/0020-object-storage.md.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { contentTypeOf, type MediaStore, type StoredFile } from "#server/features/media/media.service.ts";
import type { UploadTarget } from "#server/features/media/uploads.service.ts";
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
import { catalogueTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { sha256Of, upTo } from "#server/platform/durable-files.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type AudioFileRow, audioFilesRepository, type Place } from "./audio-files.repository.ts";
import { songRepository } from "./catalogue.repository.ts";

/** Outbox topic: a file may have to move, `{key}`. */
const moveTopic = "audio.place";
const bucketPrefix = "R2:";
const storedKey = /^audio\/[0-9a-f]{32}\.[a-z0-9]+$/;
/** Lifetime of a presigned link. */
const linkSeconds = 60 * 60;
const leaseMs = 60_000;
const defaultWaitMs = 5_000;
/** How long a successful check of the bucket is valid. */
const checkMs = 60_000;
const maxCheckMs = 8_000;
/** Back-off after the bucket was unreachable: its messages fail at once, so that the worker gets to other messages. */
const defaultRestMs = 30_000;
const backoffReasons: readonly FailureCause[] = ["unreachable", "timeout", "dns", "tls", "service"];
const maxTransferMs = 15 * 60_000;
const batchSize = 100;
const inTransit = "";

/** Returns the key of `R2:<key>`; undefined for any other address. */
export function keyOf(url: string): string | undefined {
  return url.startsWith(bucketPrefix) ? url.slice(bucketPrefix.length) : undefined;
}

/** True for a file that needs a signed link: audio of a Premium song, or of inactive songs only. */
export function isProtectedAudio(songs: readonly { is_premium: boolean; is_active: boolean }[]): boolean {
  return songs.length > 0 && (songs.some((song) => song.is_premium) || !songs.some((song) => song.is_active));
}

/** Counts the files in object storage. */
export async function storageUsage(db: Db): Promise<StorageUsage> {
  const files = audioFilesRepository(db);
  return { ...(await files.usage()), problem: await files.anyProblem() };
}

export type AudioFiles = ReturnType<typeof createAudioFiles>;

export interface AudioFilesDeps {
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

export function createAudioFiles({
  database,
  outbox,
  store,
  storage,
  log,
  waitMs = defaultWaitMs,
  restMs = defaultRestMs,
}: AudioFilesDeps) {
  const { db, dialect, changes } = database;
  const files = audioFilesRepository(db);
  const stopping = new AbortController();
  let backoff: { until: number; reason: FailureCause } | undefined;
  let checkedUntil = 0;
  let checkedBucket: Bucket | undefined;

  function bucketOf(current: Current, place: Place): Bucket {
    if (current.state === "unreadable") throw new StorageFailure("unreadable");
    const bucket = current.state === "off" ? undefined : place === "private" ? current.privateBucket : current.bucket;
    if (!bucket) throw new StorageFailure("off");
    return bucket;
  }

  /** Returns where a file must lie; undefined while that is unknown, so that it stays. */
  async function requiredPlaceOf(from: Db, key: string, current: Current): Promise<Place | undefined> {
    if (current.state === "unreadable") return undefined;
    const songs = await songRepository(from, dialect).ofAudio(addressOf(key));
    if (songs.length === 0) return undefined;
    if (current.state === "off") return "disk";
    return isProtectedAudio(songs) ? protectedPlace(current) : "bucket";
  }

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
    return db.transaction().execute(async (tx) => {
      await audioFilesRepository(tx).setProblem(key, inTransit);
      return storage.currentIn(tx);
    });
  }

  /** Runs a task with the path of a verified local copy. `place` makes a fetched copy the stored file; else it is removed. */
  async function withLocalCopy<T>(
    row: AudioFileRow,
    current: Current,
    signal: AbortSignal | undefined,
    task: (path: string, place: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const url = addressOf(row.key);
    if (row.place === "disk" || row.place === "none") return task(store.fileOf(url) ?? "", async () => {});
    const source = await bucketOf(current, row.place).get(row.key, signal);
    const staged = await store.stage(source, url, row.size);
    try {
      if (staged.sha256 !== row.sha256) throw new StorageFailure("corrupted", row.key);
      return await task(staged.path, staged.place);
    } finally {
      await staged.discard();
    }
  }

  /** Copies a file to another place and verifies the copy by reading it back. */
  async function copy(row: AudioFileRow, to: Place, current: Current, signal: AbortSignal): Promise<void> {
    await withLocalCopy(row, current, signal, async (path, place) => {
      if (to === "disk") return place();
      const bucket = bucketOf(current, to);
      const { key, size, sha256 } = row;
      const cacheControl = to === "bucket" ? "public, max-age=3600" : "private, max-age=3600";
      await bucket.put({ key, file: path, size, sha256, contentType: contentTypeOf(key), cacheControl }, signal);
      if ((await sha256Of(upTo(size, await bucket.get(key, signal)))) !== sha256) {
        await bucket.remove(key, signal).catch(() => {});
        throw new StorageFailure("corrupted", key);
      }
    });
  }

  /** Removes the copies of a file from every place but one, and verifies the removal. */
  async function removeCopiesExcept(place: Place, key: string, current: Current, signal: AbortSignal): Promise<void> {
    // The disk first: its removal does not depend on a bucket that may be unreachable.
    if (place !== "disk") await store.remove(addressOf(key));
    if (place !== "bucket" && current.state !== "off") await bucketOf(current, "bucket").remove(key, signal);
    if (place !== "private" && current.state !== "off" && current.hasPrivate) {
      await bucketOf(current, "private").remove(key, signal);
    }
  }

  /**
   * Moves a file that is marked as in transit: copy, update of the row, removal of the old copy. The caller must hold its
   * lease. A retry continues where the last attempt ended.
   * @param isStillRequired called in the transaction that updates the row.
   */
  async function move(
    row: AudioFileRow,
    to: Place,
    current: Current,
    signal: AbortSignal,
    isStillRequired: (tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    try {
      if (row.place !== to) {
        await copy(row, to, current, signal);
        const isUpdated = await db.transaction().execute(async (tx) => {
          await dialect.lock(tx, "catalogue");
          if (!(await isStillRequired(tx))) return false;
          await audioFilesRepository(tx).setPlace(row.key, to);
          return true;
        });
        changes.committed(catalogueTopic);
        if (!isUpdated) {
          await removeCopiesExcept(row.place, row.key, current, signal);
          throw new StorageFailure("busy");
        }
      }
      if (row.place !== to || row.problem !== null) await removeCopiesExcept(to, row.key, current, signal);
      await files.setProblem(row.key, null);
    } catch (error) {
      await files.setProblem(row.key, (error as Error).message);
      throw error;
    }
  }

  /** Moves a file to the place that its songs require. @returns its place; undefined for an unknown file. */
  function settle(key: string): Promise<Place | undefined> {
    return withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row || row.place === "none") return undefined;
      const current = await markInTransit(key);
      const to = await requiredPlaceOf(db, key, current);
      if (to === undefined) {
        await files.setProblem(key, row.problem);
        return row.place;
      }
      await move(row, to, current, signal, async (tx) => (await requiredPlaceOf(tx, key, current)) === to);
      return to;
    });
  }

  /** Removes a file from every place, unless a song uses it. */
  async function remove(key: string): Promise<void> {
    await withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row) return;
      const isUnused = await db.transaction().execute(async (tx) => {
        await dialect.lock(tx, "catalogue");
        if ((await songRepository(tx, dialect).ofAudio(addressOf(key))).length > 0) return false;
        await audioFilesRepository(tx).setPlace(key, "none");
        return true;
      });
      if (!isUnused) return;
      try {
        const onDiskOnly = row.place === "disk" && row.problem === null;
        const current = await markInTransit(key);
        if (onDiskOnly) await store.remove(addressOf(key));
        else await removeCopiesExcept("none", key, current, signal);
        await files.remove(key);
      } catch (error) {
        await files.setProblem(key, (error as Error).message);
        throw error;
      }
    });
  }

  /** Returns the file name for a download: the title of a song that uses the file. */
  async function downloadName(key: string): Promise<string> {
    const title = await files.titleOf(key);
    return title === undefined ? key.slice("audio/".length) : title + extname(key);
  }

  /** Runs a task of the outbox. @throws StorageFailure at once while a back-off lasts. */
  async function withBackoff(task: () => Promise<unknown>): Promise<void> {
    if (backoff && Date.now() < backoff.until) throw new StorageFailure(backoff.reason);
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

    /** Aborts running moves for good; another process or the next start continues them. */
    async stop(): Promise<void> {
      stopping.abort();
    },

    /** Returns where uploads are registered; undefined for the disk. @throws ApiError `unavailable` for unreadable keys. */
    async uploadTarget(): Promise<UploadTarget | undefined> {
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
        async register(tx: Tx, { key, sha256, size, duration }: StoredFile) {
          await audioFilesRepository(tx).add({ key, sha256, size, duration });
        },
      };
    },

    /** Returns a function that registers an imported file and returns its address; undefined when files stay on the disk. */
    async importTarget(): Promise<((tx: Tx, audio: StoredFile) => Promise<string>) | undefined> {
      if ((await storage.current()).state !== "ready") return undefined;
      return async (tx, { key, sha256, size, duration }) => {
        await audioFilesRepository(tx).add({ key, sha256, size, duration });
        await outbox.add(tx, moveTopic, { key });
        return bucketPrefix + key;
      };
    },

    /** Registers the handlers of this feature's outbox topics. */
    handle(messages: Pick<Outbox, "on">): void {
      messages.on<{ key: string }>(moveTopic, ({ key }) => withBackoff(() => settle(key)));
      messages.on(settleTopic, async () => {
        const current = await storage.current();
        for (let after = ""; ; ) {
          const rows = await files.after(after, batchSize);
          const last = rows.at(-1);
          if (last === undefined) return;
          const misplaced: string[] = [];
          for (const { key, place, problem } of rows) {
            const to = await requiredPlaceOf(db, key, current);
            if (to !== undefined && (to !== place || problem !== null)) misplaced.push(key);
          }
          await db.transaction().execute(async (tx) => {
            for (const key of misplaced) await outbox.add(tx, moveTopic, { key });
          });
          after = last.key;
        }
      });
    },

    /** Lets the outbox move a file, if necessary, after the commit; without effect for files outside object storage. */
    async enqueueMove(tx: Tx, url: string): Promise<void> {
      const key = keyOf(url);
      if (key !== undefined) await outbox.add(tx, moveTopic, { key });
    },

    /**
     * Removes a file from every public place, then runs a task that makes it Premium.
     * @throws ApiError `unavailable` when the removal fails; the task has not run then.
     */
    async withPublicCopyRemoved<T>(url: string, task: () => Promise<T>): Promise<T> {
      const key = keyOf(url);
      if (key === undefined || !hasPublicBucket(await storage.current())) return task();
      let done: { result: T } | undefined;
      try {
        return await withLease(key, async (signal) => {
          const row = await files.find(key);
          if (row && (row.place === "bucket" || row.problem !== null)) {
            const current = await markInTransit(key);
            const to = current.state === "off" ? "disk" : protectedPlace(current);
            await move(row, to, current, signal, async (tx) => {
              // If the task fails, the file moves back to where its songs require it.
              await outbox.add(tx, moveTopic, { key });
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

    /** Returns `R2:<key>` for any address of a file that is registered for object storage; undefined for all others. */
    async registeredUrl(url: string): Promise<string | undefined> {
      const { publicUrl = null } = (await storage.current()) as { publicUrl?: string | null };
      const key =
        keyOf(url) ??
        (url.startsWith("/uploads/")
          ? url.slice("/uploads/".length)
          : publicUrl !== null && url.startsWith(`${publicUrl}/`)
            ? url.slice(publicUrl.length + 1)
            : undefined);
      if (key === undefined || !storedKey.test(key)) return undefined;
      const row = await files.find(key);
      return row ? bucketPrefix + key : undefined;
    },

    /** True when `R2:<key>` refers to a file that songs may use. */
    async exists(tx: Tx, key: string): Promise<boolean> {
      const row = await audioFilesRepository(tx).find(key);
      return row !== undefined && row.place !== "none";
    },

    /** Returns seconds; null when unknown. */
    async durationOf(key: string): Promise<number | null> {
      return (await files.find(key))?.duration ?? null;
    },

    /** Returns the addresses of files that need no signature, by key. */
    async openUrls(keys: readonly string[]): Promise<Map<string, string>> {
      const places = await files.placesOf(keys);
      const current = places.size > 0 ? await storage.current() : undefined;
      const publicUrl = current && current.state !== "off" ? current.publicUrl : null;
      const urls = new Map<string, string>();
      for (const [key, place] of places) {
        if (place === "none") continue;
        urls.set(key, place === "bucket" && publicUrl !== null ? `${publicUrl}/${key}` : addressOf(key));
      }
      return urls;
    },

    /** Returns the URL in object storage of a file of `/uploads/…`; undefined when it lies on the disk. */
    async redirectUrl(
      url: string,
      { method, download, isProtected }: { method: string; download: boolean; isProtected: boolean },
    ): Promise<string | undefined> {
      const current = await storage.current();
      if (current.state === "off") return undefined;
      const row = await files.find(url.slice("/uploads/".length));
      if (row?.place !== "bucket" && row?.place !== "private") return undefined;
      if (row.place === "bucket" && current.publicUrl !== null && !isProtected && !download) {
        return `${current.publicUrl}/${row.key}`;
      }
      try {
        return await bucketOf(current, row.place).link(row.key, {
          life: linkSeconds,
          method: method === "HEAD" ? "HEAD" : "GET",
          ...(download ? { download: await downloadName(row.key) } : {}),
        });
      } catch (error) {
        throw unavailable(error);
      }
    },

    /** Removes the file of an address from wherever it lies. */
    async remove(url: string): Promise<void> {
      // A path may belong to a file that has been registered for object storage since.
      const key = keyOf(url) ?? url.slice("/uploads/".length);
      if (storedKey.test(key) && (await files.find(key))) await withBackoff(() => remove(key));
      else if (keyOf(url) === undefined) await store.remove(url);
    },

    /** Measures the loudness curve of a stored audio file; null without one. @throws StorageFailure when it can't be fetched now. */
    async waveformOf(url: string, signal?: AbortSignal): Promise<number[] | null> {
      const key = keyOf(url);
      if (key === undefined) {
        const file = store.fileOf(url);
        return file === undefined ? null : store.measure(file, signal);
      }
      const row = await files.find(key);
      if (!row || row.place === "none") return null;
      try {
        return await withLocalCopy(row, await storage.current(), signal, (path) => store.measure(path, signal));
      } catch (error) {
        const { reason } = failureOf(error);
        if (reason === "no_object" || reason === "corrupted") return null;
        throw error;
      }
    },

    /** Returns the size of a file on the disk in bytes; undefined when it is missing. */
    async localFile(url: string): Promise<{ size: number } | undefined> {
      const file = store.fileOf(url);
      return file === undefined ? undefined : stat(file).catch(() => undefined);
    },

    /** Registers a file of the disk for object storage and repoints its songs; `settle` moves it afterwards. */
    async register(url: string): Promise<void> {
      const key = url.slice("/uploads/".length);
      const file = store.fileOf(url);
      if (file === undefined) throw new Error(`${url} is not the address of a stored file`);
      const { size } = await stat(file);
      const sha256 = await sha256Of(createReadStream(file, { highWaterMark: 1024 * 1024 }));
      const duration = await store.durationOf(url);
      await db.transaction().execute(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const repository = audioFilesRepository(tx);
        if (!(await repository.find(key))) await repository.add({ key, sha256, size, duration });
        await repository.renameAudio(url, bucketPrefix + key);
      });
      changes.committed(catalogueTopic);
    },

    /** Moves a file back to the disk, repoints its songs and deletes its row. */
    async unregister(key: string): Promise<void> {
      await withLease(key, async (signal) => {
        const row = await files.find(key);
        if (!row || row.place === "none") return;
        await move(row, "disk", await markInTransit(key), signal, async () => true);
        await db.transaction().execute(async (tx) => {
          await dialect.lock(tx, "catalogue");
          const repository = audioFilesRepository(tx);
          await repository.renameAudio(bucketPrefix + key, addressOf(key));
          await repository.remove(key);
        });
        changes.committed(catalogueTopic);
      });
    },

    /** Returns the local addresses that songs use, and all registered files. */
    inventory: () => files.inventory(),

    /** Returns where a registered file must lie; undefined while that is unknown. */
    async requiredPlace(key: string): Promise<Place | undefined> {
      return requiredPlaceOf(db, key, await storage.current());
    },
  };
}

/** True when anyone can read the objects of the bucket. */
function hasPublicBucket(current: Current): boolean {
  return current.state !== "off" && current.publicUrl !== null;
}

/** Returns the place of files that need a signed link. */
function protectedPlace({ publicUrl, hasPrivate }: Exclude<Current, { state: "off" }>): Place {
  return hasPrivate ? "private" : publicUrl === null ? "bucket" : "disk";
}

/** Returns the local address of a file; the server redirects it to object storage where necessary. */
function addressOf(key: string): string {
  return `/uploads/${key}`;
}

function unavailable(error: unknown): ApiError {
  const { message } = failureOf(error);
  return new ApiError("unavailable", `Kho lưu trữ file không dùng được lúc này: ${message}. Vui lòng thử lại sau.`);
}
