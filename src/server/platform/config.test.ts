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
  ["PORT", "high", "phải là một số"],
  ["PORT", "80.5", "phải là một số nguyên"],
  ["PORT", "70000", "không được quá 65535"],
  ["MAX_CONNECTIONS", "0", "phải từ 1 trở lên"],
  ["DEMO", "maybe", "phải là một trong: 0, 1, on, off, true, false"],
  ["SECRET_KEY", "short", "phải có ít nhất 16 ký tự"],
  ["METRICS_TOKEN", "short", "phải có ít nhất 16 ký tự"],
  ["ADMIN_PASSWORD", "x".repeat(201), "không được dài quá 200 ký tự"],
  ["DATABASE_URL", "mysql://x", "phải bắt đầu bằng postgres://"],
  ["PUBLIC_URL", "x", "phải là một địa chỉ bắt đầu bằng http:// hoặc https://"],
  ["TRUST_PROXY", "loopback, abc", 'không đọc được "abc". Hãy ghi 1, hoặc các địa chỉ như 10.0.0.1, 192.168.0.0/16'],
])("%s=%s is refused in Vietnamese", (name, value, message) => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), [name]: value })).toThrow(
    new Error(`Biến môi trường chưa đúng:\n  ${name}: ${message}`),
  );
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
  ["DRAIN_SECONDS", "-1"],
  ["DRAIN_SECONDS", "61"],
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

test("the reserve of the disk is in megabytes, and the product's own without one", () => {
  const bytesOf = (DISK_RESERVE_MB: string) => loadConfig({ DATA_DIR: dataDir(), DISK_RESERVE_MB }).diskReserveBytes;
  expect([bytesOf("0"), bytesOf("20"), bytesOf("")]).toEqual([0, 20 * 1024 * 1024, undefined]);
  for (const wrong of ["-1", "1.5", "viel"]) expect(() => bytesOf(wrong), wrong).toThrow("DISK_RESERVE_MB");
});

test("slow queries can be left out of the log", () => {
  const msOf = (SLOW_QUERY_MS: string) => loadConfig({ DATA_DIR: dataDir(), SLOW_QUERY_MS }).slowQueryMs;
  expect(msOf("0")).toBe(0);
  expect(msOf("250")).toBe(250);
  for (const wrong of ["-1", "1.5", "slow"]) expect(() => msOf(wrong), wrong).toThrow("SLOW_QUERY_MS");
});

const mailOf = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: dataDir(), PUBLIC_URL: "https://nghe.example.vn", ...env }).mail;

test("without a mail server, links are made for this machine", () => {
  expect(loadConfig({ DATA_DIR: dataDir(), PORT: "3210" }).mail).toEqual({
    smtp: undefined,
    sender: { name: "Ngân Nga", address: "no-reply@localhost" },
    origin: "http://localhost:3210",
  });
});

test("a mail server is named by its address, with TLS that a password demands", () => {
  const open = { isSecure: false, requireTls: false, ignoreTls: false, verifyCertificate: true, auth: undefined };
  expect(mailOf({ SMTP_URL: "smtp://mail.example.vn" })).toEqual({
    smtp: { host: "mail.example.vn", port: 587, ...open },
    sender: { name: "Ngân Nga", address: "no-reply@nghe.example.vn" },
    origin: "https://nghe.example.vn",
  });
  const auth = { user: "lan@example.vn", pass: "p@ss:/?#" };
  const credentials = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}`;
  expect(mailOf({ SMTP_URL: `smtps://${credentials}@mail.example.vn` })).toMatchObject({
    smtp: { host: "mail.example.vn", port: 465, isSecure: true, auth },
    sender: { address: "lan@example.vn" },
  });
  expect(mailOf({ SMTP_URL: `smtp://${credentials}@mail.example.vn:2525` }).smtp).toMatchObject({
    port: 2525,
    requireTls: true,
  });
  expect(mailOf({ SMTP_URL: `smtp://${credentials}@[::1]?requireTLS=false` }).smtp).toMatchObject({
    host: "::1",
    requireTls: false,
  });
  expect(mailOf({ SMTP_URL: `smtp://${credentials}@localhost?ignoreTLS=true` }).smtp).toMatchObject({
    requireTls: false,
    ignoreTls: true,
  });
  expect(mailOf({ SMTP_URL: "smtp://localhost?tls.rejectUnauthorized=false" }).smtp?.verifyCertificate).toBe(false);
});

test.each([
  "http://mail.example.vn",
  "mail.example.vn:587",
  "smtp://",
  "smtp://u:geheim@mail.example.vn/path",
  "smtp://u:geheim@mail.example.vn?requireTLS=perhaps",
  "smtp://u:geheim@mail.example.vn?pool=true",
  "smtp://u:geheim%ff@mail.example.vn",
])("refuses %s as a mail server, without its password", (SMTP_URL) => {
  expect(() => mailOf({ SMTP_URL })).toThrow(/SMTP_URL: (?!.*geheim)/);
});

test("a mail server needs the site's address for its links", () => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), SMTP_URL: "smtp://localhost" })).toThrow(
    "PUBLIC_URL: cần có khi đặt SMTP_URL",
  );
});

test("the sender is given with or without a name", () => {
  const senderOf = (MAIL_FROM: string) => mailOf({ MAIL_FROM }).sender;
  expect(senderOf("Nhạc Lan <lan@example.vn>")).toEqual({ name: "Nhạc Lan", address: "lan@example.vn" });
  expect(senderOf('"Lan, nhạc" <lan@example.vn>')).toEqual({ name: "Lan, nhạc", address: "lan@example.vn" });
  expect(senderOf("lan@example.vn")).toEqual({ name: "Ngân Nga", address: "lan@example.vn" });
  for (const wrong of [
    "Lan",
    "Lan <lan>",
    "a@b.vn, c@d.vn",
    "Lan\r\nBcc: x@y.vn <lan@example.vn>",
    "<a@b.vn> c@d.vn",
  ]) {
    expect(() => senderOf(wrong), wrong).toThrow("MAIL_FROM");
  }
});
