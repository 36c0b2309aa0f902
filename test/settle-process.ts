/**
 * A process that handles the due messages of a site once, for tests: it kills itself at a stage of its first transfer. The stage of the argument
 * is a number of queries from the first look at the transfer on, or `committed` for the moment after the commit; the process prints the
 * number of its queries when it lives longer.
 */
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/platform/config.ts";
import type { Commit } from "#server/platform/db/commit.ts";
import { openDatabase } from "#server/platform/db/database.ts";

const stage = process.argv[2];
const die = () => process.kill(process.pid, "SIGKILL");

let queries = 0;
const config = loadConfig();
const database = await openDatabase({
  ...config,
  onQuery({ sql }) {
    if (queries === 0 && !/from "transfers"/.test(sql)) return;
    queries++;
    if (queries === Number(stage)) die();
  },
});
const commit = (async (...args: Parameters<Commit>) => {
  const result = await database.commit(...args);
  if (stage === "committed" && queries > 0) die();
  return result;
}) as Commit;
const app = await buildApp({ config, database: { ...database, commit }, log: pino({ level: "error" }) });
await app.outbox.flush();
process.stdout.write(`lived for ${queries} queries\n`);
process.exit(0);
