/** Reads of the audit trail for the back office: all work with filters, and the changes of one record. */
import type { ActivityEntity } from "#contract/dashboard.ts";
import { ApiError } from "#contract/errors.ts";
import {
  accountantEntities,
  FieldChange,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryQuery,
} from "#contract/history.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { type AuditRow, auditListReader } from "./audit.repository.ts";
import { auditOf, presentActivities } from "./audit.service.ts";

/** A person whose work the trail holds. */
export interface Person {
  kind: "admin" | "staff";
  id: number;
  name: string;
}

export interface HistoryDeps {
  database: Pick<Database, "db" | "dialect">;
  /** Returns administrators and staff, also closed ones. */
  people(): Promise<readonly Person[]>;
}

export interface History {
  /** Returns a page, newest first, and the number of entries before skip and limit, up to one more than `mostCounted`. */
  page(query: HistoryQuery): Promise<{ rows: HistoryEntry[]; total: number }>;
  /** Yields all entries of a filter in batches, the newest first. */
  batches(filter: HistoryFilter): AsyncIterable<HistoryEntry[]>;
  /** Returns the newest entries about one record. @throws ApiError `forbidden` for what is not the caller's work */
  ofRecord(caller: OfficeCaller, entity: ActivityEntity, id: number): Promise<HistoryEntry[]>;
  people(): Promise<{ key: string; name: string }[]>;
}

/** Entries of one record that are shown. */
const recordEntries = 100;

export function createHistory({ database: { db, dialect }, people }: HistoryDeps): History {
  const reader = auditListReader(db, dialect);

  async function present(rows: readonly AuditRow[]): Promise<HistoryEntry[]> {
    const activities = await presentActivities(db, rows);
    return activities.map((activity, place) => ({ ...activity, changes: changesOf(rows[place]) }));
  }

  return {
    async page({ person, ...query }) {
      const { rows, total } = await reader.page({ ...query, ...actorOf(person) });
      return { rows: await present(rows as AuditRow[]), total };
    },

    async *batches({ person, ...filter }) {
      const rows = reader.batches({ ...filter, ...actorOf(person), sort_by: "created_at" });
      for await (const batch of rows) yield present(batch as AuditRow[]);
    },

    async ofRecord(caller, entity, id) {
      if (caller.kind === "accountant" && !accountantEntities.includes(entity)) throw new ApiError("forbidden");
      return present(await auditOf(db, entity, id, recordEntries));
    },

    people: async () => [
      ...(await people()).map(({ kind, id, name }) => ({ key: `${kind}-${id}`, name })),
      { key: "system", name: "Hệ thống" },
    ],
  };
}

function actorOf(person: string | undefined) {
  const [actor_kind, id] = person?.split("-") ?? [];
  return { actor_kind, actor_id: id === undefined ? undefined : Number(id) };
}

function changesOf(row: AuditRow | undefined): HistoryEntry["changes"] {
  return row?.changes == null ? [] : FieldChange.array().parse(JSON.parse(row.changes));
}
