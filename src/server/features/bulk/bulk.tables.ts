/** The tables of bulk jobs. */
import type { Generated } from "kysely";
import type { Entities } from "#server/platform/db/entity.ts";

interface BulkJobTable {
  id: Generated<number>;
  /** Of `bulkKinds`. */
  kind: string;
  /** The options that its kind asks for, as JSON. */
  options: string;
  /** The job whose changes it takes back. */
  undo_of: number | null;
  actor_kind: "admin" | "accountant" | "staff";
  actor_id: number;
  actor_name: string;
  state: "running" | "done" | "stopped";
  total: number;
  created_at: string;
  finished_at: string | null;
  /** When its result was put away. */
  dismissed_at: string | null;
}

interface BulkItemTable {
  job_id: number;
  /** From 0, in the order in which rows are changed. */
  position: number;
  /** Id of the row in the table of its kind. */
  row_id: number;
  state: "waiting" | "changed" | "unchanged" | "refused" | "stopped";
  /** Why the row was refused. */
  message: string | null;
  /** The facts that taking the change back needs, as JSON of its kind. */
  undo: string | null;
}

export interface BulkTables {
  bulk_jobs: BulkJobTable;
  bulk_items: BulkItemTable;
}

export const bulkEntities = {
  bulk_jobs: { key: ["id"] },
  bulk_items: { key: ["job_id", "position"], references: ["bulk_jobs"] },
} as const satisfies Entities<keyof BulkTables>;
