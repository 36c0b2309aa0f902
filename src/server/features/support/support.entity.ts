/** The table of support contacts. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const supportEntities = {
  support_contacts: {
    key: ["id"],
    topic: siteTopic,
    trail: { entity: "support", name: "name" },
    fileOwner: "contact",
  },
} as const satisfies Entities<"support_contacts">;
