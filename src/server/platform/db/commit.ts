/**
 * The one way to change data: a transaction that is tried again when PostgreSQL breaks it off, and what follows its commit. See
 * docs/rooms/database.md#one-commit.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { type Dialect, isConcurrencyFailure } from "./dialect.ts";
import type { Db, Tx } from "./schema.ts";

export interface CommitOptions {
  /** A named lock that the transaction takes first and holds until it ends. */
  lock?: string;
}

type Task<T> = (tx: Tx) => Promise<T>;

/**
 * Runs a task in a transaction, commits it, and then begins what was registered with `afterCommit`. A task must be safe to run again: it
 * writes through its transaction alone, and what is not in the database comes after the commit.
 * @throws the error of the task, or of the last try after a deadlock; `classifyDbError` calls that one `unavailable`, a 503.
 * @throws Error when the caller is in a task already: on SQLite, with its one connection, it would wait for itself.
 */
export interface Commit {
  <T>(task: Task<T>): Promise<T>;
  <T>(options: CommitOptions, task: Task<T>): Promise<T>;
}

type FollowUp = () => void | Promise<void>;

const maxTries = 3;
/** Two transactions that met would meet again after equal pauses. Milliseconds, of the first pause; each later one is twice as long. */
const [minPauseMs, maxPauseMs] = [10, 60];

const followUpsOf = new WeakMap<Db, Set<FollowUp>>();

/**
 * Lets something follow the commit of a transaction: in the order of registration, once for each function however often it is
 * registered, and not when the transaction is rolled back. The writer's answer does not wait for it. After a write without a transaction it
 * begins at once. Without effect in a transaction that `commit` did not begin, which only migrations and tests have.
 */
export function afterCommit(db: Db, followUp: FollowUp): void {
  if (db.isTransaction) followUpsOf.get(db)?.add(followUp);
  else void followUp();
}

/** @param onError reports errors of what follows a commit: the change is done, so its writer does not get them. */
export function createCommit(
  db: Db,
  dialect: Pick<Dialect, "lock">,
  onError: (error: unknown) => void = () => {},
): Commit {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();

  async function once<T>({ lock }: CommitOptions, task: Task<T>): Promise<{ result: T; followUps: Set<FollowUp> }> {
    const followUps = new Set<FollowUp>();
    const state = { isOpen: true };
    try {
      const result = await db.transaction().execute((tx) =>
        current.run(state, async () => {
          followUpsOf.set(tx, followUps);
          if (lock !== undefined) await dialect.lock(tx, lock);
          return task(tx);
        }),
      );
      return { result, followUps };
    } finally {
      state.isOpen = false;
    }
  }

  async function commit<T>(options: CommitOptions, task: Task<T>): Promise<T> {
    if (current.getStore()?.isOpen) throw new Error("A change within a change needs the transaction of the outer one");
    const { result, followUps } = await withRetries(() => once(options, task));
    for (const followUp of followUps) {
      try {
        Promise.resolve(followUp()).catch(onError);
      } catch (error) {
        onError(error);
      }
    }
    return result;
  }

  return <T>(...args: [Task<T>] | [CommitOptions, Task<T>]) =>
    args.length === 1 ? commit({}, args[0]) : commit(...args);
}

/** Runs a transaction again after a deadlock or a failed serialization, three times in all. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxTries || !isConcurrencyFailure(error)) throw error;
    }
    await wait(2 ** (attempt - 1) * (minPauseMs + Math.random() * (maxPauseMs - minPauseMs)));
  }
}
