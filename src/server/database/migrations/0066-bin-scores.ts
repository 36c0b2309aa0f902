import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The scores of learners that rest with a song in the bin (docs/rooms/retention-and-privacy.md#the-bin). */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("bin_scores")
    .addColumn("bin_id", t.ref, (c) => c.notNull().references("bin.id").onDelete("cascade"))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("exercise", "text", (c) => c.notNull())
    .addColumn("level", "integer", (c) => c.notNull())
    .addColumn("best_score", "integer", (c) => c.notNull())
    .addColumn("rounds", "integer", (c) => c.notNull())
    .addColumn("last_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("bin_scores_key", ["bin_id", "user_id", "exercise", "level"])
    .execute();
  await db.schema.createIndex("bin_scores_by_user").on("bin_scores").column("user_id").execute();
}
