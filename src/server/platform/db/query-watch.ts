/** Measures all queries, and reports slow ones by their text with placeholders, never with their values. */
import type { Logger } from "pino";
import { Counter, Histogram } from "../metrics/metrics.ts";

export interface SlowQueries {
  /** Time from which a query is reported, milliseconds. */
  ms: number;
  report: (sql: string, ms: number) => void;
}

export interface QueryWatch {
  /** How long queries took, without the wait for a connection. */
  readonly seconds: Histogram;
  readonly failed: Counter;
  readonly slow: Counter;
  record(sql: string, ms: number, isFailed: boolean): void;
}

/** Seconds. */
const bounds = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Characters of a statement that are reported: a list of many values has as many placeholders. */
const maxLength = 2000;

/** Reports to the log. @param ms 0 reports nothing. */
export function slowQueryLog(log: Pick<Logger, "warn">, ms: number): SlowQueries | undefined {
  const report = (sql: string, took: number) => log.warn({ ms: Math.round(took), sql }, "slow query");
  return ms > 0 ? { ms, report } : undefined;
}

export function watchQueries(slow?: SlowQueries): QueryWatch {
  const watch = { seconds: new Histogram(bounds), failed: new Counter(), slow: new Counter() };
  return {
    ...watch,
    record(sql, ms, isFailed) {
      watch.seconds.observe(ms / 1000);
      if (isFailed) watch.failed.add();
      if (!slow || ms < slow.ms) return;
      watch.slow.add();
      slow.report(sql.slice(0, maxLength).replaceAll(/\s+/g, " "), ms);
    },
  };
}
