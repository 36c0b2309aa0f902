/** The copies of a file: made and verified at another place, and removed. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { contentTypeOf, type MediaStore } from "#server/features/media/media.service.ts";
import { type Current, StorageFailure } from "#server/features/storage/storage.service.ts";
import { sha256Of, upTo } from "#server/platform/durable-files.ts";
import type { FileRow, filesRepository, Place } from "./files.repository.ts";
import { bucketOf } from "./places.ts";

/** Returns what makes and removes copies; it changes no row, but for measures that are not known yet. */
export function createCopies(files: ReturnType<typeof filesRepository>, store: MediaStore) {
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

  return { measured, withLocalCopy, copy, removeCopiesExcept };
}
