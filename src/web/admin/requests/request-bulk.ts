import { handOverBulk, memberChoices } from "../../request-parts/hand-over-bulk.ts";
import type { BulkAction } from "../../resource/resource.ts";
import { memberErrors } from "./request-calls.ts";

/** The changes of many requests at once. */
export const requestBulk: readonly BulkAction[] = [
  handOverBulk("assign_requests", {
    endpoint: "GET /api/admin/staff",
    options: (members) => memberChoices(members.filter(({ is_active }) => is_active)),
    ...memberErrors,
  }),
];
