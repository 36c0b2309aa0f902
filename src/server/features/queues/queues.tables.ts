/** The table of what accounts listen to. */
import type { DeviceKind } from "#contract/queue-rules.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface UserQueueTable {
  user_id: number;
  /** JSON array of the ids of songs, which may be gone, in the order in which they play. */
  song_ids: string;
  /** Index of the present song. */
  place: number;
  /** Seconds. */
  position: number;
  /** Random id of the browser that stored it. */
  device: string;
  device_kind: DeviceKind;
  /** Rises with each queue that is stored. */
  number: number;
  updated_at: string;
}

export interface QueueTables {
  user_queues: UserQueueTable;
}

export const queueEntities = {
  user_queues: { key: ["user_id"], references: ["users"] },
} as const satisfies Entities<keyof QueueTables>;
