import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Scores and days of users who learn with songs (docs/rooms/learning.md#gaps-and-scores). */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"));

  await table("learn_scores")
    .addColumn("song_id", t.ref, (c) => c.notNull().references("songs.id").onDelete("cascade"))
    .addColumn("exercise", "text", (c) => c.notNull())
    .addColumn("level", "integer", (c) => c.notNull())
    .addColumn("best_score", "integer", (c) => c.notNull())
    .addColumn("rounds", "integer", (c) => c.notNull())
    .addColumn("last_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("learn_scores_key", ["user_id", "song_id", "exercise", "level"])
    .execute();
  // For the deletion of a song.
  await db.schema.createIndex("learn_scores_song").on("learn_scores").column("song_id").execute();

  await table("learn_days")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("rounds", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("learn_days_key", ["user_id", "day"])
    .execute();

  await table("learn_rounds")
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("finished_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("learn_rounds_key", ["user_id", "id"])
    .execute();
}
