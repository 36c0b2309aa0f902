/** Many requests at once on few connections (HTTP pipelining). */
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createRandom, fillCatalogue, searchWords } from "../bench/catalogue.ts";
import { memoryOf } from "../bench/processes.ts";
import { below, type Experiment, megabytes, none, type Row, type Run, seconds, tally } from "./experiment.ts";
import { openSocket, type Site, send, settledMemory, startSite, watchHealth } from "./site.ts";

const songs = 2000;
const attackMs = 20_000;
const healthLimitMs = 2000;
const memoryGrowth = 100 * 1024 * 1024;

interface Attack {
  name: string;
  connections: number;
  /** Requests of one connection. */
  count: number;
  /** How many are sent at once; the next ones follow their answers. All when the client reads no answer. */
  batch: number;
  request: (connection: number, serial: number) => string;
  /** False for clients that read no answer. */
  reads: boolean;
}

function listRequest(connection: number, serial: number): string {
  const words = encodeURIComponent(searchWords(createRandom(connection * 1000 + serial)));
  return `GET /api/songs?limit=100&search=${words} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}

const attacks: Attack[] = [
  {
    name: "4 connections × 160 kB of pages under made-up hosts, unread",
    connections: 4,
    count: 3600,
    batch: 3600,
    request: (connection, serial) => `GET / HTTP/1.1\r\nHost: a${connection}x${serial}.example\r\n\r\n`,
    reads: false,
  },
  {
    name: "20 connections × 900 lists at once",
    connections: 20,
    count: 900,
    batch: 900,
    request: listRequest,
    reads: true,
  },
  {
    name: "20 connections × 900 lists, 20 at once",
    connections: 20,
    count: 900,
    batch: 20,
    request: listRequest,
    reads: true,
  },
];

/** Sends the requests of one connection until it closes. */
function sendRequests(run: Run, site: Site, connection: number, { count, batch, request, reads }: Attack): Socket {
  const socket = openSocket(run, site);
  let sent = 0;
  let answered = 0;
  const sendBatch = () => {
    const size = Math.min(batch, count - sent);
    if (size === 0 || !socket.writable) return;
    socket.write(Array.from({ length: size }, (_, i) => request(connection, sent + i)).join(""));
    sent += size;
  };
  if (reads) {
    socket.on("data", (data) => {
      answered += data.toString("latin1").split("HTTP/1.1 ").length - 1;
      if (answered >= sent) sendBatch();
    });
  } else socket.pause();
  sendBatch();
  return socket;
}

async function attack(run: Run, site: Site, one: Attack): Promise<Row[]> {
  const { name, connections } = one;
  const before = memoryOf(site.pid);
  const health = watchHealth(site);
  const sockets = Array.from({ length: connections }, (_, connection) => sendRequests(run, site, connection, one));
  await pause(attackMs);
  const { slowest, statuses } = await health.stop();
  for (const socket of sockets) socket.destroy();
  const after = await settledMemory(site, before + memoryGrowth);
  return [
    below(`${name}: health's slowest answer`, slowest, healthLimitMs, seconds),
    none(
      `${name}: health without an answer`,
      statuses.filter((status) => status === 0).length,
      ` of ${tally(statuses)}`,
    ),
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
