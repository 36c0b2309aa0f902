/** Where each kind of record stands: its table, the rows that depend on it, and who else refers to it. */
import type { BinEntity } from "#contract/bin.ts";
import type { FileOwner } from "#server/features/entities.ts";

/** Rows that depend on a record and are removed with it. */
export interface DependentRows {
  table:
    | "song_categories"
    | "song_play_days"
    | "song_lines"
    | "song_examples"
    | "second_factors"
    | "recovery_codes"
    | "list_views"
    | "saved_replies";
  /** The column with the record's id. */
  owner: string;
  /** The column that tells its rows apart. */
  key: string;
  /** Further columns of its rows. */
  only?: Readonly<Record<string, string>>;
  /** A record that each row needs, without which it is left out. */
  needs?: { column: string; table: "categories" };
  /** Its rows come back with new ids: nothing names them. */
  isRenumbered?: boolean;
}

export interface BinKind {
  table: "songs" | "categories" | "support_contacts" | "premium_packages" | "staff";
  /** The column with the name of a record. */
  name: "title" | "name" | "full_name";
  /** The columns with names that nobody else may have. */
  names: readonly ("name" | "username" | "email")[];
  fileOwner?: FileOwner;
  dependents: readonly DependentRows[];
  /** Users who refer to it: by likes, or by a column of theirs. */
  users?: "likes" | "premium_package_id";
  /** Learners have scores with it. */
  hasScores?: true;
  /** The column of requests that refers to it. */
  requests?: "song_id" | "staff_id";
}

export const binKinds: Readonly<Record<BinEntity, BinKind>> = {
  song: {
    table: "songs",
    name: "title",
    names: [],
    fileOwner: "song",
    // Marks of the last half hour are left out: they name listeners, and one play more or less is no harm.
    dependents: [
      {
        table: "song_categories",
        owner: "song_id",
        key: "position",
        needs: { column: "category_id", table: "categories" },
      },
      { table: "song_play_days", owner: "song_id", key: "day" },
      { table: "song_lines", owner: "song_id", key: "song_id" },
      { table: "song_examples", owner: "song_id", key: "id", isRenumbered: true },
    ],
    users: "likes",
    hasScores: true,
    requests: "song_id",
  },
  category: { table: "categories", name: "name", names: ["name"], fileOwner: "category", dependents: [] },
  support: { table: "support_contacts", name: "name", names: [], fileOwner: "contact", dependents: [] },
  premium_package: {
    table: "premium_packages",
    name: "name",
    names: [],
    dependents: [],
    users: "premium_package_id",
  },
  staff: {
    table: "staff",
    name: "full_name",
    names: ["username", "email"],
    dependents: [
      { table: "second_factors", owner: "account_id", key: "kind", only: { kind: "staff" } },
      { table: "recovery_codes", owner: "account_id", key: "code_hash", only: { kind: "staff" } },
      { table: "list_views", owner: "staff_id", key: "id", isRenumbered: true },
      { table: "saved_replies", owner: "staff_id", key: "id", isRenumbered: true },
    ],
    requests: "staff_id",
  },
};
