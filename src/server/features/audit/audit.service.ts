/** The audit trail of changes by admin and staff, written in the transaction of each change. */
import type { Activity, ActivityAction, ActivityEntity } from "#contract/dashboard.ts";
import type { FieldEntity } from "#contract/entities.ts";
import type { FieldChange } from "#contract/history.ts";
import { trailNames } from "#server/features/entities.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { accountOf, type Caller } from "#server/platform/http/caller.ts";
import { staleError } from "#server/platform/record-version.ts";
import { type AuditRow, auditRepository } from "./audit.repository.ts";

export { fieldChanges, shownTime, type TrailFields } from "./field-changes.ts";

/** The thing that an entry is about. */
export interface AuditSubject {
  /** Null for a thing without a number, such as settings. */
  id: number | null;
  /** In Vietnamese, for the dashboard: a title, a name. */
  name: string;
}

type Actor = Caller | { kind: "system" };
/** An update of an entity whose history shows fields names what it changed, `[]` where it touches none. */
type AuditAction =
  | { action: ActivityAction; entity: ActivityEntity; changes: readonly FieldChange[] }
  | { action: Exclude<ActivityAction, "update">; entity: ActivityEntity; changes?: undefined }
  | { action: ActivityAction; entity: Exclude<ActivityEntity, FieldEntity>; changes?: undefined };

/** An action on one thing. `changes` are of `fieldChanges`. */
export type AuditEntry = AuditSubject &
  AuditAction & {
    /** Of the change, in Vietnamese. */
    details?: readonly string[];
  };

/**
 * Adds an entry.
 * @param actor the calling admin or staff member; `system` for commands on the server
 */
export async function recordAudit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const { action, entity, id, name, details = [], changes = [] } = entry;
  if (actor.kind === "anonymous" || actor.kind === "user")
    throw new Error("The audit trail holds admin and staff only");
  await auditRepository(tx).add({
    actor_kind: actor.kind === "system" ? "system" : accountOf(actor).kind,
    actor_id: actor.kind === "system" ? null : actor.id,
    actor_name: actor.kind === "system" ? "Hệ thống" : actor.name,
    action,
    entity,
    entity_id: id,
    summary: details.length === 0 ? name : `${name} (${details.join("; ")})`,
    created_at: new Date().toISOString(),
    changes: changes.length === 0 ? null : JSON.stringify(changes),
  });
}

/** Removes the values from the entries about records whose personal data are removed. */
export function forgetChanges(tx: Tx, entity: ActivityEntity, ids: readonly number[]): Promise<void> {
  return auditRepository(tx).forgetChanges(entity, ids);
}

/** A change that all administrators are told of. */
export interface SensitiveChange {
  action: ActivityAction;
  entity: ActivityEntity;
  entityId: number | null;
  /** Names the change for people: `Tài khoản ngân hàng`. */
  what: string;
  /** Names what was changed in the trail. */
  name: string;
  /** The change from → to, without secrets and with numbers masked: `số tài khoản: 0071…5678 → 1903…4321`. */
  details: readonly string[];
  /** Those of the trail where they differ, since it names what was changed itself. */
  trailDetails?: readonly string[];
  /** Of the record's other fields, for the trail alone. */
  changes?: readonly FieldChange[];
  /** Addresses that no longer get the messages of administrators, told of the change too. */
  formerAddresses?: readonly string[];
}

/** Adds an entry to the trail and a message to each administrator, in the transaction of the change. */
export type RecordSensitiveChange = (tx: Tx, actor: Actor, change: SensitiveChange) => Promise<void>;

/** Records the entry alone, for commands beside the server, which send no messages. */
export const recordWithoutMessages: RecordSensitiveChange = (tx, actor, change) => {
  const { action, entity, entityId, name, details, trailDetails = details, changes = [] } = change;
  return recordAudit(tx, actor, { action, entity, id: entityId, name, details: trailDetails, changes });
};

/** Returns a number or an address with its first and last four signs: `0071…5678`. A short one shows two. */
export function masked(text: string): string {
  const shown = text.length >= 10 ? 4 : text.length >= 6 ? 2 : 0;
  return `${text.slice(0, shown)}…${text.slice(text.length - shown)}`;
}

/** Returns a public address as messages may show it: a number masked, a link without its scheme. */
export function shownAddress(text: string): string {
  return /^[\d+ .()-]+$/.test(text) ? masked(text) : text.replace(/^https?:\/\//, "");
}

/** A field that the details of a sensitive change name, with its value before and after. */
export interface ToldField {
  label: string;
  from: string | null;
  to: string | null;
  /** Hides a part of a value; by default all of it is told. */
  mask?: (text: string) => string;
}

/** Returns the details of the fields that changed: `số tài khoản: 0071…5678 → 1903…4321`. */
export function changedDetails(fields: readonly ToldField[]): string[] {
  return fields.flatMap(({ label, from, to, mask = (text) => text }) => {
    const shown = (text: string | null) => (text === null || text === "" ? "(trống)" : mask(text));
    return (from ?? "") === (to ?? "") ? [] : `${label}: ${shown(from)} → ${shown(to)}`;
  });
}

/**
 * Refuses a change that was made in an older version of its record, in the transaction that holds the record's lock.
 * @param seen version that the change was made in; undefined for callers who overwrite. @param subject of the change in the trail
 * @throws ApiError `conflict`, which `withCurrent` completes
 */
export async function assertVersion(
  tx: Tx,
  caller: Caller,
  seen: string | undefined,
  version: string,
  entity: ActivityEntity,
  subject: AuditSubject,
): Promise<void> {
  if (seen === undefined || seen === version) return;
  const last = await lastEntry(tx, entity, subject);
  const isOwn = last?.actor_kind === caller.kind && "id" in caller && last.actor_id === caller.id;
  const name = last === undefined || last.actor_kind === "system" || isOwn ? undefined : last.actor_name;
  const changed = name === undefined ? "Nội dung này đã được sửa" : `${name} đã sửa nội dung này`;
  throw staleError(`${changed} sau khi bạn mở, nên chưa lưu gì`, name);
}

/** Entries that are looked through for the last change of settings, which the trail tells apart by their summary only. */
const recentEntries = 200;

async function lastEntry(tx: Tx, entity: ActivityEntity, { id, name }: AuditSubject) {
  if (id !== null) return (await auditOf(tx, entity, id, 1))[0];
  const recent = await recentAudit(tx, new Date(0).toISOString(), recentEntries);
  return recent.find((entry) => entry.entity === entity && entry.summary.startsWith(name));
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

/** Returns entries for people, with the present names of what they tell of. */
export async function presentActivities(db: Db, entries: readonly AuditRow[]): Promise<Activity[]> {
  const names = await currentNames(db, entries);
  return entries.map(({ id, actor_kind, actor_name, action, entity, entity_id, summary, created_at }) => {
    const name = entity_id === null ? undefined : names.get(entity)?.get(entity_id);
    const name_now = entity === "settings" ? summary : (name ?? null);
    return { id, actor_kind, actor_name, action, entity, entity_id, summary, name_now, created_at };
  });
}

/** Returns the present names of what entries tell of, by entity and id; without those that are deleted or have no name. */
async function currentNames(
  db: Db,
  entries: readonly Pick<AuditRow, "entity" | "entity_id">[],
): Promise<Map<ActivityEntity, Map<number, string>>> {
  const names = new Map<ActivityEntity, Map<number, string>>();
  for (const [entity, { table, column }] of trailNames) {
    const ids = entries.flatMap((entry) =>
      entry.entity === entity && entry.entity_id !== null ? entry.entity_id : [],
    );
    if (ids.length > 0) names.set(entity, await auditRepository(db).names(table, column, [...new Set(ids)]));
  }
  return names;
}
