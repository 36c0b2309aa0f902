/** All SQL of categories and songs. Newest first is `id` descending (docs/rooms/catalogue.md#order). */
import {
  type AliasedExpression,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from "kysely";
import type { AudioFault, SongFilter } from "#contract/catalogue.ts";
import { fileKeyOf, localAddress, storageAddress } from "#contract/file-address.ts";
import { fold } from "#contract/fold.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type ListFilters, listConditions } from "#server/platform/db/list.ts";
import { runPrepared, type Slot } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import { lyricsColumn, songLyricsRepository } from "./song-lyrics.repository.ts";

export type CategoryRow = Selectable<Tables["categories"]>;
export type SongRow = Selectable<Tables["songs"]>;
/** Columns of a song that lists need. */
const listColumns = [
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
] as const satisfies `songs.${keyof SongRow}`[];
type ListColumn = (typeof listColumns)[number] extends `songs.${infer K extends keyof SongRow}` ? K : never;

/**
 * A song with the ids of its categories, in the administrator's order. `waveform` is read for single songs only, `audio_fault` in the scope
 * `all` only.
 */
export interface SongWithCategories extends Pick<SongRow, ListColumn>, Partial<Pick<SongRow, "waveform">> {
  category_ids: number[];
  audio_fault?: AudioFault | null;
}

export type SongAudio = Pick<SongRow, "id" | "audio_url"> & { audio_fault: AudioFault | null };

/** Visibility of a read: `public` is limited to active songs and active categories. */
export type Scope = "public" | "all";

/** A search in lyrics: its words (`searchedWords`), and whether it finds Premium songs, which are found by who may read their lyrics. */
export interface LyricsSearch {
  words: string;
  withPremium: boolean;
}

const songFilters: ListFilters<"songs"> = {
  table: "songs",
  filters: { featured: "is_featured", active: "is_active", premium: "is_premium" },
  choices: {
    release: { scheduled: "songs.release_at is not null" },
    lacks: { cover: "songs.thumbnail_url is null", lyrics: "songs.lyrics is null" },
  },
  /** Title and artist, folded by `songSearchText`; triggers keep the index up to date. */
  search: { table: "songs", column: "search_text", index: "songs_search" },
};

/** Returns the text that `search` matches. */
export function songSearchText(title: string, artist: string | null): string {
  return fold(artist ? `${title} ${artist}` : title);
}

/** The number of active songs of a category. */
const songCount = sql<number>`(
  select coalesce(sum(songs), 0) from song_counts where category_id = categories.id and song_counts.is_active
)`;

export function categoryRepository(db: Db) {
  return {
    list(scope: Scope, featured?: boolean): Promise<CategoryRow[]> {
      return db
        .selectFrom("categories")
        .selectAll()
        .$if(scope === "public", (q) => q.where("is_active", "=", true))
        .$if(featured !== undefined, (q) => q.where("is_featured", "=", featured === true))
        .orderBy("id", "desc")
        .execute();
    },

    /** `song_count` counts active songs. */
    listWithSongCount(scope: Scope) {
      return db
        .selectFrom("categories")
        .selectAll("categories")
        .select(songCount.as("song_count"))
        .$if(scope === "public", (q) => q.where("is_active", "=", true))
        .orderBy("id", "desc")
        .execute();
    },

    find(id: number, scope: Scope): Promise<CategoryRow | undefined> {
      return db
        .selectFrom("categories")
        .selectAll()
        .where("id", "=", id)
        .$if(scope === "public", (q) => q.where("is_active", "=", true))
        .executeTakeFirst();
    },

    /** Finds a category by name without regard to case. */
    findByName(name: string): Promise<CategoryRow | undefined> {
      return db.selectFrom("categories").selectAll().where("name_key", "=", caseless(name)).executeTakeFirst();
    },

    async count(): Promise<number> {
      const { n } = await db
        .selectFrom("categories")
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Counts those of the ids that exist. */
    async countExisting(ids: readonly number[]): Promise<number> {
      if (ids.length === 0) return 0;
      const { n } = await db
        .selectFrom("categories")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("id", "in", ids)
        .executeTakeFirstOrThrow();
      return n;
    },

    async insert(values: Omit<Insertable<Tables["categories"]>, "name_key">): Promise<CategoryRow> {
      return db
        .insertInto("categories")
        .values({ ...values, name_key: caseless(values.name) })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    update(id: number, values: Omit<Updateable<Tables["categories"]>, "name_key">): Promise<CategoryRow> {
      return db
        .updateTable("categories")
        .set({ ...values, ...(values.name === undefined ? {} : { name_key: caseless(values.name) }) })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Returns categories with ids greater than `after`, in order, with what names their files. */
    filesAfter(after: number, limit: number): Promise<Pick<CategoryRow, "id" | "icon_url">[]> {
      return db
        .selectFrom("categories")
        .select(["id", "icon_url"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    /** Returns the number of songs of a category, inactive ones included. */
    async songCount(id: number): Promise<number> {
      const { n } = await db
        .selectFrom("song_counts")
        .select((s) => s.fn.coalesce(s.fn.sum<number>("songs"), sql<number>`0`).as("n"))
        .where("category_id", "=", id)
        .executeTakeFirstOrThrow();
      return n;
    },
  };
}

/** Why a song's audio does not play; null when nothing is known against it. */
const audioFault = sql<AudioFault | null>`(select fault from song_faults where song_id = songs.id)`;

/** A song's category ids in order, as text: a column instead of a second query. */
const categoryIds = sql<string | null>`(
  select string_agg(cast(category_id as text), ',')
  from (select category_id from song_categories where song_id = songs.id order by position) as ordered
)`;

/** The condition that a song is in a category that is seen. */
function inCategory(category: number, scope: Scope): RawBuilder<SqlBool> {
  const isSeen = sql`exists (select 1 from categories where id = ${category} and is_active)`;
  return sql`exists (select 1 from song_categories where song_id = songs.id and category_id = ${category})
    ${scope === "public" ? sql` and ${isSeen}` : sql``}`;
}

function withCategoryIds(
  row: Omit<SongWithCategories, "category_ids"> & { category_ids: string | null },
): SongWithCategories {
  return { ...row, category_ids: row.category_ids ? row.category_ids.split(",").map(Number) : [] };
}

export function songRepository(db: Db, dialect: Dialect) {
  /**
   * Builds the query of a filter: `name` identifies its shape, `values` fill its slots. A category is read along its own index, newest
   * first, which is why it is no filter of the list's; songs whose audio does not play, which are few, along their faults.
   */
  function filterQuery({ category_id, ...given }: SongFilter, scope: Scope) {
    const filter = scope === "all" ? given : { ...given, lacks: undefined };
    const { shape, values, isSearch, where } = listConditions(dialect, songFilters, filter);
    const isFaulty = filter.lacks === "audio";
    const category = values.length;
    const base = (slot: Slot) =>
      db
        .selectFrom("songs")
        .$if(scope === "public", (q) => q.where("songs.is_active", "=", true))
        .$if(isFaulty, (q) => q.where("songs.id", "in", (e) => e.selectFrom("song_faults").select("song_id")))
        .$if(shape !== "", (q) => q.where(where(slot)));
    const inCategory = (slot: Slot) =>
      base(slot)
        .innerJoin("song_categories", "song_categories.song_id", "songs.id")
        .where("song_categories.category_id", "=", slot<number>(category))
        .$if(scope === "public", (q) =>
          q.where(({ exists }) =>
            exists(
              db
                .selectFrom("categories")
                .select("id")
                .where("id", "=", slot<number>(category))
                .where("is_active", "=", true),
            ),
          ),
        );
    return {
      name: `${scope} ${category_id === undefined ? "" : "category"} ${isFaulty ? "faulty" : ""} ${shape}`,
      values: category_id === undefined ? values : [...values, category_id],
      base,
      inCategory: category_id === undefined ? undefined : inCategory,
      isCounted: isSearch || filter.lacks !== undefined || filter.release !== undefined || filter.premium !== undefined,
    };
  }

  /**
   * Builds the query of the songs that a search finds by their lyrics alone: not those that it finds by title or artist.
   * @param isCommon many songs have the words
   */
  function lyricsQuery(filter: SongFilter, scope: Scope, { words, withPremium }: LyricsSearch, isCommon = false) {
    const { category_id, search, ...given } = filter;
    const found = dialect.wordSearch(lyricsColumn, words);
    const others = listConditions(dialect, songFilters, scope === "all" ? given : { ...given, lacks: undefined });
    const named = listConditions(dialect, songFilters, { search });
    const [namedAt, wordsAt] = [others.values.length, others.values.length + named.values.length];
    const isFaulty = scope === "all" && filter.lacks === "audio";
    const shape = [
      scope,
      found.kind,
      others.shape,
      named.shape,
      withPremium ? "premium" : "",
      isFaulty ? "faulty" : "",
      category_id === undefined ? "" : "category",
      isCommon ? "common" : "",
    ];
    return {
      name: shape.join(" "),
      values: [
        ...others.values,
        ...named.values,
        ...found.parameters,
        ...(category_id === undefined ? [] : [category_id]),
      ],
      orderBy: sql`order by ${found.key} desc`,
      select(slot: Slot): RawBuilder<{ id: number }> {
        const { from, condition } = found[isCommon ? "common" : "rare"]((index) => slot(wordsAt + index));
        const conditions = [
          sql`songs.id = ${found.key}`,
          condition,
          others.where(slot),
          sql`not (${named.where((index) => slot(namedAt + index), "plain")})`,
        ];
        if (scope === "public") conditions.push(sql`songs.is_active`);
        if (!withPremium) conditions.push(sql`not songs.is_premium`);
        if (isFaulty) conditions.push(sql`songs.id in (select song_id from song_faults)`);
        if (category_id !== undefined)
          conditions.push(inCategory(slot<number>(wordsAt + found.parameters.length), scope));
        return sql`select songs.id from ${from} cross join songs where ${sql.join(conditions, sql` and `)}`;
      },
    };
  }

  /** Returns the number of songs of a filter without a search, `premium`, `lacks` and `release`, of at most four rows. */
  async function keptCount({ category_id = 0, active, featured }: SongFilter, scope: Scope): Promise<number> {
    const hasCategory = category_id !== 0;
    const states = [active, featured].map((value) => (value === undefined ? "" : "=")).join();
    const parameters = [category_id, active ?? null, featured ?? null];
    const [row] = await runPrepared(db, dialect, `songs.kept ${scope} ${hasCategory} ${states}`, parameters, (slot) =>
      db
        .selectFrom("song_counts")
        .select((s) => s.fn.coalesce(s.fn.sum<number>("songs"), sql<number>`0`).as("n"))
        .where("category_id", "=", slot<number>(0))
        .$if(scope === "public", (q) => q.where("is_active", "=", true))
        .$if(active !== undefined, (q) => q.where("is_active", "=", slot<boolean>(1)))
        .$if(featured !== undefined, (q) => q.where("is_featured", "=", slot<boolean>(2)))
        .$if(scope === "public" && hasCategory, (q) =>
          q.where(({ exists, selectFrom }) =>
            exists(
              selectFrom("categories")
                .select("id")
                .where("id", "=", slot<number>(0))
                .where("categories.is_active", "=", true),
            ),
          ),
        ),
    );
    return row?.n ?? 0;
  }

  /** Reads the picked songs, the newest first. A cross join keeps SQLite from scanning all songs for the few ids. */
  function picked(ids: AliasedExpression<{ id: number }, "picked">, scope: Scope) {
    return db
      .selectFrom(ids)
      .crossJoin("songs")
      .whereRef("songs.id", "=", "picked.id")
      .select([...listColumns, categoryIds.as("category_ids")])
      .$if(scope === "all", (q) => q.select(audioFault.as("audio_fault")))
      .orderBy("songs.id", "desc");
  }

  async function setCategories(songId: number, categoryIds: readonly number[]): Promise<void> {
    await db.deleteFrom("song_categories").where("song_id", "=", songId).execute();
    await db
      .insertInto("song_categories")
      .values(categoryIds.map((category_id, position) => ({ song_id: songId, category_id, position })))
      .execute();
  }

  return {
    async list(filter: SongFilter, scope: Scope, page: { skip: number; limit: number }): Promise<SongWithCategories[]> {
      const { name, values, base, inCategory } = filterQuery(filter, scope);
      const rows = await runPrepared(db, dialect, `songs.list ${name}`, [...values, page.limit, page.skip], (slot) => {
        const ids = inCategory
          ? inCategory(slot).select("songs.id").orderBy("song_categories.song_id", "desc")
          : base(slot).select("songs.id").orderBy("songs.id", "desc");
        return picked(
          ids
            .limit(slot<number>(values.length))
            .offset(slot<number>(values.length + 1))
            .as("picked"),
          scope,
        );
      });
      return rows.map(withCategoryIds);
    },

    /** Returns songs that a search finds by their lyrics alone. @param isCommon many songs are found */
    async listByLyrics(
      filter: SongFilter,
      scope: Scope,
      search: LyricsSearch,
      page: { skip: number; limit: number },
      isCommon: boolean,
    ): Promise<SongWithCategories[]> {
      const { name, values, select, orderBy } = lyricsQuery(filter, scope, search, isCommon);
      const rows = await runPrepared(
        db,
        dialect,
        `songs.lyrics ${name}`,
        [...values, page.limit, page.skip],
        (slot) => {
          const [limit, skip] = [slot<number>(values.length), slot<number>(values.length + 1)];
          const ids = sql<{ id: number }>`(${select(slot)} ${orderBy} limit ${limit} offset ${skip})`;
          return picked(ids.as("picked"), scope);
        },
      );
      return rows.map(withCategoryIds);
    },

    /** Returns the ids of the songs of a filter, hidden ones too, the newest first, at most `limit`. */
    async ids(filter: SongFilter, limit: number): Promise<number[]> {
      const { name, values, base, inCategory } = filterQuery(filter, "all");
      const rows = await runPrepared(db, dialect, `songs.ids ${name}`, [...values, limit], (slot) => {
        const query = (inCategory ? inCategory(slot) : base(slot)) as ReturnType<typeof base>;
        return query.select("songs.id").orderBy("songs.id", "desc").limit(slot<number>(values.length));
      });
      return rows.map(({ id }) => id);
    },

    /** The same of songs that a search finds by their lyrics alone. */
    async idsByLyrics(filter: SongFilter, search: LyricsSearch, limit: number): Promise<number[]> {
      const { name, values, select, orderBy } = lyricsQuery(filter, "all", search);
      const rows = await runPrepared(db, dialect, `songs.lyrics ids ${name}`, [...values, limit], (slot) => ({
        compile: () => sql<{ id: number }>`${select(slot)} ${orderBy} limit ${slot(values.length)}`.compile(db),
      }));
      return rows.map(({ id }) => id);
    },

    /** Counts songs that a search finds by their lyrics alone. @param max the count ends there */
    async countByLyrics(filter: SongFilter, scope: Scope, search: LyricsSearch, max: number): Promise<number> {
      const { name, values, select } = lyricsQuery(filter, scope, search);
      const [row] = await runPrepared(db, dialect, `songs.lyrics count ${name}`, [...values, max], (slot) => ({
        compile: () =>
          sql<{ n: number }>`select count(*) as n from (${select(slot)} limit ${slot(values.length)}) as found`.compile(
            db,
          ),
      }));
      return row?.n ?? 0;
    },

    /** Returns the titles of some songs. */
    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom("songs").select(["id", "title"]).where("id", "in", ids).execute();
      return new Map(rows.map(({ id, title }) => [id, title]));
    },

    /**
     * Counts songs: without a search, `lacks` and `release` from the numbers that are kept.
     * @param max the count of the others ends there.
     */
    async count(filter: SongFilter, scope: Scope, max = Number.MAX_SAFE_INTEGER): Promise<number> {
      const { name, values, base, inCategory, isCounted } = filterQuery(filter, scope);
      if (!isCounted) return keptCount(filter, scope);
      const [row] = await runPrepared(db, dialect, `songs.count ${name}`, [...values, max], (slot) => {
        const query = (inCategory ? inCategory(slot) : base(slot)) as ReturnType<typeof base>;
        const found = query.select("songs.id").limit(slot<number>(values.length)).as("found");
        return db.selectFrom(found).select((s) => s.fn.countAll<number>().as("n"));
      });
      return row?.n ?? 0;
    },

    async find(id: number, scope: Scope): Promise<SongWithCategories | undefined> {
      const [row] = await runPrepared(db, dialect, `songs.find ${scope}`, [id], (slot) =>
        db
          .selectFrom("songs")
          .select([...listColumns, "songs.waveform", categoryIds.as("category_ids")])
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

    /** Returns why a song must stay hidden; null for one that may be shown. */
    async withheld(id: number): Promise<SongRow["withheld"]> {
      const song = await db.selectFrom("songs").select("withheld").where("id", "=", id).executeTakeFirst();
      return song?.withheld ?? null;
    },

    /** A song that must stay hidden loses the time at which it would be shown. */
    async setWithheld(id: number, withheld: SongRow["withheld"]): Promise<void> {
      await db
        .updateTable("songs")
        .set({ withheld, ...(withheld && { release_at: null }) })
        .where("id", "=", id)
        .execute();
    },

    /** Returns the ids of the songs that are to be shown by now, the first ones first. @param now ISO. */
    async dueReleases(now: string, limit: number): Promise<number[]> {
      const due = await db
        .selectFrom("songs")
        .select("id")
        .where("release_at", "<=", now)
        .orderBy("release_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return due.map(({ id }) => id);
    },

    findBySourceHash(hash: string): Promise<{ id: number } | undefined> {
      return db.selectFrom("songs").select("id").where("source_hash", "=", hash).executeTakeFirst();
    },

    /** Returns the songs that use a stored file, by either of its addresses. */
    ofAudio(url: string): Promise<Pick<SongRow, "id" | "is_premium" | "is_active">[]> {
      const key = fileKeyOf(url);
      const addresses = key === undefined ? [url, url] : [storageAddress(key), localAddress(key)];
      return runPrepared(db, dialect, "songs.ofAudio", addresses, (slot) =>
        db
          .selectFrom("songs")
          .select(["id", "is_premium", "is_active"])
          .where("audio_url", "in", [slot<string>(0), slot<string>(1)]),
      );
    },

    /** Returns the songs that use one of these stored files, the oldest first, at most `limit`. */
    usingFiles(keys: readonly string[], limit: number): Promise<Pick<SongRow, "id" | "title" | "is_active">[]> {
      return db
        .selectFrom("songs")
        .select(["id", "title", "is_active"])
        .where(
          "audio_url",
          "in",
          keys.flatMap((key) => [storageAddress(key), localAddress(key)]),
        )
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    /** Returns the newest song without a measured waveform, of those with ids below `below`. */
    nextUnmeasured(below: number | undefined): Promise<Pick<SongRow, "id" | "audio_url"> | undefined> {
      return db
        .selectFrom("songs")
        .select(["id", "audio_url"])
        .where("waveform", "is", null)
        .$if(below !== undefined, (q) => q.where("id", "<", below as number))
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
    },

    /** Saves a measured waveform, unless the song has other audio by now. */
    async setWaveform(song: Pick<SongRow, "id" | "audio_url">, waveform: string): Promise<void> {
      await db
        .updateTable("songs")
        .set({ waveform })
        .where("id", "=", song.id)
        .where("audio_url", "=", song.audio_url)
        .execute();
    },

    /** Returns songs with ids greater than `after`, in order, with their audio and what is known against it. */
    audioAfter(after: number, limit: number): Promise<SongAudio[]> {
      return db
        .selectFrom("songs")
        .select(["songs.id", "audio_url", audioFault.as("audio_fault")])
        .where("songs.id", ">", after)
        .orderBy("songs.id")
        .limit(limit)
        .execute();
    },

    /** Notes why the audio of a song does not play, unless it has other audio by now. */
    async setFault({ id, audio_url }: Pick<SongRow, "id" | "audio_url">, fault: AudioFault): Promise<void> {
      await db
        .insertInto("song_faults")
        .columns(["song_id", "fault"])
        .expression((e) =>
          e
            .selectFrom("songs")
            .select(["id", sql.val(fault).as("fault")])
            .where("id", "=", id)
            .where("audio_url", "=", audio_url),
        )
        .onConflict((conflict) => conflict.column("song_id").doUpdateSet({ fault }))
        .execute();
    },

    /** Forgets the fault of a song's audio. */
    async clearFault(id: number): Promise<void> {
      await db.deleteFrom("song_faults").where("song_id", "=", id).execute();
    },

    /** Has the loudness of a song measured again where there was nothing to measure. */
    async forgetEmptyWaveform(id: number): Promise<void> {
      await db.updateTable("songs").set({ waveform: null }).where("id", "=", id).where("waveform", "=", "").execute();
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

    /** Updates a song. @param categoryIds undefined keeps its categories. */
    async update(
      id: number,
      values: Omit<Updateable<Tables["songs"]>, "search_text"> & { title: string; artist: string | null },
      categoryIds: readonly number[] | undefined,
    ): Promise<void> {
      await db
        .updateTable("songs")
        .set({ ...values, search_text: songSearchText(values.title, values.artist) })
        .where("id", "=", id)
        .execute();
      if (categoryIds) await setCategories(id, categoryIds);
      if (values.lyrics !== undefined) await songLyricsRepository(db).refresh(id);
    },
  };
}
