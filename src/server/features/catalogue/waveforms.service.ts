/**
 * Measures the loudness curves and the tempo of audio in the background, one at a time. The rows themselves show which are still to be measured, so a
 * stop loses nothing.
 */
import type { Logger } from "pino";
import type { AudioFault } from "#contract/catalogue.ts";
import type { Sound } from "#server/features/media/media.service.ts";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { songAudioRepository } from "./song-audio.repository.ts";

const pollMs = 10_000;
/** Pause before songs are retried whose audio could not be fetched. */
const retryMs = 60_000;
/** Stored for audio without a curve, so that a song is measured only once. */
const noWaveform = "";
/** The same for audio without a beat. */
const noTempo = 0;

/** What is stored of a measured sound. */
export interface Measures {
  /** The numbers of its curve with commas; empty for none. */
  waveform: string;
  /** Beats a minute; 0 for no beat. */
  tempo: number;
}

/** A row of audio that was not measured. */
export interface Unmeasured {
  id: number;
  /** Address as stored. */
  audio_url: string;
}

/** A table of audio. */
export interface WaveformSource {
  /** Returns the newest row that was not measured, of those with ids below `below`. */
  next(below: number | undefined): Promise<Unmeasured | undefined>;
  /** Saves measures, unless the row has other audio by now. */
  save(row: Unmeasured, measures: Measures): Promise<void>;
  /** Called for audio without a curve, before it is saved. */
  onNone?(row: Unmeasured, signal: AbortSignal): Promise<void>;
}

export interface Waveforms {
  /**
   * Measures all audio that was not measured; skips what object storage can't deliver now.
   * @returns the number of skipped rows.
   */
  run(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Returns the songs of the catalogue. @param unreadable returns what keeps audio without a curve from playing; null when it plays. */
export function songWaveforms(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  unreadable: (url: string, signal: AbortSignal) => Promise<AudioFault | null>,
): WaveformSource {
  const songs = songAudioRepository(db, dialect);
  return {
    next: songs.nextUnmeasured,
    save: songs.setMeasures,
    async onNone(song, signal) {
      const fault = await unreadable(song.audio_url, signal);
      if (fault && !signal.aborted) await songs.setFault(song, fault);
    },
  };
}

/** Returns a curve as it is read; null for audio that has none, and that was not measured yet. */
export function curveOf(stored: string | null): number[] | null {
  return stored ? stored.split(",").map(Number) : null;
}

/** @param measure measures a stored address; null without sound. */
export function createWaveforms({
  sources,
  measure,
  log,
}: {
  sources: readonly WaveformSource[];
  measure: (url: string, signal: AbortSignal) => Promise<Sound | null>;
  log: Logger;
}): Waveforms {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<number> {
    const failures: StorageFailure[] = [];
    for (const source of sources) await measureAll(source, failures);
    if (failures.length > 0 && !signal.aborted) {
      log.warn(
        { err: failures[0], songs: failures.length },
        "songs are not measured until object storage delivers their audio",
      );
    }
    return failures.length;
  }

  async function measureAll(source: WaveformSource, failures: StorageFailure[]): Promise<void> {
    let below: number | undefined;
    while (!signal.aborted) {
      const row = await source.next(below);
      if (!row) return;
      try {
        const sound = await measure(row.audio_url, signal);
        if (!sound) await source.onNone?.(row, signal);
        if (signal.aborted) return;
        await source.save(row, { waveform: sound?.curve.join(",") ?? noWaveform, tempo: sound?.tempo ?? noTempo });
      } catch (error) {
        if (!(error instanceof StorageFailure)) throw error;
        failures.push(error);
        below = row.id;
      }
    }
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
