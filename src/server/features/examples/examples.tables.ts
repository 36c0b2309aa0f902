/** The table of songs to hear before asking for one. */
import type { Generated } from "kysely";
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

/** Songs to hear before asking for one. */
interface SongExampleTable {
  id: Generated<number>;
  song_id: number;
  occasion: string;
  /** The least comes first. */
  sort_order: number;
  created_at: string;
}

export interface ExampleTables {
  song_examples: SongExampleTable;
}

export const exampleEntities = {
  song_examples: { key: ["id"], references: ["songs"], topic: siteTopic },
} as const satisfies Entities<keyof ExampleTables>;
