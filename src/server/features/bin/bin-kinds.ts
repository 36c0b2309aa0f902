/** Where each kind of record stands: its table, the rows that depend on it, and who else refers to it. */
import type { BinEntity } from "#contract/bin.ts";
import { entities, type FileOwner } from "#server/features/entities.ts";

/** Rows that depend on a record and are removed with it. */
export interface DependentRows {
  table:
    | "song_categories"
    | "song_play_days"
    | "song_lines"
    | "song_examples"
    | "playlist_songs"
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
  needs?: { column: string; table: "categories" | "playlists" };
  /** Its rows come back with new ids: nothing names them. */
  isRenumbered?: boolean;
}

export interface BinKind {
  table: "songs" | "categories" | "support_contacts" | "premium_packages" | "staff";
  /** The column with the name of a record, as in its history. */
  name: "title" | "name" | "full_name";
  /** The columns with names that nobody else may have. */
  names: readonly ("name" | "username" | "email")[];
  fileOwner: FileOwner | null;
  dependents: readonly DependentRows[];
  /** Users who refer to it: by likes, or by a column of theirs. */
  users?: "likes" | "premium_package_id";
  /** Learners have scores with it. */
  hasScores?: true;
  /** The column of requests that refers to it. */
  requests?: "song_id" | "staff_id";
}

type Rest = Omit<BinKind, "table" | "name" | "fileOwner">;

/** Adds what the record of the table says. */
function kindOf(table: BinKind["table"], rest: Rest): BinKind {
  const { trail, fileOwner } = entities[table];
  return { table, name: trail.name, fileOwner, ...rest };
}

export const binKinds: Readonly<Record<BinEntity, BinKind>> = {
  song: kindOf("songs", {
    names: [],
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
      {
        table: "playlist_songs",
        owner: "song_id",
        key: "playlist_id",
        needs: { column: "playlist_id", table: "playlists" },
      },
    ],
    users: "likes",
    hasScores: true,
    requests: "song_id",
  }),
  category: kindOf("categories", { names: ["name"], dependents: [] }),
  support: kindOf("support_contacts", { names: [], dependents: [] }),
  premium_package: kindOf("premium_packages", { names: [], dependents: [], users: "premium_package_id" }),
  staff: kindOf("staff", {
    names: ["username", "email"],
    dependents: [
      { table: "second_factors", owner: "account_id", key: "kind", only: { kind: "staff" } },
      { table: "recovery_codes", owner: "account_id", key: "code_hash", only: { kind: "staff" } },
      { table: "list_views", owner: "staff_id", key: "id", isRenumbered: true },
      { table: "saved_replies", owner: "staff_id", key: "id", isRenumbered: true },
    ],
    requests: "staff_id",
  }),
};
