/** The tables of orders, of the VAT invoices that are asked for, and of what was given back. */
import { ordersTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const orderEntities = {
  premium_orders: {
    key: ["id"],
    references: ["premium_packages", "users"],
    topic: ordersTopic,
    trail: { entity: "order", name: "code" },
  },
  invoice_requests: { key: ["id"], references: ["premium_orders"], topic: ordersTopic },
  order_refunds: { key: ["id"], references: ["premium_orders"], topic: ordersTopic },
} as const satisfies Entities<"premium_orders" | "invoice_requests" | "order_refunds">;
