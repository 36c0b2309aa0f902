/** The tables of the catalogue. */
import { catalogueTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const catalogueEntities = {
  categories: {
    key: ["id"],
    topic: catalogueTopic,
    trail: { entity: "category", name: "name" },
    fileOwner: "category",
  },
  songs: {
    key: ["id"],
    topic: catalogueTopic,
    // Plays and likes change all the time, and the replies may show them late.
    silent: ["play_count", "likes_count"],
    trail: { entity: "song", name: "title" },
    fileOwner: "song",
  },
  song_categories: { key: ["song_id", "position"], references: ["songs", "categories"], topic: catalogueTopic },
  song_faults: { key: ["song_id"], references: ["songs"], topic: catalogueTopic },
  song_lines: {
    key: ["song_id"],
    references: ["songs"],
    topic: catalogueTopic,
    // A draft is seen by its editors alone.
    silent: ["draft", "draft_by", "draft_at"],
  },
  // Derived from songs and lines, whose changes raise the topic.
  song_lyrics: { key: ["song_id"], references: ["songs"] },
  song_likes: { key: ["song_id", "user_id"], references: ["songs", "users"] },
  song_listens: { key: ["song_id", "listener"], references: ["songs"] },
  song_play_days: { key: ["day", "song_id"], references: ["songs"] },
} as const satisfies Entities<
  | "categories"
  | "songs"
  | "song_categories"
  | "song_faults"
  | "song_lines"
  | "song_lyrics"
  | "song_likes"
  | "song_listens"
  | "song_play_days"
>;
