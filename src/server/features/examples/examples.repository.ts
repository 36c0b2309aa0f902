/** All SQL of the songs to hear. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Occasion } from "#contract/occasions.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

type ExampleTable = Tables["song_examples"];
/** An example with what decides whether visitors hear it. */
export type ExampleRow = Omit<Selectable<ExampleTable>, "occasion"> &
  Pick<Selectable<Tables["songs"]>, "title" | "artist" | "thumbnail_url" | "is_active" | "is_premium" | "is_demo"> & {
    /** When the customer allowed the song in the library. */
    consent_at: string | null;
    occasion: Occasion;
  };

export function examplesRepository(db: Db) {
  const rows = () =>
    db
      .selectFrom("song_examples")
      .innerJoin("songs", "songs.id", "song_examples.song_id")
      .selectAll("song_examples")
      .select([
        "songs.title",
        "songs.artist",
        "songs.thumbnail_url",
        "songs.is_active",
        "songs.is_premium",
        "songs.is_demo",
      ])
      .select((s) =>
        s
          .selectFrom("song_requests")
          .select("consent_at")
          .whereRef("song_requests.song_id", "=", "songs.id")
          .where("consent_at", "is not", null)
          .limit(1)
          .as("consent_at"),
      )
      .$narrowType<{ occasion: Occasion }>();

  return {
    /** Returns all examples in their order. */
    inOrder: (): Promise<ExampleRow[]> =>
      rows().orderBy("song_examples.sort_order").orderBy("song_examples.id").execute(),

    find: (id: number): Promise<ExampleRow | undefined> => rows().where("song_examples.id", "=", id).executeTakeFirst(),

    async count(): Promise<number> {
      const { n } = await db
        .selectFrom("song_examples")
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    isUsed: async (songId: number): Promise<boolean> =>
      (await db.selectFrom("song_examples").select("id").where("song_id", "=", songId).executeTakeFirst()) !==
      undefined,

    /** Returns the shown, free songs whose customers allow them and that are no examples yet, the newest first. */
    candidates(limit: number, songId?: number) {
      return db
        .selectFrom("song_requests")
        .innerJoin("songs", "songs.id", "song_requests.song_id")
        .select(["songs.id as song_id", "songs.title", "song_requests.occasion", "song_requests.code"])
        .where("song_requests.song_id", "is not", null)
        .where("song_requests.consent_at", "is not", null)
        .where("songs.is_active", "=", true)
        .where("songs.is_premium", "=", false)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom("song_examples")
                .select(sql.lit(1).as("one"))
                .whereRef("song_examples.song_id", "=", "songs.id"),
            ),
          ),
        )
        .$if(songId !== undefined, (q) => q.where("songs.id", "=", songId as number))
        .orderBy("song_requests.song_id", "desc")
        .limit(limit)
        .execute();
    },

    async insert(values: Insertable<ExampleTable>): Promise<number> {
      const { id } = await db.insertInto("song_examples").values(values).returning("id").executeTakeFirstOrThrow();
      return id;
    },

    async update(id: number, values: Updateable<ExampleTable>): Promise<void> {
      await db.updateTable("song_examples").set(values).where("id", "=", id).execute();
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("song_examples").where("id", "=", id).execute();
    },
  };
}
