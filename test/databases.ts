/** Fresh, migrated databases for tests: copies of a template that the global setup migrates once, or emptied again. */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, inject, onTestFinished } from "vitest";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onServer, runOnServer } from "./postgres.ts";

export interface Templates {
  /** The test run's folder, deleted after it. */
  folder: string;
  /** Superuser's address of the test server. */
  postgresUrl: string;
  /** How the names of the run's databases begin. */
  postgresRun: string;
  /** Name of the migrated database there. */
  postgresTemplate: string;
  /** Migrated file. */
  sqliteFile: string;
}

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
  const templates = inject("templates");
  const dataDir = mkdtempSync(path.join(templates.folder, "test-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  if (engine === "sqlite") {
    if (migrated) copyFileSync(templates.sqliteFile, path.join(dataDir, path.basename(templates.sqliteFile)));
    return { dataDir, databaseUrl: undefined };
  }
  const isReusable = migrated && reusable;
  const name =
    (isReusable ? spares.pop() : undefined) ?? (await create(migrated ? templates.postgresTemplate : "template0"));
  onTestFinished(() =>
    isReusable
      ? reset(name).then(
          () => void spares.push(name),
          () => drop(name),
        )
      : drop(name),
  );
  return { dataDir, databaseUrl: onServer(templates.postgresUrl, name) };
}

async function create(template: string): Promise<string> {
  const { postgresRun, postgresUrl } = inject("templates");
  const name = `${postgresRun}_${randomBytes(8).toString("hex")}`;
  await runOnServer(postgresUrl, `create database ${name} template ${template}`);
  return name;
}

function drop(name: string): Promise<void> {
  return runOnServer(inject("templates").postgresUrl, `drop database if exists ${name} with (force)`);
}

/** Restores the state after the migrations. Fails when a test has dropped a table. */
function reset(name: string): Promise<void> {
  return runOnServer(onServer(inject("templates").postgresUrl, name), "select testing.reset()");
}
