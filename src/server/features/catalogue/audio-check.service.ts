/** Looks each hour whether the stored audio of all songs is there, so that the list can show those that do not play. */
import type { Logger } from "pino";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { type SongAudio, songAudioRepository } from "./song-audio.repository.ts";

const checkMs = 60 * 60_000;
const batch = 200;

export interface AudioCheck {
  /** Checks all songs. @returns the number of those whose audio does not play. */
  run(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function createAudioCheck({
  database: { db, dialect },
  files,
  log,
}: {
  database: Database;
  files: Pick<Files, "faultsOf">;
  log: Logger;
}): AudioCheck {
  const songs = songAudioRepository(db, dialect);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  const stopping = new AbortController();

  /** What nothing could be read from stays noted until the song has other audio. */
  async function save(song: SongAudio, found: "missing" | "damaged" | undefined): Promise<void> {
    if (found !== undefined) {
      if (found !== song.audio_fault) await songs.setFault(song, found);
    } else if (song.audio_fault !== null && song.audio_fault !== "unreadable") {
      await songs.clearFault(song.id);
      await songs.forgetEmptyMeasures(song.id);
    }
  }

  async function run(): Promise<number> {
    let faulty = 0;
    let after = 0;
    while (!stopping.signal.aborted) {
      const rows = await songs.audioAfter(after, batch);
      const last = rows.at(-1);
      if (!last) break;
      const faults = await files.faultsOf(rows.map(({ audio_url }) => audio_url));
      for await (const song of inTurns(rows)) {
        const found = faults.get(song.audio_url);
        await save(song, found);
        if (found ?? song.audio_fault === "unreadable") faulty += 1;
      }
      after = last.id;
    }
    return faulty;
  }

  return {
    run,
    start() {
      const tick = () => {
        running = run()
          .then((faulty) => {
            if (faulty > 0) log.warn({ songs: faulty }, "the audio of some songs does not play");
          })
          .catch((err: unknown) => log.error({ err }, "the audio of songs could not be checked"))
          .then(() => {
            if (!stopping.signal.aborted) timer = setTimeout(tick, checkMs).unref();
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
