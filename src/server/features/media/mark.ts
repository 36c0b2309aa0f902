/** Marks audio as made by AI in its tags. See docs/decisions/0023-marked-audio.md. */
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

/** The line added to the comment. */
export const mark = "Nhạc do AI tạo";

/**
 * Replaces an audio file by a marked copy with the same audio data.
 * @param inspected the detected type and duration of the file.
 * @returns false when the file stays unchanged: it is marked already, or its tags can't be written, which is logged.
 */
export type MarkAudio = (file: string, inspected: Inspected) => Promise<boolean>;

const workerFile = path.join(import.meta.dirname, "mark-worker.ts");
const maxMarkMs = 30_000;
const maxWorkers = 2;
/** How long an idle process waits for the next file: starting one takes as long as marking twenty songs. */
const idleMs = 5_000;
/** Seconds: for AAC the counted length varies by a frame when tags precede the audio. */
const durationTolerance = 0.1;

export function createMarkAudio(log: Pick<Logger, "warn">): MarkAudio {
  const limit = atMost(maxWorkers);
  const write = createWorkerPool();
  return async (file, inspected) => {
    if (await isMarked(file)) return false;
    const copy = `${file}.marked`;
    try {
      await limit(async () => {
        await copyFile(file, copy, constants.COPYFILE_FICLONE);
        await write(copy);
        await check(copy, inspected);
      });
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

/** True when the comment of an audio file contains the mark. */
export async function isMarked(file: string): Promise<boolean> {
  const metadata = await audioMetadata(file, { skipCovers: true }).catch(() => undefined);
  return metadata?.common.comment?.some(({ text }) => text?.includes(mark)) ?? false;
}

/** Returns a function that has a file marked by an idle worker process, or by a new one. */
function createWorkerPool(): (file: string) => Promise<void> {
  const idle = new Set<ChildProcess>();
  const timers = new WeakMap<ChildProcess, NodeJS.Timeout>();

  function startWorker(): ChildProcess {
    const worker = fork(workerFile, { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
    worker.on("error", () => idle.delete(worker));
    worker.on("exit", () => idle.delete(worker));
    return worker;
  }

  /** An idle worker must not keep the process alive. */
  function release(worker: ChildProcess): void {
    idle.add(worker);
    worker.unref();
    worker.channel?.unref();
    const stop = () => idle.delete(worker) && worker.disconnect();
    timers.set(worker, setTimeout(stop, idleMs).unref());
  }

  return async (file) => {
    const [worker = startWorker()] = idle;
    idle.delete(worker);
    clearTimeout(timers.get(worker));
    worker.ref();
    worker.channel?.ref();
    try {
      await markWith(worker, file);
    } catch (error) {
      worker.kill("SIGKILL");
      throw error;
    }
    release(worker);
  };
}

/** Has a worker mark a file. @throws when the worker fails, ends or takes too long. */
async function markWith(worker: ChildProcess, file: string): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const fail = (message: string) => () => Promise.reject(new Error(message));
  try {
    const reply = once(worker, "message", { signal });
    worker.send({ file, line: mark } satisfies Task);
    const [failure] = await Promise.race([
      reply,
      once(worker, "exit", { signal }).then(fail("the process ended")),
      pause(maxMarkMs, undefined, { signal }).then(fail("it took too long")),
    ]);
    if (failure) throw new Error(failure);
  } finally {
    settled.abort();
  }
}

/** Verifies a marked copy and syncs it to the disk. @throws when its type or duration differs or the mark is missing. */
async function check(copy: string, inspected: Inspected): Promise<void> {
  const marked = await inspect(copy, "audio");
  const difference = Math.abs((marked?.duration ?? 0) - (inspected.duration ?? 0));
  if (marked?.extension !== inspected.extension || difference > durationTolerance || !(await isMarked(copy))) {
    throw new Error("the marked copy is not the same audio");
  }
  const handle = await open(copy, "r+");
  await handle.sync().finally(() => handle.close());
}
