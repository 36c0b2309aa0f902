/**
 * Reads Prometheus' text format as strictly as it is specified, and stricter: every sample belongs to the family announced just before it,
 * no series comes twice, and histograms are whole.
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */

export interface ParsedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ParsedFamily {
  help: string;
  type: string;
  samples: ParsedSample[];
}

const familyName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const numbers: Record<string, number> = {
  "+Inf": Number.POSITIVE_INFINITY,
  "-Inf": Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};
const suffixes: Record<string, readonly string[]> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
};

/** @throws Error at the first violation. */
export function parsePrometheus(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith("\n")) throw new Error("The last line has no end");
  const families = new Map<string, ParsedFamily>();
  const series = new Set<string>();
  let current: [name: string, family: ParsedFamily] | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, name = "", rest = ""] = line.match(/^# (HELP|TYPE) (\S+) (.+)$/) ?? [];
    if (kind === "HELP") {
      if (!familyName.test(name) || families.has(name)) throw new Error(`Not a new name: ${line}`);
      current = [name, { help: rest, type: "", samples: [] }];
      families.set(...current);
    } else if (kind === "TYPE") {
      if (current?.[0] !== name || current[1].type !== "" || !(rest in suffixes))
        throw new Error(`Wrong type: ${line}`);
      if ((rest === "counter") !== name.endsWith("_total")) throw new Error(`A counter ends in _total: ${line}`);
      current[1].type = rest;
    } else {
      const parsed = sampleOf(line);
      const [family, { type, samples }] = current ?? fail(`No family: ${line}`);
      if (!(suffixes[type] ?? []).some((suffix) => parsed.name === family + suffix)) fail(`Of another family: ${line}`);
      const key = `${parsed.name} ${JSON.stringify(Object.entries(parsed.labels).sort())}`;
      if (series.has(key)) fail(`Twice: ${line}`);
      series.add(key);
      if (type === "counter" && !(parsed.value >= 0)) fail(`Not a count: ${line}`);
      samples.push(parsed);
    }
  }
  for (const [name, { type, samples }] of families) {
    if (type === "") fail(`No type: ${name}`);
    if (type === "histogram") checkHistograms(name, samples);
  }
  return families;
}

/** Returns the value of the one series of a family with these labels; undefined when there is none. */
export function valueOf(
  families: Map<string, ParsedFamily>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ""));
  const found = family?.samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  if (found && found.length > 1) fail(`Several series of ${name}`);
  return found?.[0]?.value;
}

function sampleOf(line: string): ParsedSample {
  const [, name, inBraces = "", number = ""] = line.match(sample) ?? [];
  if (name === undefined) return fail(`Unreadable: ${line}`);
  const value =
    numbers[number] ?? (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(number) ? Number(number) : undefined);
  if (value === undefined) return fail(`Not a number: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = inBraces; rest !== ""; ) {
    const [all, key = "", text = ""] = rest.match(label) ?? fail(`Unreadable labels: ${line}`);
    if (key in labels) fail(`A label comes twice: ${line}`);
    labels[key] = text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
    rest = rest.slice(all.length);
  }
  return { name, labels, value };
}

function checkHistograms(name: string, samples: readonly ParsedSample[]): void {
  const groups = Map.groupBy(samples, ({ labels }) =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([key]) => key !== "le")
        .sort(),
    ),
  );
  for (const [key, group] of groups) {
    const buckets = group.filter((one) => one.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => (labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le)));
    const ascends = (numbers: readonly number[]) =>
      numbers.every((one, at) => at === 0 || one >= (numbers[at - 1] ?? 0));
    const count = group.find((one) => one.name === `${name}_count`)?.value;
    const isWhole =
      bounds.at(-1) === Number.POSITIVE_INFINITY &&
      ascends(bounds) &&
      ascends(buckets.map(({ value }) => value)) &&
      buckets.at(-1)?.value === count &&
      group.some((one) => one.name === `${name}_sum`);
    if (!isWhole) fail(`Not a whole histogram: ${name} ${key}`);
  }
}

function fail(message: string): never {
  throw new Error(message);
}
