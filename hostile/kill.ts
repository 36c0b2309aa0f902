/** The server killed at any moment of writing and uploading, many times over, on both databases. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { below, type Experiment, none, type Row, type Run, seconds } from "./experiment.ts";
import { startOwnPostgres } from "./postgres.ts";
import { addCategory, addPackage, type Site, startSite } from "./site.ts";
import { readStored } from "./stored.ts";
import {
  doubledOrders,
  lostWrites,
  nothingYet,
  retryOrders,
  writeCategories,
  writeOrders,
  writeSongs,
} from "./writers.ts";

const usualRounds = { SQLite: 60, PostgreSQL: 30 };
/** The kill comes within this time after the writers begin, milliseconds. */
const writingMs = 2000;
/** Time for the removals that begin with a start. */
const sweepMs = 5000;
const startLimitMs = 10_000;

async function killRounds(run: Run, engine: keyof typeof usualRounds): Promise<Row[]> {
  const databaseUrl = engine === "PostgreSQL" ? (await startOwnPostgres(run)).url : undefined;
  const dataDir = path.join(run.folder, engine);
  const rounds = run.rounds ?? usualRounds[engine];
  const done = nothingYet();
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  let slowestStart = 0;
  let token: string | undefined;
  const start = async (): Promise<Site> => {
    const started = performance.now();
    const site = await startSite(run, { dataDir, env, token });
    // The first start also makes the database.
    if (token !== undefined) slowestStart = Math.max(slowestStart, performance.now() - started);
    token = site.token;
    return site;
  };
  let categoryId: number | undefined;
  let packageId: number | undefined;
  /** Keys of the orders of the last round. */
  let ordered: string[] = [];
  for (let round = 0; round < rounds && !run.signal.aborted; round += 1) {
    const site = await start();
    categoryId ??= await addCategory(site);
    packageId ??= await addPackage(site);
    await retryOrders(site, packageId, ordered, done);
    const orders = Array.from({ length: 2 }, () => writeOrders(site, packageId ?? 0, done));
    const writers = [
      ...Array.from({ length: 4 }, () => writeSongs(site, categoryId ?? 0, done)),
      ...Array.from({ length: 2 }, () => writeCategories(site, done)),
    ];
    await pause(writingMs * Math.random());
    site.kill("SIGKILL");
    await site.ended;
    await Promise.all(writers);
    ordered = (await Promise.all(orders)).flat();
  }
  const site = await start();
  await retryOrders(site, packageId ?? 0, ordered, done);
  await pause(sweepMs);
  await site.stop();
  const stored = await readStored({ dataDir, databaseUrl });
  const lost = lostWrites(done, stored, dataDir);
  const unfinished = path.join(dataDir, "tmp");
  const name = `${rounds} × kill -9, ${engine}`;
  return [
    none(`${name}: acknowledged writes lost`, lost.length, ` of ${done.writes}`),
    none(`${name}: orders that a retry doubles`, doubledOrders(done, stored).length, ` of ${done.orders.size}`),
    none(`${name}: files that are named and missing`, stored.missing.length),
    none(`${name}: files that nothing knows`, stored.orphans.length),
    none(`${name}: unfinished files left`, existsSync(unfinished) ? readdirSync(unfinished).length : 0),
    none(`${name}: problems found in the database`, stored.problems.length),
    below(`${name}: slowest start`, slowestStart, startLimitMs, seconds),
  ];
}

export const kill: Experiment = {
  name: "kill",
  summary: "kill -9 while songs are written and uploaded and packages ordered, on both databases",
  limitMinutes: 12,
  measure: async (run) => [...(await killRounds(run, "SQLite")), ...(await killRounds(run, "PostgreSQL"))],
};
