/** One visitor's connections that read past the caches, on a catalogue of 100,000 songs with all limits on. */
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createRandom, fillCatalogue, searchWords } from "../bench/catalogue.ts";
import { below, type Experiment, none, type Row, type Run, tally } from "./experiment.ts";
import { type Site, startSite } from "./site.ts";

const songs = 100_000;
const connections = 8;
const attackMs = 12_000;
const homeLimitMs = 250;
/** Another address of the loopback, so that limits by address tell the attacker from the visitor. */
const attacker = "127.0.0.2";

const random = createRandom(1);

const attacks: Record<string, (serial: number) => string> = {
  "search=a&skip=N": (serial) => `/api/songs?search=a&skip=${serial}`,
  "with-song-count?x=N": (serial) => `/api/categories/with-song-count?x=${serial}`,
  "search=N": (serial) => `/api/songs?search=${(serial % 1296).toString(36)}&skip=${serial}`,
  "words of lyrics": () => `/api/songs?search=${encodeURIComponent(searchWords(random))}`,
  "pages of searches": (serial) => `/songs?q=a&page=${serial}`,
};

/** Reads one address. @returns its status, 0 where the connection broke. */
function read({ origin }: Site, address: string, options: { agent: Agent; localAddress?: string }): Promise<number> {
  return new Promise((resolve) => {
    const request = get(`${origin}${address}`, { ...options, timeout: 60_000 }, (response) => {
      response.on("error", () => resolve(0)).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.on("timeout", () => request.destroy(new Error("no answer"))).on("error", () => resolve(0));
  });
}

async function attack(run: Run, site: Site, name: string, address: (serial: number) => string): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const visitor = new Agent({ keepAlive: true, maxSockets: 1 });
  run.onEnd(() => {
    agent.destroy();
    visitor.destroy();
  });
  await read(site, "/", { agent: visitor });
  const until = performance.now() + attackMs;
  const statuses: number[] = [];
  let serial = 0;
  const attacking = Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      serial += 1;
      statuses.push(await read(site, address(serial), { agent, localAddress: attacker }));
    }
  });
  const times: number[] = [];
  const homes: number[] = [];
  while (performance.now() < until) {
    const started = performance.now();
    const status = await read(site, "/", { agent: visitor });
    homes.push(status);
    // A refusal is quick and shows nothing.
    if (status === 200) times.push(performance.now() - started);
    await pause(50);
  }
  await Promise.all(attacking);
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
  return [
    below(
      `${name} on ${connections} connections: another visitor's home page, p50`,
      median,
      homeLimitMs,
      (ms) => `${ms.toFixed(0)} ms`,
    ),
    none(
      `${name}: home page without an answer`,
      homes.filter((status) => status !== 200).length,
      ` of ${tally(homes)}; the attacker had ${tally(statuses)}`,
    ),
  ];
}

export const reads: Experiment = {
  name: "reads",
  summary: "8 connections that read past the caches, with 100,000 songs; another visitor's home page meanwhile",
  limitMinutes: 10,
  async measure(run) {
    const rows: Row[] = [];
    const dataDir = `${run.folder}/data`;
    await fillCatalogue(dataDir, songs);
    for (const [name, address] of Object.entries(attacks)) {
      // A server of its own for each: its counts begin anew.
      const site = await startSite(run, { dataDir, env: { RATE_LIMITS: "on" } });
      rows.push(...(await attack(run, site, name, address)));
      await site.stop();
    }
    return rows;
  },
};
