/**
 * The tests: brings what they need, builds the pages, runs both runners, names the failed tests, the slowest files and where the
 * time went, and closes with one line for all tests. Ends with an error when a test failed, a runner crashed, or nothing ran.
 *
 * `npm test` runs the gate. `npm run test:all` (`--all`) adds the slow lane. `npm test -- NAME …` runs the files of either lane whose
 * paths contain a name. `npm test -- --changed [COMMIT]` checks the files that differ from a commit (HEAD, unless another is named), and runs
 * the tests of the gate that they reach. `ENGINES=all` runs every server test on both databases.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { install } from "./install.mjs";
import { buildWeb, fail, node, root, runBin } from "./prepare.mjs";
import { bringPrograms } from "./test-programs.mjs";
import { playwright, sum, vitest } from "./test-runners.mjs";

const slowestFiles = 20;
/** Lines of what was wrong with a failed test; the runner's own output above has all of them. */
const linesOfFailure = 12;

const args = process.argv.slice(2);
const isAll = args.includes("--all");
const isChanged = args.includes("--changed");
const names = args.filter((arg) => !arg.startsWith("--"));

/** How long each part took, milliseconds, and how many tests it has. */
const parts = [];
let partBegan = Date.now();
function endPart(name, tests, now = Date.now()) {
  parts.push({ name, tests, ms: now - partBegan });
  partBegan = now;
}

let passed = 0;
let failed = 0;
const files = [];
const failures = [];
const complaints = [];

await install();
const reach = isChanged ? reachOf(names[0]) : undefined;
/** Parts of paths of the test files that run; undefined for whole lanes. */
const chosenNames = isChanged ? (reach.isAll ? undefined : reach.tests) : names.length > 0 ? names : undefined;
const chosen = testFiles().filter(isChosen);
const journeys = chosen.filter((file) => file.endsWith(".spec.ts"));
bringPrograms(chosen);
endPart("install");
if (reach) checkChanged(reach.changed);
if (journeys.length > 0) {
  buildWeb();
  endPart("build");
}
for (const runner of runners()) report(runner, runner.run());
if (chosen.length === 0 && !isChanged) {
  failed += 1;
  complaints.push(`No test file has ${names.map((name) => `"${name}"`).join(" or ")} in its path`);
}
tell();
process.exit(failed > 0 ? 1 : 0);

/** The test files of both lanes, as paths from the project's folder with slashes. */
function testFiles() {
  return ["src", "test", "hostile", "e2e"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file));
}

/** Whether a file is in the slow lane: tests of whole processes, of the machine, and of the browser under odd conditions. */
function isSlow(file) {
  return /\.(process|machine)\.test\.ts$/.test(file) || file.startsWith("e2e/wide/");
}

function isChosen(file) {
  if (chosenNames === undefined || isChanged) {
    return (isAll || !isSlow(file)) && (chosenNames === undefined || chosenNames.includes(file));
  }
  return chosenNames.some((name) => file.includes(name));
}

/** The runners, in their order. What measures the machine runs last, when nothing else does. */
function runners() {
  if (chosenNames) {
    const others = chosen.filter((file) => !journeys.includes(file));
    return [
      ...(others.length > 0 ? [vitest({ names: isChanged ? others : names })] : []),
      ...(journeys.length > 0 ? [playwright({ names: isChanged ? journeys : names })] : []),
    ];
  }
  const gate = ["unit", "server", "isolated"];
  if (isAll) {
    return [vitest({ projects: [...gate, "process", "component"] }), playwright({}), vitest({ projects: ["machine"] })];
  }
  return [
    vitest({ projects: gate }),
    // On the build of React that people get; the other lane has the one that warns.
    vitest({ projects: ["component"], env: { NODE_ENV: "production" } }),
    playwright({ projects: ["gate"] }),
  ];
}

/** What `scripts/changed.ts` finds out of the files that differ from a commit. */
function reachOf(commit = "HEAD") {
  const { status, stdout, stderr } = spawnSync(node, ["scripts/changed.ts", commit], { cwd: root, encoding: "utf8" });
  if (status !== 0) fail(stderr);
  return JSON.parse(stdout);
}

/** Types of the project, lint and format of the changed files. */
function checkChanged(changed) {
  const sources = changed.filter((file) => /\.(ts|tsx|mjs|cjs|css|json)$/.test(file));
  const scripts = sources.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));
  const checks = [
    ["types of the routes", "react-router", ["typegen"], true],
    ["types", "tsc", ["--noEmit", "-p", "."], true],
    [
      "lint",
      "oxlint",
      ["--type-aware", "--deny-warnings", "--no-error-on-unmatched-pattern", ...scripts],
      scripts.length > 0,
    ],
    ["format", "biome", ["check", "--no-errors-on-unmatched", ...sources], sources.length > 0],
  ];
  for (const [name, bin, binArgs, isNeeded] of checks) {
    if (isNeeded && runBin(bin, binArgs) !== 0) {
      failed += 1;
      failures.push({ name: `${name} of the changed files`, message: "" });
    }
    endPart(name);
  }
}

/** Adds what a runner found. */
function report(runner, code) {
  const results = runner.results();
  for (const { name, tests, endedAt } of results?.parts ?? []) endPart(name, tests, endedAt);
  complaints.push(results?.errors);
  const counted = results ? results.passed + results.failed : 0;
  passed += results?.passed ?? 0;
  failed += results?.failed ?? 0;
  files.push(...(results?.files ?? []));
  failures.push(...(results?.failures ?? []));
  if (counted === 0) {
    failed += 1;
    complaints.push(`${runner.name} ran no test (exit code ${code})`);
  } else if (code !== 0 && results.failed === 0) {
    failed += 1;
    complaints.push(`${runner.name} ended with exit code ${code}`);
  }
}

function tell() {
  for (const complaint of complaints.filter(Boolean)) process.stderr.write(`${complaint}\n`);
  if (failures.length > 0) process.stdout.write("\nThe failed tests:\n");
  for (const { name, message } of failures) {
    process.stdout.write(
      `  ${name}\n${message.split("\n").slice(0, linesOfFailure).join("\n").replace(/^/gm, "    ")}\n`,
    );
  }
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, slowestFiles);
  if (slowest.length > 0) process.stdout.write("\nThe slowest test files, in seconds:\n");
  for (const { name, ms } of slowest) process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}\n`);
  process.stdout.write("\nWhere the time went, in seconds:\n");
  for (const { name, tests, ms } of [
    ...parts,
    { name: "all", tests: passed + failed, ms: sum(parts.map((part) => part.ms)) },
  ]) {
    const count = tests === undefined ? "" : `, ${tests} tests`;
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}${count}\n`);
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}
