/** Once per test run, for all projects together: the PostgreSQL server and one migrated template for each engine. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Templates } from "./databases.ts";
import { onServer, runOnServer, startPostgres } from "./postgres.ts";

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has made them.
  if ("templates" in project.getProvidedContext()) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "nn-tests-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const server = await startPostgres(folder).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  const run = `nn_${randomBytes(8).toString("hex")}`;
  const name = `${run}_template`;
  const teardown = async () => {
    await dropDatabases(server.url, run).finally(server.stop);
    removeFolder();
  };
  const templates: Templates = {
    folder,
    postgresUrl: server.url,
    postgresRun: run,
    postgresTemplate: name,
    sqliteFile: "",
  };
  try {
    await runOnServer(server.url, `create database ${name} template template0`);
    for (const databaseUrl of [undefined, onServer(server.url, name)]) {
      const database = await openDatabase({ dataDir: path.join(folder, "template"), databaseUrl });
      await migrate(database);
      if (databaseUrl) await addReset(databaseUrl);
      if (database.file) templates.sqliteFile = database.file;
      await database.close();
    }
  } catch (error) {
    await teardown();
    throw error;
  }
  project.vitest.provide("templates", templates);
  return teardown;
}

/** Drops the databases whose names begin with that of the run. */
async function dropDatabases(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select datname from pg_database where datname like $1", [`${run}\\_%`]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

/**
 * Adds two functions: `testing.restore()` brings rows and sequences back to what the migrations left, `testing.reset()` also ends all
 * other connections.
 */
async function addReset(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rowsOf = async <T>(query: string) => (await client.query(query)).rows as T[];
  await client.query("create schema testing");
  const tables = await rowsOf<{ tablename: string }>("select tablename from pg_tables where schemaname = 'public'");
  const sequences = await rowsOf<{ sequencename: string; last_value: string | null }>(
    "select sequencename, last_value from pg_sequences where schemaname = 'public'",
  );
  const steps: string[] = [];
  for (const { tablename: name } of tables) {
    steps.push(`delete from public.${name};`);
    await client.query(`create table testing.${name} as table public.${name}`);
    if ((await rowsOf(`select 1 from testing.${name} limit 1`)).length > 0) {
      steps.push(`insert into public.${name} select * from testing.${name};`);
    }
  }
  for (const { sequencename: name, last_value } of sequences) {
    steps.push(`perform setval('public.${name}', ${last_value ?? 1}, ${last_value !== null});`);
  }
  // A transaction that a test left open must not hang all that follow.
  await client.query(`create function testing.restore() returns void language plpgsql as $$ begin
    set local lock_timeout = '60s';
    set local session_replication_role = replica;
    ${steps.join("\n    ")}
    end $$`);
  await client.query(`create function testing.reset() returns void language plpgsql as $$ begin
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    perform testing.restore();
    end $$`);
  await client.end();
}
