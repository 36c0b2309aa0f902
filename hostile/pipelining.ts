/** Many requests at once on few connections (HTTP pipelining). */
import { setTimeout as pause } from "node:timers/promises";
import { createRandom, fillCatalogue, searchWords } from "../bench/catalogue.ts";
import { memoryOf } from "../bench/processes.ts";
import { below, type Experiment, megabytes, none, type Row, type Run, seconds } from "./experiment.ts";
import { openSocket, type Site, send, settledMemory, startSite, watchHealth } from "./site.ts";

const songs = 2000;
const attackMs = 20_000;
const healthLimitMs = 2000;
const memoryGrowth = 100 * 1024 * 1024;

interface Attack {
  name: string;
  connections: number;
  /** The requests of a connection in one text. */
  requests: (connection: number) => string;
  /** False for clients that read no answer. */
  reads: boolean;
}

const attacks: Attack[] = [
  {
    name: "4 connections × 160 kB of pages under made-up hosts, unread",
    connections: 4,
    requests: (connection) =>
      Array.from({ length: 3600 }, (_, i) => `GET / HTTP/1.1\r\nHost: a${connection}x${i}.example\r\n\r\n`).join(""),
    reads: false,
  },
  {
    name: "20 connections × 900 lists",
    connections: 20,
    requests: (connection) => {
      const random = createRandom(connection);
      return Array.from({ length: 900 }, () => {
        const words = encodeURIComponent(searchWords(random));
        return `GET /api/songs?limit=100&search=${words} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      }).join("");
    },
    reads: true,
  },
];

async function attack(run: Run, site: Site, { name, connections, requests, reads }: Attack): Promise<Row[]> {
  const before = memoryOf(site.pid);
  const health = watchHealth(site);
  const sockets = Array.from({ length: connections }, (_, connection) => {
    const socket = openSocket(run, site);
    if (reads) socket.resume();
    else socket.pause();
    socket.write(requests(connection));
    return socket;
  });
  await pause(attackMs);
  const { slowest, failed } = await health.stop();
  for (const socket of sockets) socket.destroy();
  const after = await settledMemory(site, before + memoryGrowth);
  return [
    below(`${name}: health's slowest answer`, slowest, healthLimitMs, seconds),
    none(`${name}: health's answers other than 200`, failed),
    below(`${name}: memory gained, after it`, Math.max(0, after - before), memoryGrowth, megabytes),
  ];
}

export const pipelining: Experiment = {
  name: "pipelining",
  summary: "many requests at once on few connections; health meanwhile, memory afterwards",
  limitMinutes: 5,
  async measure(run) {
    const rows: Row[] = [];
    for (const [index, one] of attacks.entries()) {
      const dataDir = `${run.folder}/${index}`;
      await fillCatalogue(dataDir, songs);
      const site = await startSite(run, { dataDir });
      for (let i = 0; i < 200; i += 1) await send(site, `GET ${i % 2 === 0 ? "/" : `/api/songs?skip=${i}`}`);
      rows.push(...(await attack(run, site, one)));
      await site.stop();
    }
    return rows;
  },
};
