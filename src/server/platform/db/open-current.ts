/** Opening the database of a server or a command. */
import path from "node:path";
import type { Logger } from "pino";
import type { DataPlace } from "#server/platform/config.ts";
import { backupDatabase, dropOldCopies } from "./backup.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/**
 * Opens the database and migrates it, the embedded one after a backup copy; deletes old copies.
 * @param options.isForRequests limits the time of queries once the migrations are done.
 * @throws UnfinishedRestoreError
 */
export async function openCurrentDatabase(
  { dataDir, databaseUrl }: Pick<DataPlace, "dataDir" | "databaseUrl">,
  log: Pick<Logger, "info" | "error">,
  { isForRequests = false } = {},
): Promise<Database> {
  const onError = (err: Error) => log.error({ err }, "database connection lost");
  const database = await openDatabase({ dataDir, databaseUrl, onError });
  const { file } = database;
  const copies = path.join(dataDir, "backups");
  async function backup(): Promise<void> {
    if (file === undefined) return;
    const copy = await backupDatabase(file, copies);
    log.info({ copy }, "database backed up before its migration");
  }
  try {
    const ran = await migrate(database, backup).finally(() => dropOldCopies(copies));
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    if (!isForRequests || databaseUrl === undefined) return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  return openDatabase({ dataDir, databaseUrl, onError, isForRequests });
}
