/** The tables of song requests. */
import { requestsTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const requestEntities = {
  song_requests: {
    key: ["id"],
    references: ["users", "staff", "songs"],
    topic: requestsTopic,
    trail: { entity: "song_request", name: "code" },
    fileOwner: "song_request",
  },
  request_songs: { key: ["id"], references: ["song_requests"], topic: requestsTopic },
  request_events: { key: ["id"], references: ["song_requests"] },
} as const satisfies Entities<"song_requests" | "request_songs" | "request_events">;
