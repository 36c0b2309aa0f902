/**
 * Migrations: forward only, safe when two processes start at once. Those from 0072 on expand or contract
 * (docs/rooms/database.md#migrations) and leave a busy table usable.
 */
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import { classifyDbError, type Dialect, isLockTimeout } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import * as foundation from "./migrations/0001-foundation.ts";
import * as site from "./migrations/0002-site.ts";
import * as storage from "./migrations/0003-storage.ts";
import * as dashboard from "./migrations/0004-dashboard.ts";
import * as sessions from "./migrations/0005-sessions.ts";
import * as ids from "./migrations/0006-ids.ts";
import * as loginAddresses from "./migrations/0007-login-addresses.ts";
import * as outbox from "./migrations/0010-outbox.ts";
import * as topics from "./migrations/0011-topics.ts";
import * as userList from "./migrations/0012-user-list.ts";
import * as files from "./migrations/0013-files.ts";
import * as premium from "./migrations/0014-premium.ts";
import * as sessionDevices from "./migrations/0016-session-devices.ts";
import * as requests from "./migrations/0017-requests.ts";
import * as secondFactors from "./migrations/0019-second-factors.ts";
import * as accountTokens from "./migrations/0020-account-tokens.ts";
import * as notifications from "./migrations/0021-notifications.ts";
import * as zalo from "./migrations/0022-zalo.ts";
import * as retention from "./migrations/0023-retention.ts";
import * as reminders from "./migrations/0024-reminders.ts";
import * as songCounts from "./migrations/0025-song-counts.ts";
import * as wordBeginnings from "./migrations/0026-word-beginnings.ts";
import * as adminNotices from "./migrations/0027-admin-notices.ts";
import * as keptSums from "./migrations/0028-kept-sums.ts";
import * as guards from "./migrations/0029-guards.ts";
import * as orderLife from "./migrations/0030-order-life.ts";
import * as auditOfOne from "./migrations/0032-audit-of-one.ts";
import * as administrators from "./migrations/0033-administrators.ts";
import * as desk from "./migrations/0036-desk.ts";
import * as filesInTransit from "./migrations/0037-files-in-transit.ts";
import * as payments from "./migrations/0038-payments.ts";
import * as bulk from "./migrations/0039-bulk.ts";
import * as bin from "./migrations/0040-bin.ts";
import * as history from "./migrations/0041-history.ts";
import * as views from "./migrations/0042-views.ts";
import * as sameFiles from "./migrations/0043-same-files.ts";
import * as lists from "./migrations/0044-lists.ts";
import * as today from "./migrations/0045-today.ts";
import * as release from "./migrations/0046-release.ts";
import * as songGaps from "./migrations/0048-song-gaps.ts";
import * as deskBulk from "./migrations/0049-desk-bulk.ts";
import * as brief from "./migrations/0050-brief.ts";
import * as deliveries from "./migrations/0051-deliveries.ts";
import * as reviews from "./migrations/0052-reviews.ts";
import * as talk from "./migrations/0053-talk.ts";
import * as requestLyrics from "./migrations/0054-lyrics.ts";
import * as gifts from "./migrations/0055-gifts.ts";
import * as orderGifts from "./migrations/0056-order-gifts.ts";
import * as deskWork from "./migrations/0057-desk.ts";
import * as versionWaves from "./migrations/0058-version-waves.ts";
import * as songLines from "./migrations/0060-song-lines.ts";
import * as lyricsSearch from "./migrations/0061-lyrics-search.ts";
import * as learning from "./migrations/0062-learning.ts";
import * as words from "./migrations/0063-words.ts";
import * as wordReviews from "./migrations/0064-word-reviews.ts";
import * as versionLines from "./migrations/0065-version-lines.ts";
import * as binScores from "./migrations/0066-bin-scores.ts";
import * as toldAgain from "./migrations/0067-told-again.ts";
import * as payers from "./migrations/0068-payers.ts";
import * as incomeReceived from "./migrations/0069-income-received.ts";
import * as partPaid from "./migrations/0070-part-paid.ts";
import * as orderRefunds from "./migrations/0071-order-refunds.ts";
import * as premiumSongs from "./migrations/0072-expand-premium-songs.ts";

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

/** In order; a released one is never changed. */
export const migrations: readonly NamedMigration[] = [
  { name: "0001-foundation", migration: foundation },
  { name: "0002-site", migration: site },
  { name: "0003-storage", migration: storage },
  { name: "0004-dashboard", migration: dashboard },
  { name: "0005-sessions", migration: sessions },
  { name: "0006-ids", migration: ids },
  { name: "0007-login-addresses", migration: loginAddresses },
  { name: "0010-outbox", migration: outbox },
  { name: "0011-topics", migration: topics },
  { name: "0012-user-list", migration: userList },
  { name: "0013-files", migration: files },
  { name: "0014-premium", migration: premium },
  { name: "0016-session-devices", migration: sessionDevices },
  { name: "0017-requests", migration: requests },
  { name: "0019-second-factors", migration: secondFactors },
  { name: "0020-account-tokens", migration: accountTokens },
  { name: "0021-notifications", migration: notifications },
  { name: "0022-zalo", migration: zalo },
  { name: "0023-retention", migration: retention },
  { name: "0024-reminders", migration: reminders },
  { name: "0025-song-counts", migration: songCounts },
  { name: "0026-word-beginnings", migration: wordBeginnings },
  { name: "0027-admin-notices", migration: adminNotices },
  { name: "0028-kept-sums", migration: keptSums },
  { name: "0029-guards", migration: guards },
  { name: "0030-order-life", migration: orderLife },
  { name: "0032-audit-of-one", migration: auditOfOne },
  { name: "0033-administrators", migration: administrators },
  { name: "0036-desk", migration: desk },
  { name: "0037-files-in-transit", migration: filesInTransit },
  { name: "0038-payments", migration: payments },
  { name: "0039-bulk", migration: bulk },
  { name: "0040-bin", migration: bin },
  { name: "0041-history", migration: history },
  { name: "0042-views", migration: views },
  { name: "0043-same-files", migration: sameFiles },
  { name: "0044-lists", migration: lists },
  { name: "0045-today", migration: today },
  { name: "0046-release", migration: release },
  { name: "0048-song-gaps", migration: songGaps },
  { name: "0049-desk-bulk", migration: deskBulk },
  { name: "0050-brief", migration: brief },
  { name: "0051-deliveries", migration: deliveries },
  { name: "0052-reviews", migration: reviews },
  { name: "0053-talk", migration: talk },
  { name: "0054-lyrics", migration: requestLyrics },
  { name: "0055-gifts", migration: gifts },
  { name: "0056-order-gifts", migration: orderGifts },
  { name: "0057-desk", migration: deskWork },
  { name: "0058-version-waves", migration: versionWaves },
  { name: "0060-song-lines", migration: songLines },
  { name: "0061-lyrics-search", migration: lyricsSearch },
  { name: "0062-learning", migration: learning },
  { name: "0063-words", migration: words },
  { name: "0064-word-reviews", migration: wordReviews },
  { name: "0065-version-lines", migration: versionLines },
  { name: "0066-bin-scores", migration: binScores },
  { name: "0067-told-again", migration: toldAgain },
  { name: "0068-payers", migration: payers },
  { name: "0069-income-received", migration: incomeReceived },
  { name: "0070-part-paid", migration: partPaid },
  { name: "0071-order-refunds", migration: orderRefunds },
  { name: "0072-expand-premium-songs", migration: premiumSongs },
];

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
