/** HTTP of the streams of changes. */
import { LiveTopic } from "#contract/live.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Live } from "./live.service.ts";

/** The readers of a topic beside the administrators, who are told of all. */
const toldTo: Readonly<Record<LiveTopic, readonly ("accountant" | "staff")[]>> = {
  catalogue: [],
  // Packages and the bank account.
  site: ["accountant"],
  orders: ["accountant"],
  payments: ["accountant"],
  requests: ["staff"],
  staff: ["staff"],
  deliveries: [],
  bin: [],
};
const topicsFor = (kind: "accountant" | "staff") => LiveTopic.options.filter((topic) => toldTo[topic].includes(kind));
const accountantTopics = topicsFor("accountant");
const staffTopics = topicsFor("staff");

export function liveRoutes(router: Router, live: Live): void {
  router.on("GET /api/admin/changes", ({ caller, signal, lastEventId }) =>
    live.changes(signal, lastEventId, caller.kind === "accountant" ? accountantTopics : undefined),
  );
  router.on("GET /api/staff/changes", ({ signal, lastEventId }) => live.changes(signal, lastEventId, staffTopics));
}
