/** Once per test run: the PostgreSQL server and one migrated template for each engine. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import type { Templates } from "./databases.ts";
import { onServer, runOnServer, startPostgres } from "./postgres.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "nn-tests-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const server = await startPostgres(folder).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  const name = `nn_template_${randomBytes(8).toString("hex")}`;
  const teardown = async () => {
    await runOnServer(server.url, `drop database if exists ${name} with (force)`).finally(server.stop);
    removeFolder();
  };
  const templates: Templates = { folder, postgresUrl: server.url, postgresTemplate: name, sqliteFile: "" };
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
  project.provide("templates", templates);
  return teardown;
}

/**
 * Adds the function `testing.reset()`, which brings rows and sequences back to what the migrations left and ends all other
 * connections.
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
  await client.query(`create function testing.reset() returns void language plpgsql as $$ begin
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    set local session_replication_role = replica;
    ${steps.join("\n    ")}
    end $$`);
  await client.end();
}
