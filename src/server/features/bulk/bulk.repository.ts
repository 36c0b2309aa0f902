/** All SQL of bulk jobs. */
import type { Insertable, Selectable } from "kysely";
import type { BulkRowState } from "#contract/bulk.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { BulkOutcome } from "./bulk-port.ts";

export type JobRow = Selectable<Tables["bulk_jobs"]>;
export type ItemRow = Pick<Selectable<Tables["bulk_items"]>, "row_id" | "state" | "message">;
export type Counts = Record<BulkRowState, number>;

/** Rows of one insert: PostgreSQL allows 65,535 parameters, SQLite half as many. */
const insertedRows = 1_000;

export function bulkRepository(db: Db) {
  const itemsOf = (jobId: number) => db.selectFrom("bulk_items").where("job_id", "=", jobId);
  return {
    insert: (values: Insertable<Tables["bulk_jobs"]>): Promise<JobRow> =>
      db.insertInto("bulk_jobs").values(values).returningAll().executeTakeFirstOrThrow(),

    /** Adds rows in their order. */
    async addItems(jobId: number, ids: readonly number[]): Promise<void> {
      for (let first = 0; first < ids.length; first += insertedRows) {
        const values = ids
          .slice(first, first + insertedRows)
          .map((row_id, index) => ({ job_id: jobId, position: first + index, row_id, state: "waiting" as const }));
        await db.insertInto("bulk_items").values(values).execute();
      }
    },

    /** Adds the rows that a job changed to the one that takes them back, the last one first. @returns their number */
    async addChangedItems(jobId: number, of: JobRow): Promise<number> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("bulk_items")
        .columns(["job_id", "position", "row_id", "state", "undo"])
        .expression((eb) =>
          eb
            .selectFrom("bulk_items")
            .select((s) => [
              s.cast<number>(s.val(jobId), "bigint").as("job_id"),
              s(s.val(of.total), "-", s.ref("position")).as("position"),
              "row_id",
              s.val("waiting").as("state"),
              "undo",
            ])
            .where("job_id", "=", of.id)
            .where("state", "=", "changed"),
        )
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows);
    },

    find: (id: number): Promise<JobRow | undefined> =>
      db.selectFrom("bulk_jobs").selectAll().where("id", "=", id).executeTakeFirst(),

    undoOf: (id: number) => db.selectFrom("bulk_jobs").select("id").where("undo_of", "=", id).executeTakeFirst(),

    update: (id: number, values: Partial<Omit<JobRow, "id">>): Promise<JobRow> =>
      db.updateTable("bulk_jobs").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    async countRunning(): Promise<number> {
      const { n } = await db
        .selectFrom("bulk_jobs")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("finished_at", "is", null)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the newest jobs of some kinds that a person has not put away. */
    ofActor: (
      actor: Pick<JobRow, "actor_kind" | "actor_id">,
      kinds: readonly string[],
      limit: number,
    ): Promise<JobRow[]> =>
      db
        .selectFrom("bulk_jobs")
        .selectAll()
        .where("actor_id", "=", actor.actor_id)
        .where("dismissed_at", "is", null)
        .where("actor_kind", "=", actor.actor_kind)
        .where("kind", "in", kinds)
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    /** Returns the ids of finished jobs of before a time. */
    async finishedBefore(time: string, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom("bulk_jobs")
        .select("id")
        .where("finished_at", "is not", null)
        .where("finished_at", "<", time)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("bulk_jobs").where("id", "=", id).execute();
    },

    /** Counts the rows of a job by their state. */
    async counts(jobId: number): Promise<Counts> {
      const rows = await itemsOf(jobId)
        .select(["state", (s) => s.fn.countAll<number>().as("n")])
        .groupBy("state")
        .execute();
      const of = (state: BulkRowState) => rows.find((row) => row.state === state)?.n ?? 0;
      const [waiting, changed, unchanged] = [of("waiting"), of("changed"), of("unchanged")];
      return { waiting, changed, unchanged, refused: of("refused"), stopped: of("stopped") };
    },

    /** Returns the ids of the next rows that wait. */
    async next(jobId: number, limit: number): Promise<number[]> {
      const rows = await itemsOf(jobId)
        .select("row_id")
        .where("state", "=", "waiting")
        .orderBy("position")
        .limit(limit)
        .execute();
      return rows.map(({ row_id }) => row_id);
    },

    /** Returns those of some ids that wait. */
    async waiting(jobId: number, ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const rows = await itemsOf(jobId)
        .select("row_id")
        .where("row_id", "in", ids)
        .where("state", "=", "waiting")
        .orderBy("position")
        .execute();
      return rows.map(({ row_id }) => row_id);
    },

    /** Returns the ids of the rows that a job changed. */
    async changed(jobId: number): Promise<number[]> {
      const rows = await itemsOf(jobId).select("row_id").where("state", "=", "changed").execute();
      return rows.map(({ row_id }) => row_id);
    },

    rows: (jobId: number, state: BulkRowState | undefined, page: { skip: number; limit: number }): Promise<ItemRow[]> =>
      itemsOf(jobId)
        .select(["row_id", "state", "message"])
        .$if(state !== undefined, (q) => q.where("state", "=", state as BulkRowState))
        .orderBy("position")
        .offset(page.skip)
        .limit(page.limit)
        .execute(),

    /** Takes rows that wait, for the transaction. @returns those that were taken, with what takes them back */
    async take(jobId: number, ids: readonly number[]): Promise<{ id: number; undo: string | null }[]> {
      const rows = await db
        .updateTable("bulk_items")
        .set({ state: "changed" })
        .where("job_id", "=", jobId)
        .where("row_id", "in", ids)
        .where("state", "=", "waiting")
        .returning(["row_id", "undo"])
        .execute();
      return rows.map(({ row_id, undo }) => ({ id: row_id, undo }));
    },

    /** Writes down what became of a row. */
    async settle(jobId: number, id: number, outcome: BulkOutcome): Promise<void> {
      const undo = outcome.state === "changed" && outcome.undo !== undefined ? JSON.stringify(outcome.undo) : null;
      const message = outcome.state === "refused" ? outcome.message : null;
      await db
        .updateTable("bulk_items")
        .set({ state: outcome.state, message, undo })
        .where("job_id", "=", jobId)
        .where("row_id", "=", id)
        .execute();
    },

    /** Moves all rows of a state to another one. */
    async moveAll(jobId: number, from: BulkRowState, to: BulkRowState): Promise<void> {
      await db
        .updateTable("bulk_items")
        .set({ state: to })
        .where("job_id", "=", jobId)
        .where("state", "=", from)
        .execute();
    },
  };
}
