/** The two runners of tests, with what each reports: numbers, failures, times. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, runBin } from "./prepare.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "ngan-nga-tests-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The runner of all but the browser tests.
 * @param projects those that run; all without any.
 * @param names parts of paths of the files that run; all without any.
 * @param env variables of the environment for them.
 */
export function vitest({ projects = [], names = [], env = {} }) {
  const results = path.join(reports, `vitest-${projects.join("-")}.json`);
  const aboutRun = path.join(reports, `vitest-${projects.join("-")}-run.json`);
  return {
    name: "vitest",
    run: () =>
      runBin(
        "vitest",
        [
          "run",
          ...["default", "json", "./test/run-reporter.ts"].map((name) => `--reporter=${name}`),
          `--outputFile.json=${results}`,
          ...projects.map((project) => `--project=${project}`),
          ...(names.length > 0 ? ["--passWithNoTests", ...names] : []),
        ],
        { env: { ...process.env, ...env, RUN_REPORT: aboutRun } },
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

/**
 * The runner of the browser tests.
 * @param projects those that run; all without any.
 * @param names parts of paths of the files that run; all without any.
 */
export function playwright({ projects = [], names = [] }) {
  const results = path.join(reports, `playwright-${projects.join("-")}.json`);
  return {
    name: "playwright",
    run: () =>
      runBin(
        "playwright",
        [
          "test",
          "--reporter=list,json",
          ...projects.map((project) => `--project=${project}`),
          ...names.map(escapeRegExp),
        ],
        { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: results } },
      ),
    results() {
      const report = readReport(results);
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
}

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

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
