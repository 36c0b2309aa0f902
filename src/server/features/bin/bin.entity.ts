/** The tables of the bin. */
import { binTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const binEntities = {
  bin: { key: ["id"], topic: binTopic, fileOwner: "bin" },
  bin_rows: { key: ["bin_id", "position"], references: ["bin"] },
  bin_users: { key: ["bin_id", "user_id"], references: ["bin", "users"] },
  bin_scores: { key: ["bin_id", "user_id", "exercise", "level"], references: ["bin", "users"] },
  bin_requests: { key: ["bin_id", "request_id"], references: ["bin", "song_requests"] },
} as const satisfies Entities<"bin" | "bin_rows" | "bin_users" | "bin_scores" | "bin_requests">;
