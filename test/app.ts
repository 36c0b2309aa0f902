/**
 * The whole server on an empty database, driven through HTTP injection. Tests that change nothing of it share one app of their worker,
 * which is emptied after each test; building one takes ten times as long.
 */
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoints } from "#contract/endpoint.ts";
import { type App, type AppDeps, buildApp } from "#server/app.ts";
import { createPasswords } from "#server/features/accounts/passwords.ts";
import { filesRepository } from "#server/features/files/files.repository.ts";
import { type Config, loadConfig } from "#server/platform/config.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { freshPlace, lastingPlace, type Place, restoreRows, watchFolder } from "./databases.ts";

export { onBothEngines, onOneEngine } from "./databases.ts";

/** Cheap argon2 parameters keep tests fast. */
export const cheapPasswords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

/** Longer than anything takes on a busy machine. Tests of a limit hand in their own. */
const patientMs = 10 * 60_000;

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export interface CallOptions {
  /** Bearer token. */
  token?: string | undefined;
  /** A JSON body. */
  json?: unknown;
  /** A url-encoded body. */
  form?: Record<string, string>;
  /** A multipart body. */
  multipart?: FormData;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The caller's address. */
  remoteAddress?: string;
  /** The header `X-Confirmation`; null sends none. By default a fresh one of the token goes with endpoints that need it. */
  confirmation?: string | null;
}

export interface TestApp extends App {
  engine: Engine;
  config: Config;
  database: Database;
  db: Db;
  place: Place;
  /**
   * One request: `await app.send("POST /api/songs", { token, json })`. The answer has `statusCode`, `headers`, `body` (text)
   * and `json()`.
   */
  send(call: `${Method} ${string}`, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Stops the server; its database stays until the test ends, so that it can be opened again with `beside`. */
  close(): Promise<void>;
}

export interface TestAppOptions extends Partial<Omit<AppDeps, "config" | "database">> {
  /**
   * Opens the same database and directory once more, as another process would. On SQLite the two must not write at the
   * same moment: in one process each would wait for the other.
   */
  beside?: TestApp;
  /** Opens an existing data folder or database. */
  place?: Place;
  /** A new app, for a test that changes it: routes, a port, what it holds in memory. */
  fresh?: true;
  /** Called with every query. */
  onQuery?: DatabaseOptions["onQuery"];
}

/**
 * Returns the server on an empty migrated database. Without variables and options that is the app which the tests of this worker
 * share, unless this test has it already; else a new one.
 * @param env variables of the environment, over those that suit tests (no demo, no rate limits, no refusal of overload, silent).
 */
export async function testApp(
  engine: Engine,
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  const isShareable = Object.keys(env).length === 0 && Object.keys(options).length === 0;
  if (isShareable && !taken.has(engine)) return takeShared(engine);
  const { fresh: _fresh, beside, place: given, ...rest } = options;
  const place = given ?? beside?.place ?? (await freshPlace(engine));
  const app = await buildTestApp(engine, place, env, rest);
  onTestFinished(app.close);
  return app;
}

/** An app that the tests of this worker share. */
interface SharedApp {
  app: TestApp;
  /** Removes the rows and files of a test. */
  empty(): Promise<void>;
  isClosed(): boolean;
}

/** The shared app of each engine while no test has it. */
const sharedApps: Partial<Record<Engine, SharedApp>> = {};
/** The engines whose shared app a test has. */
const taken = new Set<Engine>();

/** Gives the shared app to the test that runs. One that the test closed, or that can't be emptied after it, is not used again. */
async function takeShared(engine: Engine): Promise<TestApp> {
  taken.add(engine);
  const shared = sharedApps[engine] ?? (await createShared(engine));
  delete sharedApps[engine];
  onTestFinished(async () => {
    const { app, empty } = shared;
    // A port can't be opened twice.
    if (app.http.server.listening) await app.close();
    if (!shared.isClosed()) await empty().catch(app.close);
    if (!shared.isClosed()) sharedApps[engine] = shared;
    taken.delete(engine);
  });
  return shared.app;
}

async function createShared(engine: Engine): Promise<SharedApp> {
  const place = await lastingPlace(engine);
  const app = await buildTestApp(engine, place, {}, {});
  await app.http.ready();
  const clearFolder = watchFolder(place.dataDir);
  const { close } = app;
  let isClosed = false;
  app.close = () => {
    isClosed = true;
    return close();
  };
  return {
    app,
    isClosed: () => isClosed,
    async empty() {
      // No message begins any more; those that are being handled end.
      await app.db.deleteFrom("outbox").execute();
      await app.outbox.flush();
      clearFolder();
      await restoreRows(app.database);
      // As the build left it.
      await filesRepository(app.db).setAdoption(undefined);
    },
  };
}

async function buildTestApp(
  engine: Engine,
  place: Place,
  env: Record<string, string>,
  { onQuery, ...deps }: Omit<TestAppOptions, "beside" | "place" | "fresh">,
): Promise<TestApp> {
  const config = loadConfig({
    NODE_ENV: "test",
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    SECRET_KEY: "secret key of the tests",
    DEMO: "0",
    RATE_LIMITS: "off",
    MAX_EVENT_LOOP_DELAY_MS: "0",
    DISK_RESERVE_MB: "0",
    LOG_LEVEL: "silent",
    ...env,
  });
  const database = await openDatabase({ ...config, ...(onQuery ? { onQuery } : {}) });
  const app = await buildApp({
    config,
    database,
    log: pino({ level: config.logLevel }),
    passwords: cheapPasswords,
    markAudio: async () => false,
    mediaTimes: { inspectMs: patientMs, markMs: patientMs, measureMs: patientMs },
    mailTimes: { connectionMs: patientMs, idleMs: patientMs, sendMs: patientMs },
    ...deps,
    readiness: { timeoutMs: patientMs, ...deps.readiness },
    storageTimes: { connectMs: patientMs, idleMs: patientMs, testMs: patientMs, ...deps.storageTimes },
  });
  let closed: Promise<void> | undefined;
  return {
    ...app,
    engine,
    config,
    database,
    db: database.db,
    place,
    send: (call, options = {}) => {
      const { token, confirmation = token === undefined ? null : confirmationFor(call, token, app) } = options;
      return app.http.inject(requestOf(call, { ...options, confirmation }));
    },
    close: () => {
      closed ??= (async () => {
        await ended("http", app.http.close());
        await ended("outbox", app.outbox.stop());
        await ended("database", database.close());
      })();
      return closed;
    },
  };

  /** @throws Error after two minutes, which tells what the part may wait for. */
  async function ended(part: string, ending: Promise<void>): Promise<void> {
    const deadline = new AbortController();
    const late = pause(120_000, undefined, { signal: deadline.signal }).then(async () => {
      const connections = await promisify(app.http.server.getConnections.bind(app.http.server))();
      const state = { connections, pool: database.pool?.(), resources: process.getActiveResourcesInfo() };
      throw new Error(`${part} does not end: ${JSON.stringify(state)}`);
    });
    await Promise.race([ending, late]).finally(() => {
      deadline.abort();
      late.catch(() => {});
    });
  }
}

/**
 * Starts the server on a port of its own, on the embedded database.
 * @param prepare adds routes for the test.
 */
export async function listeningApp(
  env: Record<string, string> = {},
  { prepare, ...options }: TestAppOptions & { prepare?: (http: FastifyInstance) => void } = {},
): Promise<{ app: TestApp; port: number }> {
  const app = await testApp("sqlite", env, { ...options, fresh: true });
  prepare?.(app.http);
  const { port } = new URL(await app.http.listen({ host: "127.0.0.1", port: 0 }));
  return { app, port: Number(port) };
}

const confirmedEndpoints = Object.entries(api as Endpoints)
  .filter(([, { confirmed }]) => confirmed !== undefined)
  .map(([key]) => new RegExp(`^${key.replace(/\{\w+\}/g, "[^/?]+")}/?(\\?|$)`));

/** As somebody has who gave password and code right before. */
function confirmationFor(call: string, token: string, { confirmations }: App): string | null {
  return confirmedEndpoints.some((pattern) => pattern.test(call)) ? confirmations.issue(token).confirmation : null;
}

function requestOf(call: string, options: CallOptions): InjectOptions {
  const space = call.indexOf(" ");
  const { token, json, form, multipart, query, headers, remoteAddress, confirmation } = options;
  const sent: Record<string, string> = { ...headers };
  if (token !== undefined) sent.authorization = `Bearer ${token}`;
  if (confirmation) sent["x-confirmation"] = confirmation;
  const request: InjectOptions = { method: call.slice(0, space), url: call.slice(space + 1), headers: sent };
  if (json !== undefined) {
    sent["content-type"] ??= "application/json";
    request.payload = JSON.stringify(json);
  } else if (form) {
    sent["content-type"] ??= "application/x-www-form-urlencoded";
    request.payload = new URLSearchParams(form).toString();
  } else if (multipart) {
    request.payload = multipart;
  }
  if (query) request.query = query;
  if (remoteAddress) request.remoteAddress = remoteAddress;
  return request;
}

/** The environment of a process that works on the same site. */
export function environmentOf({ place, config }: Pick<TestApp, "place" | "config">): Record<string, string> {
  return {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? "",
    SECRET_KEY: config.secrets.key.toString(),
  };
}
