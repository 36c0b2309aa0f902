/** How long visitors and live payments wait while a statement of 4,900 rows of one day and one sum is looked at and imported, on both databases. */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cpuSeconds } from "../bench/processes.ts";
import { below, type Experiment, none, type Row, type Run, seconds, tally } from "./experiment.ts";
import { startOwnPostgres } from "./postgres.ts";
import {
  fillShop,
  importStatement,
  type Movement,
  openForCalls,
  previewStatement,
  type ShopOrder,
  settled,
  statementOf,
  tell,
} from "./shop.ts";
import { type Site, send, startSite, watchHealth } from "./site.ts";

const rows = 4900;
/** Rows with the code of an order that waits. */
const codedRows = 2000;
/** Live payments, and orders for them. */
const livePayments = 1000;
const liveEveryMs = 200;
/** Without anything beside. */
const quietPayments = 20;
const lookEveryMs = 20;
/** With a margin for a busy machine. */
const healthLimitMs = 500;
const answerLimitMs = 1000;
const paidLimitMs = 1500;
const format = (ms: number) => `${ms.toFixed(0)} ms`;

interface Waits {
  answered: number[];
  paid: number[];
  statuses: number[];
}

/** Pays an order by a call of the service, and waits until its page says so. */
async function payLive(site: Site, order: ShopOrder, callId: number, waits: Waits): Promise<void> {
  const began = performance.now();
  const movement = { memo: `live ${order.code}`, reference: `FT26330${callId}LIVE`, callId, isInStatement: false };
  for (;;) {
    const { status } = await tell(site, movement);
    waits.statuses.push(status);
    if (status === 200) break;
    if (status === 0) throw new Error(`No answer to the call for ${order.code}`);
    await pause(lookEveryMs);
  }
  waits.answered.push(performance.now() - began);
  for (;;) {
    const { status: read, text } = await send(site, `GET /api/orders/${order.token}`);
    if (read === 200 && (JSON.parse(text) as { payment_status: string }).payment_status === "paid") break;
    if (read === 0) throw new Error(`No answer of the page of ${order.code}`);
    await pause(lookEveryMs);
  }
  waits.paid.push(performance.now() - began);
}

/** Pays orders one after the other while `task` runs. */
async function whilePaying<T>(
  site: Site,
  live: Iterator<ShopOrder>,
  task: () => Promise<T>,
): Promise<{ result: T; ms: number; cpu: number; waits: Waits; health: { slowest: number; statuses: number[] } }> {
  const waits: Waits = { answered: [], paid: [], statuses: [] };
  const health = watchHealth(site);
  const over = new AbortController();
  const began = performance.now();
  const cpuBefore = cpuSeconds(site.pid);
  const running = task().finally(() => over.abort());
  const paying = (async () => {
    while (!over.signal.aborted) {
      const { value, done } = live.next();
      if (done) throw new Error("All live orders are paid");
      await payLive(site, value, 1_000_000 + value.id, waits);
      await pause(liveEveryMs);
    }
  })();
  const result = await running;
  const ms = performance.now() - began;
  const cpu = cpuSeconds(site.pid) - cpuBefore;
  await paying;
  return { result, ms, cpu, waits, health: await health.stop() };
}

const spread = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
};

async function waitsOn(run: Run, engine: "SQLite" | "PostgreSQL"): Promise<Row[]> {
  const databaseUrl = engine === "PostgreSQL" ? (await startOwnPostgres(run)).url : undefined;
  const dataDir = path.join(run.folder, engine);
  const orders = await fillShop({ dataDir, databaseUrl }, codedRows + livePayments);
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const site = await startSite(run, { dataDir, env });
  await openForCalls(site);
  const live = orders.slice(codedRows).values();
  const movements = Array.from({ length: rows }, (_, n): Movement => {
    const order = orders[n];
    const memo = n < codedRows && order ? `MBVCB.${n}.${order.code}` : `KHACH ${n} chuyen tien`;
    return { memo, reference: `FT26331${String(n).padStart(9, "0")}`, isInStatement: true };
  });
  const text = statementOf(movements);
  const refused: number[] = [];
  const rowsOf = (
    what: string,
    { waits, health, ms, cpu }: Omit<Awaited<ReturnType<typeof whilePaying>>, "result">,
  ) => {
    refused.push(...[...waits.statuses, ...health.statuses].filter((status) => status !== 200));
    const name = `${engine}, ${what} (${seconds(ms)}, ${seconds(cpu * 1000)} of CPU, ${waits.paid.length} live payments)`;
    const row = (of: string, values: readonly number[], limit: number) => {
      const { median, most } = spread(values);
      const one = below(`${name}: ${of}`, most, limit, format);
      return { ...one, measured: `${one.measured}, median ${format(median)}` };
    };
    return [
      below(`${name}: longest wait of /api/health`, health.slowest, healthLimitMs, format),
      row("a live call is answered", waits.answered, answerLimitMs),
      row("its order is paid", waits.paid, paidLimitMs),
    ];
  };
  const quiet = await whilePaying(site, live, () => pause(quietPayments * liveEveryMs));
  const preview = await whilePaying(site, live, () => previewStatement(site, text));
  const taken = await whilePaying(site, live, () => importStatement(site, text));
  const settling = await whilePaying(site, live, () => settled(site));
  const again = await whilePaying(site, live, () => importStatement(site, text));
  await site.stop();
  const statuses = [preview, taken, again].map(({ result }) => result.status);
  return [
    ...rowsOf("nothing beside", quiet),
    ...rowsOf("preview", preview),
    ...rowsOf("import", taken),
    ...rowsOf("its rows are looked at", settling),
    ...rowsOf("import again", again),
    none(
      `${engine}: refused or failed`,
      refused.length + statuses.filter((status) => status !== 200).length,
      refused.length === 0 ? "" : ` (${tally(refused)})`,
    ),
  ];
}

export const waits: Experiment = {
  name: "waits",
  summary: "live payments and visitors beside the import of a statement of 4,900 rows, on both databases",
  limitMinutes: 20,
  measure: async (run) => [...(await waitsOn(run, "SQLite")), ...(await waitsOn(run, "PostgreSQL"))],
};
