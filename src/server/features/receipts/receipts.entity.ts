/** The table of receipts. */
import { ordersTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const receiptEntities = {
  receipts: { key: ["id"], references: ["premium_orders", "song_requests"], topic: ordersTopic },
} as const satisfies Entities<"receipts">;
