/** The table of settings. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const settingsEntities = {
  settings: { key: ["key"], topic: siteTopic },
} as const satisfies Entities<"settings">;
