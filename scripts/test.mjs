/**
 * `npm test`: brings what the tests need, builds the pages, runs both runners and closes with one line for all tests.
 * Ends with an error when a test failed, a runner crashed, or a runner ran nothing.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildWeb, fail, install, run, runBin } from "./prepare.mjs";

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
];

function bringPrograms() {
  const missing = needed.filter((program) => !program.there());
  if (missing.length === 0) return;
  const titles = missing.map((program) => program.title).join(" and ");
  const names = missing.map((program) => program.packageName);
  if (process.getuid?.() !== 0 || !onPath("apt-get")) {
    fail(
      `The tests need ${titles}. Install: apt-get install ${names.join(" ")}\n` +
        "Chromium is looked for at /usr/bin/chromium; PostgreSQL on the PATH, in /usr/lib/postgresql, or through TEST_DATABASE_URL.",
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

const runners = [
  {
    name: "vitest",
    run: () =>
      runBin(
        "vitest",
        [
          "run",
          ...["default", "json", "./test/errors-reporter.ts"].map((name) => `--reporter=${name}`),
          `--outputFile.json=${vitestReport}`,
        ],
        { env: { ...process.env, UNHANDLED_ERRORS_FILE: unhandledErrors } },
      ),
    count() {
      const report = readReport(vitestReport);
      if (!report) return undefined;
      // A file that could not be loaded fails as a suite without tests.
      const broken = report.testResults.filter(
        (file) => file.status === "failed" && file.assertionResults.length === 0,
      );
      return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
    },
  },
  {
    name: "playwright",
    run: () =>
      runBin("playwright", ["test", "--reporter=list,json"], {
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      }),
    count() {
      const report = readReport(playwrightReport);
      if (!report) return undefined;
      const { expected, flaky, unexpected } = report.stats;
      if (flaky > 0) complaints.push(`${flaky} browser tests passed at their second try only: see "flaky" above`);
      return { passed: expected + flaky, failed: Math.max(unexpected, report.errors.length) };
    },
  },
];

install();
bringPrograms();
buildWeb();

let passed = 0;
let failed = 0;
const complaints = [];
for (const runner of runners) {
  const code = runner.run();
  const counted = runner.count();
  passed += counted?.passed ?? 0;
  failed += counted?.failed ?? 0;
  const nothing = !counted || counted.passed + counted.failed === 0;
  if (nothing || (code !== 0 && counted.failed === 0)) {
    failed += 1;
    complaints.push(
      nothing ? `${runner.name} ran no test (exit code ${code})` : `${runner.name} ended with exit code ${code}`,
    );
  }
}
if (existsSync(unhandledErrors)) complaints.push(readFileSync(unhandledErrors, "utf8"));
rmSync(reports, { recursive: true, force: true });
for (const complaint of complaints.filter(Boolean)) process.stderr.write(`${complaint}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
