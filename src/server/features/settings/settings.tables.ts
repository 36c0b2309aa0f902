/** The table of settings. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface SettingTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
}

export interface SettingsTables {
  settings: SettingTable;
}

export const settingsEntities = {
  settings: { key: ["key"], topic: siteTopic },
} as const satisfies Entities<keyof SettingsTables>;
