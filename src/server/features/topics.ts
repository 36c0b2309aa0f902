/**
 * Topics of changes, on which caches depend, with the tables and columns that raise them. A change here needs a migration that creates
 * its triggers (docs/decisions/0040-declared-topics.md).
 */
import { type ChangeTopic, watched } from "#server/platform/db/change-topics.ts";

/** Songs, categories and where files lie; plays and likes do not count as changes. */
export const catalogueTopic = "catalogue";
/** Support contacts, settings, Premium packages and the bank account. */
export const siteTopic = "site";

/** Premium orders. */
export const ordersTopic = "orders";

/** Requests for songs, with their versions and steps. */
export const requestsTopic = "requests";
/** Staff members, and whether they have a second factor. */
export const staffTopic = "staff_members";

/** Messages to people, with the state of their sending. */
export const deliveriesTopic = "deliveries";

export const changeTopics: readonly ChangeTopic[] = [
  {
    topic: catalogueTopic,
    tables: [
      watched("songs", {
        // The columns that public replies show.
        columns: [
          "title",
          "artist",
          "description",
          "lyrics",
          "audio_url",
          "thumbnail_url",
          "is_active",
          "is_featured",
          "is_premium",
          "duration",
          "waveform",
        ],
      }),
      watched("categories"),
      watched("song_categories"),
      watched("files", { columns: ["place", "is_managed"], events: ["update"] }),
    ],
  },
  {
    topic: siteTopic,
    tables: [watched("settings"), watched("support_contacts"), watched("premium_packages"), watched("bank_config")],
  },
  { topic: ordersTopic, tables: [watched("premium_orders")] },
  { topic: requestsTopic, tables: [watched("song_requests"), watched("request_songs")] },
  {
    topic: staffTopic,
    tables: [watched("staff"), watched("second_factors", { columns: ["enabled_at"], events: ["update", "delete"] })],
  },
  { topic: deliveriesTopic, tables: [watched("deliveries")] },
];
