/**
 * Stored files: one registry with owners and visibility, the moves between disk and object storage, and the links that lead to them.
 * The feature knows no owner: songs, categories and contacts claim and release files in their own transactions
 * (docs/rooms/files-and-media.md#the-registry).
 */
import type { Logger } from "pino";
import { fileKeyOf, isOwnAddress } from "#contract/file-address.ts";
import type { StoredKind } from "#server/features/file-kinds.ts";
import type { MediaStore, ReceivedFile, Sound, StoredFile } from "#server/features/media/media.service.ts";
import type { Storage } from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type Adoption, adoptFiles, type ClaimSource, measureTopic } from "./adoption.ts";
import { type FileRow, filesRepository } from "./files.repository.ts";
import { createLinks } from "./links.ts";
import { createMover } from "./mover.ts";
import { createRegistry } from "./registry.ts";

export type { ClaimSource } from "./adoption.ts";
export type { Owner, Place } from "./files.repository.ts";
export { type FileAddresses, pathOf } from "./links.ts";
export { hasStuckFile, storageUsage } from "./mover.ts";
export { type Claim, claimOf, pictureClaim } from "./registry.ts";

/** Milliseconds after which an unclaimed file is removed: its form was not saved. */
export const unclaimedLife = 24 * 60 * 60_000;
const sweepMs = 60 * 60_000;
const sweepBatch = 100;
const measureBatch = 20;
const maxSameFiles = 50;
/** How long one message measures files, so that it ends within its lease. */
const measureMs = 60_000;

export type Files = ReturnType<typeof createFiles>;

export interface FilesDeps {
  database: Database;
  outbox: Outbox;
  store: MediaStore;
  storage: Storage;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Signs links. */
  key: Buffer;
  /** Verifies links that were signed before the key changed. */
  oldKey?: Buffer | undefined;
  /** Milliseconds to wait for the lease of a file that another process moves. */
  waitMs?: number | undefined;
  /** Milliseconds of back-off after the bucket was unreachable. */
  restMs?: number | undefined;
}

export function createFiles(deps: FilesDeps) {
  const { database, outbox, store, log } = deps;
  const registry = createRegistry(deps);
  const mover = createMover(deps);
  const links = createLinks(deps);
  const repository = filesRepository(database.db);
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> | undefined;
  const stopping = new AbortController();

  /** Gives up files that were kept and are not claimed; what fails is left to the sweep. */
  async function abandon(stored: readonly StoredFile[]): Promise<void> {
    for await (const { key } of inTurns(stored)) {
      await mover.remove(key).catch((err: unknown) => log.warn({ err, key }, "a file is removed by the next sweep"));
    }
  }

  /**
   * Registers received files and moves them into place. Until they are claimed, they end after a day.
   * @param isManaged lets object storage manage them.
   */
  async function keep(received: readonly ReceivedFile[], isManaged: boolean): Promise<StoredFile[]> {
    try {
      return await registry.keep(received, isManaged);
    } catch (error) {
      await abandon(await Promise.all(received.map((one) => one.prepare())).catch(() => []));
      throw error;
    }
  }

  /**
   * Removes files that nothing has claimed for a day.
   * @param now milliseconds.
   * @returns the number of removed files.
   */
  async function sweep(now = Date.now()): Promise<number> {
    let removed = 0;
    const staying = new Set<string>();
    const before = new Date(now - unclaimedLife).toISOString();
    while (!stopping.signal.aborted) {
      const keys = await repository.unclaimedSince(before, staying.size + sweepBatch);
      const next = keys.filter((key) => !staying.has(key));
      if (next.length === 0) break;
      for await (const key of inTurns(next)) {
        const isRemoved = await mover.remove(key).catch((err: unknown) => {
          log.warn({ err, key }, "an unclaimed file could not be removed");
          return false;
        });
        if (isRemoved) removed += 1;
        else staying.add(key);
      }
    }
    return removed;
  }

  /** Compares a file with its row; one that moves meanwhile has no fault. */
  async function faultOnDisk(row: FileRow): Promise<"missing" | "damaged" | undefined> {
    if (row.place !== "disk" || row.is_in_transit) return undefined;
    const found = await mover.localFile(row.key);
    if (found && (row.sha256 === null || found.size === row.size)) return undefined;
    const now = await repository.find(row.key);
    if (!now || now.place !== "disk" || now.is_in_transit || now.is_removed) return undefined;
    return found ? "damaged" : "missing";
  }

  /** Measures files with keys greater than `after` whose hash is not known yet. */
  async function measure(after: string): Promise<void> {
    const until = Date.now() + measureMs;
    let done = after;
    while (!stopping.signal.aborted && Date.now() < until) {
      const rows = await repository.unmeasured(done, measureBatch);
      const last = rows.at(-1);
      if (last === undefined) return;
      for await (const row of inTurns(rows)) await mover.measured(row);
      done = last.key;
    }
    await outbox.add(database.db, measureTopic, { after: done });
  }

  return {
    ...links,
    keep,
    abandon,
    sweep,
    setClaims: registry.setClaims,
    passClaims: registry.passClaims,
    discard: registry.discard,
    settle: mover.settle,
    remove: mover.remove,
    manage: mover.manage,
    unmanage: mover.unmanage,
    inventory: mover.inventory,
    localFile: mover.localFile,
    requiredPlace: mover.requiredPlace,
    uploadTarget: mover.uploadTarget,
    isManaging: mover.isManaging,
    withPublicCopyRemoved: mover.withPublicCopyRemoved,
    withContent: mover.withContent,

    /** Receives, registers and keeps a file; until it is claimed, it ends after a day. */
    async save(source: AsyncIterable<Buffer>, kind: StoredKind, isManaged = false): Promise<StoredFile> {
      const received = await store.receive(source, kind);
      try {
        const [stored] = await keep([received], isManaged);
        return stored as StoredFile;
      } finally {
        await received.discard();
      }
    },

    /** Returns the keys of the files with the content of an address, its own included; none for a file of another site. */
    async sameContent(from: Db, address: string): Promise<string[]> {
      const key = fileKeyOf(address);
      return key === undefined ? [] : filesRepository(from).sameContent(key, maxSameFiles);
    },

    /** Returns the seconds of a stored audio file by its address; null when unknown. */
    async durationOf(address: string): Promise<number | null> {
      const key = fileKeyOf(address);
      const row = key === undefined ? undefined : await repository.find(key);
      if (!row) return null;
      return row.duration ?? (row.sha256 === null ? store.durationOf(row.key) : null);
    },

    /** Measures the loudness and the tempo of stored audio; null without sound. @throws StorageFailure when it can't be fetched now. */
    async soundOf(address: string, signal?: AbortSignal): Promise<Sound | null> {
      const key = fileKeyOf(address);
      if (key === undefined) return null;
      return (await mover.withContent(key, (path) => store.measure(path, signal), signal)) ?? null;
    },

    /**
     * Cuts a sample of stored audio; until it is claimed, it ends after a day.
     * @returns its address; null where there is nothing to cut. @throws StorageFailure when the audio can't be fetched now.
     */
    async sampleOf(address: string, signal?: AbortSignal): Promise<string | null> {
      const key = fileKeyOf(address);
      const row = key === undefined ? undefined : await repository.find(key);
      if (!row) return null;
      const received = await mover.withContent(row.key, (path) => store.sample(path, signal), signal);
      if (!received) return null;
      try {
        const [stored] = await keep([received], row.is_managed);
        return (stored as StoredFile).url;
      } finally {
        await received.discard();
      }
    },

    /**
     * Looks for what keeps stored audio from playing: files that are not there, or not as long as they were stored. What lies in object
     * storage was verified when it moved there, and is taken to be there.
     * @returns the faults by address; none for files of other sites.
     */
    async faultsOf(addresses: readonly string[]): Promise<Map<string, "missing" | "damaged">> {
      const faults = new Map<string, "missing" | "damaged">();
      const keyOf = new Map(addresses.filter(isOwnAddress).map((address) => [address, fileKeyOf(address)]));
      const keys = [...keyOf.values()].filter((key) => key !== undefined);
      const rows = new Map((await repository.among(keys)).map((row) => [row.key, row]));
      for await (const [address, key] of inTurns(keyOf)) {
        const row = key === undefined ? undefined : rows.get(key);
        const fault = row === undefined || row.is_removed ? "missing" : await faultOnDisk(row);
        if (fault) faults.set(address, fault);
      }
      return faults;
    },

    /** Returns why no curve could be measured of stored audio: the file is gone, or nothing can be read from it; null for another reason. */
    async unreadable(address: string, signal?: AbortSignal): Promise<"missing" | "unreadable" | null> {
      const key = fileKeyOf(address);
      if (key === undefined) return null;
      const isAudio = await mover.withContent(key, (path) => store.isAudio(path), signal);
      return isAudio === undefined ? "missing" : isAudio ? null : "unreadable";
    },

    /** Registers the files of an earlier version; without effect once that is done. */
    adopt: (sources: readonly ClaimSource[]): Promise<Adoption | undefined> => adoptFiles(deps, sources),

    /** Registers the handlers of this feature's outbox topics. */
    handle(): void {
      mover.handle(outbox);
      outbox.on<{ after: string }>(measureTopic, ({ after }) => measure(after));
    },

    /** Removes unclaimed files now and every hour. */
    start(): void {
      const tick = () => {
        sweeping = sweep()
          .catch((err: unknown) => log.error({ err }, "unclaimed files could not be removed"))
          .then(() => {
            if (!stopping.signal.aborted) timer = setTimeout(tick, sweepMs).unref();
          });
      };
      tick();
    },

    /** Aborts running moves for good; another process or the next start continues them. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await mover.stop();
      await sweeping;
    },
  };
}
