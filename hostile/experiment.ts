/** The form of an experiment, and what each one uses. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One line of the table. */
export interface Row {
  figure: string;
  target: string;
  measured: string;
  holds: boolean;
}

/** One run of an experiment. */
export interface Run {
  /** Made for this run in the system's folder for temporary files, and removed after it. */
  folder: string;
  /** How often kill -9 is repeated for each database; undefined for the usual number. */
  rounds: number | undefined;
  /** Aborts when the time is up or the command is stopped. */
  signal: AbortSignal;
  /** Registers what ends or removes something; called after the run in reverse order, however the run ended. */
  onEnd(undo: () => unknown): void;
}

export interface Experiment {
  name: string;
  summary: string;
  /** After these minutes it counts as failed. */
  limitMinutes: number;
  measure(run: Run): Promise<Row[]>;
}

/** Runs an experiment; a failure is a row that does not hold. */
export async function runExperiment(
  { name, limitMinutes, measure }: Experiment,
  { rounds, stop }: { rounds: number | undefined; stop: AbortSignal },
): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-hostile-"));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limitMinutes * 60_000)]);
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () =>
      reject(new Error(stop.aborted ? "stopped" : `over ${limitMinutes} minutes`)),
    );
  });
  try {
    return await Promise.race([measure({ folder, rounds, signal, onEnd: (task) => undo.push(task) }), aborted]);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return [{ figure: `${name}: measured`, target: "yes", measured: reason, holds: false }];
  } finally {
    for (const task of undo.reverse()) {
      await Promise.resolve()
        .then(task)
        .catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`));
    }
  }
}

const megabyte = 1024 * 1024;
export const megabytes = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`;
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A row whose value must be below a limit. */
export function below(figure: string, value: number, limit: number, format: (value: number) => string): Row {
  return { figure, target: `under ${format(limit)}`, measured: format(value), holds: value < limit };
}

/** A row whose count must be zero. */
export function none(figure: string, count: number, detail = ""): Row {
  return { figure, target: "0", measured: `${count}${detail}`, holds: count === 0 };
}

/** Describes how often each value occurs: `12 × 200, 3 × 503`. */
export function tally(values: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} × ${value}`).join(", ");
}
