/**
 * Draws from the real audio: songs whose loudness nobody has measured yet are measured one after another in the
 * background. What is to do is read from the songs themselves, so a stop loses nothing.
 */
import type { Logger } from "pino";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import { songRepository } from "./catalogue.repository.ts";

const pollMs = 10_000;
/** Until songs are tried again that could not be fetched. */
const restMs = 60_000;
/** Written where there is nothing to draw, so that a song is tried once only. */
const none = "";

export interface Waveforms {
  /**
   * Measures all that are not measured yet, past those that object storage does not give just now.
   * @returns how many these are.
   */
  run(): Promise<number>;
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

  async function run(): Promise<number> {
    const failures: StorageFailure[] = [];
    let below: number | undefined;
    while (!signal.aborted) {
      const song = await songs.nextUnmeasured(below);
      if (!song) break;
      try {
        const slices = await measure(song.audio_url, signal);
        if (signal.aborted) break;
        await songs.setWaveform(song, slices ? slices.join(",") : none);
        database.changes.committed(catalogueTopic);
      } catch (error) {
        if (!(error instanceof StorageFailure)) throw error;
        failures.push(error);
        below = song.id;
      }
    }
    if (failures.length > 0 && !signal.aborted) {
      log.warn(
        { err: failures[0], songs: failures.length },
        "songs wait to be measured until storage gives their audio",
      );
    }
    return failures.length;
  }

  return {
    run,
    start() {
      const tick = () => {
        running = run()
          .catch((err) => {
            log.error({ err }, "waveforms could not be measured");
            return 0;
          })
          .then((waiting) => {
            if (!signal.aborted) timer = setTimeout(tick, waiting > 0 ? restMs : pollMs).unref();
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
