/** Moves all audio between the disk and object storage, one file at a time, while the server may be running. */
import type { Place } from "./audio-files.repository.ts";
import type { AudioFiles } from "./audio-files.service.ts";

export type MoveOutcome =
  | { kind: "moved"; key: string; to: Place; size: number }
  /** Stays in place: it was there already, or is Premium audio that a public bucket must not hold. */
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
export async function moveAudio({
  audioFiles,
  to,
  dryRun,
  signal,
  onFile,
}: {
  audioFiles: AudioFiles;
  to: "bucket" | "disk";
  dryRun: boolean;
  signal?: AbortSignal;
  onFile?: (outcome: MoveOutcome, done: number, total: number) => void;
}): Promise<MoveCounts> {
  const { local, files } = await audioFiles.inventory();
  const counts: MoveCounts = { moved: 0, kept: 0, missing: 0, failed: 0, bytes: 0 };
  const urls = to === "bucket" ? local : [];
  const total = urls.length + files.length;
  let done = 0;

  async function step(key: string, task: () => Promise<MoveOutcome>): Promise<void> {
    if (signal?.aborted) return;
    const outcome = await task().catch((error: Error): MoveOutcome => ({ kind: "failed", key, reason: error.message }));
    counts[outcome.kind] += 1;
    if (outcome.kind === "moved") counts.bytes += outcome.size;
    done += 1;
    onFile?.(outcome, done, total);
  }

  async function settleFile(key: string, from: Place, size: number, isUnsettled: boolean): Promise<MoveOutcome> {
    const at = dryRun ? await audioFiles.requiredPlace(key) : await audioFiles.settle(key);
    return at !== undefined && (at !== from || isUnsettled)
      ? { kind: "moved", key, to: at, size }
      : { kind: "kept", key, at: from };
  }

  for (const url of urls) {
    const key = url.slice("/uploads/".length);
    await step(key, async () => {
      const file = await audioFiles.localFile(url);
      if (!file) return { kind: "missing", key };
      if (!dryRun) await audioFiles.register(url);
      return settleFile(key, "disk", file.size, false);
    });
  }
  for (const { key, place, size, problem } of files) {
    await step(key, async () => {
      if (to === "bucket") return settleFile(key, place, size, problem !== null);
      if (!dryRun) await audioFiles.unregister(key);
      return place === "disk" ? { kind: "kept", key, at: place } : { kind: "moved", key, to: "disk", size };
    });
  }
  return counts;
}
