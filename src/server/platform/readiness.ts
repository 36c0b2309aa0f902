/**
 * Whether requests should be sent to this process: its database answers and is migrated, its disk has room and can be written. Bounded in
 * time, also when database or disk hang, and in cost, however many ask.
 */
import { rm, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Database } from "./db/database.ts";
import { type ReadDisk, readDisk } from "./disk.ts";
import type { TemporaryFiles } from "./temporary-files.ts";
import { within } from "./within.ts";

/** The checks that failed, with the reason for the log. Without the database nothing is known of its migrations. */
export type FailedChecks = Partial<Record<"database" | "migrations" | "newer" | "disk", Error>>;

export interface ReadinessDeps {
  database: Pick<Database, "db">;
  /** How the database stands to the migrations of this process. @throws Error of a database that does not answer. */
  schemaState: (database: Pick<Database, "db">) => Promise<"current" | "missing" | "newer">;
  dataDir: string;
  temporary: Pick<TemporaryFiles, "newPath">;
  readDisk?: ReadDisk;
  /** Milliseconds after which what has not answered counts as failed. */
  timeoutMs?: number;
  /** Milliseconds for which a result is used again. */
  keepMs?: number;
}

/** Bytes: with less a database and its log can hardly be written. */
const minFreeBytes = 32 * 1024 * 1024;

/** Returns a function that checks everything. */
export function createReadiness(deps: ReadinessDeps): () => Promise<FailedChecks> {
  const { database, schemaState, dataDir, temporary, timeoutMs = 2000, keepMs = 1000 } = deps;
  const spaceOf = deps.readDisk ?? readDisk;

  const schema = once(async () => {
    await sql`select 1`.execute(database.db);
    return schemaState(database);
  });

  const writable = once(async () => {
    const { free } = await spaceOf(dataDir);
    if (free < minFreeBytes) throw new Error(`Only ${free} bytes are free`);
    // Permissions alone tell nothing of quotas and failing disks.
    const file = temporary.newPath(".ready");
    await writeFile(file, "ready").finally(() => rm(file, { force: true }));
  });

  const check = once(async () => {
    const [state, disk] = await Promise.allSettled([within(timeoutMs, schema), within(timeoutMs, writable)]);
    const failed: FailedChecks = {};
    if (state.status === "rejected") failed.database = state.reason as Error;
    else if (state.value === "missing") failed.migrations = new Error("Migrations are missing");
    else if (state.value === "newer") failed.newer = new Error("A newer release has migrated the database");
    if (disk.status === "rejected") failed.disk = disk.reason as Error;
    return failed;
  });

  let kept: { until: number; failed: FailedChecks } | undefined;
  return async () => {
    if (kept && performance.now() < kept.until) return kept.failed;
    const failed = await check();
    kept = { until: performance.now() + keepMs, failed };
    return failed;
  };
}

/** Returns a function whose callers share one run of the task while it runs: of what hangs, there is one. */
function once<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}
