/** Loops over many items that let everything else run meanwhile. */
import { setImmediate as turn } from "node:timers/promises";

/** The longest time without a turn of the event loop. */
const mostMs = 20;

/**
 * Yields items one after the other, with a turn of the event loop after each 20 ms: `for await (const row of inTurns(rows))`. The embedded database
 * answers within the turn, so that a loop which awaits nothing else would keep all requests waiting until its end.
 * @throws the signal's reason, before the next item, once it is aborted
 */
export async function* inTurns<T>(items: Iterable<T>, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
  let began = performance.now();
  for (const item of items) {
    signal?.throwIfAborted();
    yield item;
    if (performance.now() - began < mostMs) continue;
    await turn();
    began = performance.now();
  }
}

/** Yields items in arrays of at most `size`. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
