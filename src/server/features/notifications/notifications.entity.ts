/** The tables of messages to people. */
import { deliveriesTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const notificationEntities = {
  deliveries: { key: ["id"], topic: deliveriesTopic },
  admin_notices: { key: ["id"] },
  email_addresses: { key: ["email_key"] },
  zalo_messages: { key: ["tracking_id"], references: ["deliveries"] },
} as const satisfies Entities<"deliveries" | "admin_notices" | "email_addresses" | "zalo_messages">;
