/** Vitest reporter: writes the errors that belong to no test to the file named by UNHANDLED_ERRORS_FILE, one below the other. */
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError } from "vitest/node";

export default class ErrorsReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (file) writeFileSync(file, errors.map(({ message, stack }) => stack ?? message).join("\n"));
  }
}
