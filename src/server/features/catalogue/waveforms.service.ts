/**
 * Measures the loudness curves of songs in the background, one at a time. The songs themselves show which are still to be
 * measured, so a stop loses nothing.
 */
import type { Logger } from "pino";
import type { AudioFault } from "#contract/catalogue.ts";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { songRepository } from "./catalogue.repository.ts";

const pollMs = 10_000;
/** Pause before songs are retried whose audio could not be fetched. */
const retryMs = 60_000;
/** Stored for audio without a curve, so that a song is measured only once. */
const noWaveform = "";

export interface Waveforms {
  /**
   * Measures all songs without a curve; skips those whose audio object storage can't deliver now.
   * @returns the number of skipped songs.
   */
  run(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * @param measure returns whole numbers 0 to 100 for a stored address; null when there is no curve.
 * @param unreadable returns what keeps audio without a curve from playing; null when it plays.
 */
export function createWaveforms({
  database,
  measure,
  unreadable,
  log,
}: {
  database: Database;
  measure: (url: string, signal: AbortSignal) => Promise<number[] | null>;
  unreadable: (url: string, signal: AbortSignal) => Promise<AudioFault | null>;
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
        const fault = slices ? null : await unreadable(song.audio_url, signal);
        if (signal.aborted) break;
        if (fault) await songs.setFault(song, fault);
        await songs.setWaveform(song, slices ? slices.join(",") : noWaveform);
      } catch (error) {
        if (!(error instanceof StorageFailure)) throw error;
        failures.push(error);
        below = song.id;
      }
    }
    if (failures.length > 0 && !signal.aborted) {
      log.warn(
        { err: failures[0], songs: failures.length },
        "songs are not measured until object storage delivers their audio",
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
          .then((skipped) => {
            if (!signal.aborted) timer = setTimeout(tick, skipped > 0 ? retryMs : pollMs).unref();
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
