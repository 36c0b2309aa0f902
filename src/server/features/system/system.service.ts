/** How the site runs, for the administrator: of this process, its database, its disk and the work that waits. */
import { totalmem } from "node:os";
import type { SystemInfo } from "#contract/system.ts";
import { createOutboxOverview } from "#server/features/outbox/outbox.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type ReadDisk, readDisk } from "#server/platform/disk.ts";
import { lastBackup } from "#server/platform/last-backup.ts";
import { appRelease } from "#server/platform/version.ts";

export interface SystemDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  dataDir: string;
  readDisk?: ReadDisk | undefined;
  recordings: { use(): Promise<SystemInfo["recordings"]> };
}

/** The parts of the site's state that may need a person. */
export type SiteCondition = Pick<SystemInfo, "disk" | "recordings" | "queue" | "last_backup">;

export type System = ReturnType<typeof createSystem>;

export function createSystem({ database, dataDir, recordings, readDisk: spaceOf = readDisk }: SystemDeps) {
  const { db, dialect } = database;
  const outbox = createOutboxOverview(database);

  /** Reads what may need a person. */
  async function condition(): Promise<SiteCondition> {
    const [backlog, disk, use, last_backup] = await Promise.all([
      outbox.backlog(),
      spaceOf(dataDir).catch(() => null),
      recordings.use(),
      lastBackup(dataDir),
    ]);
    const queue = backlog.map(({ oldestAt, ...counts }) => ({ ...counts, oldest_at: oldestAt }));
    return { disk, recordings: use, queue, last_backup };
  }

  return {
    condition,

    async info(): Promise<SystemInfo> {
      const [about, state] = await Promise.all([dialect.about(db), condition()]);
      const { rss, heapUsed, heapTotal } = process.memoryUsage();
      return {
        version: appRelease,
        node_version: process.versions.node,
        started_at: new Date(Math.round(Date.now() - process.uptime() * 1000)).toISOString(),
        memory: { resident: rss, total: usableMemory(), heap_used: heapUsed, heap_total: heapTotal },
        database: { engine: dialect.engine, ...about },
        ...state,
      };
    },
  };
}

/** Returns the bytes that a container allows; without one those of the machine. */
function usableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 && allowed < totalmem() ? allowed : totalmem();
}
