/**
 * Vitest reporter: writes what `npm test` tells beside the results to the file named by RUN_REPORT. The projects run one after
 * another, in the order of their ends.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export interface RunReport {
  /** Errors that belong to no test, one below the other. */
  errors: string;
  projects: { name: string; tests: number /** Milliseconds since 1970. */; endedAt: number }[];
}

export default class RunReporter implements Reporter {
  readonly #projects = new Map<string, { tests: number; endedAt: number }>();

  onTestModuleEnd(module: TestModule): void {
    const { name } = module.project;
    const tests = [...module.children.allTests()].length;
    this.#projects.set(name, { tests: (this.#projects.get(name)?.tests ?? 0) + tests, endedAt: Date.now() });
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env.RUN_REPORT;
    if (!file) return;
    const report: RunReport = {
      errors: errors.map(({ message, stack }) => stack ?? message).join("\n"),
      projects: [...this.#projects].map(([name, times]) => ({ name, ...times })),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
