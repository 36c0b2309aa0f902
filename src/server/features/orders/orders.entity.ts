/** The table of orders. */
import { ordersTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const orderEntities = {
  premium_orders: {
    key: ["id"],
    references: ["premium_packages", "users"],
    topic: ordersTopic,
    trail: { entity: "order", name: "code" },
  },
} as const satisfies Entities<"premium_orders">;
