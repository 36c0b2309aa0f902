/**
 * The migrated databases that those of the tests are copies of. They are kept from run to run: migrating both engines takes as long as two test files.
 */
import { chownSync, constants, copyFileSync, globSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashOf, keptFolder } from "./kept.ts";
import {
  type Guard,
  initialise,
  newPlace,
  onServer,
  runOnServer,
  type ServerPlace,
  serve,
  serverVersion,
} from "./postgres.ts";

const sqliteFile = "template.db";
const clusterFolder = "data";
const clusterTemplate = "nn_template";

const root = path.dirname(import.meta.dirname);
/** The module that makes the templates, and the migrations, which no module imports by name. */
const sources = ["test/templates.ts", ...globSync("src/server/database/migrations/*.ts", { cwd: root })];

/** A name that changes with all that a template is made from; files of another user could not be read. */
const nameOf = (engine: string, ...texts: string[]) =>
  `${engine}-${hashOf(sources, process.platform, process.arch, `${process.getuid?.()}`, ...texts)}`;

/** Copies the migrated file of the embedded database. */
export async function copySqliteTemplate(to: string): Promise<void> {
  const kept = await keptFolder(nameOf("sqlite"), async (folder) => {
    const { sqliteName } = await import("#server/platform/db/database.ts");
    await migrateNew({ dataDir: folder, databaseUrl: undefined });
    renameSync(path.join(folder, sqliteName), path.join(folder, sqliteFile));
  });
  copyFileSync(path.join(kept, sqliteFile), to);
}

export interface PostgresTemplate {
  /** Superuser's address of the server. */
  url: string;
  /** Name of the migrated database there. */
  template: string;
}

/** Starts a server of the run that has the migrated database. */
export async function startPostgres(guard: Guard): Promise<PostgresTemplate> {
  const kept = await keptFolder(nameOf("postgres", await serverVersion()), async (folder) => {
    const place = newPlace(guard, "new");
    await initialise(place);
    await addPostgresTemplate(await serve(guard, place), clusterTemplate, place.folder);
    await guard.shutDown();
    copyFolder(place.data, path.join(folder, clusterFolder));
  });
  const place = newPlace(guard);
  copyFolder(path.join(kept, clusterFolder), place.data, place.owner);
  return { url: await serve(guard, place), template: clusterTemplate };
}

/** Adds a migrated database to a server. @param dataDir an empty folder */
export async function addPostgresTemplate(url: string, name: string, dataDir: string): Promise<void> {
  await runOnServer(url, `create database ${name} template template0`);
  const databaseUrl = onServer(url, name);
  await migrateNew({ dataDir, databaseUrl });
  await addReset(databaseUrl);
}

async function migrateNew(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const { migrate } = await import("#server/database/migrate.ts");
  const { openDatabase } = await import("#server/platform/db/database.ts");
  const database = await openDatabase(place);
  await migrate(database);
  await database.close();
}

/** Copies a server's data, which it lets nobody else read. */
function copyFolder(from: string, to: string, owner?: ServerPlace["owner"]): void {
  mkdirSync(to, { mode: 0o700 });
  if (owner) chownSync(to, owner.uid, owner.gid);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, owner);
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      if (owner) chownSync(target, owner.uid, owner.gid);
    }
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
