/** The tables of transfers and of what they pay. */
import { paymentsTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const paymentEntities = {
  transfers: {
    key: ["id"],
    references: ["premium_orders", "song_requests"],
    topic: paymentsTopic,
    trail: { entity: "transfer", name: "memo" },
  },
  transfer_tellings: { key: ["id"], references: ["transfers"], topic: paymentsTopic },
  transfer_allocations: {
    key: ["id"],
    references: ["transfers", "premium_orders", "song_requests"],
    topic: paymentsTopic,
  },
  transfer_refunds: { key: ["id"], references: ["transfers"], topic: paymentsTopic },
  transfer_claims: {
    key: ["id"],
    references: ["premium_orders", "song_requests"],
    topic: paymentsTopic,
    fileOwner: "transfer_claim",
  },
} as const satisfies Entities<
  "transfers" | "transfer_tellings" | "transfer_allocations" | "transfer_refunds" | "transfer_claims"
>;
