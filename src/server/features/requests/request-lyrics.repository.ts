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

    /** Returns the state of the latest lyrics of each request that has any. */
    async latestStates(requestIds: readonly number[]): Promise<Map<number, LyricsRow["state"]>> {
      if (requestIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("request_lyrics as sent")
        .select(["sent.request_id", "sent.state"])
        .where("sent.request_id", "in", requestIds)
        .where("sent.number", "=", (s) =>
          s
            .selectFrom("request_lyrics as other")
            .select((t) => t.fn.max("other.number").as("latest"))
            .whereRef("other.request_id", "=", "sent.request_id"),
        )
        .execute();
      return new Map(rows.map(({ request_id, state }) => [request_id, state]));
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
