/** Marks audio as made by AI, in its own tags. See docs/decisions/0023-marked-audio.md. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { atMost } from "#server/platform/at-most.ts";
import { audioMetadata, type Inspected, inspect } from "./inspect.ts";

/** What is written into the comment. */
export const mark = "Nhạc do AI tạo";

/**
 * Puts a marked copy in the place of an audio file; its sound stays as it is.
 * @param is what the file was found to be.
 * @returns false when it stays as it came: it is marked already, or its tags can't be written, which the log tells.
 */
export type MarkAudio = (file: string, is: Inspected) => Promise<boolean>;

const worker = path.join(import.meta.dirname, "mark-worker.ts");
const longestMs = 30_000;
const atOnce = 2;
/** Seconds; of AAC one frame more or less is counted when a tag stands before it. */
const lengthMayDiffer = 0.1;

export function createMarkAudio(log: Pick<Logger, "warn">): MarkAudio {
  const turn = atMost(atOnce);
  return async (file, is) => {
    if (await isMarked(file)) return false;
    const copy = `${file}.marked`;
    try {
      await turn(() => writeMark(file, copy, is));
      await rename(copy, file);
      return true;
    } catch (err) {
      log.warn({ err }, "audio is kept without its mark");
      return false;
    } finally {
      await rm(copy, { force: true });
    }
  };
}

/** Whether the comment of an audio file says what it is. */
export async function isMarked(file: string): Promise<boolean> {
  const metadata = await audioMetadata(file, { skipCovers: true }).catch(() => undefined);
  return metadata?.common.comment?.some(({ text }) => text?.includes(mark)) ?? false;
}

/** Makes the marked copy, durably. @throws when it can't be made or is not the same audio. */
async function writeMark(file: string, copy: string, is: Inspected): Promise<void> {
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  await promisify(execFile)(process.execPath, [worker, copy, mark], { timeout: longestMs, killSignal: "SIGKILL" });
  const now = await inspect(copy, "audio");
  const longer = Math.abs((now?.duration ?? 0) - (is.duration ?? 0));
  if (now?.extension !== is.extension || longer > lengthMayDiffer || !(await isMarked(copy))) {
    throw new Error("the marked copy is not the same audio");
  }
  const handle = await open(copy, "r+");
  await handle.sync().finally(() => handle.close());
}
