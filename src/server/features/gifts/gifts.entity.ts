/** The tables of gifts. */
import type { Entities } from "#server/platform/db/entity.ts";

export const giftEntities = {
  gifts: { key: ["id"], references: ["song_requests", "premium_orders"] },
  gift_hearts: { key: ["gift_id", "device"], references: ["gifts"] },
  gift_thanks: { key: ["id"], references: ["gifts"] },
} as const satisfies Entities<"gifts" | "gift_hearts" | "gift_thanks">;
