/** Topics of changes, on which caches depend; the records of the tables name them (`entities.ts`). */
import type { LiveTopic } from "#contract/live.ts";

/** Songs, categories and where files lie; plays and likes do not count as changes. */
export const catalogueTopic = "catalogue";
/** Support contacts, settings, Premium packages and the bank account. */
export const siteTopic = "site";

/** Premium orders. */
export const ordersTopic = "orders";

/** Transfers on the bank account, and the services that tell of them. */
export const paymentsTopic = "payments";

/** Requests for songs, with their versions and steps. */
export const requestsTopic = "requests";
/** Staff members, and whether they have a second factor. */
export const staffTopic = "staff_members";

/** Messages to people, with the state of their sending. */
export const deliveriesTopic = "deliveries";

/** Deleted records that can be restored. */
export const binTopic = "bin";

/** The topics of which the back offices are told live, by the name that they know. */
export const liveTopics = {
  catalogue: catalogueTopic,
  site: siteTopic,
  orders: ordersTopic,
  payments: paymentsTopic,
  requests: requestsTopic,
  staff: staffTopic,
  deliveries: deliveriesTopic,
  bin: binTopic,
} as const satisfies Record<LiveTopic, string>;
