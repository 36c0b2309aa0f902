/** What a backup takes along: every table that holds more than can be built again, with its key, referenced ones first. */
import type { Tables } from "./schema.ts";

const keys = {
  meta: ["key"],
  admins: ["id"],
  users: ["id"],
  sessions: ["token_hash"],
  categories: ["id"],
  songs: ["id"],
  song_categories: ["song_id", "position"],
  song_likes: ["song_id", "user_id"],
  song_listens: ["song_id", "listener"],
  song_play_days: ["day", "song_id"],
  settings: ["key"],
  support_contacts: ["id"],
  audio_files: ["key"],
  outbox: ["id"],
  audit_log: ["id"],
  rate_limits: ["key"],
} as const satisfies Record<keyof Tables, readonly string[]>;

export interface TableKey {
  name: keyof Tables;
  /** The columns of its primary key; `id` alone is counted up by the database. */
  key: readonly string[];
}

export const tableKeys: readonly TableKey[] = Object.entries(keys).map(([name, key]) => ({
  name: name as keyof Tables,
  key,
}));
