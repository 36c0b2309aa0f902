/**
 * Draws from the real audio: songs whose loudness nobody has measured yet are measured one after another in the
 * background. What is to do is read from the songs themselves, so a stop loses nothing.
 */
import type { Logger } from "pino";
import type { Database } from "#server/platform/db/database.ts";
import { songRepository } from "./catalogue.repository.ts";

const pollMs = 10_000;
/** Written where there is nothing to draw, so that a song is tried once only. */
const none = "";

export interface Waveforms {
  /** Measures all that are not measured yet. */
  run(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** @param measure gives whole numbers 0 to 100 for a stored address, or null when there are none. */
export function createWaveforms({
  database,
  measure,
  log,
}: {
  database: Database;
  measure: (url: string, signal: AbortSignal) => Promise<number[] | null>;
  log: Logger;
}): Waveforms {
  const songs = songRepository(database.db, database.dialect);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const song = await songs.nextUnmeasured();
      if (!song) return;
      const slices = await measure(song.audio_url, signal);
      if (signal.aborted) return;
      await songs.setWaveform(song, slices ? slices.join(",") : none);
      database.changes.committed("catalogue");
    }
  }

  return {
    run,
    start() {
      const tick = () => {
        running = run()
          .catch((err) => log.error({ err }, "waveforms could not be measured"))
          .finally(() => {
            if (!signal.aborted) timer = setTimeout(tick, pollMs).unref();
          });
      };
      tick();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
