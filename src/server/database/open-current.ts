/** Opening the database of a server or a command. */
import path from "node:path";
import type { Logger } from "pino";
import type { DataPlace } from "#server/platform/config.ts";
import { backupDatabase, dropOldCopies } from "#server/platform/db/backup.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#server/platform/db/database.ts";
import { tableNames } from "#server/platform/db/snapshot.ts";
import { assertSameSite, joinSite } from "#server/platform/site-id.ts";
import { appRelease } from "#server/platform/version.ts";
import { type MigrationStep, migrate, type OnMigration, type SchemaState, schemaState } from "./migrate.ts";
import { migratedBy, NewerDatabaseError, recordMigratedBy } from "./newer-database.ts";

/**
 * Opens the database and migrates it, the embedded one after a backup copy; deletes old copies. The folder must be the database's.
 * @param options.onMigration called before each migration.
 * @param options.isForRequests limits the time of all queries but those of a migration that is due.
 * @throws OperatorError for an unfinished restore, the folder of another site, and a database that a newer release has migrated.
 */
export async function openCurrentDatabase(
  { dataDir, databaseUrl }: Pick<DataPlace, "dataDir" | "databaseUrl">,
  log: Pick<Logger, "info" | "error">,
  {
    isForRequests = false,
    slowQueries,
    onMigration = () => {},
  }: Pick<DatabaseOptions, "isForRequests" | "slowQueries"> & { onMigration?: OnMigration } = {},
): Promise<Database> {
  const place = { dataDir, databaseUrl };
  const onError = (err: Error) => log.error({ err }, "database connection lost");
  const onFollowUpError = (err: unknown) => log.error({ err }, "what follows a commit failed");
  const options = { dataDir, databaseUrl, onError, onFollowUpError, slowQueries };
  const copies = path.join(dataDir, "backups");
  const hasLimits = isForRequests && databaseUrl !== undefined;
  if (hasLimits) {
    const current = await openDatabase({ ...options, isForRequests });
    if ((await closedOnError(current, () => knownState(current))) === "current") {
      await closedOnError(current, () => joinSite(current.db, place));
      dropOldCopies(copies);
      return current;
    }
    await current.close();
  }
  const database = await openDatabase(options);
  const { file } = database;
  /** Of a new database nobody wants to know each one. */
  let isNew = true;
  function tell(step: MigrationStep): void {
    if (!isNew) log.info(`migration ${step.number} of ${step.total}: ${step.name}`);
    onMigration(step);
  }
  async function backup(): Promise<void> {
    isNew = false;
    if (file === undefined) return;
    const copy = await backupDatabase(file, copies);
    log.info({ copy }, "database backed up before its migration");
  }
  async function knownState(opened: Database): Promise<Exclude<SchemaState, "newer">> {
    const state = await schemaState(opened);
    if (state === "newer") throw new NewerDatabaseError(await migratedBy(opened.db), appRelease, place);
    return state;
  }
  const ran = await closedOnError(database, async () => {
    await knownState(database);
    // Before the migrations: another site's database is left as it is.
    if ((await tableNames(database.db)).has("meta")) await assertSameSite(database.db, place);
    const names = await migrate(database, { backup, onMigration: tell }).finally(() => dropOldCopies(copies));
    if (names.length > 0) await recordMigratedBy(database.db, appRelease);
    await joinSite(database.db, place);
    return names;
  });
  if (ran.length > 0) log.info({ migrations: ran.length, last: ran.at(-1) }, "database migrated");
  if (!hasLimits) return database;
  await database.close();
  return openDatabase({ ...options, isForRequests });
}

/** Runs a task on a database, and closes it when the task fails. */
async function closedOnError<T>(database: Database, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    // A server that hangs does not confirm that a connection is closed.
    database.close().catch(() => {});
    throw error;
  }
}
