/** A thread that draws cards: satori and its fonts take half a second to load, and 10 to 20 ms of computing for each. */
import { parentPort } from "node:worker_threads";
import { drawCard } from "./card.ts";
import type { Card } from "./card-shape.ts";

parentPort?.on("message", async ({ ticket, card }: { ticket: number; card: Card }) => {
  try {
    parentPort?.postMessage({ ticket, svg: await drawCard(card) }, []);
  } catch (error) {
    parentPort?.postMessage({ ticket, error }, []);
  }
});
