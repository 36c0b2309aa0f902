/**
 * `npm run bench`: the product against a bare Fastify that answers a constant list of 12 songs, with 10,000 and 100,000 songs.
 * Prints each measurement with its aim; "by CPU" is the ratio of CPU time per response, which other load on the machine
 * does not distort. Options: `--quick` (64 connections, short windows), `--songs=10000` (one size only),
 * `--only=search` (scenarios by the start of their name; may be repeated), `--profile` (a CPU profile of the server in `bench/profiles`).
 */
import { once } from "node:events";
import { mkdirSync, openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { serverArgs, serverEnv } from "../scripts/server-process.mjs";
import { audioName, createRandom, fillCatalogue, searchWords } from "./catalogue.ts";
import { createLoader, type LoadRequest, type LoadResult } from "./load.ts";
import { cpuSeconds, freePort, type Running, startServer, watchMemory } from "./processes.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    songs: { type: "string" },
    only: { type: "string", multiple: true },
  },
});
const sizes = options.songs ? [Number(options.songs)] : [10_000, 100_000];
const connectionCounts = options.quick ? [64] : [1, 16, 64];
const seconds = options.quick ? 2 : 5;
const { only } = options;
const isSelected = (name: string) => only === undefined || only.some((start) => name.startsWith(start));

const megabyte = 1024 * 1024;
const fileBytes = 20 * megabyte;
const admin = { username: "bench@localhost", password: "bench-bench" };
/** Number of connections for which the aims are set. */
const judgedConnections = 64;

interface Scenario {
  name: string;
  requests: LoadRequest[];
  /** Share of the bare server's rate. */
  aim: number;
}

interface Side {
  server: Running;
  requests: readonly LoadRequest[];
  /** Overrides the server's origin. */
  origin?: string;
}

/** The result of a load with the share of a core that the process used. */
interface Cost extends LoadResult {
  cpu: number;
}

interface Row {
  songs: number;
  scenario: string;
  connections: number;
  ours: Cost;
  bare: Cost;
  aim: number;
  /** Audio is compared in bytes, without a limit of its p99. */
  audio?: boolean;
}

function scenarios(ids: readonly number[]): Scenario[] {
  const random = createRandom(7);
  const anyId = () => ids[Math.floor(random() * ids.length)] ?? 1;
  const all: Scenario[] = [
    { name: "list, warm", requests: [{ path: "/api/songs?limit=12" }], aim: 0.7 },
    { name: "filter, warm", requests: [{ path: "/api/songs?category_id=3&limit=12" }], aim: 0.7 },
    { name: "count, warm", requests: [{ path: "/api/songs/count" }], aim: 0.7 },
    { name: "song, warm", requests: [{ path: `/api/songs/${anyId()}` }], aim: 0.7 },
    {
      name: "list, another of 50 pages",
      requests: Array.from({ length: 50 }, (_, page) => ({ path: `/api/songs?skip=${page * 12}&limit=12` })),
      aim: 0.25,
    },
    {
      name: "filter, another of 50 pages",
      requests: Array.from({ length: 600 }, (_, i) => ({
        path: `/api/songs?skip=${(i % 50) * 12}&limit=12&category_id=${1 + (i % 12)}`,
      })),
      aim: 0.25,
    },
    {
      name: "song, another id",
      requests: Array.from({ length: 20_000 }, () => ({ path: `/api/songs/${anyId()}` })),
      aim: 0.25,
    },
    {
      name: "search, other words",
      requests: Array.from({ length: 40_000 }, () => ({
        path: `/api/songs?limit=12&search=${encodeURIComponent(searchWords(random))}`,
      })),
      aim: 0.15,
    },
  ];
  return [...all, ...pageScenarios()].filter((scenario) => isSelected(scenario.name));
}

const pages = { home: "/", library: "/songs", genres: "/categories", song: "/songs/1" };
const agent = new Agent({ keepAlive: true });
const asBrowser = { "accept-encoding": "gzip, deflate, br" };

function pageScenarios(): Scenario[] {
  return Object.entries(pages).map(([name, path]) => ({
    name: `page, ${name}, cached`,
    requests: [{ path, headers: asBrowser }],
    aim: 0.3,
  }));
}

/**
 * Measures the CPU of the server's process for the first render of each page, compression included. In rounds over all
 * pages, since other load on a shared machine can double the cost of one.
 */
async function benchRenders(songs: number, { origin, pid }: Running): Promise<void> {
  // Pages are cached by host, since their links are absolute.
  const render = async (address: string, round: string, count: number) => {
    for (let i = 0; i < count; i += 1) await visit(`${origin}${address}`, `${round}-${i}.example`);
  };
  const targets = Object.entries(pages).map(([name, address]) => ({ name, address, costs: [] as number[] }));
  // Warm-up of the JIT compiler.
  for (const { address } of targets) await render(address, "warm", 1000);
  const times = 100;
  for (let round = 0; round < (options.quick ? 5 : 15); round += 1) {
    for (const { address, costs } of targets) {
      const before = cpuSeconds(pid);
      await render(address, `${round}`, times);
      costs.push(((cpuSeconds(pid) - before) / times) * 1000);
    }
  }
  for (const { name, costs } of targets) {
    costs.sort((a, b) => a - b);
    const [lowest = 0, median = 0, highest = 0] = [0, costs.length >> 1, costs.length - 1].map((at) => costs[at]);
    renders.push({ name: `${songs} songs, ${name}`, lowest, median, highest });
  }
}

async function visit(url: string, host: string): Promise<void> {
  const request = get(url, { headers: { ...asBrowser, host }, agent });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}`);
}

function mean(a: Cost, b: Cost): Cost {
  return {
    rate: (a.rate + b.rate) / 2,
    bytes: (a.bytes + b.bytes) / 2,
    p99: (a.p99 + b.p99) / 2,
    failed: a.failed + b.failed,
    cpu: (a.cpu + b.cpu) / 2,
  };
}

const folder = await mkdtemp(path.join(tmpdir(), "ngan-nga-bench-"));
const loader = createLoader(folder);
const running: Running[] = [];
const rows: Row[] = [];
const renders: { name: string; lowest: number; median: number; highest: number }[] = [];
const memory: { name: string; bytes: number }[] = [];

async function measure(
  { server, requests, origin = server.origin }: Side,
  connections: number,
  length: number,
): Promise<Cost> {
  const before = cpuSeconds(server.pid);
  const result = await loader.load({ origin, requests, connections, seconds: length });
  return { ...result, cpu: (cpuSeconds(server.pid) - before) / length };
}

/** Measures ours between two runs of the bare server, because the speed of the machine varies. */
async function compare(ours: Side, bare: Side, connections: number): Promise<{ ours: Cost; bare: Cost }> {
  await measure(ours, connections, 1);
  const before = await measure(bare, connections, seconds);
  const result = await measure(ours, connections, seconds);
  return { ours: result, bare: mean(before, await measure(bare, connections, seconds)) };
}

async function benchSize(songs: number): Promise<void> {
  const dataDir = path.join(folder, String(songs));
  const name = audioName(1);
  const file = path.join(dataDir, "uploads", "audio", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, audio(fileBytes));
  const startedAt = performance.now();
  const { ids } = await fillCatalogue(dataDir, songs);
  say(`\n${songs} songs written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

  const port = await freePort();
  const server = await startServer(
    [...profiling(songs), ...serverArgs],
    {
      ...serverEnv,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      DEMO: "0",
      ADMIN_EMAIL: admin.username,
      ADMIN_PASSWORD: admin.password,
    },
    port,
    "/api/health",
  );
  running.push(server);
  const list = await fetch(`${server.origin}/api/songs?limit=12`);
  const bodyFile = path.join(folder, "list.json");
  writeFileSync(bodyFile, Buffer.from(await list.arrayBuffer()));

  const barePort = await freePort();
  const streamPort = await freePort();
  const bare = await startServer(
    ["bench/bare.ts", String(barePort), String(streamPort), bodyFile, file],
    {},
    barePort,
    "/list",
  );
  running.push(bare);

  const underLoad = watchMemory(server.pid);
  const constant = { server: bare, requests: [{ path: "/list" }] };
  for (const { name: scenario, requests, aim } of scenarios(ids)) {
    for (const connections of connectionCounts) {
      const result = await compare({ server, requests }, constant, connections);
      report({ songs, scenario, connections, aim, ...result });
    }
  }
  memory.push({ name: `${songs} songs under load`, bytes: underLoad.peak() });

  if (isSelected("first render")) await benchRenders(songs, server);
  if (songs === sizes.at(-1)) {
    await benchAudio(songs, server, bare, `http://127.0.0.1:${streamPort}`, name);
    if (isSelected("uploads")) await benchUploads(songs, server);
  }
  await server.stop();
  await bare.stop();
}

async function benchAudio(songs: number, server: Running, bare: Running, stream: string, name: string): Promise<void> {
  const random = createRandom(11);
  const ranges = Array.from({ length: 200 }, () => {
    const start = Math.floor(random() * (fileBytes - megabyte));
    return `bytes=${start}-${start + megabyte - 1}`;
  });
  const rangeRequests = (target: string) => ranges.map((range) => ({ path: target, headers: { range } }));
  const ours = `/uploads/audio/${name}`;
  for (const connections of connectionCounts) {
    if (isSelected("audio, ranges")) {
      const result = await compare(
        { server, requests: rangeRequests(ours) },
        { server: bare, requests: rangeRequests(`/static/${name}`) },
        connections,
      );
      report({ songs, scenario: "audio, ranges of 1 MB", connections, aim: 1.3, audio: true, ...result });
    }
    if (isSelected("audio, whole")) {
      const result = await compare(
        { server, requests: [{ path: ours }] },
        { server: bare, origin: stream, requests: [{ path: "/" }] },
        connections,
      );
      report({ songs, scenario: "audio, whole file", connections, aim: 1, audio: true, ...result });
    }
  }
}

async function benchUploads(songs: number, server: Running): Promise<void> {
  const login = await fetch(`${server.origin}/api/auth/login`, { method: "POST", body: new URLSearchParams(admin) });
  const { access_token } = (await login.json()) as { access_token: string };
  const file = path.join(folder, "upload.mp3");
  writeFileSync(file, audio(50 * megabyte));
  const blob = await openAsBlob(file);
  const watch = watchMemory(server.pid);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const body = new FormData();
      body.append("audio_file", blob, "upload.mp3");
      const response = await fetch(`${server.origin}/api/admin/upload-audio`, {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}` },
        body,
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  memory.push({ name: `${songs} songs, ten uploads of 50 MB`, bytes: watch.peak() });
  if (statuses.some((status) => status !== 200)) throw new Error(`uploads responded with ${statuses.join(", ")}`);
}

/** Returns an MP3 of a size: a demo song, repeated. */
function audio(bytes: number): Buffer {
  const song = readFileSync(path.resolve(import.meta.dirname, "../demo/songs/mua-tren-mai-ton.mp3"));
  const buffer = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at += song.length) song.copy(buffer, at);
  return buffer;
}

function profiling(songs: number): string[] {
  if (!options.profile) return [];
  const target = path.resolve(import.meta.dirname, "profiles");
  return ["--cpu-prof", `--cpu-prof-dir=${target}`, `--cpu-prof-name=${songs}.cpuprofile`];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function line(...cells: (string | number)[]): string {
  const widths = [8, 29, 5, 12, 12, 7, 6, 7, 10, 10, 7];
  return cells
    .map((cell, i) => (i === 1 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0)))
    .join(" ");
}

function report(row: Row): void {
  rows.push(row);
  const { songs, scenario, connections, ours, bare, aim, audio: isAudio } = row;
  const speed = (side: LoadResult) => (isAudio ? `${(side.bytes / 1e6).toFixed(0)} MB/s` : side.rate.toFixed(0));
  const verdict =
    ours.failed > 0
      ? `  ${ours.failed} FAILED`
      : connections !== judgedConnections
        ? ""
        : misses(row).length
          ? "  missed"
          : "  met";
  say(
    line(
      songs,
      scenario,
      connections,
      speed(ours),
      speed(bare),
      ratio(row).toFixed(2),
      connections === judgedConnections ? aim : "",
      (ratio(row) * (bare.cpu / ours.cpu)).toFixed(2),
      `${ours.p99.toFixed(2)} ms`,
      `${bare.p99.toFixed(2)} ms`,
      (ours.p99 / bare.p99).toFixed(2),
    ) + verdict,
  );
}

function ratio({ ours, bare, audio: isAudio }: Row): number {
  return isAudio ? ours.bytes / bare.bytes : ours.rate / bare.rate;
}

/** Describes the aims that a row misses. */
function misses(row: Row): string[] {
  const missed: string[] = [];
  const subject = `${row.scenario}, ${row.songs} songs`;
  // True also for NaN, when there was no response.
  if (!(ratio(row) >= row.aim)) missed.push(`${subject}: ${ratio(row).toFixed(2)} of the rate, aim ${row.aim}`);
  const slow = row.ours.p99 / row.bare.p99;
  if (!row.audio && slow > 3) missed.push(`${subject}: p99 ${slow.toFixed(1)} times the bare server's, aim 3`);
  return missed;
}

try {
  say(`Load from ${loader.name}, ${seconds} s each. Aims are judgedConnections at ${judgedConnections} connections.`);
  say(line("songs", "scenario", "conn", "requests/s", "bare", "ratio", "aim", "by CPU", "p99", "bare p99", "ratio"));
  for (const songs of sizes) await benchSize(songs);

  const missed = rows.filter((row) => row.connections === judgedConnections).flatMap(misses);
  const [small, large] = sizes;
  if (large !== undefined) {
    say(`\nRate with ${large} songs as a share of that with ${small} (aim 0.7):`);
    for (const row of rows.filter((one) => one.songs === large && one.connections === judgedConnections)) {
      const other = rows.find(
        (one) => one.songs === small && one.connections === judgedConnections && one.scenario === row.scenario,
      );
      if (!other) continue;
      const share = ratio(row) / ratio(other);
      say(`  ${row.scenario.padEnd(30)} ${share.toFixed(2)}`);
      if (share < 0.7) missed.push(`${row.scenario}: ${share.toFixed(2)} of the rate with ${small} songs, aim 0.7`);
    }
  }
  if (renders.length > 0) say(`\nCPU of a page's first render, the median of rounds and their range:`);
  for (const { name, lowest, median, highest } of renders) {
    const text = `${median.toFixed(2)} ms`;
    say(`  ${name.padEnd(40)} ${text} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`);
  }
  say("\nMemory of the server at its peak (aim 300 MB):");
  for (const { name, bytes } of memory) {
    say(`  ${name.padEnd(40)} ${(bytes / megabyte).toFixed(0)} MB`);
    if (bytes > 300 * megabyte) missed.push(`${name}: ${(bytes / megabyte).toFixed(0)} MB, aim 300 MB`);
  }
  say(missed.length === 0 ? "\nAll aims are met." : `\nMissed:\n${missed.map((one) => `  ${one}`).join("\n")}`);
} finally {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true, force: true });
}
