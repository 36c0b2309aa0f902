/** The table of Premium packages. */
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const packageEntities = {
  premium_packages: { key: ["id"], topic: siteTopic, trail: { entity: "premium_package", name: "name" } },
} as const satisfies Entities<"premium_packages">;
