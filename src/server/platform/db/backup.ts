/** Backups of the embedded database by SQLite's online backup: consistent while others write, unlike a copied file. */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { connectSqlite } from "./sqlite.ts";

const maxCopies = 3;
/** The privacy page promises that deleted data leaves the copies after two weeks. */
const maxAgeMs = 14 * 24 * 60 * 60_000;
const pattern = /^ngan-nga-[\dTZ-]+\.db$/;
/** Names sort by time. */
const copyName = (time: Date) => `ngan-nga-${time.toISOString().replace(/[:.]/g, "-")}.db`;

/**
 * Writes a copy of the database into `folder`.
 * @returns the path of the copy.
 */
export async function backupDatabase(file: string, folder: string, now = new Date()): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, copyName(now));
  const partial = `${target}.${process.pid}.part`;
  const source = connectSqlite(file, { readonly: true });
  try {
    await source.backup(partial);
    chmodSync(partial, 0o600);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    source.close();
  }
  return target;
}

/** Keeps the newest three copies in `folder`, and of these only the newest when they are older than two weeks. */
export function dropOldCopies(folder: string, now = new Date()): void {
  if (!existsSync(folder)) return;
  const oldest = copyName(new Date(now.getTime() - maxAgeMs));
  const copies = readdirSync(folder).filter((entry) => pattern.test(entry));
  for (const [index, name] of copies.sort().reverse().entries()) {
    if (index >= maxCopies || (index > 0 && name < oldest)) rmSync(path.join(folder, name), { force: true });
  }
}
