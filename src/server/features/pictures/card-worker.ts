/** Worker thread that draws cards: satori and its fonts take half a second to load, a card 10 to 20 ms of CPU. */
import { parentPort } from "node:worker_threads";
import { drawCard } from "./card.ts";
import type { Card } from "./card-shape.ts";

parentPort?.on("message", async ({ jobId, card }: { jobId: number; card: Card }) => {
  try {
    parentPort?.postMessage({ jobId, svg: await drawCard(card) }, []);
  } catch (error) {
    parentPort?.postMessage({ jobId, error }, []);
  }
});
