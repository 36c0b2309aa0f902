/**
 * The figures of this process for Prometheus, in its text format (docs/rooms/running-and-watching.md#metrics). Who counts holds the counters,
 * plain objects that cost next to nothing; collectors read them, or the database, when somebody asks.
 */
import type { Logger } from "pino";
import { within } from "../within.ts";

/** A number that only grows. */
export class Counter {
  value = 0;

  add(): void {
    this.value += 1;
  }
}

/** How often values were up to each of the bounds. */
export class Histogram {
  readonly bounds: readonly number[];
  /** One for each bound, and one for what is above. */
  readonly counts: number[];
  sum = 0;

  /** @param bounds ascending. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let place = 0;
    while (value > (bounds[place] ?? Number.POSITIVE_INFINITY)) place += 1;
    counts[place] = (counts[place] ?? 0) + 1;
    this.sum += value;
  }
}

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels?: Labels;
  value: number | Histogram;
}

/** All samples of one name. The name of a counter ends in `_total`. */
export interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** Reads some families when the metrics are asked for; one that fails leaves its families out. */
export type Collector = () => readonly Family[] | Promise<readonly Family[]>;

export interface Metrics {
  add(collector: Collector): void;
  /** Returns all families in Prometheus' text format, within a few seconds. */
  text(): Promise<string>;
}

/** Milliseconds that a collector may take: the database may hang. */
const collectMs = 2000;

/** The content type of the text format. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(log: Pick<Logger, "warn">, { timeoutMs = collectMs } = {}): Metrics {
  const collectors: Collector[] = [];
  return {
    add: (collector) => void collectors.push(collector),
    async text() {
      const results = await Promise.allSettled(
        collectors.map((collect) => within(timeoutMs, async () => await collect())),
      );
      const families: Family[] = [];
      let failed = 0;
      for (const result of results) {
        if (result.status === "fulfilled") families.push(...result.value);
        else {
          failed += 1;
          log.warn({ err: result.reason as Error }, "metrics are incomplete");
        }
      }
      const help = "Groups of metrics that could not be read this time.";
      families.push({ name: "metrics_failed_collectors", help, type: "gauge", samples: [{ value: failed }] });
      return families.map(textOf).join("");
    },
  };
}

function textOf({ name, help, type, samples }: Family): string {
  const lines = [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`];
  for (const { labels = {}, value } of samples) {
    if (value instanceof Histogram) lines.push(...histogramLines(name, labels, value));
    else lines.push(`${name}${labelText(labels)} ${numberText(value)}`);
  }
  return `${lines.join("\n")}\n`;
}

function histogramLines(name: string, labels: Labels, { bounds, counts, sum }: Histogram): string[] {
  let count = 0;
  const buckets = counts.map((inBucket, place) => {
    count += inBucket;
    const le = numberText(bounds[place] ?? Number.POSITIVE_INFINITY);
    return `${name}_bucket${labelText({ ...labels, le })} ${count}`;
  });
  return [
    ...buckets,
    `${name}_sum${labelText(labels)} ${numberText(sum)}`,
    `${name}_count${labelText(labels)} ${count}`,
  ];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
