/**
 * Migrations: forward only, safe when two processes start at once. Those from 0072 on expand or contract
 * (docs/rooms/database.md#migrations) and leave a busy table usable.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import { classifyDbError, type Dialect, isLockTimeout } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";

export interface Migration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
  /**
   * Runs without a transaction, for what would hold a lock too long in one: backfills in batches and indexes (`online-changes.ts`). It must be
   * safe to run again after an interruption.
   */
  isOnline?: true;
}

export interface NamedMigration {
  name: string;
  migration: Migration;
}

/** A migration that is about to run, as the `number`th of the `total` that are due. */
export interface MigrationStep {
  name: string;
  number: number;
  total: number;
}
export type OnMigration = (step: MigrationStep) => void;

export interface MigrateOptions {
  /** Called once before the first migration of a database that is not new. */
  backup?: () => Promise<void>;
  onMigration?: OnMigration;
  /** All of this release by default. */
  list?: readonly NamedMigration[];
}

/** Those of the folder, in the order of their names; a released one is never changed. */
export const migrations: readonly NamedMigration[] = await Promise.all(
  readdirSync(new URL("./migrations/", import.meta.url))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .toSorted()
    .map(async (name) => ({ name, migration: (await import(`./migrations/${name}.ts`)) as Migration })),
);

/** Runs the missing migrations. @returns the names of those that ran. */
export async function migrate(
  database: Pick<Database, "db" | "commit" | "dialect">,
  { backup, onMigration, list = migrations }: MigrateOptions = {},
): Promise<string[]> {
  const { db, commit, dialect } = database;
  const ran: string[] = [];
  await dialect.exclusively(db, "migrations", async () => {
    await commit(createMigrationsTable);
    const applied = await appliedNames(db);
    const missing = list.filter(({ name }) => !applied.has(name));
    if (applied.size > 0 && missing.length > 0) await backup?.();
    for (const [index, named] of missing.entries()) {
      onMigration?.({ name: named.name, number: index + 1, total: missing.length });
      // The embedded database answers at once: requests have their turn between two migrations.
      await turn();
      if (await runOnce(database, named)) ran.push(named.name);
    }
  });
  return ran;
}

/** Runs a migration, unless another process has run it. @returns whether it ran. */
async function runOnce({ db, commit, dialect }: Pick<Database, "db" | "commit" | "dialect">, named: NamedMigration) {
  const isDone = async (on: Db) =>
    (await sql`select 1 from migrations where name = ${named.name}`.execute(on)).rows.length > 0;
  if (named.migration.isOnline) {
    if (await isDone(db)) return false;
    await run(db, dialect, named);
    return true;
  }
  return withRetries(() =>
    commit({ lock: "migrate" }, async (tx) => {
      if (await isDone(tx)) return false;
      // A change that waits for a table keeps all that come after it waiting too.
      if (isExpansion(named.name)) await dialect.limitLockWait(tx, lockWaitMs);
      await run(tx, dialect, named);
      return true;
    }),
  );
}

/** Milliseconds that a migration beside running processes waits for a lock, and between two tries. */
const lockWaitMs = 500;
const maxTries = 60;

async function withRetries<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt >= maxTries || !isLockTimeout(error)) throw error;
    }
    await pause(lockWaitMs);
  }
}

/**
 * How a database stands to the migrations of this release. `newer`: another release has run one that this one does not know, and that
 * older releases can't work with.
 */
export type SchemaState = "current" | "missing" | "newer";

/** @throws Error of a database that does not answer. */
export async function schemaState({ db }: Pick<Database, "db">): Promise<SchemaState> {
  try {
    const applied = await appliedNames(db);
    if (unknownOf(applied).some((name) => !isExpansion(name))) return "newer";
    return migrations.every(({ name }) => applied.has(name)) ? "current" : "missing";
  } catch (error) {
    if (classifyDbError(error) === "unavailable") throw error;
    // A new database has no table of migrations.
    return "missing";
  }
}

/** Returns the migrations among these that this release does not know. */
export function unknownOf(names: Iterable<string>): string[] {
  return [...names].filter((name) => !migrationNames.includes(name));
}

/** Whether the release before a migration works with the database after it, as its name says. */
const isExpansion = (name: string) => /^\d{4}-expand-/.test(name);

async function appliedNames(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}

/** Returns the migrations up to one, and it. */
export function migrationsUpTo(last: string): NamedMigration[] {
  return migrations.slice(0, migrationNames.indexOf(last) + 1);
}

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Creates the tables of the first `count` migrations in an empty database. */
export async function buildSchema(tx: Db, dialect: Dialect, count: number): Promise<void> {
  await createMigrationsTable(tx);
  for (const named of migrations.slice(0, count)) await run(tx, dialect, named);
}

async function createMigrationsTable(tx: Db): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, ran_at text not null)`.execute(tx);
}

async function run(tx: Db, dialect: Dialect, { name, migration }: NamedMigration): Promise<void> {
  await migration.up(tx as unknown as Kysely<unknown>, dialect);
  await sql`insert into migrations (name, ran_at) values (${name}, ${new Date().toISOString()})`.execute(tx);
}
