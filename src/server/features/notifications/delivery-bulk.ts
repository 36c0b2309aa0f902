/** What bulk jobs do with messages: sending kept and failed ones anew. */
import { ApiError } from "#contract/errors.ts";
import { type Delivery, DeliveryFilter } from "#contract/notifications.ts";
import type { BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { deliveriesRepository, deliveryListReader } from "./deliveries.repository.ts";

const resendable = ["kept", "failed"] as const;

export interface DeliveryBulkDeps {
  database: Pick<Database, "dialect">;
  /** Sends a message anew. @throws ApiError */
  resend(tx: Tx, caller: OfficeCaller, id: number): Promise<Delivery>;
}

export function deliveryBulkWorks({ database: { dialect }, resend }: DeliveryBulkDeps): BulkWork[] {
  async function again({ caller }: BulkRun, tx: Tx, id: number): Promise<BulkOutcome> {
    const row = await deliveriesRepository(tx).find(id);
    if (!row) throw new ApiError("not_found");
    if (row.state !== "kept" && row.state !== "failed") return { state: "unchanged" };
    await resend(tx, caller, id);
    return { state: "changed" };
  }

  return [
    {
      kind: "resend_deliveries",
      roles: ["admin"],
      filter: DeliveryFilter,
      choose: (from, filter: DeliveryFilter, limit) =>
        deliveryListReader(from, dialect).ids({ ...filter, state: filter.state ?? resendable }, limit),
      names: (from, ids) => deliveriesRepository(from).names(ids),
      run: (run) => run.each((tx, id) => again(run, tx, id)),
    },
  ];
}
