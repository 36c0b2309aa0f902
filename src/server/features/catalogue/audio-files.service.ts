/**
 * Audio files whose home is object storage. Songs name them `R2:<key>` wherever they lie; a row says where that is now. New
 * ones lie on the disk until a song needs them, then move to the place that their songs ask for, and again when the songs or the
 * settings change. Premium audio is never where anyone could read it: see docs/decisions/0020-object-storage.md.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { contentTypeOf, type MediaStore, type StoredFile } from "#server/features/media/media.service.ts";
import type { AudioHome } from "#server/features/media/uploads.service.ts";
import {
  type Bucket,
  type Current,
  type FailureCause,
  failureOf,
  type Storage,
  StorageFailure,
  type StorageUsage,
  settleTopic,
  unreadable,
} from "#server/features/storage/storage.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { sha256Of } from "#server/platform/durable-files.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type AudioFileRow, audioFilesRepository, type Place } from "./audio-files.repository.ts";
import { songRepository } from "./catalogue.repository.ts";

/** Outbox topic: a file may have to move, `{key}`. */
const placeTopic = "audio.place";
const bucketPrefix = "R2:";
const storedKey = /^audio\/[0-9a-f]{32}\.[a-z0-9]+$/;
/** Seconds that a presigned link opens a file. */
const linkLife = 60 * 60;
const leaseMs = 60_000;
const usualWaitMs = 5_000;
/** A successful check of the bucket holds for this long. */
const readyMs = 60_000;
const longestCheckMs = 8_000;
/** After a bucket was out of reach, messages wait for this long without asking it, so that others get their turn. */
const usualRestMs = 30_000;
const restingReasons: readonly FailureCause[] = ["unreachable", "timeout", "dns", "tls", "service"];
const longestTransferMs = 15 * 60_000;
const batch = 100;
const inTransit = "";

/** The key of `R2:<key>`; undefined for every other address. */
export function keyOf(url: string): string | undefined {
  return url.startsWith(bucketPrefix) ? url.slice(bucketPrefix.length) : undefined;
}

/** Whether a file may be had only with a signed link: it is the audio of a Premium song, or only of songs that are taken down. */
export function isClosed(songs: readonly { is_premium: boolean; is_active: boolean }[]): boolean {
  return songs.length > 0 && (songs.some((song) => song.is_premium) || !songs.some((song) => song.is_active));
}

/** What lies in object storage now. */
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
  /** Milliseconds that a caller waits for another who is moving the same file. */
  waitMs?: number | undefined;
  /** Milliseconds of rest for a bucket that was out of reach. */
  restMs?: number | undefined;
}

export function createAudioFiles({
  database,
  outbox,
  store,
  storage,
  log,
  waitMs = usualWaitMs,
  restMs = usualRestMs,
}: AudioFilesDeps) {
  const { db, dialect, changes } = database;
  const files = audioFilesRepository(db);
  const stopping = new AbortController();
  let resting: { until: number; reason: FailureCause } | undefined;
  let readyUntil = 0;
  let readyBucket: Bucket | undefined;

  function bucketOf(current: Current, place: Place): Bucket {
    if (current.state === "unreadable") throw new StorageFailure("unreadable");
    const bucket = current.state === "off" ? undefined : place === "private" ? current.privateBucket : current.bucket;
    if (!bucket) throw new StorageFailure("off");
    return bucket;
  }

  /** Where a file belongs; undefined where that can't be told, so that it stays. */
  async function placeWanted(from: Db, key: string, current: Current): Promise<Place | undefined> {
    if (current.state === "unreadable") return undefined;
    const songs = await songRepository(from, dialect).ofAudio(addressOf(key));
    if (songs.length === 0) return undefined;
    if (current.state === "off") return "disk";
    return isClosed(songs) ? closedPlace(current) : "bucket";
  }

  /** Runs `work` while nobody else moves the file. @throws StorageFailure `busy` when another does so for long. */
  async function withLease<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lease = randomBytes(12).toString("hex");
    const until = Date.now() + waitMs;
    while (!(await files.takeLease(key, lease, leaseMs))) {
      if (!(await files.find(key))) break;
      if (Date.now() >= until) throw new StorageFailure("busy");
      await pause(100);
    }
    const lost = new AbortController();
    const renewal = setInterval(() => {
      files.renewLease(key, lease, leaseMs).then(
        (held) => held || lost.abort(),
        () => {},
      );
    }, leaseMs / 3);
    try {
      return await work(AbortSignal.any([lost.signal, stopping.signal, AbortSignal.timeout(longestTransferMs)]));
    } finally {
      clearInterval(renewal);
      await files.giveLease(key, lease);
    }
  }

  /**
   * Marks a file as on its way: until the mark is gone nobody can save settings that would lose it or lay it open.
   * @returns the settings that hold meanwhile.
   */
  function depart(key: string): Promise<Current> {
    return db.transaction().execute(async (tx) => {
      await audioFilesRepository(tx).setProblem(key, inTransit);
      return storage.currentIn(tx);
    });
  }

  /** Gives a path of this disk at which the whole, right file lies; what was fetched for it may be kept with `place`. */
  async function withLocal<T>(
    row: AudioFileRow,
    current: Current,
    signal: AbortSignal | undefined,
    work: (path: string, place: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const url = addressOf(row.key);
    if (row.place === "disk" || row.place === "none") return work(store.fileOf(url) ?? "", async () => {});
    const source = await bucketOf(current, row.place).get(row.key, signal);
    const staged = await store.stage(source, url);
    try {
      if (staged.sha256 !== row.sha256) throw new StorageFailure("corrupted", row.key);
      return await work(staged.path, staged.place);
    } finally {
      await staged.discard();
    }
  }

  /** Copies a file to another place and makes sure, by reading it back, that it is whole there. */
  async function copy(row: AudioFileRow, to: Place, current: Current, signal: AbortSignal): Promise<void> {
    await withLocal(row, current, signal, async (path, place) => {
      if (to === "disk") return place();
      const bucket = bucketOf(current, to);
      const { key, size, sha256 } = row;
      const cacheControl = to === "bucket" ? "public, max-age=3600" : "private, max-age=3600";
      await bucket.put({ key, file: path, size, sha256, contentType: contentTypeOf(key), cacheControl }, signal);
      if ((await sha256Of(await bucket.get(key, signal))) !== sha256) {
        await bucket.remove(key, signal).catch(() => {});
        throw new StorageFailure("corrupted", key);
      }
    });
  }

  /** Removes a file wherever it does not lie, and makes sure that it is gone. */
  async function removeFromAllBut(key: string, kept: Place, current: Current, signal: AbortSignal): Promise<void> {
    // This disk first: it does not fail for a bucket that is away, and what it serves then is nobody's song any more.
    if (kept !== "disk") await store.remove(addressOf(key));
    if (kept !== "bucket" && current.state !== "off") await bucketOf(current, "bucket").remove(key, signal);
    if (kept !== "private" && current.state !== "off" && current.hasPrivate) {
      await bucketOf(current, "private").remove(key, signal);
    }
  }

  /**
   * Moves a file that has departed: copy, row, removal of the old copy. Another try goes on wherever this one ends. Hold its
   * lease.
   * @param stillWanted asked in the transaction that changes the row.
   */
  async function move(
    row: AudioFileRow,
    to: Place,
    current: Current,
    signal: AbortSignal,
    stillWanted: (tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    try {
      if (row.place !== to) {
        await copy(row, to, current, signal);
        const moved = await db.transaction().execute(async (tx) => {
          await dialect.lock(tx, "catalogue");
          if (!(await stillWanted(tx))) return false;
          await audioFilesRepository(tx).setPlace(row.key, to);
          return true;
        });
        changes.committed(catalogueTopic);
        if (!moved) {
          await removeFromAllBut(row.key, row.place, current, signal);
          throw new StorageFailure("busy");
        }
      }
      if (row.place !== to || row.problem !== null) await removeFromAllBut(row.key, to, current, signal);
      await files.setProblem(row.key, null);
    } catch (error) {
      await files.setProblem(row.key, (error as Error).message);
      throw error;
    }
  }

  /** Brings a file to where its songs want it. @returns where it lies now, undefined when it is not ours. */
  function settle(key: string): Promise<Place | undefined> {
    return withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row || row.place === "none") return undefined;
      const current = await depart(key);
      const to = await placeWanted(db, key, current);
      if (to === undefined) {
        await files.setProblem(key, row.problem);
        return row.place;
      }
      await move(row, to, current, signal, async (tx) => (await placeWanted(tx, key, current)) === to);
      return to;
    });
  }

  /** Removes a file from everywhere, unless a song uses it after all. */
  async function remove(key: string): Promise<void> {
    await withLease(key, async (signal) => {
      const row = await files.find(key);
      if (!row) return;
      const isUnused = await db.transaction().execute(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const inTx = audioFilesRepository(tx);
        if ((await songRepository(tx, dialect).ofAudio(addressOf(key))).length > 0) return false;
        await inTx.setPlace(key, "none");
        return true;
      });
      if (!isUnused) return;
      try {
        const onDiskOnly = row.place === "disk" && row.problem === null;
        const current = await depart(key);
        if (onDiskOnly) await store.remove(addressOf(key));
        else await removeFromAllBut(key, "none", current, signal);
        await files.remove(key);
      } catch (error) {
        await files.setProblem(key, (error as Error).message);
        throw error;
      }
    });
  }

  /** What a file is saved as: its song's title. */
  async function nameOf(key: string): Promise<string> {
    const title = await files.titleOf(key);
    return title === undefined ? key.slice("audio/".length) : title + extname(key);
  }

  /** Does a message's work, unless the bucket was out of reach a moment ago. */
  async function patiently(work: () => Promise<unknown>): Promise<void> {
    if (resting && Date.now() < resting.until) throw new StorageFailure(resting.reason);
    resting = undefined;
    try {
      await work();
    } catch (error) {
      if (error instanceof StorageFailure && restingReasons.includes(error.reason)) {
        resting = { until: Date.now() + restMs, reason: error.reason };
      }
      throw error;
    }
  }

  return {
    settle,

    /** Breaks off what is being moved, for good; another process goes on with it. */
    async stop(): Promise<void> {
      stopping.abort();
    },

    /** Where new audio belongs; undefined when that is this disk. @throws ApiError `unavailable` when the keys can't be read. */
    async home(): Promise<AudioHome | undefined> {
      const current = await storage.current();
      if (current.state === "off") return undefined;
      if (current.state === "unreadable") throw new ApiError("unavailable", unreadable);
      const { bucket, privateBucket } = current;
      return {
        async ready() {
          if (readyBucket === bucket && Date.now() < readyUntil) return;
          try {
            const signal = AbortSignal.timeout(longestCheckMs);
            await Promise.all([bucket.probe(signal), privateBucket?.probe(signal)]);
            readyBucket = bucket;
            readyUntil = Date.now() + readyMs;
          } catch (err) {
            log.warn({ err }, "object storage does not take files");
            throw unavailable(err);
          }
        },
        async enlist(tx: Tx, { key, sha256, size, duration }: StoredFile) {
          await audioFilesRepository(tx).add({ key, sha256, size, duration });
        },
      };
    },

    /** How new songs take their files to where they belong now; undefined when that is this disk. */
    async claiming(): Promise<((tx: Tx, audio: StoredFile) => Promise<string>) | undefined> {
      if ((await storage.current()).state !== "ready") return undefined;
      return async (tx, { key, sha256, size, duration }) => {
        await audioFilesRepository(tx).add({ key, sha256, size, duration });
        await outbox.add(tx, placeTopic, { key });
        return bucketPrefix + key;
      };
    },

    /** Messages that come after commits. */
    handle(messages: Pick<Outbox, "on">): void {
      messages.on<{ key: string }>(placeTopic, ({ key }) => patiently(() => settle(key)));
      messages.on(settleTopic, async () => {
        const current = await storage.current();
        for (let after = ""; ; ) {
          const rows = await files.after(after, batch);
          const last = rows.at(-1);
          if (last === undefined) return;
          const moving: string[] = [];
          for (const { key, place, problem } of rows) {
            const to = await placeWanted(db, key, current);
            if (to !== undefined && (to !== place || problem !== null)) moving.push(key);
          }
          await db.transaction().execute(async (tx) => {
            for (const key of moving) await outbox.add(tx, placeTopic, { key });
          });
          after = last.key;
        }
      });
    },

    /** Has a file moved after the commit, if it is one of ours and has to. */
    async placeLater(tx: Tx, url: string): Promise<void> {
      const key = keyOf(url);
      if (key !== undefined) await outbox.add(tx, placeTopic, { key });
    },

    /**
     * Runs `work`, which closes a file to the public, after the file has left every place where anyone can read it.
     * @throws ApiError `unavailable` when it could not; nothing has changed then.
     */
    async closed<T>(url: string, work: () => Promise<T>): Promise<T> {
      const key = keyOf(url);
      if (key === undefined || !isPublic(await storage.current())) return work();
      let done: { result: T } | undefined;
      try {
        return await withLease(key, async (signal) => {
          const row = await files.find(key);
          if (row && (row.place === "bucket" || row.problem !== null)) {
            const current = await depart(key);
            const to = current.state === "off" ? "disk" : closedPlace(current);
            await move(row, to, current, signal, async (tx) => {
              // Should the work fail, the file goes back to where its songs want it.
              await outbox.add(tx, placeTopic, { key });
              return true;
            });
          }
          done = { result: await work() };
          return done.result;
        });
      } catch (error) {
        if (error instanceof StorageFailure && !done) {
          log.warn({ err: error }, "a file could not be closed to the public");
          throw new ApiError(
            "unavailable",
            `Chưa thể đặt bài hát thành Premium vì chưa gỡ được file khỏi nơi công khai: ${error.message}. Vui lòng thử lại sau.`,
          );
        }
        throw error;
      }
    },

    /**
     * The one form of an address of a file of ours: `R2:<key>` for what belongs to object storage, whichever of its addresses
     * was given; undefined for all else.
     */
    async canonical(url: string): Promise<string | undefined> {
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

    /** Whether `R2:<key>` names a file that is there to be used. */
    async exists(tx: Tx, key: string): Promise<boolean> {
      const row = await audioFilesRepository(tx).find(key);
      return row !== undefined && row.place !== "none";
    },

    /** Seconds; null when unknown. */
    async durationOf(key: string): Promise<number | null> {
      return (await files.find(key))?.duration ?? null;
    },

    /** The addresses at which browsers find these files when they are open to all, by key. */
    async openAddresses(keys: readonly string[]): Promise<Map<string, string>> {
      const places = await files.placesOf(keys);
      const current = places.size > 0 ? await storage.current() : undefined;
      const publicUrl = current && current.state !== "off" ? current.publicUrl : null;
      const addresses = new Map<string, string>();
      for (const [key, place] of places) {
        if (place === "none") continue;
        addresses.set(key, place === "bucket" && publicUrl !== null ? `${publicUrl}/${key}` : addressOf(key));
      }
      return addresses;
    },

    /** A link to the file of `/uploads/…` where it lies now; undefined when that is this disk. */
    async elsewhere(
      url: string,
      { method, download, closed }: { method: string; download: boolean; closed: boolean },
    ): Promise<string | undefined> {
      const current = await storage.current();
      if (current.state === "off") return undefined;
      const row = await files.find(url.slice("/uploads/".length));
      if (row?.place !== "bucket" && row?.place !== "private") return undefined;
      if (row.place === "bucket" && current.publicUrl !== null && !closed && !download) {
        return `${current.publicUrl}/${row.key}`;
      }
      try {
        return await bucketOf(current, row.place).link(row.key, {
          life: linkLife,
          method: method === "HEAD" ? "HEAD" : "GET",
          ...(download ? { download: await nameOf(row.key) } : {}),
        });
      } catch (error) {
        throw unavailable(error);
      }
    },

    /** Removes the file of an address, wherever it lies. */
    async remove(url: string): Promise<void> {
      // A file of this disk may have been taken in since somebody named it by its path.
      const key = keyOf(url) ?? url.slice("/uploads/".length);
      if (storedKey.test(key) && (await files.find(key))) await patiently(() => remove(key));
      else if (keyOf(url) === undefined) await store.remove(url);
    },

    /** The loudness curve of a stored audio file, or null. @throws StorageFailure when it can't be fetched now. */
    async waveformOf(url: string, signal?: AbortSignal): Promise<number[] | null> {
      const key = keyOf(url);
      if (key === undefined) {
        const file = store.fileOf(url);
        return file === undefined ? null : store.measure(file, signal);
      }
      const row = await files.find(key);
      if (!row || row.place === "none") return null;
      try {
        return await withLocal(row, await storage.current(), signal, (path) => store.measure(path, signal));
      } catch (error) {
        const { reason } = failureOf(error);
        if (reason === "no_object" || reason === "corrupted") return null;
        throw error;
      }
    },

    /** What is known of a file of this disk; undefined when it is not there. */
    async localFile(url: string): Promise<{ size: number } | undefined> {
      const file = store.fileOf(url);
      return file === undefined ? undefined : stat(file).catch(() => undefined);
    },

    /** Takes a file of this disk in, with the songs that use it; it stays where it is until it is settled. */
    async adopt(url: string): Promise<void> {
      const key = url.slice("/uploads/".length);
      const file = store.fileOf(url);
      if (file === undefined) throw new Error(`${url} is not the address of a stored file`);
      const { size } = await stat(file);
      const sha256 = await sha256Of(createReadStream(file, { highWaterMark: 1024 * 1024 }));
      const duration = await store.durationOf(url);
      await db.transaction().execute(async (tx) => {
        await dialect.lock(tx, "catalogue");
        const inTx = audioFilesRepository(tx);
        if (!(await inTx.find(key))) await inTx.add({ key, sha256, size, duration });
        await inTx.renameAudio(url, bucketPrefix + key);
      });
      changes.committed(catalogueTopic);
    },

    /** Brings a file back to this disk for good, with the songs that use it. */
    async release(key: string): Promise<void> {
      await withLease(key, async (signal) => {
        const row = await files.find(key);
        if (!row || row.place === "none") return;
        await move(row, "disk", await depart(key), signal, async () => true);
        await db.transaction().execute(async (tx) => {
          await dialect.lock(tx, "catalogue");
          const inTx = audioFilesRepository(tx);
          await inTx.renameAudio(bucketPrefix + key, addressOf(key));
          await inTx.remove(key);
        });
        changes.committed(catalogueTopic);
      });
    },

    /** Local addresses that songs use and that are not ours yet, and the files that are, for moving them all. */
    inventory: () => files.inventory(),

    /** Where a file of ours should lie. */
    async wanted(key: string): Promise<Place | undefined> {
      return placeWanted(db, key, await storage.current());
    },
  };
}

/** Whether anyone can read what lies in the bucket. */
function isPublic(current: Current): boolean {
  return current.state !== "off" && current.publicUrl !== null;
}

/** Where a file lies that not everyone may have. */
function closedPlace({ publicUrl, hasPrivate }: Exclude<Current, { state: "off" }>): Place {
  return hasPrivate ? "private" : publicUrl === null ? "bucket" : "disk";
}

/** The address of a file at this server, which also knows where it lies. */
function addressOf(key: string): string {
  return `/uploads/${key}`;
}

function unavailable(error: unknown): ApiError {
  const { message } = failureOf(error);
  return new ApiError("unavailable", `Kho lưu trữ file không dùng được lúc này: ${message}. Vui lòng thử lại sau.`);
}
