/** The version of a transfer, by which an action tells that somebody else has decided since. */
import type { Selectable } from "kysely";
import { Transfer } from "#contract/payments.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import { versionOf } from "#server/platform/record-version.ts";

const Decided = Transfer.pick({
  state: true,
  reason: true,
  note: true,
  order_id: true,
  request_id: true,
  allocated: true,
  refunded: true,
  decided_by: true,
});

/** Returns the version of what the worker and people decide. */
export function versionOfTransfer(row: Pick<Selectable<Tables["transfers"]>, keyof (typeof Decided)["shape"]>): string {
  return versionOf(Decided, row);
}
