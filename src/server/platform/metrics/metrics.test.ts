import { expect, test, vi } from "vitest";
import { parsePrometheus, valueOf } from "#test/prometheus.ts";
import { Counter, createMetrics, type Family, Histogram } from "./metrics.ts";
import { watchProcess } from "./process.ts";

const silent = { warn: () => {} };

/** Reads the text of some families. */
async function read(...families: Family[]) {
  const metrics = createMetrics(silent);
  metrics.add(() => families);
  return parsePrometheus(await metrics.text());
}

test("counters, gauges and their labels are read as they were written", async () => {
  const hits = new Counter();
  hits.add();
  hits.add();
  const odd = 'quote " backslash \\ line\nend {}=,';
  const families = await read(
    { name: "hits_total", help: "Hits\nand more \\ text", type: "counter", samples: [{ value: hits.value }] },
    { name: "depth", help: "Depth", type: "gauge", samples: [{ labels: { topic: odd }, value: 1e-7 }, { value: -3 }] },
    { name: "limit", help: "Limit", type: "gauge", samples: [{ value: Number.POSITIVE_INFINITY }] },
  );
  expect(valueOf(families, "hits_total")).toBe(2);
  expect(valueOf(families, "depth", { topic: odd })).toBe(1e-7);
  expect(families.get("depth")?.samples.at(-1)).toEqual({ name: "depth", labels: {}, value: -3 });
  expect(valueOf(families, "limit")).toBe(Number.POSITIVE_INFINITY);
});

test("a histogram counts each value up to its bounds", async () => {
  const seconds = new Histogram([0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value);
  const families = await read({
    name: "t",
    help: "T",
    type: "histogram",
    samples: [{ labels: { a: "b" }, value: seconds }],
  });
  expect(["0.1", "1", "+Inf"].map((le) => valueOf(families, "t_bucket", { a: "b", le }))).toEqual([2, 3, 4]);
  expect(valueOf(families, "t_count", { a: "b" })).toBe(4);
  expect(valueOf(families, "t_sum", { a: "b" })).toBeCloseTo(7.65);
});

test("what fails or hangs is left out and counted, with its cause in the log", async () => {
  const warn = vi.fn();
  const metrics = createMetrics({ warn }, { timeoutMs: 1 });
  metrics.add(() => [{ name: "fine", help: "Fine", type: "gauge", samples: [{ value: 1 }] }]);
  metrics.add(() => {
    throw new Error("broken");
  });
  metrics.add(() => new Promise<never>(() => {}));
  const families = parsePrometheus(await metrics.text());
  expect([...families.keys()]).toEqual(["fine", "metrics_failed_collectors"]);
  expect(valueOf(families, "metrics_failed_collectors")).toBe(2);
  expect(warn.mock.calls.map(([{ err }]) => err.message)).toEqual(["broken", "No result after 1 ms"]);
});

test("the process tells of its memory, CPU and event loop", async () => {
  const { collect, stop } = watchProcess({ version: "1.2.3", commit: "1a2b3c4d" });
  try {
    const metrics = createMetrics(silent);
    metrics.add(collect);
    const families = parsePrometheus(await metrics.text());
    expect(
      valueOf(families, "ngan_nga_build_info", { version: "1.2.3", commit: "1a2b3c4d", node: process.version }),
    ).toBe(1);
    const { rss } = process.memoryUsage();
    expect(valueOf(families, "process_resident_memory_bytes")).toBeGreaterThan(rss / 10);
    expect(valueOf(families, "process_cpu_seconds_total")).toBeGreaterThan(0);
    for (const part of ["mean", "p50", "p99", "max"]) {
      expect(valueOf(families, `nodejs_eventloop_lag_${part}_seconds`), part).toBeGreaterThanOrEqual(0);
    }
  } finally {
    stop();
  }
});

test.each([
  ["a\n", "no type"],
  ["# HELP a A\n# TYPE a gauge\na 1", "no end"],
  ["# HELP a A\n# TYPE a gauge\na 1\na 2\n", "the same series twice"],
  ["# HELP a A\n# TYPE a gauge\nb 1\n", "another family"],
  ['# HELP a A\n# TYPE a gauge\na{b="c} 1\n', "a broken label"],
  ["# HELP a A\n# TYPE a gauge\na one\n", "no number"],
  ["# HELP a A\n# TYPE a counter\na 1\n", "a counter of another name"],
  ['# HELP a A\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n', "no last bucket"],
  [
    '# HELP a A\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    "falling buckets",
  ],
])("the parser of these tests refuses %j: %s", (text) => {
  expect(() => parsePrometheus(text)).toThrow();
});
