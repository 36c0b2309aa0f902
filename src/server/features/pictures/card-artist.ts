/** Has cards drawn in a thread of their own, which starts at the first card and ends when none was asked for in a while. */
import { Worker } from "node:worker_threads";
import type { Card } from "./card-shape.ts";

const worker = new URL("./card-worker.ts", import.meta.url);
const idleMs = 60_000;
const longestMs = 20_000;
const memoryMb = 256;

export interface CardArtist {
  /** The card as SVG. */
  draw(card: Card): Promise<string>;
  /** Ends the thread; what it had in hand fails. */
  stop(): Promise<void>;
}

interface Order {
  resolve(svg: string): void;
  reject(error: unknown): void;
}

export function createCardArtist({ idle = idleMs, longest = longestMs } = {}): CardArtist {
  const orders = new Map<number, Order>();
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ticket = 0;

  function end(error: Error): Promise<unknown> {
    const ended = thread?.terminate();
    thread = undefined;
    clearTimeout(timer);
    for (const order of orders.values()) order.reject(error);
    orders.clear();
    return ended ?? Promise.resolve();
  }

  function start(): Worker {
    const started = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    started.on("message", (done: { ticket: number; svg?: string; error?: unknown }) => {
      const order = orders.get(done.ticket);
      orders.delete(done.ticket);
      if (done.svg === undefined) order?.reject(done.error);
      else order?.resolve(done.svg);
      watch();
    });
    const fail = (error: Error) => thread === started && end(error);
    started.on("error", fail);
    started.on("exit", () => fail(new Error("the thread that draws cards has ended")));
    started.unref();
    return started;
  }

  /** An idle thread ends; so does one that is at its cards for too long. */
  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error("drawing a card took too long")), orders.size > 0 ? longest : idle).unref();
  }

  return {
    draw(card) {
      return new Promise((resolve, reject) => {
        thread ??= start();
        orders.set(++ticket, { resolve, reject });
        thread.postMessage({ ticket, card }, []);
        // Those who wait do not give the one in hand more time.
        if (orders.size === 1) watch();
      });
    },
    async stop() {
      await end(new Error("the server stops"));
    },
  };
}
