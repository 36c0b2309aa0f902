/** The work that a feature lets bulk jobs do with its rows; `bulk` keeps the jobs and runs them (docs/rooms/lists.md#bulk-jobs). */
import type { z } from "zod";
import type { BulkKind, BulkOptions } from "#contract/bulk.ts";
import type { Role } from "#contract/endpoint.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { CallerOf, OfficeCaller } from "#server/platform/http/caller.ts";

/** What became of a row. A refusal may be thrown as an ApiError as well, which rolls its transaction back. */
export type BulkOutcome =
  /** @param undo what taking the change back needs, kept as JSON */
  { state: "changed"; undo?: unknown } | { state: "unchanged" } | { state: "refused"; message: string };

/** Changes a row in a transaction. @param undo of a row whose change is taken back, as its change returned it */
export type BulkChange = (tx: Tx, id: number, undo: unknown) => Promise<BulkOutcome>;

/** Those who may begin jobs; each kind has its roles. */
export type BulkCaller = OfficeCaller | CallerOf<"supervisor">;

/** A part of a running job. */
export interface BulkRun<C extends BulkCaller = OfficeCaller> {
  /** The person who began the job, with one of the roles of its kind. */
  caller: C;
  options: BulkOptions;
  /** Changes rows one after the other, each in a transaction of its own. @param lockOf names the lock that it takes first */
  each(change: BulkChange, lockOf?: (id: number) => string): Promise<void>;
  /** Notes that rows stay as they are. */
  refuse(ids: readonly number[], message: string): Promise<void>;
  /** Those of some ids that the job has not come to yet. */
  waiting(db: Db, ids: readonly number[]): Promise<number[]>;
  /**
   * Takes rows in a transaction that changes them: no other process changes them for this job, and when they were taken before they are
   * left out. Each of those returned needs an outcome in the same transaction.
   */
  take(tx: Tx, ids: readonly number[]): Promise<number[]>;
  settle(tx: Tx, id: number, outcome: BulkOutcome): Promise<void>;
}

export interface BulkWork<C extends BulkCaller = OfficeCaller> {
  kind: BulkKind;
  /** Those who may begin such a job. */
  roles: readonly Extract<Role, "admin" | "accountant" | "supervisor">[];
  /** The query of the list, without pages and sort. */
  filter: z.ZodObject;
  /** Returns the ids of the rows that match, at most `limit`. @param caller who begins the job */
  choose(db: Db, filter: never, limit: number, caller: C): Promise<number[]>;
  /** Returns the names of the rows that are there. */
  names(db: Db, ids: readonly number[]): Promise<Map<number, string>>;
  /** Returns the sum of rows in whole đồng. */
  amount?(db: Db, ids: readonly number[]): Promise<number>;
  /** Returns sentences about some of the rows that are asked about. */
  notes?(db: Db, ids: readonly number[]): Promise<string[]>;
  /** Returns what is left to be done with rows that were changed; null for nothing. */
  leftover?(db: Db, ids: readonly number[]): Promise<string | null>;
  /** @throws ApiError `invalid` for options that the kind can't do with. */
  assertOptions?(tx: Tx, options: BulkOptions): Promise<void>;
  /** Changes rows. @param ids a batch of those that wait */
  run(run: BulkRun<C>, ids: readonly number[]): Promise<void>;
  /** Takes changes back; without it the kind can't be undone. */
  undo?(run: BulkRun<C>, ids: readonly number[]): Promise<void>;
}
