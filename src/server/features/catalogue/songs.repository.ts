/** The SQL of single songs: what is read of one, and how it is written. Lists are in `song-list.repository.ts`. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { AudioFault } from "#contract/catalogue.ts";
import { fold } from "#contract/fold.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { Scope } from "./song-access.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";

export type SongRow = Selectable<Tables["songs"]>;
/** Columns of a song that lists need. */
export const listColumns = [
  "songs.id",
  "songs.title",
  "songs.artist",
  "songs.description",
  "songs.lyrics",
  "songs.audio_url",
  "songs.thumbnail_url",
  "songs.is_active",
  "songs.is_featured",
  "songs.is_premium",
  "songs.play_count",
  "songs.likes_count",
  "songs.duration",
  "songs.created_at",
  "songs.release_at",
  "songs.sample",
] as const satisfies `songs.${keyof SongRow}`[];
type ListColumn = (typeof listColumns)[number] extends `songs.${infer K extends keyof SongRow}` ? K : never;

/**
 * A song with the ids of its categories, in the administrator's order. `waveform` and `tempo` are read for single songs only, `audio_fault`
 * in the scope `all` only.
 */
export interface SongWithCategories extends Pick<SongRow, ListColumn>, Partial<Pick<SongRow, "waveform" | "tempo">> {
  category_ids: number[];
  audio_fault?: AudioFault | null;
}

/** A song that is to be added. */
export type NewSong = Omit<Insertable<Tables["songs"]>, "search_text" | "is_demo" | "created_at" | "updated_at">;

/** Values that a change gives a song. */
export type SongValues = Partial<Omit<SongWithCategories, "id" | "audio_fault">>;

/** Returns the text that `search` matches. */
export function songSearchText(title: string, artist: string | null): string {
  return fold(artist ? `${title} ${artist}` : title);
}

/** Why a song's audio does not play; null when nothing is known against it. */
export const audioFault = sql<AudioFault | null>`(select fault from song_faults where song_id = songs.id)`;

/** A song's category ids in order, as text: a column instead of a second query. */
export const categoryIds = sql<string | null>`(
  select string_agg(cast(category_id as text), ',')
  from (select category_id from song_categories where song_id = songs.id order by position) as ordered
)`;

export function withCategoryIds(
  row: Omit<SongWithCategories, "category_ids"> & { category_ids: string | null },
): SongWithCategories {
  return { ...row, category_ids: row.category_ids ? row.category_ids.split(",").map(Number) : [] };
}

export function songRepository(db: Db, dialect: Dialect) {
  async function setCategories(songId: number, categoryIds: readonly number[]): Promise<void> {
    await db.deleteFrom("song_categories").where("song_id", "=", songId).execute();
    await db
      .insertInto("song_categories")
      .values(categoryIds.map((category_id, position) => ({ song_id: songId, category_id, position })))
      .execute();
  }

  return {
    async find(id: number, scope: Scope): Promise<SongWithCategories | undefined> {
      const [row] = await runPrepared(db, dialect, `songs.find ${scope}`, [id], (slot) =>
        db
          .selectFrom("songs")
          .select([...listColumns, "songs.waveform", "songs.tempo", categoryIds.as("category_ids")])
          .$if(scope === "all", (q) => q.select(audioFault.as("audio_fault")))
          .where("id", "=", slot<number>(0))
          .$if(scope === "public", (q) => q.where("is_active", "=", true)),
      );
      return row && withCategoryIds(row);
    },

    /** Returns those of some songs that are active. */
    async activeOf(ids: readonly number[]): Promise<SongWithCategories[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("songs")
        .select([...listColumns, categoryIds.as("category_ids")])
        .where("id", "in", ids)
        .where("is_active", "=", true)
        .execute();
      return rows.map(withCategoryIds);
    },

    /** Returns active songs with ids above `after` and up to `upTo`, in the order of their ids. */
    activeBetween(after: number, upTo: number, limit: number): Promise<Pick<SongRow, "id" | "updated_at">[]> {
      return runPrepared(db, dialect, "songs.activeBetween", [after, upTo, limit], (slot) =>
        db
          .selectFrom("songs")
          .select(["id", "updated_at"])
          .where("is_active", "=", true)
          .where("id", ">", slot<number>(0))
          .where("id", "<=", slot<number>(1))
          .orderBy("id")
          .limit(slot<number>(2)),
      );
    },

    /** Returns the titles of some songs. */
    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom("songs").select(["id", "title"]).where("id", "in", ids).execute();
      return new Map(rows.map(({ id, title }) => [id, title]));
    },

    /** Returns songs with ids greater than `after`, in order, with what names their files. */
    filesAfter(after: number, limit: number) {
      return db
        .selectFrom("songs")
        .select(["id", "title", "audio_url", "thumbnail_url", "is_premium", "is_active"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    async insert(
      values: Omit<Insertable<Tables["songs"]>, "search_text">,
      categoryIds: readonly number[],
    ): Promise<number> {
      const { id } = await db
        .insertInto("songs")
        .values({ ...values, search_text: songSearchText(values.title, values.artist ?? null) })
        .returning("id")
        .executeTakeFirstOrThrow();
      await setCategories(id, categoryIds);
      if (values.lyrics) await songLyricsRepository(db).refresh(id);
      return id;
    },

    /** Gives a song values. */
    async update(song: SongWithCategories, change: SongValues & Pick<Updateable<Tables["songs"]>, "source_hash">) {
      const { category_ids, ...values } = change;
      const { title, artist } = { ...song, ...values };
      const updated_at = new Date().toISOString();
      await db
        .updateTable("songs")
        .set({ ...values, title, artist, search_text: songSearchText(title, artist), updated_at })
        .where("id", "=", song.id)
        .execute();
      if (category_ids) await setCategories(song.id, category_ids);
      if (values.lyrics !== undefined) await songLyricsRepository(db).refresh(song.id);
    },
  };
}
