/** SQL of what staff members delivered. */
import type { Expression } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

/**
 * Sums what was delivered of the requests of each member; members without any are left out. All of it lies in one index.
 * @param month ISO, the beginning of this month
 */
export function deliveriesByMember(db: Db, ids: readonly number[], month: string) {
  return db
    .selectFrom("song_requests")
    .select((s) => {
      const sum = (of: Expression<number | null>) => s.cast<number>(s.fn.coalesce(s.fn.sum(of), s.lit(0)), "bigint");
      return [
        "staff_id",
        s.fn.countAll<number>().as("delivered"),
        s.fn.countAll<number>().filterWhere("first_delivered_at", ">=", month).as("this_month"),
        sum(s.ref("changes_done")).as("changes"),
        sum(s.ref("days_needed")).as("days"),
      ];
    })
    .where("staff_id", "in", ids)
    .where("first_delivered_at", "is not", null)
    .groupBy("staff_id")
    .$narrowType<{ staff_id: number }>()
    .execute();
}
