/**
 * Reads audio in the background, one file at a time: measures loudness and tempo, cuts the samples of songs for Premium. The rows themselves
 * show what is still to be done, so a stop loses nothing.
 */
import type { Logger } from "pino";
import type { AudioFault } from "#contract/catalogue.ts";
import { fileKeyOf } from "#contract/file-address.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Sound } from "#server/features/media/media.service.ts";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { songClaims } from "./owned-files.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import { songRepository } from "./songs.repository.ts";

const pollMs = 10_000;
/** Pause before songs are retried whose audio could not be fetched. */
const retryMs = 60_000;
/** Stored for audio without a curve, so that a song is measured only once. */
const noWaveform = "";
/** The same for audio without a beat, and for a song without a sample. */
const noTempo = 0;
const noSample = "";

/** A row whose audio is to be read. */
export interface Unread {
  id: number;
  /** Address as stored. */
  audio_url: string;
}

/** A table of audio. @template T what is made of a file */
export interface AudioSource<T = Sound> {
  /** Returns the newest row whose audio was not read, of those with ids below `below`. */
  next(below: number | undefined): Promise<Unread | undefined>;
  /** Saves what was made, unless the row has other audio by now. @param made null for audio of which there is nothing to make */
  save(row: Unread, made: T | null): Promise<void>;
  /** Called for audio of which there is nothing to make, before that is saved. */
  onNone?(row: Unread, signal: AbortSignal): Promise<void>;
}

export interface AudioWork {
  /**
   * Reads all audio that was not read; skips what object storage can't deliver now.
   * @returns the number of skipped rows.
   */
  run(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Returns the columns of a measured sound; null for audio without one. */
export function measuresOf(sound: Sound | null): { waveform: string; tempo: number } {
  return { waveform: sound?.curve.join(",") ?? noWaveform, tempo: sound?.tempo ?? noTempo };
}

/** Returns the songs to be measured. @param unreadable returns what keeps audio without a curve from playing; null when it plays. */
export function songWaveforms(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  unreadable: (url: string, signal: AbortSignal) => Promise<AudioFault | null>,
): AudioSource {
  const songs = songAudioRepository(db, dialect);
  return {
    next: songs.nextUnmeasured,
    save: (song, sound) => songs.setMeasures(song, measuresOf(sound)),
    async onNone(song, signal) {
      const fault = await unreadable(song.audio_url, signal);
      if (fault && !signal.aborted) await songs.setFault(song, fault);
    },
  };
}

/** Returns the songs for Premium whose sample is to be cut. What is made is the address of a file that nothing claims yet. */
export function songSamples(
  { db, dialect, commit }: Pick<Database, "db" | "dialect" | "commit">,
  files: Pick<Files, "setClaims" | "discard">,
): AudioSource<string> {
  return {
    next: songAudioRepository(db, dialect).nextUnsampled,
    save: (song, sample) =>
      commit({ lock: "catalogue" }, async (tx) => {
        const isSaved = await songAudioRepository(tx, dialect).setSample(song, sample ?? noSample);
        const key = fileKeyOf(sample ?? "");
        if (key === undefined) return;
        const stored = isSaved ? await songRepository(tx, dialect).find(song.id, "all") : undefined;
        if (stored) await files.setClaims(tx, { kind: "song", id: song.id }, songClaims(stored, stored));
        else await files.discard(tx, key);
      }),
  };
}

/** Returns a curve as it is read; null for audio that has none, and that was not measured yet. */
export function curveOf(stored: string | null): number[] | null {
  return stored ? stored.split(",").map(Number) : null;
}

/** @param make reads a stored address; null where there is nothing to make of it. */
export function createAudioWork<T>({
  sources,
  make,
  log,
}: {
  sources: readonly AudioSource<T>[];
  make: (url: string, signal: AbortSignal) => Promise<T | null>;
  log: Logger;
}): AudioWork {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<number> {
    const failures: StorageFailure[] = [];
    for (const source of sources) await readAll(source, failures);
    if (failures.length > 0 && !signal.aborted) {
      log.warn(
        { err: failures[0], songs: failures.length },
        "songs are not read until object storage delivers their audio",
      );
    }
    return failures.length;
  }

  async function readAll(source: AudioSource<T>, failures: StorageFailure[]): Promise<void> {
    let below: number | undefined;
    while (!signal.aborted) {
      const row = await source.next(below);
      if (!row) return;
      try {
        const made = await make(row.audio_url, signal);
        if (made === null) await source.onNone?.(row, signal);
        if (signal.aborted) return;
        await source.save(row, made);
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
            log.error({ err }, "audio could not be read");
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
