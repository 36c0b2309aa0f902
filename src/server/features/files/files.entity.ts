/** The tables of stored files. */
import { catalogueTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const fileEntities = {
  files: {
    key: ["key"],
    topic: catalogueTopic,
    // Public replies tell where a file lies, and that it is gone.
    silent: [
      "kind",
      "visibility",
      "sha256",
      "size",
      "duration",
      "is_in_transit",
      "problem",
      "lease",
      "lease_until",
      "created_at",
      "unclaimed_since",
    ],
    events: ["update"],
  },
  file_claims: { key: ["owner_kind", "owner_id", "file_key"], references: ["files"] },
} as const satisfies Entities<"files" | "file_claims">;
