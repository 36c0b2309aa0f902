/** All SQL of the retention of requests: which are due, and what is left of them. */
import { expressionBuilder, sql } from "kysely";
import { fold } from "#contract/fold.ts";
import { opensSince } from "#server/features/gifts/gifts.service.ts";
import type { Limits } from "#server/features/retention/retention.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { dueRows } from "#server/platform/db/due-rows.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** Cancelled requests and completed ones, but not those whose customer accepted the song and has not paid. A gift is kept as long from its day on. */
function isDue({ since }: Pick<Limits, "since">) {
  const e = expressionBuilder<Tables, "song_requests">();
  const isSettled = e.or([e("accepted_at", "is", null), e("paid_at", "is not", null), e("agreed_price", "=", 0)]);
  const isFinished = e.or([e("status", "=", "cancelled"), e.and([e("status", "=", "completed"), isSettled])]);
  return e.and([e("erased_at", "is", null), e("updated_at", "<", since), isFinished, e.not(opensSince("song", since))]);
}

export function requestRetentionRepository(db: Db, dialect: Pick<Dialect, "skipLocked">) {
  return {
    ...dueRows(db, dialect, "song_requests", isDue),

    /** Empties all that tells of the customer and of the song; the request keeps what the books need, and its consent. */
    async erase(id: number, code: string, values: { name: string; erased_at: string }): Promise<void> {
      const { name, erased_at } = values;
      await db.deleteFrom("request_songs").where("request_id", "=", id).execute();
      await db.deleteFrom("request_lyrics").where("request_id", "=", id).execute();
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
          voice: null,
          genre: null,
          tempo: null,
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
