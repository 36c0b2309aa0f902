/**
 * `npm test`: brings what the tests need, builds the pages, runs both runners, names the failed tests, the slowest files and where the
 * time went, and closes with one line for all tests. `npm test -- NAME …` runs the files whose paths contain a name, in either runner.
 * `npm run test:machine` (`--machine`) runs the tests that measure the machine or check the image and the installation, `npm run test:all`
 * (`--all`) first the others, then these. `ENGINES=all` runs every server test on both databases. Ends with an error when a test failed,
 * a runner crashed, or nothing ran.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { install } from "./install.mjs";
import { buildWeb, fail, root, runBin } from "./prepare.mjs";

const slowestFiles = 10;
/** Lines of what was wrong with a failed test; the runner's own output above has all of them. */
const linesOfFailure = 12;
const isMode = (arg) => arg === "--machine" || arg === "--all";
const mode = process.argv.slice(2).find(isMode);
/** Parts of paths; without any, all tests of the mode run. */
const filters = process.argv.slice(2).filter((arg) => !isMode(arg));

const onPath = (program) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL || onPath("postgres")) return true;
  const base = "/usr/lib/postgresql";
  return (
    existsSync(base) && readdirSync(base).some((version) => existsSync(path.join(base, version, "bin", "postgres")))
  );
}

const canInstall = process.getuid?.() === 0 && onPath("apt-get");

/** Programs of the machine that the tests drive, by the system package that brings each, and the files that need it. */
const needed = [
  {
    title: "Chromium",
    // The build without windows, in which a page costs a third of the time.
    packageName: "chromium-headless-shell",
    neededBy: (file) => file.endsWith(".spec.ts") || file.endsWith(".component.test.tsx"),
    there: () => existsSync("/usr/bin/chromium-headless-shell"),
    orElse: () => existsSync("/usr/bin/chromium"),
  },
  {
    title: "PostgreSQL",
    packageName: "postgresql",
    neededBy: (file) => /^(src\/server|test|hostile)\/.*\.test\.ts$/.test(file),
    there: hasPostgres,
  },
  {
    title: "LibreOffice Calc",
    packageName: "libreoffice-calc-nogui",
    neededBy: (file) => file.endsWith("/orders-export.process.test.ts"),
    there: () => onPath("soffice"),
  },
];

/** The test files whose paths contain one of the names; all of them without a name. */
const chosen = ["src", "test", "hostile", "e2e"]
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)))
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  .filter((file) => filters.length === 0 || filters.some((name) => file.includes(name)));

/** Installs what is missing. Where that can't be done, the tests run if something else does in its place. */
function bringPrograms() {
  const missing = needed.filter((program) => chosen.some(program.neededBy) && !program.there());
  if (missing.length === 0) return;
  if (canInstall) {
    process.stdout.write(`Installing ${titlesOf(missing)} from the system's packages …\n`);
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-q"], options);
    // One by one: a package that the system does not know keeps no other out.
    for (const { packageName } of missing)
      spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", packageName], options);
  }
  const still = missing.filter((program) => !program.there() && !program.orElse?.());
  if (still.length === 0) return;
  fail(
    `The tests need ${titlesOf(still)}. Install: apt-get install ${still.map((program) => program.packageName).join(" ")}\n` +
      "Chromium is looked for at /usr/bin/chromium-headless-shell and /usr/bin/chromium; PostgreSQL on the PATH, in /usr/lib/postgresql, or through TEST_DATABASE_URL; " +
      "LibreOffice as soffice on the PATH.",
  );
}

const titlesOf = (programs) => new Intl.ListFormat("en").format(programs.map((program) => program.title));

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const reports = mkdtempSync(path.join(tmpdir(), "ngan-nga-tests-"));
const playwrightReport = path.join(reports, "playwright.json");

/** Whether browser tests run: the pages are built for them alone. */
const hasBrowserTests =
  (filters.length > 0 || mode !== "--machine") && chosen.some((file) => file.endsWith(".spec.ts"));

/**
 * The runner of all but the browser tests.
 * @param project limits it to a project, or with `!` to the others.
 */
function vitest(project) {
  const results = path.join(reports, `vitest${project}.json`);
  const aboutRun = path.join(reports, `vitest${project}-run.json`);
  return {
    name: "vitest",
    run: () =>
      runBin(
        "vitest",
        [
          "run",
          ...["default", "json", "./test/run-reporter.ts"].map((name) => `--reporter=${name}`),
          `--outputFile.json=${results}`,
          ...(project === "" ? [] : [`--project=${project}`]),
          ...(filters.length > 0 ? ["--passWithNoTests", ...filters] : []),
        ],
        { env: { ...process.env, RUN_REPORT: aboutRun } },
      ),
    results() {
      const report = readReport(results);
      if (!report) return undefined;
      const about = readReport(aboutRun);
      // A file that could not be loaded fails as a suite without tests.
      const broken = report.testResults.filter(
        (file) => file.status === "failed" && file.assertionResults.length === 0,
      );
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
        errors: about?.errors,
        parts: about?.projects ?? [],
      };
    },
  };
}

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
      parts: [{ name: "browser", tests: expected + unexpected + flaky, endedAt: Date.now() }],
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

/** The runners, in their order. A name may be that of any test. */
const runners = [
  ...(filters.length > 0 ? [vitest("")] : mode === "--machine" ? [] : [vitest("!machine")]),
  ...(hasBrowserTests ? [playwright] : []),
  ...(filters.length === 0 && mode !== undefined ? [vitest("machine")] : []),
];

/** How long each part took, milliseconds, and how many tests it has. */
const parts = [];
let partBegan = Date.now();
function endPart(name, tests, now = Date.now()) {
  parts.push({ name, tests, ms: now - partBegan });
  partBegan = now;
}

await install();
bringPrograms();
endPart("install");
if (hasBrowserTests) {
  buildWeb();
  endPart("build");
}

let passed = 0;
let failed = 0;
const files = [];
const failures = [];
const complaints = [];
for (const runner of runners) {
  const code = runner.run();
  const results = runner.results();
  for (const { name, tests, endedAt } of results?.parts ?? []) endPart(name, tests, endedAt);
  complaints.push(results?.errors);
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
process.stdout.write("\nWhere the time went, in seconds:\n");
for (const { name, tests, ms } of [
  ...parts,
  { name: "all", tests: passed + failed, ms: sum(parts.map(({ ms }) => ms)) },
]) {
  const count = tests === undefined ? "" : `, ${tests} tests`;
  process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}${count}\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
