import type { Kysely } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The timed lines of finished songs of requests (docs/rooms/lyrics.md#moving-lyrics). */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  await db.schema.alterTable("request_songs").addColumn("lines", "text").execute();
  await createChangeTriggers(db, engine, [
    { topic: "requests", tables: [{ table: "request_songs", except: ["waveform"] }] },
  ]);
}
