/** Migrated databases for tests: copies of a template that the global setup has, or emptied again. */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { describe, inject, onTestFinished } from "vitest";
import { changeTopics } from "#server/features/entities.ts";
import type { PostgresChanges } from "#server/platform/db/changes.ts";
import { type Database, sqliteName } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onServer, runOnServer } from "./postgres.ts";
import type { PostgresTemplate } from "./templates.ts";

export interface Templates {
  /** The test run's folder, deleted after it. */
  folder: string;
  /** Migrated file. */
  sqliteFile: string;
  /** The socket that answers with the server of the run, which the first question starts. */
  postgresDesk: string;
}

/** The server of the run. */
interface Postgres extends PostgresTemplate {
  /** How the names of the run's databases begin. */
  run: string;
}

export type PostgresAnswer = Postgres | { error: string };

declare module "vitest" {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** Where a test's data lives: both as `openDatabase` and the environment want them. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Resolves once PostgreSQL runs. */
function postgres(): Promise<Postgres> {
  asked ??= (async () => {
    const answer = JSON.parse(await text(connect(inject("templates").postgresDesk))) as PostgresAnswer;
    if ("error" in answer) throw new Error(answer.error);
    return answer;
  })();
  return asked;
}

let asked: Promise<Postgres> | undefined;

/** Databases that earlier tests of this worker are done with, emptied: making one takes twenty times as long. */
const spares: string[] = [];

export const engines = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/**
 * Declares tests for each engine: those whose result may differ between them, since it rests on SQL, search, locks, races,
 * notices of changes, migrations, the backup or the outbox.
 */
export function onBothEngines(tests: (engine: Engine) => void): void {
  describe.each(engines)("%s", (engine) => {
    tests(engine);
  });
}

/** Declares tests that do not depend on the engine: once, on the embedded database. `ENGINES=all` runs them on both. */
export function onOneEngine(tests: (engine: Engine) => void): void {
  if (process.env.ENGINES === "all") onBothEngines(tests);
  else tests("sqlite");
}

/**
 * A directory and a database of one's own, removed after the test.
 * @param migrated false returns an empty database, for tests of the migrations themselves.
 * @param reusable false returns a database in which no earlier test left statistics, dead rows or connections.
 */
export async function freshPlace(engine: Engine, { migrated = true, reusable = true } = {}): Promise<Place> {
  const dataDir = newFolder();
  onTestFinished(() => removeAll(dataDir));
  if (engine === "sqlite") {
    if (migrated) copyTemplate(dataDir);
    return { dataDir, databaseUrl: undefined };
  }
  const isReusable = migrated && reusable;
  const { url, template } = await postgres();
  const name = (isReusable ? spares.pop() : undefined) ?? (await create(migrated ? template : "template0"));
  onTestFinished(() =>
    isReusable
      ? reset(name).then(
          () => void spares.push(name),
          () => drop(name),
        )
      : drop(name),
  );
  return { dataDir, databaseUrl: onServer(url, name) };
}

/** A migrated place that outlasts its test; the end of the run removes it. */
export async function lastingPlace(engine: Engine): Promise<Place> {
  const dataDir = newFolder();
  if (engine === "postgres") {
    const { url, template } = await postgres();
    return { dataDir, databaseUrl: onServer(url, await create(template)) };
  }
  copyTemplate(dataDir);
  return { dataDir, databaseUrl: undefined };
}

/**
 * Brings the rows and sequences of an open database back to what the migrations left. All topics are raised, as if another process had
 * changed the rows. Fails when a test has dropped a table.
 */
export async function restoreRows({ db, file, changes }: Database): Promise<void> {
  if (file === undefined) {
    await sql`select testing.restore()`.execute(db);
    for (const { topic } of changeTopics) (changes as PostgresChanges).raise(topic);
  } else {
    const { rows } = await sql<{ highest: number }>`select max(value) as highest from versions`.execute(db);
    sqliteTemplate ??= new SQLite(inject("templates").sqliteFile, { readonly: true });
    await sqliteTemplate.backup(file);
    await sql`update versions set value = ${(rows[0]?.highest ?? 0) + 1}`.execute(db);
  }
}

let sqliteTemplate: SQLite.Database | undefined;

/** Returns a function that removes all that is added to a data folder from now on, but the embedded database. */
export function watchFolder(dataDir: string): () => void {
  const read = () => readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  const before = new Set(read());
  return () => {
    for (const entry of read()) {
      if (!before.has(entry) && !entry.startsWith(sqliteName)) removeAll(path.join(dataDir, entry));
    }
  };
}

function newFolder(): string {
  return mkdtempSync(path.join(inject("templates").folder, "test-"));
}

function removeAll(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function copyTemplate(dataDir: string): void {
  copyFileSync(inject("templates").sqliteFile, path.join(dataDir, sqliteName));
}

async function create(template: string): Promise<string> {
  const { url, run } = await postgres();
  const name = `${run}_${randomBytes(8).toString("hex")}`;
  await runOnServer(url, `create database ${name} template ${template}`);
  return name;
}

async function drop(name: string): Promise<void> {
  await runOnServer((await postgres()).url, `drop database if exists ${name} with (force)`);
}

/** Restores the state after the migrations. Fails when a test has dropped a table. */
async function reset(name: string): Promise<void> {
  await runOnServer(onServer((await postgres()).url, name), "select testing.reset()");
}
