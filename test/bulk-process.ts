/**
 * A process that handles the due messages of a site once, for tests of bulk jobs: it kills itself when it has taken some rows of a job, in the
 * middle of the last one's transaction. @param argument the number of rows
 */
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";

const last = Number(process.argv[2]);
let taken = 0;
const config = loadConfig();
const database = await openDatabase({
  ...config,
  onQuery({ sql }) {
    if (!/^update "bulk_items" set "state" = .* returning/.test(sql)) return;
    taken += 1;
    // The row's own change has begun when the next query comes.
    if (taken === last) setImmediate(() => process.kill(process.pid, "SIGKILL"));
  },
});
const app = await buildApp({ config, database, log: pino({ level: "error" }) });
await app.outbox.flush();
process.stdout.write(`took ${taken} rows\n`);
process.exit(0);
