/** The site under attack: always a server of its own, on the loopback, with data of its own. */
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, memoryOf, type Running, startServer } from "../bench/processes.ts";
import { serverArgs, serverEnv } from "../scripts/server-process.mjs";
import type { Run } from "./experiment.ts";

export const admin = { username: "hostile@localhost", password: "chín con thuyền giấy" };
/** No answer takes longer than this without being a failure. */
const answerLimitMs = 60_000;

export interface Site extends Running {
  port: number;
  dataDir: string;
  /** Of the administrator. */
  token: string;
}

export interface SiteOptions {
  dataDir?: string;
  /** Over those of a production server without demo and rate limits. */
  env?: Record<string, string>;
  /** Arguments of Node. */
  args?: readonly string[];
  /** Descriptor of the server's log. */
  stdout?: number;
  /** Of an earlier start on the same data. */
  token?: string;
}

/** Starts a server in production mode; it is killed at the end of the run. */
export async function startSite(
  run: Run,
  { dataDir = path.join(run.folder, "data"), env = {}, args = [], stdout, token }: SiteOptions = {},
): Promise<Site> {
  const port = await freePort();
  const settings = {
    ...serverEnv,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    DEMO: "0",
    ADMIN_EMAIL: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...env,
  };
  const server = await startServer([...args, ...serverArgs], settings, port, "/api/health", {
    ...(stdout === undefined ? {} : { stdout }),
    signal: run.signal,
  });
  run.onEnd(async () => {
    server.kill("SIGKILL");
    await server.ended;
  });
  return { ...server, port, dataDir, token: token ?? (await logIn(server.origin)) };
}

async function logIn(origin: string): Promise<string> {
  const answer = await send({ origin }, "POST /api/auth/login", { form: admin });
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

export interface Answer {
  /** 0 when the connection broke. */
  status: number;
  text: string;
  ms: number;
}

export interface SendOptions {
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  multipart?: FormData;
  /** Sent as it is. */
  body?: string;
  /** Milliseconds after which a missing answer is a failure. */
  limitMs?: number;
}

/** Sends one request, `send(site, "POST /api/songs", { token, json })`. Never throws. */
export async function send(
  { origin }: Pick<Site, "origin">,
  call: string,
  { token, headers: given, json, form, multipart, body: text, limitMs = answerLimitMs }: SendOptions = {},
): Promise<Answer> {
  const space = call.indexOf(" ");
  const headers: Record<string, string> = { ...given };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (json !== undefined) headers["content-type"] = "application/json";
  const body = json === undefined ? (text ?? multipart ?? (form && new URLSearchParams(form))) : JSON.stringify(json);
  const started = performance.now();
  try {
    const response = await fetch(origin + call.slice(space + 1), {
      method: call.slice(0, space),
      headers,
      signal: AbortSignal.timeout(limitMs),
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text(), ms: performance.now() - started };
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - started };
  }
}

/** Uploads an audio file. */
export function upload(site: Site, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const multipart = new FormData();
  multipart.append("audio_file", new Blob([bytes]), name);
  return send(site, "POST /api/admin/upload-audio", { token: site.token, multipart });
}

/** Adds a category for songs; returns its id. */
export function addCategory(site: Site): Promise<number> {
  return add(site, "POST /api/categories", { name: "Thử" });
}

/** Adds a Premium package to order; returns its id. */
export function addPackage(site: Site): Promise<number> {
  return add(site, "POST /api/admin/premium-packages", { name: "Thử", price: 49_000, duration_days: 30 });
}

async function add(site: Site, call: string, json: Record<string, unknown>): Promise<number> {
  const { status, text } = await send(site, call, { token: site.token, json });
  if (status !== 201) throw new Error(`${call} responded with ${status}: ${text}`);
  return (JSON.parse(text) as { id: number }).id;
}

/**
 * Asks for `/api/health` ten times a second, each time by a new connection.
 * `stop` returns the longest answer in milliseconds and the statuses, 0 where the connection broke.
 */
export function watchHealth({ origin }: Pick<Site, "origin">): {
  stop(): Promise<{ slowest: number; statuses: number[] }>;
} {
  let slowest = 0;
  const statuses: number[] = [];
  const stopped = new AbortController();
  const ask = () =>
    new Promise<void>((resolve) => {
      const started = performance.now();
      const end = (status: number) => {
        slowest = Math.max(slowest, performance.now() - started);
        statuses.push(status);
        resolve();
      };
      const request = get(`${origin}/api/health`, { agent: false, timeout: answerLimitMs }, (response) => {
        response.on("error", () => end(0)).on("end", () => end(response.statusCode ?? 0));
        response.resume();
      });
      request.on("timeout", () => request.destroy(new Error("no answer"))).on("error", () => end(0));
    });
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await ask();
      await pause(100);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await watching;
      return { slowest, statuses };
    },
  };
}

/** Opens a connection to the site; it is closed at the end of the run. */
export function openSocket(run: Run, { port }: Pick<Site, "port">): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  run.onEnd(() => socket.destroy());
  return socket;
}

/** Returns the memory of the server once it is within `bytes`, or after half a minute. */
export async function settledMemory({ pid }: Pick<Site, "pid">, bytes: number): Promise<number> {
  for (let waited = 0; ; waited += 1) {
    const memory = memoryOf(pid);
    if (memory <= bytes || waited === 30) return memory;
    await pause(1000);
  }
}
