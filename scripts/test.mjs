/**
 * `npm test`: brings what the tests need, builds the pages, runs both runners, names the failed tests and the slowest files, and
 * closes with one line for all tests. `npm test -- NAME …` runs the files whose paths contain a name, in either runner. `ENGINES=all` runs
 * every server test on both databases. Ends with an error when a test failed, a runner crashed, or nothing ran.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildWeb, fail, install, root, run, runBin } from "./prepare.mjs";

const slowestFiles = 10;
/** Lines of what was wrong with a failed test; the runner's own output above has all of them. */
const linesOfFailure = 12;
/** Parts of paths; without any, all tests run. */
const filters = process.argv.slice(2);

const onPath = (program) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL || onPath("postgres")) return true;
  const base = "/usr/lib/postgresql";
  return (
    existsSync(base) && readdirSync(base).some((version) => existsSync(path.join(base, version, "bin", "postgres")))
  );
}

/** Programs of the machine that the tests drive, by the system package that brings each. */
const needed = [
  { title: "Chromium", packageName: "chromium", there: () => existsSync("/usr/bin/chromium") },
  { title: "PostgreSQL", packageName: "postgresql", there: hasPostgres },
  { title: "LibreOffice Calc", packageName: "libreoffice-calc-nogui", there: () => onPath("soffice") },
];

function bringPrograms() {
  const missing = needed.filter((program) => !program.there());
  if (missing.length === 0) return;
  const titles = new Intl.ListFormat("en").format(missing.map((program) => program.title));
  const names = missing.map((program) => program.packageName);
  if (process.getuid?.() !== 0 || !onPath("apt-get")) {
    fail(
      `The tests need ${titles}. Install: apt-get install ${names.join(" ")}\n` +
        "Chromium is looked for at /usr/bin/chromium; PostgreSQL on the PATH, in /usr/lib/postgresql, or through TEST_DATABASE_URL; " +
        "LibreOffice as soffice on the PATH.",
    );
  }
  process.stdout.write(`Installing ${titles} from the system's packages …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (spawnSync("apt-get", ["update", "-q"], { stdio: "inherit", env }).status !== 0) fail("apt-get update failed.");
  run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { env });
  const still = missing.filter((program) => !program.there()).map((program) => program.title);
  if (still.length > 0) fail(`${still.join(" and ")} could not be installed: see the message of apt-get above.`);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const reports = mkdtempSync(path.join(tmpdir(), "ngan-nga-tests-"));
const vitestReport = path.join(reports, "vitest.json");
const unhandledErrors = path.join(reports, "unhandled.txt");
const playwrightReport = path.join(reports, "playwright.json");

/** Whether browser tests run: the pages are built for them alone. */
const hasBrowserTests =
  filters.length === 0 ||
  readdirSync(path.join(root, "e2e"), { recursive: true })
    .map((file) => `e2e/${file.replaceAll(path.sep, "/")}`)
    .some((file) => file.endsWith(".spec.ts") && filters.some((name) => file.includes(name)));

const vitest = {
  name: "vitest",
  run: () =>
    runBin(
      "vitest",
      [
        "run",
        ...["default", "json", "./test/errors-reporter.ts"].map((name) => `--reporter=${name}`),
        `--outputFile.json=${vitestReport}`,
        ...(filters.length > 0 ? ["--passWithNoTests", ...filters] : []),
      ],
      { env: { ...process.env, UNHANDLED_ERRORS_FILE: unhandledErrors } },
    ),
  results() {
    const report = readReport(vitestReport);
    if (!report) return undefined;
    // A file that could not be loaded fails as a suite without tests.
    const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      failures: [
        ...broken.map((file) => ({ name: path.relative(root, file.name), message: file.message })),
        ...report.testResults.flatMap((file) =>
          file.assertionResults
            .filter((test) => test.status === "failed")
            .map((test) => ({
              name: `${path.relative(root, file.name)} › ${test.fullName}`,
              message: test.failureMessages.join("\n"),
            })),
        ),
      ],
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        name: path.relative(root, name),
        ms: endTime - startTime,
      })),
    };
  },
};

const playwright = {
  name: "playwright",
  run: () =>
    runBin("playwright", ["test", "--reporter=list,json", ...filters.map(escapeRegExp)], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    }),
  results() {
    const report = readReport(playwrightReport);
    if (!report) return undefined;
    const { expected, flaky, unexpected } = report.stats;
    return {
      passed: expected,
      failed: Math.max(unexpected + flaky, report.errors.length),
      failures: [
        ...report.errors.map((error) => ({ name: "playwright", message: error.message ?? "" })),
        ...report.suites.flatMap(failuresOf),
      ],
      files: report.suites.map((suite) => ({ name: `e2e/${suite.file}`, ms: durationOf(suite) })),
    };
  },
};

/** Playwright takes names as patterns. */
function escapeRegExp(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** The failed tests of a Playwright suite, each with what was wrong. */
function failuresOf({ file, specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => ({
      name: `e2e/${file} › ${spec.title}`,
      message: spec.tests.flatMap((test) => test.results.map((result) => result.error?.message ?? "")).join("\n"),
    })),
    ...suites.flatMap(failuresOf),
  ];
}

/** Milliseconds of all tests of a Playwright suite together. */
function durationOf({ specs = [], suites = [] }) {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results));
  return sum([...results.map((result) => result.duration), ...suites.map(durationOf)]);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

await install();
bringPrograms();
if (hasBrowserTests) buildWeb();

let passed = 0;
let failed = 0;
const files = [];
const failures = [];
const complaints = [];
for (const runner of hasBrowserTests ? [vitest, playwright] : [vitest]) {
  const code = runner.run();
  const results = runner.results();
  const counted = results ? results.passed + results.failed : 0;
  passed += results?.passed ?? 0;
  failed += results?.failed ?? 0;
  files.push(...(results?.files ?? []));
  failures.push(...(results?.failures ?? []));
  if (counted === 0 && (filters.length === 0 || code !== 0)) {
    failed += 1;
    complaints.push(`${runner.name} ran no test (exit code ${code})`);
  } else if (code !== 0 && results.failed === 0) {
    failed += 1;
    complaints.push(`${runner.name} ended with exit code ${code}`);
  }
}
if (passed + failed === 0) {
  failed += 1;
  complaints.push(`No test file has ${filters.map((name) => `"${name}"`).join(" or ")} in its path`);
}
if (existsSync(unhandledErrors)) complaints.push(readFileSync(unhandledErrors, "utf8"));
rmSync(reports, { recursive: true, force: true });
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
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
