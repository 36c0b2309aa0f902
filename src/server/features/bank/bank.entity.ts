/** The table of the bank account. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const bankEntities = {
  bank_config: {
    key: ["id"],
    topic: siteTopic,
    trail: { entity: "bank_account", name: "bank_name" },
    fileOwner: "bank_account",
  },
} as const satisfies Entities<"bank_config">;
