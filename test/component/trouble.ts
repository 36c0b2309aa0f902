/** A watch on the console: an error or warning that a test did not announce fails it. */
import { vi } from "vitest";

let announced: RegExp[] = [];
let complaints: string[] = [];

/** Announces console errors and warnings that the test causes on purpose. */
export function expectTrouble(...patterns: RegExp[]): void {
  announced.push(...patterns);
}

/** Watches the console from now on. */
export function watchConsole(): void {
  announced = [];
  complaints = [];
  // Notes of calls that failed; nobody needs them beside the results.
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      complaints.push(`console.${level}: ${parts.map(String).join(" ")}`);
    });
  }
}

/** @throws Error with the lines that nobody announced */
export function checkConsole(): void {
  const unannounced = complaints.filter((line) => !announced.some((pattern) => pattern.test(line)));
  if (unannounced.length > 0) throw new Error(unannounced.join("\n"));
}
