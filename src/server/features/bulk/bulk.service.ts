/**
 * Bulk jobs: changes of up to 10,000 rows, chosen in one transaction and made in batches by a worker of the outbox, each row once and with a
 * result of its own (docs/rooms/lists.md#bulk-jobs).
 */
import type { Logger } from "pino";
import type { AdminRole } from "#contract/administrators.ts";
import {
  type BulkBody,
  type BulkChoice,
  type BulkEntity,
  type BulkJob,
  type BulkKind,
  type BulkOptions,
  type BulkPreview,
  type BulkRow,
  type BulkRowState,
  bulkKinds,
  maxBulkRows,
} from "#contract/bulk.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { hasRole } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Attempt, Outbox } from "#server/platform/outbox.ts";
import { bulkRepository, type JobRow } from "./bulk.repository.ts";
import type { BulkCaller, BulkRun, BulkWork } from "./bulk-port.ts";

export interface Bulk {
  /** Counts, sums and names the rows of a choice. @throws ApiError `forbidden`; `invalid` for a filter that the list does not have. */
  preview(caller: BulkCaller, choice: BulkChoice): Promise<BulkPreview>;
  /**
   * Begins a job.
   * @throws ApiError `forbidden`; `invalid` for filter, options, no row or too many; `conflict` when the rows are not those of the question
   * any more, or too many jobs run.
   */
  start(caller: BulkCaller, body: BulkBody): Promise<BulkJob>;
  /** Returns the newest jobs of the caller that were not put away. */
  own(caller: BulkCaller, entity: BulkEntity): Promise<BulkJob[]>;
  /** @throws ApiError `not_found`, also for a job of another role; so do all that take an id. */
  job(caller: BulkCaller, id: number): Promise<BulkJob>;
  rows(caller: BulkCaller, id: number, query: RowsQuery): Promise<{ rows: BulkRow[]; total: number }>;
  /** Leaves out the rows that wait. */
  stop(caller: BulkCaller, id: number): Promise<BulkJob>;
  /** Goes on with the rows that were left out. @throws ApiError `conflict` for a job that was not stopped */
  resume(caller: BulkCaller, id: number): Promise<BulkJob>;
  /** Begins the job that takes the changes back. @throws ApiError `conflict` for one that can't be undone, or was */
  undo(caller: BulkCaller, id: number): Promise<BulkJob>;
  /** Puts the result away. @throws ApiError `conflict` for a job that runs */
  dismiss(caller: BulkCaller, id: number): Promise<BulkJob>;
  /** Registers the handler of the outbox topic. */
  handle(): void;
}

interface RowsQuery {
  state?: BulkRowState | undefined;
  skip: number;
  limit: number;
}

export interface BulkDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  outbox: Pick<Outbox, "add" | "on">;
  works: readonly BulkWork<BulkCaller>[];
  /** Returns the administrators and accountants who may log in. */
  administrators(from: Db): Promise<{ id: number; role: AdminRole }[]>;
  staff: { activeSupervisors(from: Db): Promise<{ id: number }[]> };
  log: Pick<Logger, "error">;
  /** Rows of a batch; fewer in tests. */
  batchRows?: number;
}

const topic = "bulk.run";
const defaultBatchRows = 50;
/** A job whose process was killed goes on after this time. */
const leaseMs = 20_000;
/** Attempts at a batch after which its first row is given up. */
const maxTries = 5;
const maxRunning = 20;
const shownJobs = 5;
const shownNames = 5;
const keptMs = 30 * 24 * 60 * 60_000;
const removedJobs = 5;

const noJob = "Không tìm thấy thao tác này";
const failedMessage = "Máy chủ gặp lỗi với dòng này nên giữ nguyên";
const goneMessage = "Không còn nữa";

export function createBulk(deps: BulkDeps): Bulk {
  const { database, outbox, administrators, staff, log, batchRows = defaultBatchRows } = deps;
  const { db, commit, dialect } = database;
  const works = new Map(deps.works.map((work) => [work.kind, work]));
  // A kind that no feature does is told when the app is built.
  for (const kind of Object.keys(bulkKinds)) workOf(kind as BulkKind);

  function workOf(kind: BulkKind): BulkWork<BulkCaller> {
    const work = works.get(kind);
    if (!work) throw new Error(`No feature does ${kind}`);
    return work;
  }

  function permitted(caller: BulkCaller, kind: BulkKind): BulkWork<BulkCaller> {
    const work = workOf(kind);
    if (!hasRole(caller, work.roles)) throw new ApiError("forbidden");
    return work;
  }

  /** Returns the ids of a choice. @throws ApiError `invalid` */
  async function chosen(
    from: Db,
    caller: BulkCaller,
    work: BulkWork<BulkCaller>,
    { ids, filter, except }: BulkChoice,
  ): Promise<number[]> {
    if (ids) return ids;
    const parsed = work.filter.strict().safeParse(filter);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalidField(["filter", ...(issue?.path ?? [])].join("."), issue?.message ?? "Bộ lọc không hợp lệ");
    }
    const left = new Set(except);
    const found = await work.choose(from, parsed.data as never, maxBulkRows + left.size + 1, caller);
    return found.filter((id) => !left.has(id));
  }

  async function present(job: JobRow, from: Db = db): Promise<BulkJob> {
    const repository = bulkRepository(from);
    const { id, state, total, actor_name, created_at, finished_at, undo_of } = job;
    const kind = job.kind as BulkKind;
    const counts = await repository.counts(id);
    const isUndoable = state !== "running" && undo_of === null && counts.changed > 0 && workOf(kind).undo !== undefined;
    const can_undo = isUndoable && (await repository.undoOf(id)) === undefined;
    const options = JSON.parse(job.options) as BulkOptions;
    const is_undo = undo_of !== null;
    const looksBack = state !== "running" && !is_undo && counts.changed > 0;
    const leftover = looksBack ? ((await workOf(kind).leftover?.(from, await repository.changed(id))) ?? null) : null;
    const ended = { leftover, actor_name, created_at, finished_at };
    return { id, kind, options, is_undo, can_undo, state, total, ...counts, ...ended };
  }

  /** Returns a job of the caller's role. */
  async function find(from: Db, caller: BulkCaller, id: number): Promise<JobRow> {
    const job = await findOrThrow(bulkRepository(from).find(id), noJob);
    if (job.actor_kind !== caller.kind) throw new ApiError("not_found", noJob);
    return job;
  }

  /** Changes a job that no other transaction changes meanwhile. */
  function changeJob(caller: BulkCaller, id: number, task: (tx: Tx, job: JobRow) => Promise<JobRow>) {
    return commit({ lock: `bulk ${id}` }, async (tx) => present(await task(tx, await find(tx, caller, id)), tx));
  }

  const begin = (tx: Tx, id: number) => outbox.add(tx, topic, { id }, { key: String(id) });

  function insert(tx: Tx, caller: BulkCaller, values: Pick<JobRow, "kind" | "options" | "undo_of" | "total">) {
    const actor = { actor_kind: caller.kind, actor_id: caller.id, actor_name: caller.name };
    const created_at = new Date().toISOString();
    return bulkRepository(tx).insert({ ...values, ...actor, state: "running", created_at });
  }

  async function assertRoom(tx: Tx): Promise<void> {
    await dialect.lock(tx, "bulk");
    if ((await bulkRepository(tx).countRunning()) < maxRunning) return;
    throw new ApiError("conflict", "Đang có nhiều thao tác hàng loạt chưa xong, bạn đợi một lát rồi thử lại");
  }

  /** Returns the person of a job as long as they may do its work. */
  async function callerOf({ actor_kind, actor_id, actor_name, kind }: JobRow): Promise<BulkCaller | undefined> {
    const caller = await activeCaller(actor_kind, actor_id, actor_name);
    return caller && hasRole(caller, workOf(kind as BulkKind).roles) ? caller : undefined;
  }

  async function activeCaller(kind: JobRow["actor_kind"], id: number, name: string): Promise<BulkCaller | undefined> {
    if (kind === "staff") {
      const isActive = (await staff.activeSupervisors(db)).some((member) => member.id === id);
      return isActive ? { kind, id, name, isSupervisor: true } : undefined;
    }
    const isActive = (await administrators(db)).some((admin) => admin.id === id && admin.role === kind);
    return isActive ? { kind, id, name } : undefined;
  }

  function runOf(job: JobRow, caller: BulkCaller, ids: readonly number[], signal: AbortSignal): BulkRun<BulkCaller> {
    const undoData = new WeakMap<Tx, Map<number, unknown>>();
    const take: BulkRun["take"] = async (tx, wanted) => {
      const taken = await bulkRepository(tx).take(job.id, wanted);
      undoData.set(tx, new Map(taken.map(({ id, undo }) => [id, undo === null ? undefined : JSON.parse(undo)])));
      return taken.map(({ id }) => id);
    };
    const settle: BulkRun["settle"] = (tx, id, outcome) => bulkRepository(tx).settle(job.id, id, outcome);
    return {
      caller,
      options: JSON.parse(job.options),
      waiting: (from, some) => bulkRepository(from).waiting(job.id, some),
      take,
      settle,
      refuse: (some, message) => refuse(job, some, message),
      async each(change, lockOf) {
        for await (const id of inTurns(ids)) {
          signal.throwIfAborted();
          const options = lockOf ? { lock: lockOf(id) } : {};
          try {
            await commit(options, async (tx) => {
              const [taken] = await take(tx, [id]);
              if (taken !== undefined) await settle(tx, id, await change(tx, id, undoData.get(tx)?.get(id)));
            });
          } catch (error) {
            if (!isApiError(error) || error.status >= 500) throw error;
            await refuse(job, [id], error.code === "not_found" ? goneMessage : error.message);
          }
        }
      },
    };
  }

  function refuse(job: JobRow, ids: readonly number[], message: string): Promise<void> {
    return commit(async (tx) => {
      const repository = bulkRepository(tx);
      for await (const { id } of inTurns(await repository.take(job.id, ids))) {
        await repository.settle(job.id, id, { state: "refused", message });
      }
    });
  }

  async function runBatch({ id }: { id: number }, { attempts, signal }: Attempt): Promise<void> {
    const repository = bulkRepository(db);
    const job = await repository.find(id);
    if (job?.state !== "running") return;
    const caller = await callerOf(job);
    if (!caller) {
      await commit({ lock: `bulk ${id}` }, (tx) => endEarly(tx, job));
      return;
    }
    const ids = await repository.next(id, batchRows);
    const work = workOf(job.kind as BulkKind);
    const [first] = ids;
    if (attempts > maxTries && first !== undefined) {
      log.error({ job: id, row: first }, "a bulk job gave up a row");
      await refuse(job, [first], failedMessage);
    } else if (first !== undefined) {
      const run = runOf(job, caller, ids, signal);
      await (job.undo_of === null ? work.run(run, ids) : work.undo?.(run, ids));
    }
    signal.throwIfAborted();
    await commit({ lock: `bulk ${id}` }, async (tx) => {
      const inner = bulkRepository(tx);
      if ((await inner.find(id))?.state !== "running") return;
      if ((await inner.next(id, 1)).length > 0) await begin(tx, id);
      else await inner.update(id, { state: "done", finished_at: new Date().toISOString() });
    });
  }

  async function endEarly(tx: Tx, job: JobRow): Promise<JobRow> {
    const repository = bulkRepository(tx);
    const current = await repository.find(job.id);
    if (current?.state !== "running") return current ?? job;
    await repository.moveAll(job.id, "waiting", "stopped");
    return repository.update(job.id, { state: "stopped", finished_at: new Date().toISOString() });
  }

  return {
    async preview(caller, choice) {
      const work = permitted(caller, choice.kind);
      const ids = await chosen(db, caller, work, choice);
      assertCount(ids.length);
      const first = ids.slice(0, shownNames);
      const names = await work.names(db, first);
      return {
        total: ids.length,
        amount: work.amount ? await work.amount(db, ids) : null,
        names: first.flatMap((id) => names.get(id) ?? []),
        notes: (await work.notes?.(db, ids)) ?? [],
      };
    },

    async start(caller, body) {
      const work = permitted(caller, body.kind);
      const { options, expected, kind } = body;
      return commit(async (tx) => {
        await assertRoom(tx);
        await work.assertOptions?.(tx, options);
        const ids = await chosen(tx, caller, work, body);
        assertCount(ids.length);
        if (ids.length === 0) throw invalidField("ids", "Không có dòng nào khớp bộ lọc nữa");
        if (expected !== undefined && expected !== ids.length) {
          const message = `Danh sách vừa thay đổi: nay có ${ids.length} dòng thay vì ${expected}, nên chưa làm gì`;
          throw new ApiError("conflict", message);
        }
        const repository = bulkRepository(tx);
        const old = new Date(Date.now() - keptMs).toISOString();
        for await (const id of inTurns(await repository.finishedBefore(old, removedJobs))) await repository.remove(id);
        const values = { kind, options: JSON.stringify(options), undo_of: null, total: ids.length };
        const job = await insert(tx, caller, values);
        await repository.addItems(job.id, ids);
        await begin(tx, job.id);
        return present(job, tx);
      });
    },

    async own(caller, entity) {
      const kinds = Object.entries(bulkKinds).flatMap(([kind, of]) => (of === entity ? kind : []));
      const actor = { actor_kind: caller.kind, actor_id: caller.id };
      const jobs: BulkJob[] = [];
      for await (const job of inTurns(await bulkRepository(db).ofActor(actor, kinds, shownJobs)))
        jobs.push(await present(job));
      return jobs;
    },

    job: async (caller, id) => present(await find(db, caller, id)),

    async rows(caller, id, { state, ...page }) {
      const job = await find(db, caller, id);
      const repository = bulkRepository(db);
      const counts = await repository.counts(id);
      const found = await repository.rows(id, state, page);
      const names = await workOf(job.kind as BulkKind).names(
        db,
        found.map(({ row_id }) => row_id),
      );
      return {
        rows: found.map(({ row_id, ...row }) => ({ id: row_id, name: names.get(row_id) ?? null, ...row })),
        total: state === undefined ? job.total : counts[state],
      };
    },

    stop: (caller, id) => changeJob(caller, id, endEarly),

    resume: (caller, id) =>
      changeJob(caller, id, async (tx, job) => {
        permitted(caller, job.kind as BulkKind);
        if (job.state !== "stopped") throw new ApiError("conflict", "Thao tác này không dừng giữa chừng");
        await assertRoom(tx);
        const repository = bulkRepository(tx);
        await repository.moveAll(id, "stopped", "waiting");
        await begin(tx, id);
        return repository.update(id, { state: "running", finished_at: null });
      }),

    undo: (caller, id) =>
      changeJob(caller, id, async (tx, job) => {
        permitted(caller, job.kind as BulkKind);
        if (!(await present(job, tx)).can_undo) throw new ApiError("conflict", "Thao tác này không hoàn tác được nữa");
        await assertRoom(tx);
        const repository = bulkRepository(tx);
        const { kind, options } = job;
        const inserted = await insert(tx, caller, { kind, options, undo_of: id, total: 0 });
        const total = await repository.addChangedItems(inserted.id, job);
        await repository.update(id, { dismissed_at: new Date().toISOString() });
        await begin(tx, inserted.id);
        return repository.update(inserted.id, { total });
      }),

    dismiss: (caller, id) =>
      changeJob(caller, id, async (tx, job) => {
        if (job.state === "running") throw new ApiError("conflict", "Thao tác này đang chạy, bạn dừng trước nhé");
        return bulkRepository(tx).update(id, { dismissed_at: job.dismissed_at ?? new Date().toISOString() });
      }),

    handle() {
      outbox.on<{ id: number }>(topic, runBatch, { leaseMs });
    },
  };
}

/** @throws ApiError `invalid` */
function assertCount(count: number): void {
  if (count <= maxBulkRows) return;
  const message = `Có hơn ${maxBulkRows.toLocaleString("vi")} dòng khớp bộ lọc, bạn thu hẹp bộ lọc rồi thử lại`;
  throw invalidField("filter", message);
}
