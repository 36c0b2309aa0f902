/** All SQL of messages by Zalo: what became of the call for each of them. */
import type { Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ZaloMessageRow = Selectable<Tables["zalo_messages"]>;

export function zaloRepository(db: Db) {
  return {
    /** Returns the row of a sending, and makes it with this id when there is none. */
    async open(delivery_id: number, resend: string, tracking_id: string): Promise<ZaloMessageRow> {
      await db
        .insertInto("zalo_messages")
        .values({
          tracking_id,
          delivery_id,
          resend,
          state: "new",
          called_at: null,
          message_id: null,
          received_at: null,
        })
        .onConflict((conflict) => conflict.columns(["delivery_id", "resend"]).doNothing())
        .execute();
      return db
        .selectFrom("zalo_messages")
        .selectAll()
        .where("delivery_id", "=", delivery_id)
        .where("resend", "=", resend)
        .executeTakeFirstOrThrow();
    },

    /** Writes down that Zalo is being called. */
    async begin(trackingId: string, called_at: string): Promise<void> {
      await db
        .updateTable("zalo_messages")
        .set({ state: "calling", called_at })
        .where("tracking_id", "=", trackingId)
        .execute();
    },

    /** Writes down what became of the call. */
    async finish(
      trackingId: string,
      state: "refused" | "unanswered" | "taken",
      message_id: string | null = null,
    ): Promise<void> {
      await db
        .updateTable("zalo_messages")
        .set({ state, ...(message_id === null ? {} : { message_id }) })
        .where("tracking_id", "=", trackingId)
        .execute();
    },

    /** Writes down that a message reached its phone, the first time that Zalo reports it. */
    async markReceived(trackingId: string, received_at: string, message_id: string | null): Promise<void> {
      await db
        .updateTable("zalo_messages")
        .set({ received_at, ...(message_id === null ? {} : { message_id }) })
        .where("tracking_id", "=", trackingId)
        .where("received_at", "is", null)
        .execute();
    },
  };
}
