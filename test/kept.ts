/** What test runs keep for later ones, in `node_modules/.cache/ngan-nga-tests`, named after all that it was made from. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import path from "node:path";
import { importsOf } from "./architecture.ts";

const root = path.resolve(import.meta.dirname, "..");
const cache = path.join(root, "node_modules/.cache/ngan-nga-tests");
const unusedMs = 7 * 24 * 60 * 60_000;

/** Returns a hash of files of the project with all files that they import, of the installed packages, and of further texts. */
export function hashOf(files: readonly string[], ...texts: string[]): string {
  const contents = new Map<string, string>();
  const read = (name: string) => {
    if (contents.has(name)) return;
    const text = readFileSync(path.join(root, name), "utf8");
    contents.set(name, text);
    for (const { target, typeOnly } of importsOf({ path: name, text })) if (!typeOnly) read(target);
  };
  for (const file of files) read(file);
  read("package-lock.json");
  const parts = [...[...contents].toSorted(([a], [b]) => (a < b ? -1 : 1)), ...texts];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 20);
}

/**
 * Returns the folder that is kept under a name, whose content no run changes. One that is not there is made beside it and renamed when it is whole: runs that
 * make the same at once do not meet. What no run used for a week is removed.
 */
export async function keptFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cache, name);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeUnused();
    const unfinished = mkdtempSync(path.join(cache, "unfinished-"));
    try {
      await make(unfinished);
      renameSync(unfinished, folder);
    } catch (error) {
      // Another run was first, unless making it failed.
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt > unusedMs) rmSync(folder, { recursive: true, force: true });
  }
}
