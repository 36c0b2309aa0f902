import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The counts of limits on strangers; and triggers that raise the catalogue for all columns but the named ones. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create index song_requests_untaken on song_requests (staff_id, status, reference_file)
    where reference_file is not null`);
  await db.schema.alterTable("deliveries").addColumn("address_key", "text").execute();
  await run("create index deliveries_by_address on deliveries (address_key, created_at) where address_key is not null");
  await createChangeTriggers(db, engine, [
    {
      topic: "catalogue",
      tables: [
        { table: "songs", except: ["play_count", "likes_count"] },
        {
          table: "files",
          except: [
            "kind",
            "visibility",
            "sha256",
            "size",
            "duration",
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
