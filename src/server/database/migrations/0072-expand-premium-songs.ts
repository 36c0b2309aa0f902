import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createIndexOnline } from "#server/platform/db/online-changes.ts";

export const isOnline = true;

/** The index of the songs for Premium, as there is one of the featured songs. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createIndexOnline(db, dialect, { name: "songs_premium", on: "songs (is_premium, is_active, id)" });
}
