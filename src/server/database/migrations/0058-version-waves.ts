import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The loudness of finished songs of requests, which the background measures. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  await db.schema.alterTable("request_songs").addColumn("waveform", "text").execute();
  await db.schema
    .createIndex("request_songs_unmeasured")
    .on("request_songs")
    .column("id")
    .where(sql.ref("waveform"), "is", null)
    .execute();
  await createChangeTriggers(db, engine, [
    { topic: "requests", tables: [{ table: "request_songs", except: ["waveform"] }] },
  ]);
}
