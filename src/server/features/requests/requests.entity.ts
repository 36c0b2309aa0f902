/** The tables of song requests. */
import { requestsTopic, siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const requestEntities = {
  song_requests: {
    key: ["id"],
    references: ["users", "staff", "songs"],
    topic: requestsTopic,
    trail: { entity: "song_request", name: "code" },
    fileOwner: "song_request",
  },
  request_songs: { key: ["id"], references: ["song_requests"], topic: requestsTopic, silent: ["waveform"] },
  request_events: { key: ["id"], references: ["song_requests"] },
  request_lyrics: { key: ["id"], references: ["song_requests"], topic: requestsTopic },
  request_reviews: { key: ["id"], references: ["song_requests"], topic: requestsTopic },
  review_approvals: { key: ["review_id"], references: ["request_reviews"], topic: siteTopic },
  request_messages: {
    key: ["id"],
    references: ["song_requests"],
    topic: requestsTopic,
    fileOwner: "request_message",
  },
  saved_replies: { key: ["id"], references: ["staff"] },
} as const satisfies Entities<
  | "song_requests"
  | "request_songs"
  | "request_events"
  | "request_lyrics"
  | "request_reviews"
  | "review_approvals"
  | "request_messages"
  | "saved_replies"
>;
