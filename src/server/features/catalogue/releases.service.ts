/**
 * Shows hidden songs at the time that was set for them, and keeps those hidden that must stay so. The songs themselves say which are due, so
 * a restart, a restored backup or a missed time loses none, and of several processes the first one shows a song
 * (docs/rooms/catalogue.md#release).
 */
import type { Logger } from "pino";
import { invalidField } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { releasesRepository } from "./releases.repository.ts";
import { type SongWrites, system } from "./song-writes.ts";
import { type SongRow, songRepository } from "./songs.repository.ts";

const lookEveryMs = 5000;
/** Songs of one look at the table. */
const batch = 50;
/** Days ahead. */
const maxDaysAhead = 730;
export const shownReleaseMessage = "Bài đang hiện công khai, hãy tạm ẩn trước khi hẹn giờ";

/**
 * @param releaseAt ISO; null or undefined for none. @param isActive whether the song is shown already.
 * @throws ApiError `invalid` at `field`.
 */
export function assertReleaseTime(releaseAt: string | null | undefined, isActive: boolean, field = "release_at"): void {
  if (!releaseAt) return;
  if (isActive) throw invalidField(field, shownReleaseMessage);
  const ahead = Date.parse(releaseAt) - Date.now();
  if (ahead <= 0) throw invalidField(field, "Thời điểm phát hành phải ở sau lúc này");
  if (ahead > maxDaysAhead * 24 * 3600_000) throw invalidField(field, "Chỉ hẹn trước được tối đa hai năm");
}

export interface Releases {
  /** Hides a song, which nobody shows again until it is permitted. In a transaction that holds the lock. */
  withhold(tx: Tx, id: number, reason: NonNullable<SongRow["withheld"]>): Promise<void>;
  /** Lets administrators show a withheld song again. In a transaction that holds the lock. */
  permit(tx: Tx, id: number): Promise<void>;
  /** Shows all songs whose time has come. */
  run(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface ReleasesDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  writes: Pick<SongWrites, "update">;
  log: Pick<Logger, "error">;
}

export function createReleases({ database: { db, commit, dialect }, writes, log }: ReleasesDeps): Releases {
  const stopping = new AbortController();
  /** Songs that could not be shown; each is told of once. */
  const failed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Shows a song whose time has come, unless somebody or another process changed that meanwhile. @param now ISO */
  function show(id: number, now: string): Promise<void> {
    return commit({ lock: "catalogue" }, async (tx) => {
      const song = await songRepository(tx, dialect).find(id, "all");
      if (song?.release_at && song.release_at <= now) await writes.update(tx, system, song, { is_active: true });
    });
  }

  /** @returns false for a song that could not be shown */
  async function release(id: number, now: string): Promise<boolean> {
    try {
      await show(id, now);
      failed.delete(id);
      return true;
    } catch (err) {
      if (!failed.has(id)) log.error({ err, song: id }, "a song could not be released, to be tried again");
      failed.add(id);
      return false;
    }
  }

  async function run(): Promise<void> {
    const now = new Date().toISOString();
    let hasMore = true;
    while (hasMore) {
      const due = await releasesRepository(db).due(now, batch);
      hasMore = false;
      for await (const id of inTurns(due)) {
        if (stopping.signal.aborted) return;
        if (await release(id, now)) hasMore = due.length === batch;
      }
    }
  }

  return {
    async withhold(tx, id, reason) {
      await releasesRepository(tx).setWithheld(id, reason);
      const song = await songRepository(tx, dialect).find(id, "all");
      if (song?.is_active) await writes.update(tx, system, song, { is_active: false });
    },

    permit: (tx, id) => releasesRepository(tx).setWithheld(id, null),

    run,
    start() {
      const tick = () => {
        running = run()
          .catch((err: unknown) => log.error({ err }, "songs that are due could not be read"))
          .then(() => {
            if (!stopping.signal.aborted) timer = setTimeout(tick, lookEveryMs).unref();
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
