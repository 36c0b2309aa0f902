/** The server killed amid the import of a statement while services tell of money, many times over, on both databases. */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bookProblems } from "./books.ts";
import { type Experiment, none, type Row, type Run } from "./experiment.ts";
import { startOwnPostgres } from "./postgres.ts";
import {
  endLeases,
  fillShop,
  importStatement,
  type Movement,
  openForCalls,
  type ShopOrder,
  settled,
  statementOf,
  tell,
} from "./shop.ts";
import { type Site, startSite } from "./site.ts";

const usualRounds = 6;
const ordersOfRound = 240;
/** Connections of the service. */
const callers = 3;

/** Returns what comes in a round: told by the service, by the statement or by both, with and without codes and references, some of it twice. */
function movementsOf(round: number, orders: readonly ShopOrder[]): Movement[] {
  return orders.flatMap((order, n): Movement[] => {
    const serial = round * ordersOfRound + n + 1;
    const reference = n % 3 === 0 ? null : `FT26332${String(serial).padStart(9, "0")}`;
    const coded = { memo: `MBVCB.${serial}.${order.code}.CT tu 1027236393`, reference, order };
    const uncoded = { memo: `KHACH ${serial} chuyen tien`, reference: null, isInStatement: true };
    if (n % 6 === 0) return [{ ...coded, callId: serial, isInStatement: false }];
    if (n % 6 < 3) return [{ ...coded, callId: serial, isInStatement: true }];
    // Paid twice on one day, the first one told by the service.
    if (n % 6 === 3)
      return [
        { ...coded, callId: serial, isInStatement: true },
        { ...coded, isInStatement: true },
      ];
    // The order waits on: nobody knows whose money this is.
    if (n % 24 === 4) return [uncoded, uncoded];
    return [{ ...coded, isInStatement: true }];
  });
}

/** Tells of movements as the service does. @returns those that were not acknowledged */
async function tellAll(site: Site, movements: readonly Movement[]): Promise<Movement[]> {
  const rest = [...movements];
  const refused: Movement[] = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const { status } = await tell(site, next);
        if (status !== 200) refused.push(next);
      }
    }),
  );
  return refused;
}

async function importRounds(run: Run, engine: "SQLite" | "PostgreSQL"): Promise<Row[]> {
  const databaseUrl = engine === "PostgreSQL" ? (await startOwnPostgres(run)).url : undefined;
  const dataDir = path.join(run.folder, engine);
  const rounds = run.rounds ?? usualRounds;
  const orders = await fillShop({ dataDir, databaseUrl }, (rounds + 1) * ordersOfRound);
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  let site = await startSite(run, { dataDir, env });
  await openForCalls(site);
  const all: Movement[] = [];
  const counts = { rows: 0, calls: 0, amidImport: 0, refused: 0 };
  /** Of a round that is left alone: until the answer to the import, and until all is settled. */
  const usualMs = { import: 0, all: 0 };
  for (let round = 0; round <= rounds && !run.signal.aborted; round += 1) {
    const movements = movementsOf(round, orders.slice(round * ordersOfRound, (round + 1) * ordersOfRound));
    const calls = movements.filter(({ callId }) => callId !== undefined);
    const text = statementOf(movements);
    const isLeftAlone = round === 0;
    const began = performance.now();
    const importing = importStatement(site, text);
    const telling = tellAll(site, calls);
    if (isLeftAlone) {
      usualMs.import = (await importing).ms;
      await telling;
      await settled(site);
      usualMs.all = performance.now() - began;
    } else {
      await pause((round % 2 === 0 ? usualMs.all : usualMs.import) * Math.random());
      site.kill("SIGKILL");
      await site.ended;
    }
    if ((await importing).status !== 200) counts.amidImport += 1;
    const untold = await telling;
    if (!isLeftAlone) {
      await endLeases({ dataDir, databaseUrl });
      site = await startSite(run, { dataDir, env, token: site.token });
    }
    // The service tells again of what was not acknowledged, and of some of the rest.
    const again = [...untold, ...calls.filter((_, n) => n % 5 === 0)];
    const [answer, refused] = await Promise.all([importStatement(site, text), tellAll(site, again)]);
    if (answer.status !== 200) throw new Error(`The import was answered with ${answer.status}: ${answer.text}`);
    await settled(site);
    all.push(...movements);
    counts.rows += movements.filter(({ isInStatement }) => isInStatement).length;
    counts.calls += calls.length;
    counts.refused += refused.length;
  }
  await site.stop();
  const problems = await bookProblems({ dataDir, databaseUrl }, orders, all);
  const name = `${rounds} × kill -9, ${engine}`;
  const first = (list: readonly string[]) => (list.length === 0 ? "" : `, ${list.slice(0, 3).join("; ")}`);
  const told = ` of ${counts.rows} rows and ${counts.calls} calls, ${counts.amidImport} kills amid the import`;
  return [
    none(`${name}: movements lost`, problems.lost.length, `${told}${first(problems.lost)}`),
    none(`${name}: movements doubled`, problems.doubled.length, ` of ${all.length}${first(problems.doubled)}`),
    none(`${name}: orders not paid once`, problems.orders.length, ` of ${orders.length}${first(problems.orders)}`),
    none(`${name}: sums that disagree`, problems.sums.length, first(problems.sums)),
    none(`${name}: calls refused after the start`, counts.refused),
  ];
}

export const imports: Experiment = {
  name: "imports",
  summary: "kill -9 while a statement is imported and services tell of money, on both databases",
  limitMinutes: 60,
  measure: async (run) => [...(await importRounds(run, "SQLite")), ...(await importRounds(run, "PostgreSQL"))],
};
