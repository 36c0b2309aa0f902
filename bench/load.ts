/** Loads a server and tells how it did: with wrk where the machine has it, else with autocannon. */
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

export interface Ask {
  path: string;
  headers?: Record<string, string>;
}

export interface Measured {
  /** Requests a second. */
  rate: number;
  /** Bytes a second. */
  bytes: number;
  /** Milliseconds. */
  p99: number;
  /** Answers other than 2xx and connections that broke. */
  failed: number;
}

export interface Load {
  origin: string;
  asks: readonly Ask[];
  connections: number;
  seconds: number;
}

export type Loader = (load: Load) => Promise<Measured>;

/** @param folder where the list of requests may be written. */
export function createLoader(folder: string): { name: string; load: Loader } {
  const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;
  return hasWrk ? { name: "wrk", load: (load) => withWrk(folder, load) } : { name: "autocannon", load: withAutocannon };
}

async function withWrk(folder: string, { origin, asks, connections, seconds }: Load): Promise<Measured> {
  const list = path.join(folder, "asks.txt");
  writeFileSync(list, asks.map(lineOf).join("\n"));
  const script = path.join(import.meta.dirname, "paths.lua");
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout=10s",
    `-s${script}`,
    origin,
    "--",
    list,
  ]);
  const line = stdout.match(/^RESULT (.*)$/m)?.[1];
  if (line === undefined) throw new Error(`wrk said nothing usable:\n${stdout}`);
  const result = JSON.parse(line) as Record<
    "requests" | "microseconds" | "bytes" | "p99" | "refused" | "broken",
    number
  >;
  const took = result.microseconds / 1e6;
  return {
    rate: result.requests / took,
    bytes: result.bytes / took,
    p99: result.p99 / 1000,
    failed: result.refused + result.broken,
  };
}

function lineOf({ path: address, headers = {} }: Ask): string {
  return [address, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\t");
}

async function withAutocannon({ origin, asks, connections, seconds }: Load): Promise<Measured> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [...asks],
  });
  return {
    rate: result.requests.average,
    bytes: result.throughput.average,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
