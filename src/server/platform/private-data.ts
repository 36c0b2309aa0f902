/** Closes data to other users of the machine that an earlier version, or a copy by hand, left open to them. */
import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { sqliteName } from "./db/database.ts";

/** In `DATA_DIR`. A closed folder closes all that is in it. */
const names = [sqliteName, `${sqliteName}-wal`, `${sqliteName}-shm`, "uploads", "tmp", "cache", "backups"];
const others = 0o077;

/** Takes the rights of group and others from the data that exist; warns where the system refuses that. */
export function closeToOthers(dataDir: string, log: Pick<Logger, "warn">): void {
  for (const name of names) {
    const file = path.join(dataDir, name);
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & others) === 0) continue;
    try {
      chmodSync(file, mode & 0o7777 & ~others);
    } catch (err) {
      log.warn({ err, file }, "other users of this machine can read these data, and that could not be changed");
    }
  }
}
