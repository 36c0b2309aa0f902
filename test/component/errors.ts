/** Fails a test on each console error or warning. */
import { vi } from "vitest";

let errors: string[] = [];

/** Records console errors and warnings from now on. */
export function watchConsole(): void {
  errors = [];
  // `readInBrowser` logs failed requests; not shown in the test's output.
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      errors.push(`console.${level}: ${parts.map(String).join(" ")}`);
    });
  }
}

/** @throws Error with the recorded lines */
export function checkConsole(): void {
  if (errors.length > 0) throw new Error(errors.join("\n"));
}
