/** The whole server on a fresh database, driven through HTTP injection; closed after each test. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoints } from "#contract/endpoint.ts";
import { type App, type AppDeps, buildApp } from "#server/app.ts";
import { createPasswords } from "#server/features/accounts/passwords.ts";
import { type Config, loadConfig } from "#server/platform/config.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { freshPlace, type Place } from "./databases.ts";

export { onBothEngines, onOneEngine } from "./databases.ts";

/** Cheap argon2 parameters keep tests fast. */
export const cheapPasswords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

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
  /** Called with every query. */
  onQuery?: DatabaseOptions["onQuery"];
}

/**
 * Builds the server on a fresh migrated database.
 * @param env variables of the environment, over those that suit tests (no demo, no rate limits, no refusal of overload, silent).
 */
export async function testApp(
  engine: Engine,
  env: Record<string, string> = {},
  { beside, place: given, onQuery, ...deps }: TestAppOptions = {},
): Promise<TestApp> {
  const place = given ?? beside?.place ?? (await freshPlace(engine));
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
    ...deps,
  });
  let closed: Promise<void> | undefined;
  const testApp: TestApp = {
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
        await app.http.close();
        await app.outbox.stop();
        await database.close();
      })();
      return closed;
    },
  };
  onTestFinished(testApp.close);
  return testApp;
}

/**
 * Starts the server on a port of its own, on the embedded database.
 * @param prepare adds routes for the test.
 */
export async function listeningApp(
  env: Record<string, string> = {},
  { prepare, ...options }: TestAppOptions & { prepare?: (http: FastifyInstance) => void } = {},
): Promise<{ app: TestApp; port: number }> {
  const app = await testApp("sqlite", env, options);
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
