/** Marks audio as made by AI, in its own tags. See docs/decisions/0023-marked-audio.md. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { atMost } from "#server/platform/at-most.ts";
import { audioMetadata, type Inspected, inspect } from "./inspect.ts";
import type { Task } from "./mark-worker.ts";

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
/** How long a process waits for the next file, since starting one takes as long as marking twenty songs. */
const idleMs = 5_000;
/** Seconds; of AAC one frame more or less is counted when a tag stands before it. */
const lengthMayDiffer = 0.1;

export function createMarkAudio(log: Pick<Logger, "warn">): MarkAudio {
  const turn = atMost(atOnce);
  const write = createMarkers();
  return async (file, is) => {
    if (await isMarked(file)) return false;
    const copy = `${file}.marked`;
    try {
      await turn(async () => {
        await copyFile(file, copy, constants.COPYFILE_FICLONE);
        await write(copy);
        await check(copy, is);
      });
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

/** Gives what has a file marked by a process that waits for it, or by a new one. */
function createMarkers(): (file: string) => Promise<void> {
  const waiting = new Set<ChildProcess>();
  const timers = new WeakMap<ChildProcess, NodeJS.Timeout>();

  function begin(): ChildProcess {
    const marker = fork(worker, { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
    marker.on("error", () => waiting.delete(marker));
    marker.on("exit", () => waiting.delete(marker));
    return marker;
  }

  /** Nobody waits for one that waits itself. */
  function rest(marker: ChildProcess): void {
    waiting.add(marker);
    marker.unref();
    marker.channel?.unref();
    const stop = () => waiting.delete(marker) && marker.disconnect();
    timers.set(marker, setTimeout(stop, idleMs).unref());
  }

  return async (file) => {
    const [marker = begin()] = waiting;
    waiting.delete(marker);
    clearTimeout(timers.get(marker));
    marker.ref();
    marker.channel?.ref();
    try {
      await ask(marker, file);
    } catch (error) {
      marker.kill("SIGKILL");
      throw error;
    }
    rest(marker);
  };
}

/** @throws when the process fails, ends or takes too long. */
async function ask(marker: ChildProcess, file: string): Promise<void> {
  const answered = new AbortController();
  const { signal } = answered;
  const fail = (message: string) => () => Promise.reject(new Error(message));
  try {
    const answer = once(marker, "message", { signal });
    marker.send({ file, line: mark } satisfies Task);
    const [failure] = await Promise.race([
      answer,
      once(marker, "exit", { signal }).then(fail("the process ended")),
      pause(longestMs, undefined, { signal }).then(fail("it took too long")),
    ]);
    if (failure) throw new Error(failure);
  } finally {
    answered.abort();
  }
}

/** @throws when a marked copy is not durably the same audio. */
async function check(copy: string, is: Inspected): Promise<void> {
  const now = await inspect(copy, "audio");
  const longer = Math.abs((now?.duration ?? 0) - (is.duration ?? 0));
  if (now?.extension !== is.extension || longer > lengthMayDiffer || !(await isMarked(copy))) {
    throw new Error("the marked copy is not the same audio");
  }
  const handle = await open(copy, "r+");
  await handle.sync().finally(() => handle.close());
}
