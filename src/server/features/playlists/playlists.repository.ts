/** All SQL of playlists. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { mosaicCovers } from "#contract/playlist-rules.ts";
import { type AdminPlaylistQuery, adminPlaylistSorts } from "#contract/playlists.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type PlaylistRow = Selectable<Tables["playlists"]>;
/** A playlist with when it was approved; null for one that is not. */
export type StatedPlaylist = PlaylistRow & { approved_at: string | null };
export type CoverRow = Pick<Selectable<Tables["songs"]>, "id" | "title" | "thumbnail_url">;
/** Number and first songs of a playlist, without all of them. */
export interface Contents {
  song_count: number;
  covers: CoverRow[];
}

const columns = [
  "id",
  "user_id",
  "token",
  "title",
  "visibility",
  "refusal",
  "version",
  "created_at",
  "updated_at",
] as const satisfies (keyof PlaylistRow)[];

const isPublic = "visibility = 'public'";
const approved = "exists (select 1 from playlist_approvals where playlist_id = playlists.id)";
const publicList: List<"playlists", (typeof columns)[number], keyof typeof adminPlaylistSorts.orders> = {
  table: "playlists",
  columns,
  filters: {},
  choices: {
    review: {
      all: isPublic,
      waiting: `${isPublic} and refusal is null and not ${approved}`,
      approved: `${isPublic} and ${approved}`,
      refused: `${isPublic} and refusal is not null`,
    },
  },
  sorts: adminPlaylistSorts,
  sortColumns: { updated_at: { column: "updated_at", isText: false } },
};

/** Reads the administrators' list of playlists that are to be public. */
export function publicListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, publicList);
  return {
    page: ({ review, ...query }: AdminPlaylistQuery) => reader.page({ ...query, review: review ?? "all" }),
    count: (review: AdminPlaylistQuery["review"] | "all") => reader.count({ review }),
  };
}

export function playlistRepository(db: Db) {
  const stated = () =>
    db
      .selectFrom("playlists")
      .leftJoin("playlist_approvals", "playlist_approvals.playlist_id", "playlists.id")
      .selectAll("playlists")
      .select("playlist_approvals.approved_at");

  return {
    /** Returns the playlists of a user, the last changed first. */
    ofUser: (userId: number): Promise<StatedPlaylist[]> =>
      stated()
        .where("user_id", "=", userId)
        .orderBy("playlists.updated_at", "desc")
        .orderBy("playlists.id", "desc")
        .execute(),

    find: (id: number): Promise<StatedPlaylist | undefined> =>
      stated().where("playlists.id", "=", id).executeTakeFirst(),

    byToken: (token: string): Promise<StatedPlaylist | undefined> =>
      stated().where("token", "=", token).executeTakeFirst(),

    /** Returns approved playlists, the last approved first. */
    approved: (skip: number, limit: number): Promise<StatedPlaylist[]> =>
      db
        .selectFrom("playlist_approvals")
        .innerJoin("playlists", "playlists.id", "playlist_approvals.playlist_id")
        .selectAll("playlists")
        .select("playlist_approvals.approved_at")
        .orderBy("playlist_approvals.approved_at", "desc")
        .orderBy("playlist_approvals.playlist_id", "desc")
        .limit(limit)
        .offset(skip)
        .execute(),

    /** Returns the addresses of all approved playlists with when they changed. */
    approvedTokens: (): Promise<{ token: string; changed_at: string }[]> =>
      db
        .selectFrom("playlist_approvals")
        .innerJoin("playlists", "playlists.id", "playlist_approvals.playlist_id")
        .select(["playlists.token", "playlist_approvals.changed_at"])
        .orderBy("playlist_approvals.playlist_id")
        .execute(),

    async countApproved(): Promise<number> {
      const { n } = await db
        .selectFrom("playlist_approvals")
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the full names of the owners of playlists. */
    async namesOf(userIds: readonly number[]): Promise<Map<number, string | null>> {
      if (userIds.length === 0) return new Map();
      const rows = await db.selectFrom("users").select(["id", "full_name"]).where("id", "in", userIds).execute();
      return new Map(rows.map(({ id, full_name }) => [id, full_name]));
    },

    async count(userId: number): Promise<number> {
      const { n } = await db
        .selectFrom("playlists")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the number of the shown songs of playlists, and the first of them. */
    async contentsOf(ids: readonly number[]): Promise<Map<number, Contents>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom((s) =>
          s
            .selectFrom("playlist_songs")
            .innerJoin("songs", "songs.id", "playlist_songs.song_id")
            .select(["playlist_songs.playlist_id", "songs.id", "songs.title", "songs.thumbnail_url"])
            .select(sql<number>`row_number() over (partition by playlist_id order by position, songs.id)`.as("place"))
            .select(sql<number>`count(*) over (partition by playlist_id)`.as("song_count"))
            .where("playlist_songs.playlist_id", "in", ids)
            .where("songs.is_active", "=", true)
            .as("numbered"),
        )
        .selectAll()
        .where("place", "<=", mosaicCovers)
        .orderBy("playlist_id")
        .orderBy("place")
        .execute();
      const contents = new Map<number, Contents>();
      for (const { playlist_id, song_count, id, title, thumbnail_url } of rows) {
        const known = contents.get(playlist_id) ?? { song_count, covers: [] };
        known.covers.push({ id, title, thumbnail_url });
        contents.set(playlist_id, known);
      }
      return contents;
    },

    /** Returns the ids of the songs of a playlist in order, hidden ones included. */
    async songIds(id: number): Promise<number[]> {
      const rows = await db
        .selectFrom("playlist_songs")
        .select("song_id")
        .where("playlist_id", "=", id)
        .orderBy("position")
        .orderBy("song_id")
        .execute();
      return rows.map(({ song_id }) => song_id);
    },

    /** Returns those playlists of a user that have a song. */
    async withSong(userId: number, songId: number): Promise<Set<number>> {
      const rows = await db
        .selectFrom("playlist_songs")
        .innerJoin("playlists", "playlists.id", "playlist_songs.playlist_id")
        .select("playlists.id")
        .where("playlist_songs.song_id", "=", songId)
        .where("playlists.user_id", "=", userId)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Returns all that is kept of the playlists of a user, with the titles of the songs. */
    async everythingOf(userId: number) {
      const lists = await db
        .selectFrom("playlists")
        .select(["id", "title", "visibility", "token", "refusal", "created_at", "updated_at"])
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute();
      const songs = await db
        .selectFrom("playlists")
        .innerJoin("playlist_songs", "playlist_songs.playlist_id", "playlists.id")
        .innerJoin("songs", "songs.id", "playlist_songs.song_id")
        .select(["playlists.id", "songs.id as song_id", "songs.title"])
        .where("playlists.user_id", "=", userId)
        .orderBy("playlists.id")
        .orderBy("playlist_songs.position")
        .execute();
      const byList = Map.groupBy(songs, ({ id }) => id);
      return lists.map(({ id, token, ...list }) => ({
        ...list,
        path: `/playlists/${token}`,
        songs: (byList.get(id) ?? []).map(({ song_id, title }) => ({ song_id, title })),
      }));
    },

    async insert(values: Insertable<Tables["playlists"]>): Promise<number> {
      const { id } = await db.insertInto("playlists").values(values).returning("id").executeTakeFirstOrThrow();
      return id;
    },

    async update(id: number, values: Updateable<Tables["playlists"]>): Promise<void> {
      await db.updateTable("playlists").set(values).where("id", "=", id).execute();
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("playlists").where("id", "=", id).execute();
    },

    /** Returns those of some songs that are shown, in the order given. */
    async shownOf(songIds: readonly number[]): Promise<number[]> {
      if (songIds.length === 0) return [];
      const rows = await db
        .selectFrom("songs")
        .select("id")
        .where("id", "in", songIds)
        .where("is_active", "=", true)
        .execute();
      const shown = new Set(rows.map(({ id }) => id));
      return songIds.filter((id) => shown.has(id));
    },

    /** Adds songs at the end. */
    async addSongs(playlist_id: number, songIds: readonly number[]): Promise<void> {
      if (songIds.length === 0) return;
      const { last } = await db
        .selectFrom("playlist_songs")
        .select((s) => s.fn.max("position").as("last"))
        .where("playlist_id", "=", playlist_id)
        .executeTakeFirstOrThrow();
      const first = (last ?? -1) + 1;
      await db
        .insertInto("playlist_songs")
        .values(songIds.map((song_id, place) => ({ playlist_id, song_id, position: first + place })))
        .execute();
    },

    /** @returns false for a song that is not in it. */
    async removeSong(playlistId: number, songId: number): Promise<boolean> {
      const removed = await db
        .deleteFrom("playlist_songs")
        .where("playlist_id", "=", playlistId)
        .where("song_id", "=", songId)
        .returning("song_id")
        .executeTakeFirst();
      return removed !== undefined;
    },

    /** Replaces all songs by these, in order. */
    async setSongs(playlist_id: number, songIds: readonly number[]): Promise<void> {
      await db.deleteFrom("playlist_songs").where("playlist_id", "=", playlist_id).execute();
      if (songIds.length === 0) return;
      await db
        .insertInto("playlist_songs")
        .values(songIds.map((song_id, position) => ({ playlist_id, song_id, position })))
        .execute();
    },

    async approve(playlist_id: number, approved_at: string): Promise<void> {
      await db
        .insertInto("playlist_approvals")
        .values({ playlist_id, approved_at, changed_at: approved_at })
        .onConflict((c) => c.column("playlist_id").doNothing())
        .execute();
    },

    async disapprove(playlistId: number): Promise<void> {
      await db.deleteFrom("playlist_approvals").where("playlist_id", "=", playlistId).execute();
    },

    /** Notes that the songs of a playlist changed, if it is approved. */
    async touchApproval(playlistId: number, changed_at: string): Promise<void> {
      await db.updateTable("playlist_approvals").set({ changed_at }).where("playlist_id", "=", playlistId).execute();
    },
  };
}
