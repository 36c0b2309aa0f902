/** Opens the database of a site for a command. */
import type { Logger } from "pino";
import { openCurrentDatabase } from "#server/database/open-current.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { OperatorError } from "#server/platform/operator-error.ts";

/** Opens and migrates the database as `openCurrentDatabase`, or ends the process with a message for the operator. */
export async function openSiteDatabase(
  config: Config,
  log: Pick<Logger, "info" | "error">,
  options?: { isForRequests?: boolean },
): Promise<Database> {
  try {
    return await openCurrentDatabase(config, log, options);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
