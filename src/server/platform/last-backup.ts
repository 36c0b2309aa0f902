/** The mark of the last backup in the data folder: the command writes it, the site shows it and its metrics tell its time. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const Mark = z.object({ finished_at: z.iso.datetime(), bytes: z.int(), missing_files: z.int() });

export type LastBackup = z.output<typeof Mark>;

const fileOf = (dataDir: string) => path.join(dataDir, "backup.last");

/** Writes down a backup that has succeeded. */
export async function markBackup(dataDir: string, mark: LastBackup): Promise<void> {
  const file = fileOf(dataDir);
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Returns the last backup that has succeeded; null when there is no mark that can be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return Mark.parse(JSON.parse(await readFile(fileOf(dataDir), "utf8")));
  } catch {
    return null;
  }
}
