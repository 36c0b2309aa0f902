/** The tables of the services that tell of transfers. */
import { paymentsTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const paymentProviderEntities = {
  payment_links: { key: ["id"] },
  payment_providers: { key: ["provider"], topic: paymentsTopic },
} as const satisfies Entities<"payment_links" | "payment_providers">;
