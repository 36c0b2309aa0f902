/**
 * Runs tasks in helper processes, within limits of memory, time and size of the reply: a task that breaks one ends its helper,
 * and the server goes on. See docs/rooms/files-and-media.md#audio.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { atMost } from "./at-most.ts";
import type { Reply } from "./helper-tasks.ts";

/** A helper that was ended or ended itself before its reply was complete. */
export class HelperError extends Error {}

/** A helper that could not be started: its task has not been tried. */
export class HelperStartError extends HelperError {}

export interface HelperPool {
  /**
   * Has an idle helper, or a new one, run a task.
   * @returns what the helper's handler returned, from JSON.
   * @throws HelperStartError when no process can be started; HelperError for a broken limit; the handler's error.
   */
  run(task: object, options: TaskOptions): Promise<unknown>;
}

export interface TaskOptions {
  /** Milliseconds for the task, without the wait for a free helper and its start. */
  maxMs: number;
  signal?: AbortSignal | undefined;
}

export interface HelperPoolOptions {
  /** Path of the script that calls `serveTasks`. */
  script: string;
  /** The most processes at a time. */
  maxHelpers: number;
  /** Megabytes that a helper may allocate; enforced on Linux only. */
  memoryMb: number;
  /** Runs helpers at low priority. */
  isBackground?: boolean;
  maxReplyBytes?: number;
  /** How long an idle helper waits for the next task. */
  idleMs?: number;
  /** Milliseconds that a helper may take to load its modules. */
  startMs?: number;
}

interface Helper {
  child: ChildProcess;
  /** Tasks and replies, one line of JSON each. */
  channel: Socket;
  isStarted: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Megabytes of writable addresses that Node reserves at its start and hardly uses: they count for the limit of the system. */
const reservedMb = 600;
/** Megabytes of JavaScript objects, so that garbage is collected in time. */
const maxHeapMb = 256;

/**
 * Without memory the kernel ends a helper rather than the server. V8's own limit covers neither buffers nor WebAssembly; that of
 * data, unlike that of addresses (-v), spares what is only reserved.
 */
const limitMemory = 'echo 1000 >/proc/self/oom_score_adj; ulimit -d "$1"; shift; exec "$@"';

export function createHelperPool({
  script,
  maxHelpers,
  memoryMb,
  isBackground = false,
  maxReplyBytes = 1024 * 1024,
  idleMs = 5_000,
  startMs = 60_000,
}: HelperPoolOptions): HelperPool {
  const limit = atMost(maxHelpers);
  const idle = new Set<Helper>();

  function start(): Helper {
    const node = [process.execPath, `--max-old-space-size=${maxHeapMb}`, script];
    const limited = ["/bin/sh", "-c", limitMemory, "sh", String((reservedMb + memoryMb) * 1024), ...node];
    const [command = "", ...args] = process.platform === "linux" ? limited : node;
    // Without the environment, which holds secrets.
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], env: {} });
    const helper: Helper = { child, channel: child.stdio[3] as Socket, isStarted: false };
    const forget = () => idle.delete(helper);
    child.on("error", forget).on("exit", forget);
    // The end of the process tells the same.
    helper.channel?.on("error", () => {});
    if (isBackground) lowerPriority(child);
    return helper;
  }

  /** An idle helper must not keep the server's process alive. */
  function release(helper: Helper): void {
    const { child, channel } = helper;
    idle.add(helper);
    child.unref();
    channel.unref();
    helper.idleTimer = setTimeout(() => {
      if (idle.delete(helper)) channel.end();
    }, idleMs).unref();
  }

  function take(): Helper {
    const [helper] = idle;
    if (!helper) return start();
    idle.delete(helper);
    clearTimeout(helper.idleTimer);
    helper.child.ref();
    helper.channel.ref();
    return helper;
  }

  /** Waits for the next line of a helper, within its time and unless it ends or is stopped before. @param begin called once it is listened to. */
  async function nextReply(
    { child, channel }: Helper,
    { maxMs, signal: stop }: TaskOptions,
    begin: () => void = () => {},
  ): Promise<Reply> {
    const settled = new AbortController();
    const { signal } = settled;
    const fail = (message: string) => () => Promise.reject(new HelperError(message));
    try {
      const replied = readReply(channel, signal, maxReplyBytes);
      begin();
      return await Promise.race([
        replied,
        once(child, "exit", { signal }).then(fail("the helper process ended")),
        pause(maxMs, undefined, { signal }).then(fail(`the helper process took longer than ${maxMs} ms`)),
        ...(stop ? [once(stop, "abort", { signal }).then(fail("the task was stopped"))] : []),
      ]);
    } finally {
      settled.abort();
    }
  }

  /** Waits until a new helper has loaded its modules. */
  async function started(helper: Helper, signal: AbortSignal | undefined): Promise<void> {
    if (helper.isStarted) return;
    try {
      await nextReply(helper, { maxMs: startMs, signal });
      helper.isStarted = true;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new HelperStartError("the helper process can't be started", { cause });
    }
  }

  async function request(helper: Helper, task: object, options: TaskOptions): Promise<Reply> {
    await started(helper, options.signal);
    return nextReply(helper, options, () => helper.channel.write(`${JSON.stringify(task)}\n`));
  }

  return {
    run: (task, options) =>
      limit(async () => {
        options.signal?.throwIfAborted();
        const helper = take();
        let reply: Reply;
        try {
          reply = await request(helper, task, options);
        } catch (error) {
          helper.child.kill("SIGKILL");
          throw error;
        }
        release(helper);
        if ("error" in reply) throw Object.assign(new Error(reply.error.message), reply.error);
        return reply.result;
      }),
  };
}

/** Reads one line. @throws HelperError when it is too long or no reply. */
function readReply(channel: Socket | undefined, signal: AbortSignal, maxBytes: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const read = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) return reject(new HelperError(`the reply is longer than ${maxBytes} bytes`));
      if (chunk.at(-1) !== 0x0a) return;
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()) as Reply);
      } catch {
        reject(new HelperError("the reply is not JSON"));
      }
    };
    channel?.on("data", read);
    signal.addEventListener("abort", () => channel?.off("data", read), { once: true });
  });
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended already, or the system denies it: the priority then stays normal.
  }
}
