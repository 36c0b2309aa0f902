/** All SQL of the lyrics that customers read before they are sung. */
import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { LyricsNote } from "#contract/request-lyrics.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** Lyrics with the lines that the customer marked. */
export type LyricsRow = Omit<Selectable<Tables["request_lyrics"]>, "notes"> & { notes: readonly LyricsNote[] };
type Answer = Pick<LyricsRow, "state" | "answered_at" | "answer" | "notes">;

export function requestLyricsRepository(db: Db) {
  return {
    /** Returns the lyrics of a request, the latest first. */
    async ofRequest(requestId: number): Promise<LyricsRow[]> {
      const rows = await db
        .selectFrom("request_lyrics")
        .selectAll()
        .where("request_id", "=", requestId)
        .orderBy("number", "desc")
        .execute();
      return rows.map((row) => ({ ...row, notes: JSON.parse(row.notes) as LyricsNote[] }));
    },

    async add(values: Omit<Insertable<Tables["request_lyrics"]>, "notes">): Promise<void> {
      await db
        .insertInto("request_lyrics")
        .values({ ...values, notes: "[]" })
        .execute();
    },

    async answer(id: number, { notes, ...values }: Answer): Promise<void> {
      await db
        .updateTable("request_lyrics")
        .set({ ...values, notes: JSON.stringify(notes) })
        .where("id", "=", id)
        .execute();
    },

    async setState(id: number, state: LyricsRow["state"]): Promise<void> {
      await db.updateTable("request_lyrics").set({ state }).where("id", "=", id).execute();
    },

    /** Returns the lyrics that wait and were sent from one time (ISO) on and before another, with their requests. */
    waiting: (from: string, to: string): Promise<Pick<LyricsRow, "id" | "request_id">[]> =>
      db
        .selectFrom("request_lyrics")
        .select(["id", "request_id"])
        // Literal, so that the partial index is used.
        .where(sql<SqlBool>`state = 'waiting'`)
        .where("sent_at", ">=", from)
        .where("sent_at", "<", to)
        .orderBy("sent_at")
        .orderBy("request_id")
        .execute(),
  };
}
