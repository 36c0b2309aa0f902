/** What bulk jobs do with requests: handing them over to a member, or back to the pool. */
import { ApiError, invalidField } from "#contract/errors.ts";
import { DeskFilter, RequestFilter } from "#contract/requests.ts";
import type { BulkCaller, BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { CallerOf } from "#server/platform/http/caller.ts";
import { isOpen } from "./request-life.ts";
import type { RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestListReader, requestsRepository } from "./requests.repository.ts";

export interface RequestBulkDeps {
  database: Pick<Database, "dialect">;
  /** Returns the name of an active member, as a transaction sees it. */
  activeName(tx: Tx, id: number): Promise<string | undefined>;
  writes: Pick<RequestWrites, "lock">;
  /** Hands a request over as the form of the administrator and the desk of supervisors do. */
  handOver(tx: Tx, caller: BulkCaller, id: number, staffId: number | null): Promise<RequestRow>;
  /** Returns the ids of the requests that a supervisor's desk shows. */
  chooseAtDesk(from: Db, filter: DeskFilter, limit: number, caller: CallerOf<"supervisor">): Promise<number[]>;
}

/** What taking a request back needs: the member of before. */
interface HandedOver {
  from: number | null;
}

export function requestBulkWorks(deps: RequestBulkDeps): BulkWork<BulkCaller>[] {
  const { activeName, writes, handOver, chooseAtDesk } = deps;
  const { dialect } = deps.database;

  async function assign({ caller, options }: BulkRun<BulkCaller>, tx: Tx, id: number): Promise<BulkOutcome> {
    const to = options.staff_id ?? null;
    const { staff_id: from, status } = await writes.lock(tx, id);
    if (from === to) return { state: "unchanged" };
    if (!isOpen(status)) throw new ApiError("conflict", "Yêu cầu này đã hoàn thành hoặc đã hủy");
    await handOver(tx, caller, id, to);
    return { state: "changed", undo: { from } satisfies HandedOver };
  }

  async function takeBack(
    { caller, options }: BulkRun<BulkCaller>,
    tx: Tx,
    id: number,
    undo: unknown,
  ): Promise<BulkOutcome> {
    const { from } = undo as HandedOver;
    const { staff_id: current } = await writes.lock(tx, id);
    if (current === from) return { state: "unchanged" };
    if (current !== (options.staff_id ?? null)) {
      throw new ApiError("conflict", "Yêu cầu này đã được giao cho người khác sau đó");
    }
    await handOver(tx, caller, id, from);
    return { state: "changed" };
  }

  const handingOver: Omit<BulkWork<BulkCaller>, "kind" | "roles" | "filter" | "choose"> = {
    names: (from, ids) => requestsRepository(from).names(ids),
    async assertOptions(tx, { staff_id }) {
      const isKnown = staff_id === null || (staff_id !== undefined && (await activeName(tx, staff_id)) !== undefined);
      if (!isKnown) throw invalidField("options.staff_id", "Nhân viên này không tồn tại hoặc đã tạm ngưng");
    },
    run: (run) => run.each((tx, id) => assign(run, tx, id)),
    undo: (run) => run.each((tx, id, undo) => takeBack(run, tx, id, undo)),
  };
  const office: BulkWork<BulkCaller> = {
    ...handingOver,
    kind: "assign_requests",
    roles: ["admin"],
    filter: RequestFilter,
    choose: (from, filter, limit) => requestListReader(from, dialect).ids(filter, limit),
  };
  const desk: BulkWork<CallerOf<"supervisor">> = {
    ...handingOver,
    kind: "assign_desk_requests",
    roles: ["supervisor"],
    filter: DeskFilter,
    choose: chooseAtDesk,
  };
  return [office, desk];
}
