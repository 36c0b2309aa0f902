/** Once per test run: the PostgreSQL server and one migrated template for each engine. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import type { Templates } from "./databases.ts";
import { onServer, runOnServer, startPostgres } from "./postgres.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const dataDir = mkdtempSync(path.join(tmpdir(), "nn-template-"));
  const name = `nn_template_${randomBytes(8).toString("hex")}`;
  const teardown = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await runOnServer(server.url, `drop database if exists ${name} with (force)`).finally(server.stop);
  };
  const templates: Templates = { postgresUrl: server.url, postgresTemplate: name, sqliteFile: "" };
  try {
    await runOnServer(server.url, `create database ${name} template template0`);
    for (const databaseUrl of [undefined, onServer(server.url, name)]) {
      const database = await openDatabase({ dataDir, databaseUrl });
      await migrate(database);
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
