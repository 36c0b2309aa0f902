/** Clients that dawdle: each kind of connection must end by itself. */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { audioName, fillCatalogue } from "../bench/catalogue.ts";
import { memoryOf } from "../bench/processes.ts";
import { below, type Experiment, megabytes, none, seconds } from "./experiment.ts";
import { openSocket, send, settledMemory, startSite, watchHealth } from "./site.ts";

const each = 20;
/** Time after which none of the connections is left. */
const patienceMs = 205_000;
const dripMs = 10_000;
const songs = 2000;
/** More than the buffers of both sides hold. */
const audioBytes = 40 * 1024 * 1024;
const memoryGrowth = 100 * 1024 * 1024;

const get = (address: string, times = 1) => `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times);

/** Asks for more than the buffers of both sides hold, in no more requests than a server may let wait. */
const unread = (address: string) => get(address, 30);
/** Letters of the longest lyrics: half a megabyte in a page, which also holds them as data. */
const lyrics = "ệ".repeat(50_000);

/** Returns the bytes that each kind of client sends. @param id a song with long lyrics. */
const kindsOf = (id: number): Record<string, { sends: string; reads: boolean; drips?: true }> => ({
  silent: { sends: "", reads: true },
  "half a header": { sends: "GET / HTTP/1.1\r\nHost: local", reads: true },
  "a byte of a body each 10 s": {
    sends:
      "POST /api/user/login-json HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
    reads: true,
    drips: true,
  },
  "pages not read": { sends: unread(`/songs/${id}`), reads: false },
  "API answers not read": { sends: unread("/api/songs?limit=2"), reads: false },
  "audio not read": { sends: get(`/uploads/audio/${audioName(1)}`), reads: false },
  "idle after an answer": { sends: get("/api/health"), reads: true },
});

/** Returns the ports of the clients whose connections a server still holds. */
function heldPorts(port: number): Set<number> {
  const held = new Set<number>();
  for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1)) {
    const [, local = "", remote = "", , , , , , , inode] = line.trim().split(/\s+/);
    // A connection that only the system still knows has no inode.
    if (portOf(local) === port && inode !== "0") held.add(portOf(remote));
  }
  return held;
}

const portOf = (address: string) => Number.parseInt(address.split(":")[1] ?? "", 16);

export const sockets: Experiment = {
  name: "sockets",
  summary: "clients that are silent, slow, or do not read; connections left after 205 s",
  limitMinutes: 5,
  async measure(run) {
    const dataDir = path.join(run.folder, "data");
    const { ids } = await fillCatalogue(dataDir, songs);
    const folder = path.join(dataDir, "uploads", "audio");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, audioName(1)), Buffer.alloc(audioBytes));
    const site = await startSite(run, { dataDir });
    const newest = ids.slice(-2);
    for (const id of newest) await send(site, `PUT /api/songs/${id}`, { token: site.token, json: { lyrics } });
    const kinds = kindsOf(newest[0] ?? 1);
    const before = memoryOf(site.pid);
    const health = watchHealth(site);
    const dripping: Socket[] = [];
    const clients: { kind: string; port?: number | undefined }[] = [];
    for (const [kind, { sends, reads, drips }] of Object.entries(kinds)) {
      for (let i = 0; i < each; i += 1) {
        const socket = openSocket(run, site);
        if (reads) socket.resume();
        else socket.pause();
        socket.write(sends);
        if (drips) dripping.push(socket);
        const client: (typeof clients)[number] = { kind };
        // A closed socket no longer knows its port.
        socket.once("connect", () => {
          client.port = socket.localPort;
        });
        clients.push(client);
        // It is time that is measured here, not load.
        await pause(25);
      }
    }
    const drip = setInterval(() => {
      for (const socket of dripping) if (socket.writable) socket.write("1");
    }, dripMs);
    run.onEnd(() => clearInterval(drip));
    await pause(patienceMs, undefined, { signal: run.signal });
    const held = heldPorts(site.port);
    const left = clients.filter(({ port }) => port !== undefined && held.has(port));
    const { slowest } = await health.stop();
    const after = await settledMemory(site, before + memoryGrowth);
    const rows = Object.keys(kinds).map((kind) =>
      none(`${each} connections (${kind}): left after 205 s`, left.filter((one) => one.kind === kind).length),
    );
    return [
      ...rows,
      below("health's slowest answer meanwhile", slowest, 2000, seconds),
      below("memory gained by them, after it", Math.max(0, after - before), memoryGrowth, megabytes),
    ];
  },
};
