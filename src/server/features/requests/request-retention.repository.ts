/** All SQL of the retention of requests: which are due, and what is left of them. */
import { sql } from "kysely";
import { fold } from "#contract/fold.ts";
import type { Limits, Position } from "#server/features/retention/retention.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";

export function requestRetentionRepository(db: Db, { skipLocked }: Pick<Dialect, "skipLocked">) {
  /** Cancelled requests and completed ones, but not those whose customer accepted the song and has not paid. */
  const due = ({ since }: Pick<Limits, "since">) =>
    db
      .selectFrom("song_requests")
      .where("erased_at", "is", null)
      .where("updated_at", "<", since)
      .where((e) =>
        e.or([
          e("status", "=", "cancelled"),
          e.and([
            e("status", "=", "completed"),
            e.or([e("accepted_at", "is", null), e("paid_at", "is not", null), e("agreed_price", "=", 0)]),
          ]),
        ]),
      );

  return {
    async count(limits: Limits): Promise<number> {
      const { n } = await due(limits)
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    next: (limits: Limits, { at, id }: Position, limit: number): Promise<Position[]> =>
      due(limits)
        .select(["updated_at as at", "id"])
        .where(sql<boolean>`(updated_at, id) > (${at}, ${id})`)
        .orderBy("updated_at")
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Returns those of some requests that are still due, and that no other transaction holds. */
    async take(ids: readonly number[], limits: Limits): Promise<{ id: number; code: string }[]> {
      if (ids.length === 0) return [];
      return due(limits).select(["id", "code"]).where("id", "in", ids).modifyEnd(skipLocked).execute();
    },

    /** Empties all that tells of the customer and of the song; the request keeps what the books need, and its consent. */
    async erase(id: number, code: string, values: { name: string; erased_at: string }): Promise<void> {
      const { name, erased_at } = values;
      await db.deleteFrom("request_songs").where("request_id", "=", id).execute();
      await db
        .updateTable("request_events")
        .set({
          actor_name: null,
          // That of a changed status is the status.
          text: sql<string | null>`case when kind = 'status_changed' then text end`,
          second: null,
        })
        .where("request_id", "=", id)
        .execute();
      await db
        .updateTable("song_requests")
        .set({
          user_id: null,
          customer_name: name,
          customer_email: "",
          customer_phone: null,
          budget: null,
          request_content: "",
          occasion: null,
          recipient: null,
          mood: null,
          words_wanted: null,
          words_unwanted: null,
          name_pronunciation: null,
          reference_file: null,
          reference_file_name: null,
          admin_notes: null,
          staff_notes: null,
          accepted_song_id: null,
          search_text: fold(code),
          erased_at,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}
