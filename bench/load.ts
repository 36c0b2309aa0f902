/** Puts load on a server: with wrk where it is installed, else with autocannon. */
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

export interface LoadRequest {
  path: string;
  headers?: Record<string, string>;
}

export interface LoadResult {
  /** Requests a second. */
  rate: number;
  /** Bytes a second. */
  bytes: number;
  /** Milliseconds. */
  p99: number;
  /** Responses other than 2xx and broken connections. */
  failed: number;
}

export interface Load {
  origin: string;
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
}

export type Loader = (load: Load) => Promise<LoadResult>;

/** @param folder for the list of requests. */
export function createLoader(folder: string): { name: string; load: Loader } {
  const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;
  return hasWrk ? { name: "wrk", load: (load) => withWrk(folder, load) } : { name: "autocannon", load: withAutocannon };
}

async function withWrk(folder: string, { origin, requests, connections, seconds }: Load): Promise<LoadResult> {
  const list = path.join(folder, "requests.txt");
  writeFileSync(list, requests.map(lineOf).join("\n"));
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
  if (line === undefined) throw new Error(`unexpected output of wrk:\n${stdout}`);
  const result = JSON.parse(line) as Record<
    "requests" | "microseconds" | "bytes" | "p99" | "refused" | "broken",
    number
  >;
  const elapsed = result.microseconds / 1e6;
  return {
    rate: result.requests / elapsed,
    bytes: result.bytes / elapsed,
    p99: result.p99 / 1000,
    failed: result.refused + result.broken,
  };
}

function lineOf({ path: address, headers = {} }: LoadRequest): string {
  return [address, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\t");
}

async function withAutocannon({ origin, requests, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [...requests],
  });
  return {
    rate: result.requests.average,
    bytes: result.throughput.average,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
