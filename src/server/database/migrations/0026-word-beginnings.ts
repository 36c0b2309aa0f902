import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createWordIndex } from "#server/platform/db/text-index.ts";

/** The beginnings of words in all texts that are searched, for searches of one and two letters. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  for (const table of ["songs", "users", "premium_packages", "premium_orders", "song_requests", "deliveries"]) {
    await createWordIndex(db, engine, { table, column: "search_text", index: `${table}_search` });
  }
}
