/** The SQL of lists of songs, of what a search finds, and of their counts. Newest first is `id` descending (docs/rooms/catalogue.md#order). */
import { type AliasedExpression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SongFilter } from "#contract/catalogue.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type ListFilters, listConditions } from "#server/platform/db/list.ts";
import { joinParts, runPrepared, type Slot } from "#server/platform/db/prepared.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { LyricsSearch, Scope } from "./song-access.ts";
import { lyricsColumn } from "./song-lyrics.repository.ts";
import { audioFault, categoryIds, listColumns, type SongWithCategories, withCategoryIds } from "./songs.repository.ts";

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

/** The condition that a song is in a category that is seen. */
function inCategory(category: number, scope: Scope): RawBuilder<SqlBool> {
  const isSeen = sql`exists (select 1 from categories where id = ${category} and is_active)`;
  return sql`exists (select 1 from song_categories where song_id = songs.id and category_id = ${category})
    ${scope === "public" ? sql` and ${isSeen}` : sql``}`;
}

export function songListRepository(db: Db, dialect: Dialect) {
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
    const { values, slotsOf } = joinParts({
      others: others.values,
      named: named.values,
      words: found.parameters,
      category: category_id === undefined ? [] : [category_id],
    });
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
      values,
      orderBy: sql`order by ${found.key} desc`,
      select(slot: Slot): RawBuilder<{ id: number }> {
        const { from, condition } = found[isCommon ? "common" : "rare"](slotsOf("words", slot));
        const conditions = [
          sql`songs.id = ${found.key}`,
          condition,
          others.where(slotsOf("others", slot)),
          sql`not (${named.where(slotsOf("named", slot), "plain")})`,
        ];
        if (scope === "public") conditions.push(sql`songs.is_active`);
        if (!withPremium) conditions.push(sql`not songs.is_premium`);
        if (isFaulty) conditions.push(sql`songs.id in (select song_id from song_faults)`);
        if (category_id !== undefined) conditions.push(inCategory(slotsOf("category", slot)<number>(0), scope));
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
  };
}
