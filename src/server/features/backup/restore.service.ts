/**
 * Replaces a site by a backup. The backup is verified and prepared in a separate folder first. While it is moved into place,
 * the data folder has a marker: no server starts with it, and another restore completes the work.
 */
import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileFolders } from "#contract/file-address.ts";
import { buildSchema, migrationNames } from "#server/database/migrate.ts";
import { keepIdsOfBin } from "#server/features/bin/bin.service.ts";
import { derivedTables, formerTableKeys, tableKeys } from "#server/features/entities.ts";
import { keepSongIds } from "#server/features/notebook/notebook.service.ts";
import type { DataPlace } from "#server/platform/config.ts";
import { type Database, openDatabase, sqliteName } from "#server/platform/db/database.ts";
import { postgresInUse, sqliteInUse } from "#server/platform/db/in-use.ts";
import { countRows, emptyTable, insertRows, type Row, tableNames } from "#server/platform/db/snapshot.ts";
import { connectSqlite } from "#server/platform/db/sqlite.ts";
import { syncFolder, writeDurably } from "#server/platform/durable-files.ts";
import { restoredMessage } from "#server/platform/outbox.repository.ts";
import { forgetSite, siteIdName } from "#server/platform/site-id.ts";
import { restoreMark } from "#server/platform/unfinished-restore.ts";
import { type Archive, BackupError, type Manifest, names, openArchive } from "./archive.ts";
import { type OnProgress, storedFiles } from "./backup.service.ts";

export interface RestoreOptions {
  place: DataPlace;
  file: string;
  /** Replaces existing data; files and an embedded database are moved to another folder, not removed. */
  force?: boolean;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface Restored {
  manifest: Manifest;
  /** Folder of the replaced data; undefined when there was none. */
  aside: string | undefined;
  /** True when `SECRET_KEY` differs from the backup's key. */
  otherKey: boolean;
}

/** Restores a backup. @throws BackupError before any change; another error leaves no change, or the marker. */
export async function restoreBackup({
  place,
  file,
  force = false,
  onProgress = () => {},
  signal,
}: RestoreOptions): Promise<Restored> {
  const archive = await openArchive(path.resolve(file), {
    onProgress: (done, total) => onProgress("verify", done, total),
    signal,
  });
  try {
    assertNotNewer(archive.manifest);
    return await replace({ place, archive, force, onProgress, signal });
  } finally {
    await archive.close();
  }
}

function assertNotNewer({ migrations, app_version }: Manifest): void {
  if (migrations.every((name, index) => name === migrationNames[index])) return;
  throw new BackupError(
    `Bản sao lưu được tạo bởi phiên bản mới hơn (${app_version}). Hãy nâng cấp Ngân Nga rồi khôi phục lại.`,
  );
}

interface ReplaceOptions extends Required<Pick<RestoreOptions, "place" | "force" | "onProgress">> {
  archive: Archive;
  signal: AbortSignal | undefined;
}

async function replace({ place, archive, force, onProgress, signal }: ReplaceOptions): Promise<Restored> {
  const { dataDir, databaseUrl } = place;
  const marker = restoreMark(dataDir);
  const staged = path.join(dataDir, "restoring");
  const isRetry = await exists(marker);
  if (!isRetry && !force && (await hasData(place))) {
    throw new BackupError(
      "Nơi khôi phục đã có dữ liệu. Hãy chọn DATA_DIR (và DATABASE_URL) trống, hoặc thêm --force để thay thế.",
    );
  }
  await assertNotInUse(place);
  const key = (await textOf(archive, names.secret)).trim();
  await mkdir(dataDir, { recursive: true });
  await writeFile(marker, `${new Date().toISOString()}\n`);
  await syncFolder(dataDir);
  // Once a PostgreSQL database is changed, only a completed restore yields a consistent site.
  let isCommitted = isRetry;
  try {
    // Checked again: a process may have started before the marker existed.
    await assertNotInUse(place);
    await rm(staged, { recursive: true, force: true });
    await mkdir(staged, { mode: 0o700 });
    await extractFiles(archive, path.join(staged, "uploads"), onProgress, signal);
    await writeDurably(path.join(staged, names.secret), key, 0o600);
    const database = await openDatabase({ dataDir: staged, databaseUrl });
    try {
      await fill(database, archive, onProgress, signal, () => {
        isCommitted ||= databaseUrl !== undefined;
      });
    } finally {
      await database.close();
    }
    isCommitted = true;
    const aside = await putInPlace(dataDir, staged, databaseUrl === undefined);
    await rm(marker);
    await syncFolder(dataDir);
    return { manifest: archive.manifest, aside, otherKey: place.givenKey !== undefined && place.givenKey !== key };
  } catch (error) {
    if (!isCommitted) {
      await rm(staged, { recursive: true, force: true });
      await rm(marker, { force: true });
    }
    throw error;
  }
}

/** The tables that are empty after the migrations. */
const dataTables = [...tableKeys, ...formerTableKeys].map(({ name }) => name).filter((name) => name !== "meta");

async function hasData({ dataDir, databaseUrl }: DataPlace): Promise<boolean> {
  if ((await storedFiles(path.join(dataDir, "uploads"))).length > 0) return true;
  if (databaseUrl === undefined) return sqliteHasRows(path.join(dataDir, sqliteName));
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    const existing = await tableNames(database.db);
    for (const name of dataTables) if (existing.has(name) && (await countRows(database.db, name)) > 0) return true;
    return false;
  } finally {
    await database.close();
  }
}

/** True when the file contains rows, or can't be read as a database. */
async function sqliteHasRows(file: string): Promise<boolean> {
  if (!(await exists(file))) return false;
  try {
    const db = connectSqlite(file, { readonly: true });
    try {
      const existing = new Set(db.prepare("select name from sqlite_master where type = 'table'").pluck().all());
      return dataTables.some(
        (name) => existing.has(name) && db.prepare(`select 1 from ${name} limit 1`).get() !== undefined,
      );
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

async function assertNotInUse({ dataDir, databaseUrl }: DataPlace): Promise<void> {
  const file = path.join(dataDir, sqliteName);
  const isSqliteInUse = (await exists(file)) && sqliteInUse(file);
  const isInUse = isSqliteInUse || (databaseUrl !== undefined && (await postgresInUse(databaseUrl)));
  if (!isInUse) return;
  throw new BackupError(
    "Máy chủ hoặc một chương trình khác đang dùng cơ sở dữ liệu này. Hãy dừng máy chủ rồi khôi phục lại; chưa có gì thay đổi.",
  );
}

/** Files that are written side by side: a disk syncs several in little more time than one. */
const filesAtOnce = 8;

async function extractFiles(
  archive: Archive,
  uploads: string,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<void> {
  const entries = archive.manifest.entries.filter(({ name }) => name.startsWith("uploads/"));
  const folders = fileFolders.map((name) => path.join(uploads, name));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const remaining = entries.values();
  const failure = new AbortController();
  let done = 0;
  const extract = async () => {
    for (const { name } of remaining) {
      signal?.throwIfAborted();
      failure.signal.throwIfAborted();
      await writeDurably(path.join(path.dirname(uploads), name), archive.read(name), 0o644);
      done += 1;
      onProgress("files", done, entries.length);
    }
  };
  // All have ended before the folder may be removed.
  await Promise.all(Array.from({ length: filesAtOnce }, () => extract().catch((error) => failure.abort(error))));
  failure.signal.throwIfAborted();
  for (const folder of folders) await syncFolder(folder);
}

/** Fills the database in one transaction, with the schema of the backup's version; the next start migrates it. */
async function fill(
  { commit, dialect }: Database,
  archive: Archive,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
  beforeCommit: () => void,
): Promise<void> {
  const { tables, migrations } = archive.manifest;
  await commit(async (tx) => {
    const allTables = [...tableKeys, ...formerTableKeys].map(({ name }) => name);
    await dialect.dropTables(tx, [...derivedTables, ...allTables.toReversed(), "migrations"]);
    await buildSchema(tx, dialect, migrations.length);
    const existing = await tableNames(tx);
    const unknown = tables.find(({ name }) => !existing.has(name));
    if (unknown) throw new BackupError(`Bản sao lưu có bảng không thuộc phiên bản này: ${unknown.name}`);
    for (const { name } of tables.toReversed()) await emptyTable(tx, name);
    for (const [index, { name, rows }] of tables.entries()) {
      signal?.throwIfAborted();
      await insertRows(
        { db: tx, dialect },
        name,
        name === "outbox" ? restoredMessages(archive.rows(name)) : archive.rows(name),
      );
      if ((await countRows(tx, name)) !== rows) throw new Error(`Bảng ${name} không đủ ${rows} dòng sau khi ghi`);
      onProgress("tables", index + 1, tables.length);
    }
    await forgetSite(tx);
    for (const { name, key } of tableKeys) {
      if (key.length === 1 && key[0] === "id" && existing.has(name)) await dialect.restartIds(tx, name);
    }
    if (existing.has("bin")) await keepIdsOfBin(tx, dialect);
    if (existing.has("word_lines")) await keepSongIds(tx, dialect);
    const problems = await dialect.problems(tx);
    if (problems.length > 0)
      throw new Error(`Cơ sở dữ liệu vừa ghi không toàn vẹn: ${problems.slice(0, 3).join("; ")}`);
    signal?.throwIfAborted();
    beforeCommit();
  });
}

async function* restoredMessages(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) yield restoredMessage(row);
}

/** Moves the prepared data into place. @returns the folder of the replaced data. */
async function putInPlace(dataDir: string, staged: string, isEmbedded: boolean): Promise<string | undefined> {
  const aside = path.join(dataDir, `replaced-${new Date().toISOString().replace(/[:.]/g, "-")}`);
  const hadFiles = (await storedFiles(path.join(dataDir, "uploads"))).length > 0;
  const hadDatabase = isEmbedded && (await exists(path.join(dataDir, sqliteName)));
  const old = [
    ...(hadFiles ? ["uploads"] : []),
    ...(hadDatabase ? [sqliteName, `${sqliteName}-wal`, `${sqliteName}-shm`] : []),
    ...(hadFiles || hadDatabase ? [names.secret, siteIdName] : []),
  ];
  if (old.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of old) {
    if (await exists(path.join(dataDir, name))) await rename(path.join(dataDir, name), path.join(aside, name));
  }
  for (const name of ["uploads", "cache", siteIdName])
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  for (const name of await readdir(staged)) await rename(path.join(staged, name), path.join(dataDir, name));
  await syncFolder(dataDir);
  await rm(staged, { recursive: true, force: true });
  return old.length > 0 ? aside : undefined;
}

async function textOf(archive: Archive, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
