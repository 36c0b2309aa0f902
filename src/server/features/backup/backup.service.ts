/** Writes the whole site into one file while the server may be running: stored files, database, secret key. */
import { constants, createWriteStream } from "node:fs";
import { access, type FileHandle, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { fileKeyPattern, isFileKey } from "#contract/file-address.ts";
import { unknownOf } from "#server/database/migrate.ts";
import { formerTableKeys, tableKeys } from "#server/features/entities.ts";
import type { DataPlace } from "#server/platform/config.ts";
import { type Database, openDatabase, sqliteName } from "#server/platform/db/database.ts";
import { pagesOf, type Row, ranMigrations, readSnapshot, tableNames } from "#server/platform/db/snapshot.ts";
import { syncFolder } from "#server/platform/durable-files.ts";
import { assertSameSite } from "#server/platform/site-id.ts";
import {
  BackupError,
  format,
  type Manifest,
  type ManifestEntry,
  manifestHash,
  names,
  openArchive,
  tableEntry,
} from "./archive.ts";
import { type AddFile, type FileSum, writeTar } from "./tar.ts";

export { BackupError } from "./archive.ts";

const chunkBytes = 1024 * 1024;
/** Tables that may also mention removed files. */
const tablesWithoutReferences = new Set<string>(["outbox", "audit_log"]);
/** A complete string value, also inside the JSON of a setting. */
const reference = new RegExp(`"(/uploads/|R2:)(${fileKeyPattern})\\\\?"`, "g");

export type Step = "check" | "files" | "tables" | "verify";
export type OnProgress = (step: Step, done: number, total: number) => void;

export interface BackupOptions {
  place: DataPlace;
  appVersion: string;
  /** The backup; written as `FILE.partial` first. */
  file: string;
  /** Replaces an existing file. */
  force?: boolean;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/**
 * Writes a backup, verifies it by reading it back, and only then gives it its name. A failure or a stop leaves no file.
 * @throws BackupError
 */
export async function makeBackup({
  place,
  appVersion,
  file,
  force = false,
  onProgress = () => {},
  signal,
}: BackupOptions): Promise<Manifest> {
  const target = path.resolve(file);
  const partial = `${target}.partial`;
  const spool = `${target}.table.partial`;
  await assertWritable(target, force);
  const secret = await secretOf(place);
  const database = await openExisting(place);
  try {
    const handle = await open(partial, "w", 0o600).catch((error: Error) => {
      throw new BackupError(`Không ghi được ${partial}: ${error.message}`);
    });
    try {
      await handle.chmod(0o600);
      const startedAt = new Date();
      await writeTar(handle, startedAt, async (addFile) => {
        const content = await writeContent({ addFile, spool, database, place, secret, onProgress, signal });
        const manifest: Manifest = {
          product: "ngan-nga",
          format,
          app_version: appVersion,
          engine: database.dialect.engine,
          created_at: startedAt.toISOString(),
          ...content,
        };
        const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
        await addBuffer(addFile, names.manifest, text);
        await addBuffer(addFile, names.manifestHash, Buffer.from(manifestHash(text)));
      });
      await handle.sync();
    } finally {
      await handle.close();
    }
    const archive = await openArchive(partial, {
      onProgress: (done, total) => onProgress("verify", done, total),
      signal,
    });
    await archive.close();
    await assertWritable(target, force);
    await rename(partial, target);
    await syncFolder(path.dirname(target));
    return archive.manifest;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await rm(spool, { force: true });
    await database.close();
  }
}

/** Returns the keys of the stored files in a folder `uploads`; other files are ignored. */
export async function storedFiles(uploads: string): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of await fileNames(uploads)) {
    for (const name of await fileNames(path.join(uploads, folder))) keys.push(`${folder}/${name}`);
  }
  return keys.filter(isFileKey).sort();
}

async function fileNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

async function assertWritable(target: string, force: boolean): Promise<void> {
  const stats = await stat(target).catch(() => undefined);
  if (stats && !(force && stats.isFile())) {
    throw new BackupError(`Đã có ${target}. Hãy chọn tên khác, hoặc thêm --force để ghi đè file.`);
  }
  await access(path.dirname(target), constants.W_OK).catch((error: Error) => {
    throw new BackupError(`Không ghi được vào thư mục ${path.dirname(target)}: ${error.message}`);
  });
}

async function secretOf({ givenKey, keyFile }: DataPlace): Promise<string> {
  const key = givenKey ?? (await readFile(keyFile, "utf8").catch(() => undefined))?.trim();
  if (!key) {
    throw new BackupError(
      `Không tìm thấy khóa bí mật: ${keyFile} không đọc được và không có SECRET_KEY. ` +
        "Hãy chạy lệnh với DATA_DIR và SECRET_KEY như khi chạy máy chủ.",
    );
  }
  return key;
}

async function openExisting(place: DataPlace): Promise<Database> {
  if (place.databaseUrl === undefined && !(await stat(path.join(place.dataDir, sqliteName)).catch(() => undefined))) {
    throw new BackupError(`Không có dữ liệu ở ${place.dataDir}. Hãy đặt DATA_DIR như khi chạy máy chủ.`);
  }
  const database = await openDatabase(place);
  try {
    const ran = await ranMigrations(database.db);
    if (ran.length === 0) throw new BackupError("Cơ sở dữ liệu còn trống, chưa có gì để sao lưu.");
    // Its tables are not all known here.
    if (unknownOf(ran).length > 0) {
      throw new BackupError(
        "Một phiên bản mới hơn đã nâng cấp cơ sở dữ liệu này. Hãy sao lưu bằng phiên bản đó, nếu không bản sao lưu sẽ thiếu dữ liệu.",
      );
    }
    await assertSameSite(database.db, place);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Writing extends Pick<BackupOptions, "place" | "signal"> {
  addFile: AddFile;
  /** Temporary file of a compressed table, whose size must be known before its content is written. */
  spool: string;
  database: Database;
  secret: string;
  onProgress: OnProgress;
}

type Content = Pick<Manifest, "migrations" | "tables" | "entries" | "missing_files" | "bucket_files">;

/**
 * Writes the files before the database, and files that are new by then right after the snapshot. Files never change and are
 * removed only after the database does not refer to them any more, so that all files of the snapshot are in the backup.
 */
async function writeContent(options: Writing): Promise<Content> {
  const { addFile, spool, database, place, secret, onProgress, signal } = options;
  const uploads = path.join(place.dataDir, "uploads");
  const entries: ManifestEntry[] = [];
  const written = new Set<string>();
  const add = async (name: string, handle: FileHandle) => {
    const { size } = await handle.stat();
    entries.push({ name, ...(await addFile(name, size, chunksOf(handle, size))) });
  };

  async function addFiles(): Promise<void> {
    const keys = (await storedFiles(uploads)).filter((key) => !written.has(key));
    for (const [index, key] of keys.entries()) {
      signal?.throwIfAborted();
      const handle = await open(path.join(uploads, key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!handle) continue;
      await add(`uploads/${key}`, handle).finally(() => handle.close());
      written.add(key);
      onProgress("files", index + 1, keys.length);
    }
  }

  await addFiles();
  const inDatabase = await readSnapshot(database, async (db) => {
    await addFiles();
    onProgress("check", 0, 1);
    const problems = await database.dialect.problems(db);
    if (problems.length > 0) {
      throw new BackupError(`Cơ sở dữ liệu bị hỏng, không sao lưu đè lên bản tốt: ${problems.slice(0, 3).join("; ")}`);
    }
    const existing = await tableNames(db);
    const references = createReferences();
    const tables: Manifest["tables"] = [];
    for (const table of [...tableKeys, ...formerTableKeys].filter(({ name }) => existing.has(name))) {
      let rows = 0;
      async function* lines() {
        for await (const page of pagesOf(db, table)) {
          signal?.throwIfAborted();
          const text = page.map((row) => `${JSON.stringify(row)}\n`).join("");
          rows += page.length;
          references.add(table, page, text);
          yield Buffer.from(text);
        }
      }
      await rm(spool, { force: true });
      await pipeline(lines, createZstdCompress(), createWriteStream(spool, { flags: "wx", mode: 0o600 }));
      const handle = await open(spool, "r");
      await add(tableEntry(table.name), handle).finally(() => handle.close());
      tables.push({ name: table.name, rows });
      onProgress("tables", tables.length, tableKeys.length);
    }
    return { tables, migrations: await ranMigrations(db), ...references.sorted() };
  });
  entries.push({ name: names.secret, ...(await addBuffer(addFile, names.secret, Buffer.from(secret))) });

  const { tables, migrations, onDisk, inBucket } = inDatabase;
  return {
    migrations,
    tables,
    entries,
    missing_files: onDisk.filter((key) => !written.has(key)),
    bucket_files: inBucket,
  };
}

/** A row of `files`, or of `audio_files` in a database of an earlier version. */
type FileRow = Manifest["bucket_files"][number] & { is_removed?: boolean; unclaimed_since?: string | null };

/** Collects the stored files that rows refer to, and their places. */
function createReferences() {
  const onDisk = new Set<string>();
  const inBucket = new Map<string, Manifest["bucket_files"][number]>();
  const removed = new Set<string>();
  return {
    add({ name }: { name: string }, page: readonly Row[], text: string): void {
      if (name === "files" || name === "audio_files") {
        for (const { key, place, size, sha256, is_removed, unclaimed_since } of page as unknown as FileRow[]) {
          if (is_removed === true || place === "none") removed.add(key);
          else if (place !== "disk") inBucket.set(key, { key, place, size, sha256 });
          else if (!unclaimed_since) onDisk.add(key);
        }
      } else if (!tablesWithoutReferences.has(name)) {
        for (const [, scheme, part = ""] of text.matchAll(reference)) {
          // A copy: a part of a string keeps all of it, which is a page of rows.
          const key = Buffer.from(part).toString();
          if (scheme !== "R2:") onDisk.add(key);
          else if (!inBucket.has(key)) inBucket.set(key, { key, place: "unknown", size: null, sha256: null });
        }
      }
    },
    sorted() {
      for (const [key, { place }] of inBucket)
        if (place === "unknown" && (onDisk.has(key) || removed.has(key))) inBucket.delete(key);
      return {
        onDisk: [...onDisk].filter((key) => !inBucket.has(key) && !removed.has(key)).sort(),
        inBucket: [...inBucket.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
      };
    },
  };
}

async function* chunksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    // No larger than what is left: the buffers of thousands of small files would wait for the collector.
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - done));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function addBuffer(addFile: AddFile, name: string, data: Buffer): Promise<FileSum> {
  return addFile(name, data.length, Readable.from([data]));
}
