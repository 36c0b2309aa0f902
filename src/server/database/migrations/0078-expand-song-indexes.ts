import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createIndexOnline } from "#server/platform/db/online-changes.ts";

export const isOnline = true;

/** The indexes of the songs whose tempo is to be measured, of those whose sample is to be cut, and of the songs of an artist. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createIndexOnline(db, dialect, { name: "songs_without_tempo", on: "songs (id) where tempo is null" });
  await createIndexOnline(db, dialect, {
    name: "songs_without_sample",
    on: "songs (id) where is_premium and sample is null",
  });
  await createIndexOnline(db, dialect, { name: "songs_of_artist", on: "songs (artist, is_active, id)" });
}
