/** Moves all files between the disk and object storage, one at a time, while the server may be running. */
import { inTurns } from "#server/platform/in-turns.ts";
import type { Files, Place } from "./files.service.ts";
import { isUnfinished } from "./places.ts";

export type MoveOutcome =
  | { kind: "moved"; key: string; to: Place; size: number }
  /** Stays in place: it was there already, or is not public and must not lie in a public bucket. */
  | { kind: "kept"; key: string; at: Place }
  | { kind: "missing"; key: string }
  | { kind: "failed"; key: string; reason: string };

export interface MoveCounts {
  moved: number;
  kept: number;
  missing: number;
  failed: number;
  /** Total size of the moved files. */
  bytes: number;
}

/** Moves all files; a second run continues where the first one stopped. @param onFile called after each file. */
export async function moveAll({
  files,
  to,
  dryRun,
  signal,
  onFile,
}: {
  files: Pick<Files, "inventory" | "localFile" | "requiredPlace" | "settle" | "manage" | "unmanage">;
  to: "bucket" | "disk";
  dryRun: boolean;
  signal?: AbortSignal;
  onFile?: (outcome: MoveOutcome, done: number, total: number) => void;
}): Promise<MoveCounts> {
  const counts: MoveCounts = { moved: 0, kept: 0, missing: 0, failed: 0, bytes: 0 };
  const moving = (await files.inventory()).filter(({ is_managed }) => to === "bucket" || is_managed);
  let done = 0;

  async function move(file: (typeof moving)[number]): Promise<MoveOutcome> {
    const { key, place, size, is_managed } = file;
    if (to === "disk") {
      if (!dryRun) await files.unmanage(key);
      return place === "disk" ? { kind: "kept", key, at: place } : { kind: "moved", key, to: "disk", size };
    }
    if (!is_managed) {
      if (!(await files.localFile(key))) return { kind: "missing", key };
      if (!dryRun) await files.manage(key);
    }
    const at = dryRun ? await files.requiredPlace(key) : await files.settle(key);
    return at !== undefined && (at !== place || isUnfinished(file))
      ? { kind: "moved", key, to: at, size }
      : { kind: "kept", key, at: place };
  }

  for await (const file of inTurns(moving)) {
    if (signal?.aborted) break;
    const outcome = await move(file).catch(
      (error: Error): MoveOutcome => ({ kind: "failed", key: file.key, reason: error.message }),
    );
    counts[outcome.kind] += 1;
    if (outcome.kind === "moved") counts.bytes += outcome.size;
    done += 1;
    onFile?.(outcome, done, moving.length);
  }
  return counts;
}
