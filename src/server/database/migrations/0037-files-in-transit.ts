import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** A file in transit has a mark of its own; `problem` is an error or null, where it was empty for one in transit before. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .alterTable("files")
    .addColumn("is_in_transit", t.bool, (c) => c.notNull().defaultTo(engine === "sqlite" ? 0 : false))
    .execute();
  await sql`update files set is_in_transit = ${sql.raw(engine === "sqlite" ? "1" : "true")}, problem = null
    where problem = ''`.execute(db);
  await createChangeTriggers(db, engine, [
    {
      topic: "catalogue",
      tables: [
        {
          table: "files",
          except: [
            "kind",
            "visibility",
            "sha256",
            "size",
            "duration",
            "is_in_transit",
            "problem",
            "lease",
            "lease_until",
            "created_at",
            "unclaimed_since",
          ],
          events: ["update"],
        },
      ],
    },
  ]);
}
