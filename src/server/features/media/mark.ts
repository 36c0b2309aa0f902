/** Marks audio as made by AI in its tags. See docs/rooms/files-and-media.md#audio. */
import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import type { Logger } from "pino";
import { inspectAudio, type MediaTimes, mediaTimes, writeMark } from "./helpers.ts";
import type { AudioFacts } from "./inspect.ts";

/**
 * Replaces an audio file by a marked copy with the same audio data.
 * @param facts what `inspectAudio` returned for the file.
 * @returns false when the file stays unchanged: it is marked already, or its tags can't be written, which is logged.
 */
export type MarkAudio = (file: string, facts: AudioFacts) => Promise<boolean>;

/** Seconds: for AAC the counted length varies by a frame when tags precede the audio. */
const durationTolerance = 0.1;

export function createMarkAudio(
  log: Pick<Logger, "warn">,
  { inspectMs, markMs }: Pick<MediaTimes, "inspectMs" | "markMs"> = mediaTimes,
): MarkAudio {
  return async (file, facts) => {
    if (facts.isMarked) return false;
    const copy = `${file}.marked`;
    try {
      await copyFile(file, copy, constants.COPYFILE_FICLONE);
      await writeMark(copy, markMs);
      await check(copy, facts, inspectMs);
      await rename(copy, file);
      return true;
    } catch (err) {
      log.warn({ err }, "audio is stored without its mark");
      return false;
    } finally {
      await rm(copy, { force: true });
    }
  };
}

/** Verifies a marked copy and syncs it to the disk. @throws when its type or duration differs or the mark is missing. */
async function check(copy: string, facts: AudioFacts, maxMs: number): Promise<void> {
  const marked = await inspectAudio(copy, { maxMs });
  const difference = Math.abs((marked.duration ?? 0) - (facts.duration ?? 0));
  if (marked.extension !== facts.extension || difference > durationTolerance || !marked.isMarked) {
    throw new Error("the marked copy is not the same audio");
  }
  const handle = await open(copy, "r+");
  await handle.sync().finally(() => handle.close());
}
