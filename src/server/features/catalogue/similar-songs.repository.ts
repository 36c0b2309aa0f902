/** The SQL of songs that may be like another one: the newest of its genres and of its artist, so that the work has a bound. */
import type { Dialect } from "#server/platform/db/dialect.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Traits } from "./song-likeness.ts";

/** Songs of a genre, or of an artist, that are looked at. */
export const mostOfEach = 200;

export interface Found extends Traits {
  id: number;
  is_premium: boolean;
}

const columns = ["songs.id", "songs.artist", "songs.tempo", "songs.duration", "songs.is_premium"] as const;

export function similarSongsRepository(db: Db, dialect: Dialect) {
  return {
    /** Returns the shown songs among the newest of a genre that is shown. */
    ofCategory(id: number): Promise<Found[]> {
      return runPrepared(db, dialect, "songs.likeOfCategory", [id, mostOfEach], (slot) =>
        db
          .selectFrom((q) =>
            q
              .selectFrom("song_categories")
              .select("song_id")
              .where("category_id", "=", slot<number>(0))
              .where(({ exists, selectFrom }) =>
                exists(
                  selectFrom("categories")
                    .select("id")
                    .where("categories.id", "=", slot<number>(0))
                    .where("is_active", "=", true),
                ),
              )
              .orderBy("song_id", "desc")
              .limit(slot<number>(1))
              .as("picked"),
          )
          .crossJoin("songs")
          .whereRef("songs.id", "=", "picked.song_id")
          .where("songs.is_active", "=", true)
          .select(columns),
      );
    },

    /** Returns the newest shown songs of an artist, by the name as it is written. */
    ofArtist(name: string): Promise<Found[]> {
      return runPrepared(db, dialect, "songs.likeOfArtist", [name, mostOfEach], (slot) =>
        db
          .selectFrom("songs")
          .select(columns)
          .where("artist", "=", slot<string>(0))
          .where("is_active", "=", true)
          .orderBy("id", "desc")
          .limit(slot<number>(1)),
      );
    },
  };
}
