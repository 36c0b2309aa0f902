/** Draws cards in a worker thread, which starts with the first card and ends after an idle time. */
import { Worker } from "node:worker_threads";
import type { Card } from "./card-shape.ts";

const workerUrl = new URL("./card-worker.ts", import.meta.url);
const idleMs = 60_000;
const maxDrawMs = 20_000;
const memoryMb = 256;

export interface CardArtist {
  /** Returns the card as SVG. */
  draw(card: Card): Promise<string>;
  /** Ends the thread; running jobs fail. */
  stop(): Promise<void>;
}

interface Job {
  resolve(svg: string): void;
  reject(error: unknown): void;
}

export function createCardArtist({ idle = idleMs, longest = maxDrawMs } = {}): CardArtist {
  const jobs = new Map<number, Job>();
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let jobId = 0;

  function end(error: Error): Promise<unknown> {
    const terminated = thread?.terminate();
    thread = undefined;
    clearTimeout(timer);
    for (const job of jobs.values()) job.reject(error);
    jobs.clear();
    return terminated ?? Promise.resolve();
  }

  function start(): Worker {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    worker.on("message", (result: { jobId: number; svg?: string; error?: unknown }) => {
      const job = jobs.get(result.jobId);
      jobs.delete(result.jobId);
      if (result.svg === undefined) job?.reject(result.error);
      else job?.resolve(result.svg);
      watch();
    });
    const fail = (error: Error) => thread === worker && end(error);
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("the card thread has ended")));
    worker.unref();
    return worker;
  }

  /** Restarts the timer that ends an idle thread, or one that draws for too long. */
  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error("drawing a card took too long")), jobs.size > 0 ? longest : idle).unref();
  }

  return {
    draw(card) {
      return new Promise((resolve, reject) => {
        thread ??= start();
        jobs.set(++jobId, { resolve, reject });
        thread.postMessage({ jobId, card }, []);
        // Queued jobs do not extend the running job's deadline.
        if (jobs.size === 1) watch();
      });
    },
    async stop() {
      await end(new Error("the server stops"));
    },
  };
}
