/**
 * The file of a backup: a tar of `tables/<name>.jsonl.zst`, `uploads/…`, `secret.key`, and at its end `manifest.json` with
 * the size and hash of each entry, and `manifest.sha256` with its own hash. See `docs/rooms/backup-and-upgrades.md#the-file`.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { isFileKey } from "#contract/file-address.ts";
import type { Row } from "#server/platform/db/snapshot.ts";
import { OperatorError } from "#server/platform/operator-error.ts";
import { BrokenTarError, contentOf, type TarEntry, tarEntries } from "./tar.ts";

export const format = 1;
export const names = { manifest: "manifest.json", manifestHash: "manifest.sha256", secret: "secret.key" } as const;
export const tableEntry = (table: string): string => `tables/${table}.jsonl.zst`;
const tableName = /^[a-z][a-z_]{0,60}$/;
/** The manifest of a million files has 150 MB. */
const maxManifestBytes = 400 * 1024 * 1024;

/** A failure with a message for the operator. */
export class BackupError extends OperatorError {}

const Count = z.int().min(0);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Head = z.object({ product: z.literal("ngan-nga"), format: z.int() });
const Manifest = Head.extend({
  app_version: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  created_at: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  /** In the order of restoring. */
  tables: z.array(z.object({ name: z.string().regex(tableName), rows: Count })),
  entries: z.array(z.object({ name: z.string(), size: Count, sha256: Hash })),
  /** Stored files that the database refers to and that were missing. */
  missing_files: z.array(z.string()),
  /** Files in object storage, which the backup does not contain. */
  bucket_files: z.array(
    z.object({ key: z.string(), place: z.string(), size: Count.nullable(), sha256: Hash.nullable() }),
  ),
});
export type Manifest = z.output<typeof Manifest>;
export type ManifestEntry = Manifest["entries"][number];

export interface Archive {
  manifest: Manifest;
  /** Reads an entry and compares its hash at the end. @throws BackupError @throws the reason of the signal that it was opened with */
  read(name: string): AsyncGenerator<Buffer>;
  /** Reads the rows of a table. @throws BackupError */
  rows(table: string): AsyncGenerator<Row>;
  close(): Promise<void>;
}

const broken = (what: string) => new BackupError(`File sao lưu bị hỏng hoặc không đầy đủ: ${what}`);
const changed = (name: string) => broken(`nội dung của ${name} đã thay đổi`);

export interface OpenOptions {
  /** Megabytes read, of how many; equal only at the end of the whole check. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Opens a backup and checks all of it: names, sizes, hashes, numbers of rows.
 * @throws BackupError when it is not a backup, broken, or of a newer format
 */
export async function openArchive(file: string, options: OpenOptions = {}): Promise<Archive> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === "ENOENT" ? `Không có file sao lưu ${file}` : `Không đọc được ${file}: ${error.message}`,
    );
  });
  try {
    return await readArchive(handle, options);
  } catch (error) {
    await handle.close();
    throw error instanceof BrokenTarError ? broken("cấu trúc file không đúng") : error;
  }
}

async function readArchive(handle: FileHandle, { onProgress, signal }: OpenOptions): Promise<Archive> {
  const megabytes = Math.ceil((await handle.stat()).size / 1e6);
  const tarEntriesByName = new Map<string, TarEntry>();
  for await (const entry of tarEntries(handle, signal)) {
    if (tarEntriesByName.has(entry.name)) throw broken(`${entry.name} có hai lần`);
    tarEntriesByName.set(entry.name, entry);
    const done = Math.floor((entry.start + entry.size) / 1e6);
    if (done > 0) onProgress?.(Math.min(done, megabytes - 1), megabytes);
  }
  const manifest = parseManifest(await readManifest(handle, tarEntriesByName));
  const manifestEntries = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  checkNames(manifest, manifestEntries);
  for (const name of tarEntriesByName.keys()) {
    if (!manifestEntries.has(name) && name !== names.manifest && name !== names.manifestHash)
      throw broken(`${name} không có trong manifest`);
  }
  for (const { name, size, sha256 } of manifestEntries.values()) {
    const entry = tarEntriesByName.get(name);
    if (entry?.size !== size) throw broken(`${name} bị thiếu hoặc sai kích thước`);
    if (entry.sha256 !== sha256) throw changed(name);
  }

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = tarEntriesByName.get(name);
    if (!entry) throw broken(`thiếu ${name}`);
    const hash = createHash("sha256");
    for await (const chunk of contentOf(handle, entry, signal)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest("hex") !== manifestEntries.get(name)?.sha256) throw changed(name);
  }

  async function* rows(table: string): AsyncGenerator<Row> {
    const plain = pipeline(read(tableEntry(table)), createZstdDecompress(), () => {});
    const lines = linesOf(plain);
    for (;;) {
      const next = await lines.next().catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error instanceof BackupError ? error : broken(`không đọc được bảng ${table}`);
      });
      if (next.done) return;
      yield rowOf(next.value, table);
    }
  }

  for (const { name, rows: expected } of manifest.tables) {
    const count = await countOf(rows(name), signal);
    if (count !== expected) throw broken(`bảng ${name} có ${count} dòng thay vì ${expected}`);
  }
  onProgress?.(megabytes, megabytes);
  signal?.throwIfAborted();
  return { manifest, read, rows, close: () => handle.close() };
}

async function readManifest(handle: FileHandle, tarEntriesByName: Map<string, TarEntry>): Promise<Buffer> {
  const [manifest, hash] = [tarEntriesByName.get(names.manifest), tarEntriesByName.get(names.manifestHash)];
  if (!manifest || !hash || manifest.size > maxManifestBytes || hash.size > 1024) throw broken("thiếu manifest");
  const text = await readEntry(handle, manifest);
  if ((await readEntry(handle, hash)).toString() !== manifestHash(text)) throw broken("manifest đã thay đổi");
  return text;
}

/** Reads a generator to its end. @returns the number of its values. */
async function countOf(source: AsyncGenerator, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!(await source.next()).done) {
    signal?.throwIfAborted();
    count += 1;
  }
  return count;
}

/** Returns the content of `manifest.sha256`, in the format of `sha256sum`. */
export function manifestHash(manifest: Buffer): string {
  return `${createHash("sha256").update(manifest).digest("hex")}  ${names.manifest}\n`;
}

async function readEntry(handle: FileHandle, entry: TarEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(handle, entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseManifest(text: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text.toString());
  } catch {
    throw broken("manifest không đọc được");
  }
  const head = Head.safeParse(value);
  if (!head.success) throw broken("đây không phải bản sao lưu của Ngân Nga");
  if (head.data.format > format) {
    throw new BackupError(
      `Bản sao lưu có định dạng ${head.data.format}, mới hơn phiên bản này đọc được (${format}). Hãy nâng cấp Ngân Nga rồi thử lại.`,
    );
  }
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw broken("manifest không đúng");
  return manifest.data;
}

/** Refuses names that backups do not contain, such as paths outside the data folder. */
function checkNames(manifest: Manifest, manifestEntries: Map<string, ManifestEntry>): void {
  const tables = new Set(manifest.tables.map(({ name }) => tableEntry(name)));
  const isExpected = (name: string) =>
    tables.has(name) ||
    name === names.secret ||
    (name.startsWith("uploads/") && isFileKey(name.slice("uploads/".length)));
  const unexpected = manifest.entries.find(({ name }) => !isExpected(name));
  if (unexpected) throw broken(`tên không hợp lệ: ${JSON.stringify(unexpected.name)}`);
  if (manifestEntries.size !== manifest.entries.length || tables.size !== manifest.tables.length)
    throw broken("manifest có tên lặp lại");
  for (const name of [names.secret, ...tables]) if (!manifestEntries.has(name)) throw broken(`thiếu ${name}`);
}

function rowOf(line: string, table: string): Row {
  try {
    return JSON.parse(line) as Row;
  } catch {
    throw broken(`không đọc được bảng ${table}`);
  }
}

/** Bytes of a row's line: rows of the product are below a megabyte. */
const maxLineBytes = 16 * 1024 * 1024;
const newline = 0x0a;

/** @throws Error for a longer line: a few kB can hold one of gigabytes, compressed. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end));
      yield decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
      parts = [];
      length = 0;
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxLineBytes) throw new Error("a line is too long");
  }
  if (length > 0) throw new Error("cut off");
}
