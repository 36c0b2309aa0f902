/** SQL of the requests that staff members work on. */
import type { RequestEventKind, RequestStatus } from "#contract/requests.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";

const openStatuses = ["new", "processing"] as const satisfies RequestStatus[];

export function loadsRepository(db: Db) {
  return {
    /** Counts the open requests of each member, and those of them that were due before `now`, where they stand in the queue; members without any are left out. */
    openByMember: (ids: readonly number[], now: string) =>
      db
        .selectFrom("song_requests")
        .select((s) => [
          "staff_id",
          s.fn.countAll<number>().as("open_requests"),
          s.fn.countAll<number>().filterWhere("queue", "<", now).as("late_requests"),
        ])
        .where("staff_id", "in", ids)
        .where("status", "in", openStatuses)
        .groupBy("staff_id")
        .$narrowType<{ staff_id: number }>()
        .execute(),

    /** Returns the open requests with a member that are due from one time (ISO) on and before another, in the order of the queue. */
    async assignedAndDue(from: string, to: string): Promise<number[]> {
      const rows = await db
        .selectFrom("song_requests")
        .select("id")
        // Where open requests stand in the queue, they are due.
        .where("queue", ">=", from)
        .where("queue", "<", to)
        .where("status", "in", openStatuses)
        .where("staff_id", "is not", null)
        .orderBy("queue")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns the open requests without a member that are due before a time (ISO), in the order of the queue. */
    async availableAndDue(to: string): Promise<number[]> {
      const rows = await db
        .selectFrom("song_requests")
        .select("id")
        .where("queue", "<", to)
        .where("status", "in", openStatuses)
        .where("staff_id", "is", null)
        .orderBy("queue")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns the open requests of a member to the pool, each with its events. */
    async release(staffId: number, actor: { kind: "admin"; name: string }, now: string): Promise<void> {
      const addEvents = (kind: RequestEventKind, statuses: readonly RequestStatus[], text: RequestStatus | null) =>
        db
          .insertInto("request_events")
          .columns(["request_id", "kind", "actor_kind", "actor_name", "text", "created_at"])
          .expression((s) =>
            s
              .selectFrom("song_requests")
              .select((row) => [
                "id",
                row.val<RequestEventKind>(kind).as("kind"),
                row.val(actor.kind).as("actor_kind"),
                row.val(actor.name).as("actor_name"),
                row.val<string | null>(text).as("text"),
                "updated_at",
              ])
              .where("staff_id", "=", staffId)
              .where("status", "in", statuses),
          )
          .execute();
      const update = (values: { updated_at: string } | { staff_id: null; status: RequestStatus }) =>
        db
          .updateTable("song_requests")
          .set(values)
          .where("staff_id", "=", staffId)
          .where("status", "in", openStatuses)
          .execute();
      await update({ updated_at: now });
      await addEvents("released", openStatuses, null);
      await addEvents("status_changed", ["processing"], "new");
      await update({ staff_id: null, status: "new" });
    },

    /** Gives requests that nobody has back to a member, each open one with its events. @returns the number of open ones */
    async resume(
      staff: { id: number; name: string },
      then: readonly { id: number; status: string }[],
      actor: { name: string },
      now: string,
    ): Promise<number> {
      const isOpen = (status: string) => openStatuses.some((open) => open === status);
      let open = 0;
      for await (const { id, status } of inTurns(then)) {
        const wasOpen = isOpen(status);
        const row = await db
          .updateTable("song_requests")
          .set(
            wasOpen ? { staff_id: staff.id, status: status as RequestStatus, updated_at: now } : { staff_id: staff.id },
          )
          .where("id", "=", id)
          .where("staff_id", "is", null)
          .where("status", wasOpen ? "=" : "not in", wasOpen ? "new" : openStatuses)
          .returning("id")
          .executeTakeFirst();
        if (!row || !wasOpen) continue;
        open += 1;
        const event = { request_id: id, actor_kind: "admin", actor_name: actor.name, created_at: now } as const;
        const events: { kind: RequestEventKind; text: string }[] = [{ kind: "assigned", text: staff.name }];
        if (status !== "new") events.push({ kind: "status_changed", text: status });
        await db
          .insertInto("request_events")
          .values(events.map((each) => ({ ...event, ...each })))
          .execute();
      }
      return open;
    },
  };
}
