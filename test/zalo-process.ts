/**
 * A process that handles the outbox of a site whose Zalo channel leads to the double at the address of the argument, for tests: the product
 * itself leads nowhere else. Prints `ready`.
 */
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { anyAgents } from "#server/platform/outbound.ts";

const [url = ""] = process.argv.slice(2);
const config = loadConfig();
const database = await openDatabase(config);
const { outbox } = await buildApp({
  config,
  database,
  log: pino({ level: "error" }),
  zaloOptions: { messageOrigin: url, tokenOrigin: url, agents: anyAgents(), leaseMs: 2000 },
});
outbox.start();
process.stdout.write("ready\n");
// The outbox alone keeps no process alive.
setInterval(() => {}, 60_000);
