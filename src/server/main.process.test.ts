import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import SQLite from "better-sqlite3";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sqliteName } from "#server/platform/db/database.ts";
import { freshPlace } from "#test/databases.ts";
import { runScript, startScript, startServer } from "#test/processes.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-main-"));
  folders.push(folder);
  return folder;
}

const patient = { timeout: 120_000 };

/** A free port below those that the system gives to connections and to servers on any port: no other test takes it meanwhile. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Sends a part of a request, and waits until the server has begun with it: it asks for the body that was announced. */
async function begun(origin: string, head: string, part: string): Promise<{ socket: Socket; answer(): string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.write(`${head}\r\nHost: ${hostname}\r\nExpect: 100-continue\r\n\r\n`);
  await vi.waitFor(() => expect(answer).toContain("100 Continue"), patient);
  socket.write(part);
  return { socket, answer: () => answer };
}

describe("main", () => {
  it("starts on an empty folder and shows the administrator's password once", async () => {
    const dataDir = freshFolder();
    const first = startServer({ DATA_DIR: dataDir });
    const origin = await first.origin();
    expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: "ok" });
    expect(first.output()).toContain("Quản trị viên đầu tiên: admin@localhost");
    expect(first.output()).toContain("HOST=0.0.0.0 npm start");
    const password = first.output().match(/Mật khẩu \(chỉ hiện lần này\): (\S+)/)?.[1] ?? "";
    const login = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      body: new URLSearchParams({ username: "admin@localhost", password }),
    });
    expect(login.status).toBe(200);
    expect(first.output().split(password)).toHaveLength(2);
    expect(statSync(path.join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
    first.process.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);

    const second = startServer({ DATA_DIR: dataDir });
    await second.origin();
    expect(second.output()).not.toContain("Mật khẩu");
    second.process.kill("SIGINT");
    expect((await second.ended).code).toBe(0);
  });

  it("ends with a message for a folder that is not that of its database", async () => {
    const { dataDir, databaseUrl = "" } = await freshPlace("postgres");
    const first = startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: "0" });
    await first.origin();
    first.process.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    const other = freshFolder();
    const second = startServer({ DATA_DIR: other, DATABASE_URL: databaseUrl, DEMO: "0" });
    expect((await second.ended).code).toBe(1);
    expect(second.output()).toContain(`Thư mục dữ liệu ${other} không phải của trang`);
    expect(second.output()).toContain("phải dùng chung một DATA_DIR");
    const listed = await runScript("scripts/admin.ts", ["list"], { DATA_DIR: other, DATABASE_URL: databaseUrl });
    expect(listed).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^Thư mục dữ liệu .* không phải của trang/),
    });
    expect(listed.err).not.toContain("    at ");
    expect(existsSync(path.join(other, "site.id"))).toBe(false);
  });

  it("ends with a message for a database that a newer release has migrated", async () => {
    const { dataDir } = await freshPlace("sqlite");
    const database = new SQLite(path.join(dataDir, sqliteName));
    database.exec("insert into migrations (name, ran_at) values ('0999-future', '2099-01-01')");
    database.close();
    const server = startServer({ DATA_DIR: dataDir });
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain("phiên bản Ngân Nga mới hơn nâng cấp");
    expect(server.output()).toContain("khôi phục bản sao lưu");
    const listed = await runScript("scripts/admin.ts", ["list"], { DATA_DIR: dataDir });
    expect(listed).toMatchObject({ code: 1, out: "", err: expect.stringContaining("mới hơn nâng cấp") });
    for (const text of [server.output(), listed.err]) expect(text).not.toContain("    at ");
  });

  it("ends with a message for a taken port before it makes anything", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const dataDir = freshFolder();
    const server = startServer({ DATA_DIR: dataDir, PORT: String(port) });
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain(`Cổng ${port} đang được chương trình khác dùng`);
    expect(existsSync(path.join(dataDir, "ngan-nga.db"))).toBe(false);
    taken.close();
  });

  it("ends with a message that names the unusable folder or setting", async () => {
    const folder = freshFolder();
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const inFile = startServer({ DATA_DIR: path.join(file, "data") });
    expect((await inFile.ended).code).toBe(1);
    expect(inFile.output()).toContain("Không dùng được thư mục dữ liệu");
    expect(inFile.output()).toContain("DATA_DIR");

    const broken = path.join(folder, "broken");
    mkdirSync(broken);
    writeFileSync(path.join(broken, "ngan-nga.db"), "this is no database, whatever its name says ".repeat(200));
    const noDatabase = startServer({ DATA_DIR: broken });
    expect((await noDatabase.ended).code).toBe(1);
    expect(noDatabase.output()).toContain("Không dùng được thư mục dữ liệu");

    const badPort = startServer({ DATA_DIR: folder, PORT: "viele" });
    expect((await badPort.ended).code).toBe(1);
    expect(badPort.output()).toContain("PORT");
    for (const server of [inFile, noDatabase, badPort]) expect(server.output()).not.toMatch(/\n\s+at /);
  });

  it("keeps its data for its own user, whichever umask it was started with", async () => {
    const folder = freshFolder();
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    const dataDir = path.join(folder, "data");
    const server = startServer({ DATA_DIR: dataDir, DEMO: "1" });
    await server.origin();
    const made = await runScript("scripts/admin.ts", ["list"], { DATA_DIR: path.join(folder, "by-command") });
    expect(made.code).toBe(0);
    const copied = await runScript("scripts/backup.ts", [path.join(folder, "site.backup")], { DATA_DIR: dataDir });
    expect(copied.code).toBe(0);
    const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(entries).toContain(path.join("by-command", "ngan-nga.db"));
    expect(entries).toContain(path.join("data", "ngan-nga.db-wal"));
    expect(entries.some((name) => name.startsWith(path.join("data", "uploads", "audio") + path.sep))).toBe(true);
    const open = entries.filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it("closes data of an earlier version to other users", async () => {
    const dataDir = freshFolder();
    const names = ["ngan-nga.db", "ngan-nga.db-wal", "ngan-nga.db-shm", "uploads", "tmp", "cache", "backups"];
    const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777;
    for (const name of names.slice(3)) mkdirSync(path.join(dataDir, name));
    const first = startServer({ DATA_DIR: dataDir });
    await first.origin();
    // Killed, it leaves the files beside the database.
    first.process.kill("SIGKILL");
    await first.ended;
    for (const name of names) chmodSync(path.join(dataDir, name), name.startsWith("ngan-nga") ? 0o644 : 0o755);
    const second = startServer({ DATA_DIR: dataDir });
    await second.origin();
    expect(names.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o700, 0o700, 0o700, 0o700]);
  });

  it("runs on when its output can't be written", async () => {
    const port = await freePort();
    // Every write to a file that was opened for reading fails.
    const output = openSync(import.meta.filename, "r");
    onTestFinished(() => closeSync(output));
    const env = { DATA_DIR: freshFolder(), DEMO: "0", PORT: String(port), LOG_LEVEL: "debug" };
    const server = startScript("src/server/main.ts", [], env, output);
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status;
    await vi.waitFor(async () => expect(await health()).toBe(200), patient);
    for (let i = 0; i < 5; i += 1) expect(await health()).toBe(200);
    server.process.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  it.each([
    ["writeFileSync", "ENOSPC", "Ổ đĩa đã đầy"],
    ["mkdirSync", "EDQUOT", "Ổ đĩa đã đầy"],
    ["writeFileSync", "EIO", "Ổ đĩa không đọc hoặc ghi được"],
  ])("names a disk on which %s fails with %s", async (call, code, message) => {
    const folder = freshFolder();
    const failing = path.join(folder, "failing.mjs");
    writeFileSync(
      failing,
      `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      fs.${call} = (path) => { throw Object.assign(new Error("${code}: ${call}"), { code: "${code}", syscall: "write", path }); };
      syncBuiltinESMExports();`,
    );
    const env = { DATA_DIR: path.join(folder, "data"), NODE_OPTIONS: `--import ${failing}` };
    const server = startServer(env);
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain(message);
    expect(server.output()).not.toContain("DATA_DIR");
    expect(existsSync(path.join(folder, "data/secret.key"))).toBe(false);
  });

  it("names a disk that is full for the embedded database, and starts when there is room", async () => {
    const folder = freshFolder();
    const failing = path.join(folder, "failing.mjs");
    const sqlite = pathToFileURL(path.resolve("node_modules/better-sqlite3/lib/index.js")).href;
    // Tables of the first migrations need more pages.
    writeFileSync(
      failing,
      `import SQLite from ${JSON.stringify(sqlite)};
      const { pragma } = SQLite.prototype;
      SQLite.prototype.pragma = function (text, ...more) {
        if (text === "foreign_keys = ON" && !this.readonly) pragma.call(this, "max_page_count = 10");
        return pragma.call(this, text, ...more);
      };`,
    );
    const env = { DATA_DIR: path.join(folder, "data") };
    const server = startServer({ ...env, NODE_OPTIONS: `--import ${failing}` });
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain("Ổ đĩa đã đầy");
    expect(server.output()).toContain("database or disk is full");
    const later = startServer(env);
    expect(await (await fetch(`${await later.origin()}/api/health`)).json()).toEqual({ status: "ok" });
  });

  it("names an unreachable database without its password", async () => {
    const server = startServer({ DATA_DIR: freshFolder(), DATABASE_URL: "postgres://nga:bi-mat@127.0.0.1:1/nhac" });
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain("PostgreSQL 127.0.0.1:1/nhac");
    expect(server.output()).not.toContain("bi-mat");
  });

  it("finishes a request in flight before it stops", async () => {
    const server = startServer({ DATA_DIR: freshFolder() });
    const origin = await server.origin();
    const body = "username=lan&password=sai-roi";
    const head = `POST /api/user/login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
    const { socket, answer } = await begun(origin, head, body.slice(0, 9));
    const closed = once(socket, "close");
    server.process.kill("SIGTERM");
    await vi.waitFor(() => expect(fetch(`${origin}/api/health`)).rejects.toThrow(), patient);
    expect(server.process.exitCode).toBeNull();
    socket.write(body.slice(9));
    await closed;
    expect(answer()).toContain("HTTP/1.1 401");
    expect((await server.ended).code).toBe(0);
    expect(server.output(), "not by the grace time of ten seconds").not.toContain("cut off");
  });

  it("says that it is not ready while it drains, answers all else, and keeps no connection", async () => {
    const server = startServer({ DATA_DIR: freshFolder(), DRAIN_SECONDS: "60" });
    const origin = await server.origin();
    expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
    expect((await fetch(`${origin}/api/songs`)).headers.get("connection")).toBe("keep-alive");
    server.process.kill("SIGTERM");
    await vi.waitFor(async () => expect((await fetch(`${origin}/api/ready`)).status).toBe(503), patient);
    for (const path of ["/api/songs", "/api/songs", "/api/health"]) {
      const response = await fetch(`${origin}${path}`);
      expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
    }
    expect(server.process.exitCode).toBeNull();
  });

  it("keeps connections waiting that come while it can't take them", async () => {
    const server = startServer({ DATA_DIR: freshFolder() });
    const { hostname, port } = new URL(await server.origin());
    server.process.kill("SIGSTOP");
    onTestFinished(() => void server.process.kill("SIGCONT"));
    // More than Node lets wait by itself.
    const sockets = Array.from({ length: 700 }, () => connect(Number(port), hostname).on("error", () => {}));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    expect(sockets.filter(({ readyState }) => readyState === "open")).toHaveLength(700);
    for (const socket of sockets) socket.destroy();
  });

  it("stops at once on a second signal that comes after a second", async () => {
    const server = startServer({ DATA_DIR: freshFolder() });
    const head = "POST /api/user/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9";
    await begun(await server.origin(), head, "{");
    const first = performance.now();
    server.process.kill("SIGTERM");
    await vi.waitFor(() => expect(server.output()).toContain('"msg":"stopping"'), patient);
    // One that comes within a second is the first once more: a terminal and npm both pass on one Ctrl-C.
    const again = setInterval(() => server.process.kill("SIGTERM"), 50);
    const { code } = await server.ended.finally(() => clearInterval(again));
    expect(code).toBe(1);
    expect(performance.now() - first).toBeGreaterThan(1000);
  });
});
