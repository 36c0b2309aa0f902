/** Fails a test on each console error or warning that it does not expect. */
import { vi } from "vitest";

let expected: RegExp[] = [];
let errors: string[] = [];

/** Expects console errors and warnings that match a pattern. */
export function expectErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Records console errors and warnings from now on. */
export function watchConsole(): void {
  expected = [];
  errors = [];
  // `readInBrowser` logs failed requests; not shown in the test's output.
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      errors.push(`console.${level}: ${parts.map(String).join(" ")}`);
    });
  }
}

/** @throws Error with the unexpected lines */
export function checkConsole(): void {
  const unexpected = errors.filter((line) => !expected.some((pattern) => pattern.test(line)));
  if (unexpected.length > 0) throw new Error(unexpected.join("\n"));
}
