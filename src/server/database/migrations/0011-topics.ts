import { type Kysely, sql } from "kysely";
import { type ChangeTopic, createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

const topics: readonly ChangeTopic[] = [
  {
    topic: "catalogue",
    tables: [
      {
        table: "songs",
        columns: [
          "title",
          "artist",
          "description",
          "lyrics",
          "audio_url",
          "thumbnail_url",
          "is_active",
          "is_featured",
          "is_premium",
          "duration",
          "waveform",
        ],
      },
      { table: "categories" },
      { table: "song_categories" },
      { table: "audio_files", columns: ["place"], events: ["update"] },
    ],
  },
  { topic: "site", tables: [{ table: "settings" }, { table: "support_contacts" }] },
];

/** The triggers of all topics, from their declarations, in place of those that earlier migrations wrote by hand. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  for (const { table } of topics.flatMap(({ tables }) => tables)) {
    for (const suffix of ["", "_insert", "_update", "_delete"]) {
      const name = `${table}_changed${suffix}`;
      await sql.raw(`drop trigger if exists ${name}${engine === "postgres" ? ` on ${table}` : ""}`).execute(db);
    }
  }
  await createChangeTriggers(db, engine, topics);
}
