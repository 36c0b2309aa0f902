/** What is wrong with the site, by the limits of the administrator's screen of the system. */
import type { SiteTrouble } from "#contract/dashboard.ts";
import { systemLimits } from "#contract/system.ts";
import type { SiteCondition } from "#server/features/system/system.service.ts";

export interface StorageCondition {
  state: "off" | "unreadable" | "ready";
  /** Whether a file could not be moved or removed. */
  hasStuckFile: boolean;
}

/** Returns what needs a person. @param time now, in milliseconds. */
export function siteTroublesOf(
  { disk, recordings, queue, last_backup }: SiteCondition,
  storage: StorageCondition,
  time: number,
): SiteTrouble[] {
  const backupAge = last_backup === null ? 0 : time - Date.parse(last_backup.finished_at);
  const troubles: Record<SiteTrouble, boolean> = {
    disk_full: disk !== null && disk.free < disk.total * systemLimits.freeDisk,
    recordings_full: recordings !== null && recordings.bytes >= systemLimits.recordings * recordings.max,
    no_backup: last_backup === null,
    old_backup: backupAge > systemLimits.backupMs,
    incomplete_backup: last_backup !== null && last_backup.missing_files > 0,
    storage_unreadable: storage.state === "unreadable",
    storage_stuck: storage.hasStuckFile,
    work_failed: queue.some(({ failed }) => failed > 0),
  };
  return (Object.keys(troubles) as SiteTrouble[]).filter((trouble) => troubles[trouble]);
}
