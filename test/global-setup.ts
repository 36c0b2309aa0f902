/** Once per test run, for all projects together: its folder, the template of the embedded database, and PostgreSQL for the first test that asks for it. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import type { PostgresAnswer, Templates } from "./databases.ts";
import { startGuard } from "./postgres.ts";
import { addPostgresTemplate, copySqliteTemplate, type PostgresTemplate, startPostgres } from "./templates.ts";

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has made them.
  if ("templates" in project.getProvidedContext()) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "nn-tests-"));
  const guard = startGuard(folder);
  const given = process.env.TEST_DATABASE_URL;
  const run = `nn_${randomBytes(8).toString("hex")}`;

  async function start(): Promise<PostgresTemplate> {
    if (!given) return startPostgres(guard);
    const template = `${run}_template`;
    await addPostgresTemplate(given, template, path.join(folder, "template"));
    return { url: given, template };
  }

  let started: Promise<PostgresTemplate> | undefined;
  const desk = createServer((socket) => {
    started ??= start();
    const answer = (text: PostgresAnswer) => socket.end(JSON.stringify(text));
    // A worker that has ended reads no answer.
    socket.on("error", () => {});
    started.then(
      (template) => answer({ ...template, run }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  const teardown = async () => {
    desk.close();
    try {
      await started?.catch(() => {});
      if (given && started) await dropDatabases(given, run);
    } finally {
      await guard.stop();
    }
  };
  try {
    const templates: Templates = {
      folder,
      sqliteFile: path.join(folder, "template.db"),
      postgresDesk: path.join(folder, "postgres"),
    };
    await copySqliteTemplate(templates.sqliteFile);
    await once(desk.listen(templates.postgresDesk), "listening");
    project.vitest.provide("templates", templates);
  } catch (error) {
    await teardown();
    throw error;
  }
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
