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
      // Plays and likes change all the time, and the replies may show them late.
      watched("songs", { except: ["play_count", "likes_count"] }),
      watched("categories"),
      watched("song_categories"),
      // Public replies tell where a file lies, and that it is gone.
      watched("files", {
        except: [
          "kind",
          "visibility",
          "sha256",
          "size",
          "duration",
          "problem",
          "lease",
          "lease_until",
          "created_at",
          "unclaimed_since",
        ],
        events: ["update"],
      }),
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
