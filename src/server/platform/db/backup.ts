/** Backups of the embedded database by SQLite's online backup: consistent while others write, unlike a copied file. */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { connectSqlite } from "./sqlite.ts";

const kept = 3;
const pattern = /^ngan-nga-[\dTZ-]+\.db$/;

/**
 * Writes a copy of the database into `folder` and keeps the newest three there.
 * @returns the path of the copy.
 */
export async function backupDatabase(file: string, folder: string, now = new Date()): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `ngan-nga-${now.toISOString().replace(/[:.]/g, "-")}.db`;
  const target = path.join(folder, name);
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
  const copies = readdirSync(folder)
    .filter((entry) => pattern.test(entry))
    .sort();
  for (const old of copies.slice(0, -kept)) rmSync(path.join(folder, old), { force: true });
  return target;
}
