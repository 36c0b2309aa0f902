/** The tables of the bin. */
import type { Generated } from "kysely";
import { binTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";
import type { Tables } from "#server/platform/db/schema.ts";

/** A deleted record that can be restored. */
interface BinTable {
  id: Generated<number>;
  /** As in the audit trail. */
  entity: "song" | "category" | "support" | "premium_package" | "staff";
  /** The id that it had, and has again once it is restored. */
  entity_id: number;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  /** JSON of the names that nobody else may have. */
  names: string;
  /** JSON of the numbers of what goes with it. */
  facts: string;
  is_demo: Generated<boolean>;
  deleted_at: string;
  /** Name of the person. */
  deleted_by: string;
  /** True once it was removed by hand: the worker removes it, and nobody sees it any more. */
  is_leaving: Generated<boolean>;
}

/** Up to 500 rows of a binned record: its own, and those that depend on it. */
interface BinRowsTable {
  bin_id: number;
  position: number;
  table_name: string;
  /** JSON of rows, whole as the table had them. */
  rows: string;
}

/** Users who liked a binned song, or have the Premium of a binned package. */
interface BinUserTable {
  bin_id: number;
  user_id: number;
  /** When they liked the song. */
  created_at: string | null;
}

/** Scores of learners with a binned song. */
interface BinScoreTable extends Omit<Tables["learn_scores"], "song_id"> {
  bin_id: number;
}

/** Requests that a binned song was made of, or that a binned staff member had. */
interface BinRequestTable {
  bin_id: number;
  request_id: number;
  /** At the time of the deletion. */
  status: string;
}

export interface BinTables {
  bin: BinTable;
  bin_rows: BinRowsTable;
  bin_users: BinUserTable;
  bin_scores: BinScoreTable;
  bin_requests: BinRequestTable;
}

export const binEntities = {
  bin: { key: ["id"], topic: binTopic, fileOwner: "bin" },
  bin_rows: { key: ["bin_id", "position"], references: ["bin"] },
  bin_users: { key: ["bin_id", "user_id"], references: ["bin", "users"] },
  bin_scores: { key: ["bin_id", "user_id", "exercise", "level"], references: ["bin", "users"] },
  bin_requests: { key: ["bin_id", "request_id"], references: ["bin", "song_requests"] },
} as const satisfies Entities<keyof BinTables>;
