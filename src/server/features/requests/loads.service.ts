/** How much each staff member has to do, and requests whose member leaves. */
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import { loadsRepository } from "./loads.repository.ts";

/** Counts the open requests of members, and the late ones of them; members without any are left out. */
export async function requestLoads(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { open_requests: number; late_requests: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await loadsRepository(db).openByMember(ids, new Date().toISOString());
  return new Map(rows.map(({ staff_id, ...load }) => [staff_id, load]));
}

/** Returns the open requests of a member to the pool, where they are new and anyone's. */
export async function releaseRequests(tx: Tx, staffId: number, actor: AdminCaller): Promise<void> {
  await loadsRepository(tx).release(staffId, actor, new Date().toISOString());
}

/**
 * Gives a member who is back the requests that nobody has taken meanwhile: open ones in the state that they had, and finished ones.
 * @param then the requests, with their states when the member left @returns the number of open ones
 */
export function resumeRequests(
  tx: Tx,
  staff: { id: number; name: string },
  then: readonly { id: number; status: string }[],
  actor: OfficeCaller,
): Promise<number> {
  return loadsRepository(tx).resume(staff, then, actor, new Date().toISOString());
}
