/**
 * `npm run lighthouse`: the public pages of a production start with the demo songs, on Lighthouse's mobile preset. Prints the
 * scores of the median of three visits and what costs points; ends with an error below 100, except for performance, which
 * differs with the machine's load. A page that is excluded from search engines gets no SEO score. Options: `--runs=1`, `--only=/songs` (one page; may be
 * repeated), `--calibrated` (CPU slowdown by the measured speed of this machine instead of the preset's factor 4).
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type LaunchedChrome, launch } from "chrome-launcher";
import lighthouse, { type RunnerResult } from "lighthouse";
import { serverArgs, serverEnv } from "../scripts/server-process.mjs";
import { routes, type SiteRoute } from "../src/web/site/routes.ts";
import { freePort, startServer } from "./processes.ts";

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string", multiple: true },
    calibrated: { type: "boolean", default: false },
  },
});
const runs = Number(options.runs);
const screens = options.only ?? ["/", "/songs", "/songs/1", "/categories", "/educational", "/login"];
const scoreNames = ["performance", "accessibility", "best-practices", "seo"];
const presetSlowdown = 4;
const shownMetrics = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];

type Result = RunnerResult["lhr"];

function routeAt(screen: string): SiteRoute | undefined {
  return Object.values<SiteRoute>(routes).find((route) => route.path === screen);
}

/** Returns the categories in which a screen is judged. */
function categoriesOf(screen: string): string[] {
  return scoreNames.filter((category) => category !== "seo" || !routeAt(screen)?.hidden);
}

function score(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Measures one visit; repeats it at most twice when the browser loses the trace. */
async function visit(
  url: string,
  port: number,
  onlyCategories: string[],
  slowdown = presetSlowdown,
  tries = 3,
): Promise<Result> {
  const throttling = { cpuSlowdownMultiplier: slowdown };
  const ran = await lighthouse(url, { port, logLevel: "error", onlyCategories, throttling });
  if (ran && !ran.lhr.runtimeError) return ran.lhr;
  if (tries > 1) return visit(url, port, onlyCategories, slowdown, tries - 1);
  throw new Error(`${url}: ${ran?.lhr.runtimeError?.message ?? "no result"}`);
}

/**
 * Returns the CPU slowdown that simulates a mid-tier phone on this machine. The preset's factor 4 suits a fast desktop
 * (benchmark index 1533) and simulates a slower phone on a slow or busy machine.
 * Source: throttling.md of Lighthouse, "Calibrating the CPU slowdown", and the calculator named there.
 */
function slowdownFor(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return 3 + (benchmarkIndex - 1300) / 233;
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

/** Returns the machine's speed by Lighthouse's measure, the median of three visits: other load changes it. */
async function measuredSpeed(url: string, port: number): Promise<number> {
  const speeds: number[] = [];
  for (let run = 0; run < 3; run += 1) speeds.push((await visit(url, port, ["seo"])).environment.benchmarkIndex);
  return speeds.sort((a, b) => a - b)[1] ?? 0;
}

/** Describes the audits that cost points in a category, with the items that they name. */
function faults(result: Result, category: string): string[] {
  return (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
    return [`${category}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ""}`, ...named(audit)];
  });
}

function named({ details }: Result["audits"][string]): string[] {
  if (details?.type !== "table" && details?.type !== "opportunity") return [];
  return details.items.slice(0, 5).map((item) => `    ${JSON.stringify(item).slice(0, 240)}`);
}

async function check(screen: string, origin: string, port: number): Promise<boolean> {
  const results: Result[] = [];
  const categories = categoriesOf(screen);
  const slowdown = options.calibrated
    ? Number(slowdownFor(await measuredSpeed(origin + screen, port)).toFixed(1))
    : presetSlowdown;
  for (let run = 0; run < runs; run += 1) results.push(await visit(origin + screen, port, categories, slowdown));
  results.sort((a, b) => score(a, "performance") - score(b, "performance"));
  const median = results[Math.floor(results.length / 2)];
  if (!median) throw new Error("--runs must be at least 1");
  const imperfect = categories.filter((category) => score(median, category) < 100);
  const scores = scoreNames.map((category) =>
    (categories.includes(category) ? String(score(median, category)) : "-").padStart(16),
  );
  const metrics = shownMetrics.map((id) => median.audits[id]?.displayValue ?? "").join(" · ");
  say(`${screen.padEnd(14)}${scores.join("")}   ${metrics} · ${slowdown}`);
  for (const category of imperfect) for (const fault of faults(median, category)) say(`  ${fault}`);
  return imperfect.every((category) => category === "performance");
}

const folder = await mkdtemp(path.join(tmpdir(), "ngan-nga-lighthouse-"));
const profile = path.join(folder, "chrome");
await mkdir(profile);
const port = await freePort();
const server = await startServer(
  serverArgs,
  { ...serverEnv, PORT: String(port), DATA_DIR: path.join(folder, "data"), RATE_LIMITS: "off" },
  port,
  "/api/health",
);
let chrome: LaunchedChrome | undefined;
try {
  chrome = await launch({
    chromePath: "/usr/bin/chromium",
    userDataDir: profile,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  say(`Median of ${runs}.`);
  say(
    `${"".padEnd(14)}${scoreNames
      .map((category) => category.padStart(16))
      .join("")}   FCP · LCP · TBT · CLS · slowdown`,
  );
  let good = true;
  for (const screen of screens) good = (await check(screen, server.origin, chrome.port)) && good;
  if (!good) process.exitCode = 1;
} finally {
  chrome?.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
