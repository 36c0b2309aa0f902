import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadConfig } from "./config.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function dataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-config-"));
  folders.push(folder);
  return folder;
}

test("an empty environment gives the documented defaults", () => {
  const config = loadConfig({ DATA_DIR: dataDir() });
  expect(config).toMatchObject({
    mode: "production",
    http: {
      host: "127.0.0.1",
      port: 3000,
      trustProxy: false,
      publicUrl: undefined,
      rateLimits: true,
      connections: { max: 5000, maxPerAddress: 1000 },
      timeouts: {
        headersMs: 20_000,
        bodyMs: 30_000,
        uploadMs: 3_600_000,
        answerMs: 600_000,
        idleMs: 60_000,
        keepAliveMs: 72_000,
      },
      maxEventLoopDelayMs: 1000,
    },
    databaseUrl: undefined,
    slowQueryMs: 500,
    metricsToken: undefined,
    demo: true,
    allowPrivateStorage: false,
    admin: { email: "admin@localhost", password: undefined },
  });
});

test("a secret is made once, for its owner only, and stays", () => {
  const DATA_DIR = dataDir();
  const { secrets } = loadConfig({ DATA_DIR });
  const file = path.join(DATA_DIR, "secret.key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(secrets.key.toString());
  expect(loadConfig({ DATA_DIR }).secrets.key.equals(secrets.key)).toBe(true);
});

test("a given secret is used and nothing is written", () => {
  const DATA_DIR = dataDir();
  expect(loadConfig({ DATA_DIR, SECRET_KEY: "a secret of one's own" }).secrets.key.toString()).toBe(
    "a secret of one's own",
  );
  expect(existsSync(path.join(DATA_DIR, "secret.key"))).toBe(false);
});

test("every wrong variable is named", () => {
  const wrong = {
    DATA_DIR: dataDir(),
    PORT: "high",
    DEMO: "maybe",
    DATABASE_URL: "mysql://x",
    SECRET_KEY: "short",
    PUBLIC_URL: "x",
  };
  expect(() => loadConfig(wrong)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*SECRET_KEY[\s\S]*PUBLIC_URL[\s\S]*DEMO/);
});

test.each([
  ["", false],
  ["off", false],
  ["10.0.0.1, 192.168.0.0/16", ["10.0.0.1", "192.168.0.0/16"]],
  ["1", ["loopback", "linklocal", "uniquelocal"]],
])("TRUST_PROXY=%s", (value, expected) => {
  expect(loadConfig({ DATA_DIR: dataDir(), TRUST_PROXY: value }).http.trustProxy).toEqual(expected);
});

test.each([
  ["https://nghe.example", "https://nghe.example"],
  ["https://Nghe.Example:443/", "https://nghe.example"],
  ["http://nghe.example:8080//", "http://nghe.example:8080"],
  ["", undefined],
])("PUBLIC_URL=%s is %s, as browsers write it", (PUBLIC_URL, expected) => {
  expect(loadConfig({ DATA_DIR: dataDir(), PUBLIC_URL }).http.publicUrl).toBe(expected);
});

test.each([
  "javascript:alert(1)",
  "ftp://nghe.example",
  "https://nghe.example/nhac",
  "https://nghe.example/?a=1",
])("PUBLIC_URL=%s is refused", (PUBLIC_URL) => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), PUBLIC_URL })).toThrow("PUBLIC_URL");
});

test.each([
  ["MAX_CONNECTIONS", "0"],
  ["MAX_CONNECTIONS_PER_ADDRESS", "many"],
  ["HEADERS_TIMEOUT_SECONDS", "0"],
  ["BODY_TIMEOUT_SECONDS", "-1"],
  ["UPLOAD_TIMEOUT_SECONDS", "90000"],
  ["ANSWER_TIMEOUT_SECONDS", "never"],
  ["IDLE_TIMEOUT_SECONDS", "0"],
  ["KEEP_ALIVE_SECONDS", "Infinity"],
  ["MAX_EVENT_LOOP_DELAY_MS", "0.5"],
])("%s=%s is refused", (name, value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), [name]: value })).toThrow(name);
});

test("times may have fractions of a second", () => {
  const { timeouts } = loadConfig({ DATA_DIR: dataDir(), IDLE_TIMEOUT_SECONDS: "0.25" }).http;
  expect(timeouts.idleMs).toBe(250);
});

test("the token of the metrics is long and fits in a header", () => {
  const tokenOf = (METRICS_TOKEN: string) => loadConfig({ DATA_DIR: dataDir(), METRICS_TOKEN }).metricsToken;
  expect(tokenOf("0123456789abcdef")).toBe("0123456789abcdef");
  expect(tokenOf("")).toBeUndefined();
  for (const wrong of ["0123456789abcde", "0123456789 abcdef", "mật khẩu của số liệu"]) {
    expect(() => tokenOf(wrong), wrong).toThrow("METRICS_TOKEN");
  }
});

test("slow queries can be left out of the log", () => {
  const msOf = (SLOW_QUERY_MS: string) => loadConfig({ DATA_DIR: dataDir(), SLOW_QUERY_MS }).slowQueryMs;
  expect(msOf("0")).toBe(0);
  expect(msOf("250")).toBe(250);
  for (const wrong of ["-1", "1.5", "slow"]) expect(() => msOf(wrong), wrong).toThrow("SLOW_QUERY_MS");
});
