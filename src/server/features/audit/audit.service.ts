/** The audit trail of changes by admin and staff, written in the transaction of each change. */
import type { ActivityAction, ActivityEntity } from "#contract/dashboard.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { type AuditRow, auditRepository } from "./audit.repository.ts";

export interface AuditEntry {
  action: ActivityAction;
  entity: ActivityEntity;
  entityId: number | null;
  /** Subject of the change in Vietnamese, for the dashboard: a title, a name. */
  summary: string;
}

/** Adds an entry. @param actor the calling admin or staff member; `system` for commands on the server. */
export async function recordAudit(tx: Tx, actor: Caller | { kind: "system" }, entry: AuditEntry): Promise<void> {
  if (actor.kind === "anonymous" || actor.kind === "user")
    throw new Error("The audit trail holds admin and staff only");
  await auditRepository(tx).add({
    actor_kind: actor.kind,
    actor_id: actor.kind === "system" ? null : actor.id,
    actor_name: actor.kind === "system" ? "Hệ thống" : actor.name,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entityId,
    summary: entry.summary,
    created_at: new Date().toISOString(),
  });
}

const retentionBatch = 500;

/** Returns how old entries are counted and removed. */
export function auditRetention(db: Db) {
  return {
    count: ({ since }: { since: string }): Promise<number> => auditRepository(db).countBefore(since),

    /** Removes a batch. @returns the number, and the position to go on from, which stays: removed entries are not found again. */
    async eraseNext<P>(
      tx: Tx,
      { since }: { since: string },
      after: P,
    ): Promise<{ erased: number; last: P | undefined }> {
      const erased = await auditRepository(tx).removeBefore(since, retentionBatch);
      return { erased, last: erased < retentionBatch ? undefined : after };
    },
  };
}

/** Returns entries from the time `since` on, newest first. */
export function recentAudit(db: Db, since: string, limit: number): Promise<AuditRow[]> {
  return auditRepository(db).recent(since, limit);
}

/** Returns the newest entries about one thing, newest first. */
export function auditOf(db: Db, entity: ActivityEntity, id: number, limit: number): Promise<AuditRow[]> {
  return auditRepository(db).ofEntity(entity, id, limit);
}
