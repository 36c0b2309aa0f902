/** The product's version and the commit that it was built from. */
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** As `package.json` has it. */
export const appVersion = (JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string })
  .version;

/**
 * Reads the note that a build leaves: the hash of its commit, with a `+` when files differed from it.
 * @returns the first eight digits, with the `+`; undefined when the commit is not known.
 */
export function commitIn(folder: string): string | undefined {
  try {
    const [, hash, changed] =
      /^([0-9a-f]{8})[0-9a-f]*(\+?)\s*$/.exec(readFileSync(path.join(folder, "commit"), "utf8")) ?? [];
    return hash === undefined ? undefined : `${hash}${changed}`;
  } catch {
    return undefined;
  }
}

export const appCommit = commitIn(path.join(root, "build"));

/** Version and commit as people read them: `0.11.0 (1a2b3c4d)`. */
export const appRelease = appCommit === undefined ? appVersion : `${appVersion} (${appCommit})`;
