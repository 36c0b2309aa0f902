/** The table of songs to hear before asking for one. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const exampleEntities = {
  song_examples: { key: ["id"], references: ["songs"], topic: siteTopic },
} as const satisfies Entities<"song_examples">;
