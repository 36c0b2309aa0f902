/** The songs that users find again: likes, what they heard, and what they bring along from a device (docs/rooms/catalogue.md#a-listeners-own-songs). */
import type { Song } from "#contract/catalogue.ts";
import type { HeardSong, TakeAlong } from "#contract/own-songs.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Caller, UserCaller } from "#server/platform/http/caller.ts";
import { ownSongsRepository } from "./own-songs.repository.ts";
import type { SongPresenter } from "./song-presenter.ts";
import { songRepository } from "./songs.repository.ts";

/** Milliseconds after which a play is too old to be taken along. */
const oldestPlayMs = 366 * 24 * 3600_000;

export type OwnSongs = ReturnType<typeof createOwnSongs>;

export function createOwnSongs({
  database: { db, commit, dialect },
  presenter,
  now = () => Date.now(),
}: {
  database: Pick<Database, "db" | "commit" | "dialect">;
  presenter: Pick<SongPresenter, "presentAll">;
  now?: () => number;
}) {
  const repository = ownSongsRepository(db);

  /** Returns those of some songs that are active, as a caller sees them, in the order of their ids. */
  async function inOrder(caller: Caller, ids: readonly number[]): Promise<Song[]> {
    const songs = await presenter.presentAll(await songRepository(db, dialect).activeOf(ids), caller);
    const byId = new Map(songs.map((song) => [song.id, song]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The history; likes, and what counts plays, are with the listening. */
  const personalData: readonly PersonalData[] = [
    {
      name: "history",
      read: async (userId) => ({
        is_paused: await repository.isPaused(userId),
        plays: await repository.allPlays(userId),
      }),
      // All of it goes with the user's row.
      remove: async () => {},
    },
  ];

  return {
    personalData,

    /** Returns the active ones of some songs, in the order in which they are asked for. */
    byIds: inOrder,

    async likes(caller: UserCaller, page: { skip: number; limit: number }): Promise<{ rows: Song[]; total: number }> {
      const [ids, total] = await Promise.all([repository.likes(caller.id, page), repository.countLikes(caller.id)]);
      return { rows: (await inOrder(caller, ids)).map((song) => ({ ...song, liked: true })), total };
    },

    async history(
      caller: UserCaller,
      page: { skip: number; limit: number },
    ): Promise<{ rows: HeardSong[]; total: number }> {
      const [plays, total] = await Promise.all([repository.plays(caller.id, page), repository.countPlays(caller.id)]);
      const songs = await inOrder(caller, [...new Set(plays.map(({ song_id }) => song_id))]);
      const byId = new Map(songs.map((song) => [song.id, song]));
      const rows = plays.flatMap(({ song_id, played_at }) => {
        const song = byId.get(song_id);
        return song ? [{ song, played_at }] : [];
      });
      return { rows, total };
    },

    /** Forgets what a user heard, of one song or of all. */
    forget: ({ id }: UserCaller, songId?: number): Promise<void> =>
      commit((tx) => ownSongsRepository(tx).removePlays(id, songId)),

    settings: async ({ id }: UserCaller): Promise<{ is_paused: boolean }> => ({
      is_paused: await repository.isPaused(id),
    }),

    async saveSettings({ id }: UserCaller, { is_paused }: { is_paused: boolean }): Promise<{ is_paused: boolean }> {
      await commit(async (tx) => {
        const own = ownSongsRepository(tx);
        if (is_paused) await own.pause(id, new Date(now()).toISOString());
        else await own.resume(id);
      });
      return { is_paused };
    },

    /** Takes likes and plays of a device; what is unknown, hidden or out of time is passed over, and what came already has no effect. */
    async takeAlong({ id, isPremium }: UserCaller, { likes, plays }: TakeAlong): Promise<void> {
      const at = now();
      const heard = plays
        .map(({ song_id, played_at }) => ({ song_id, at: Date.parse(played_at) }))
        .filter((play) => play.at <= at && play.at > at - oldestPlayMs);
      await commit(async (tx) => {
        const own = ownSongsRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        const ids = new Set([...likes, ...heard.map(({ song_id }) => song_id)]);
        const active = new Map((await own.activeOf([...ids])).map((song) => [song.id, song]));
        const liked = [...new Set(likes)].filter((song_id) => active.has(song_id));
        // A millisecond apart, so that they keep their order.
        const created = (index: number) => new Date(at - index).toISOString();
        await own.addLikes(
          id,
          liked.map((song_id, index) => ({ song_id, created_at: created(index) })),
        );
        await own.addPlays(
          id,
          heard.filter(({ song_id }) => {
            const song = active.get(song_id);
            return song !== undefined && (isPremium || !song.is_premium);
          }),
        );
      });
    },
  };
}
