/** The tables of a backup with their primary keys, referenced tables first; derived tables are left out. */
import { keptSums } from "./kept-sums.ts";
import type { Tables } from "./schema.ts";

/** Tables that triggers fill from others. */
export const derivedTables: readonly string[] = ["song_counts", ...Object.keys(keptSums)];
type StoredTable = Exclude<keyof Tables, "song_counts">;

const keys = {
  meta: ["key"],
  admins: ["id"],
  premium_packages: ["id"],
  users: ["id"],
  sessions: ["token_hash"],
  login_addresses: ["kind", "account_id", "address"],
  second_factors: ["kind", "account_id"],
  recovery_codes: ["kind", "account_id", "code_hash"],
  account_tokens: ["token_id"],
  categories: ["id"],
  songs: ["id"],
  song_categories: ["song_id", "position"],
  song_likes: ["song_id", "user_id"],
  song_listens: ["song_id", "listener"],
  song_play_days: ["day", "song_id"],
  settings: ["key"],
  support_contacts: ["id"],
  files: ["key"],
  file_claims: ["owner_kind", "owner_id", "file_key"],
  bank_config: ["id"],
  premium_orders: ["id"],
  staff: ["id"],
  song_requests: ["id"],
  request_songs: ["id"],
  request_events: ["id"],
  deliveries: ["id"],
  admin_notices: ["id"],
  email_addresses: ["email_key"],
  zalo_messages: ["tracking_id"],
  idempotency_keys: ["scope", "caller", "key"],
  outbox: ["id"],
  audit_log: ["id"],
  rate_limits: ["key"],
} as const satisfies Record<StoredTable, readonly string[]>;

export interface TableKey {
  name: StoredTable;
  /** Columns of the primary key; the database generates `id` and no other. */
  key: readonly string[];
}

export const tableKeys: readonly TableKey[] = Object.entries(keys).map(([name, key]) => ({
  name: name as StoredTable,
  key,
}));

/** Tables of earlier versions, for backups of a database that is not migrated yet. */
export const formerTableKeys: readonly { name: string; key: readonly string[] }[] = [
  { name: "audio_files", key: ["key"] },
];
