/** All SQL of categories. Newest first is `id` descending (docs/rooms/catalogue.md#order). */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import type { Scope } from "./song-access.ts";

export type CategoryRow = Selectable<Tables["categories"]>;

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
