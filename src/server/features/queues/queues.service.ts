/** The queues of accounts, for their other devices (docs/rooms/player-and-pages.md#the-queue). */
import type { Song } from "#contract/catalogue.ts";
import type { QueueBody, UserQueue } from "#contract/queue.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type QueueRow, queueRepository } from "./queues.repository.ts";

export type Queues = ReturnType<typeof createQueues>;

export interface QueuesDeps {
  database: Pick<Database, "db" | "commit">;
  songs: {
    /** Returns those of some songs that visitors see, as they see them. */
    activeOf(ids: readonly number[]): Promise<Song[]>;
  };
  now?: () => number;
}

export function createQueues({ database: { db, commit }, songs, now = () => Date.now() }: QueuesDeps) {
  /** The row goes with the user's. */
  const personalData: readonly PersonalData[] = [
    {
      name: "queue",
      async read(userId) {
        const row = await queueRepository(db).find(userId);
        if (!row) return [];
        const { place, position, device_kind, updated_at } = row;
        return [{ song_ids: idsOf(row), place, position, device_kind, updated_at }];
      },
      remove: async () => {},
    },
  ];

  return {
    personalData,

    /** Returns the queue of a user with the songs that are there; null where there are none. */
    async read(userId: number): Promise<UserQueue | null> {
      const row = await queueRepository(db).find(userId);
      if (!row) return null;
      const ids = idsOf(row);
      const byId = new Map((await songs.activeOf(ids)).map((song) => [song.id, song]));
      const there = ids.flatMap((id) => byId.get(id) ?? []);
      if (there.length === 0) return null;
      const { number, device, device_kind, updated_at } = row;
      const before = ids.slice(0, row.place).filter((id) => byId.has(id)).length;
      const isThere = byId.has(ids[row.place] ?? 0);
      return {
        number,
        device,
        device_kind,
        updated_at,
        // In place of a song that is gone, the one after it begins.
        place: Math.min(before, there.length - 1),
        position: isThere ? row.position : 0,
        songs: there.map(({ id, title, artist, audio_url, thumbnail_url, is_premium, duration }) => {
          return { id, title, artist, audio_url, thumbnail_url, is_premium, duration };
        }),
      };
    },

    /**
     * Stores the queue of a user. The newer one wins, but a device that does not play leaves alone what another has stored since it looked:
     * a tab that is closed somewhere ends nothing that plays elsewhere.
     */
    store(
      userId: number,
      { song_ids, seen, playing, ...sent }: QueueBody,
    ): Promise<{ number: number; stored: boolean }> {
      return commit({ lock: `queue ${userId}` }, async (tx) => {
        const repository = queueRepository(tx);
        const stored = await repository.find(userId);
        if (stored && !playing && stored.device !== sent.device && stored.number > seen) {
          return { number: stored.number, stored: false };
        }
        const number = (stored?.number ?? 0) + 1;
        const updated_at = new Date(now()).toISOString();
        await repository.store({ user_id: userId, song_ids: JSON.stringify(song_ids), number, updated_at, ...sent });
        return { number, stored: true };
      });
    },
  };
}

const idsOf = ({ song_ids }: QueueRow): number[] => JSON.parse(song_ids) as number[];
