import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { killAll } from "#test/processes.ts";

interface Started {
  process: ChildProcess;
  /** Everything said so far, both streams. */
  said(): string;
  exit: Promise<number | null>;
  /** Resolves with the origin once the server tells it. */
  origin(): Promise<string>;
}

const folders: string[] = [];
const processes: ChildProcess[] = [];

afterEach(async () => {
  await killAll(processes);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-main-"));
  folders.push(folder);
  return folder;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ["src/server/main.ts"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: "test", PORT: "0", DEMO: "0", RATE_LIMITS: "off", ...env },
  });
  processes.push(child);
  let text = "";
  child.stdout.on("data", (data) => {
    text += String(data);
  });
  child.stderr.on("data", (data) => {
    text += String(data);
  });
  const exit = once(child, "close").then(([code]) => code as number | null);
  const told = () => text.match(/Ngân Nga: (http:\/\/\S+)/)?.[1];
  return {
    process: child,
    said: () => text,
    exit,
    async origin() {
      const found = await Promise.race([
        exit.then(() => undefined),
        (async () => {
          while (told() === undefined && child.exitCode === null) await new Promise((next) => setTimeout(next, 20));
          return told();
        })(),
      ]);
      if (found === undefined) throw new Error(`The server did not start:\n${text}`);
      return found;
    },
  };
}

const patient = { timeout: 30_000 };

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

describe("the process", () => {
  it("starts on an empty folder, shows the administrator's password once, and works with it", async () => {
    const dataDir = freshFolder();
    const first = start({ DATA_DIR: dataDir });
    const origin = await first.origin();
    expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: "ok" });
    expect(first.said()).toContain("Quản trị viên đầu tiên: admin@localhost");
    expect(first.said()).toContain("HOST=0.0.0.0 npm start");
    const password = first.said().match(/Mật khẩu \(chỉ hiện lần này\): (\S+)/)?.[1] ?? "";
    const login = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      body: new URLSearchParams({ username: "admin@localhost", password }),
    });
    expect(login.status).toBe(200);
    expect(first.said().split(password)).toHaveLength(2);
    expect(statSync(path.join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
    first.process.kill("SIGTERM");
    expect(await first.exit).toBe(0);

    const second = start({ DATA_DIR: dataDir });
    await second.origin();
    expect(second.said()).not.toContain("Mật khẩu");
    second.process.kill("SIGINT");
    expect(await second.exit).toBe(0);
  });

  it("tells in one sentence that its port is taken, before it makes anything", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const dataDir = freshFolder();
    const server = start({ DATA_DIR: dataDir, PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(server.said()).toContain(`Cổng ${port} đang được chương trình khác dùng`);
    expect(existsSync(path.join(dataDir, "ngan-nga.db"))).toBe(false);
    taken.close();
  });

  it("tells which folder or setting it can't use", async () => {
    const folder = freshFolder();
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const inFile = start({ DATA_DIR: path.join(file, "data") });
    expect(await inFile.exit).toBe(1);
    expect(inFile.said()).toContain("Không dùng được thư mục dữ liệu");
    expect(inFile.said()).toContain("DATA_DIR");

    const broken = path.join(folder, "broken");
    mkdirSync(broken);
    writeFileSync(path.join(broken, "ngan-nga.db"), "this is no database, whatever its name says ".repeat(200));
    const noDatabase = start({ DATA_DIR: broken });
    expect(await noDatabase.exit).toBe(1);
    expect(noDatabase.said()).toContain("Không dùng được thư mục dữ liệu");

    const badPort = start({ DATA_DIR: folder, PORT: "viele" });
    expect(await badPort.exit).toBe(1);
    expect(badPort.said()).toContain("PORT");
    for (const server of [inFile, noDatabase, badPort]) expect(server.said()).not.toMatch(/\n\s+at /);
  });

  it("names the database it can't reach, and never its password", async () => {
    const server = start({ DATA_DIR: freshFolder(), DATABASE_URL: "postgres://nga:bi-mat@127.0.0.1:1/nhac" });
    expect(await server.exit).toBe(1);
    expect(server.said()).toContain("PostgreSQL 127.0.0.1:1/nhac");
    expect(server.said()).not.toContain("bi-mat");
  });

  it("finishes a request in flight when it is told to stop", async () => {
    const server = start({ DATA_DIR: freshFolder() });
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
    expect(await server.exit).toBe(0);
    expect(server.said(), "not by the grace time of ten seconds").not.toContain("cut off");
  });

  it("stops at once when it is told a second time", async () => {
    const server = start({ DATA_DIR: freshFolder() });
    const head = "POST /api/user/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9";
    await begun(await server.origin(), head, "{");
    server.process.kill("SIGTERM");
    await vi.waitFor(() => expect(server.said()).toContain('"msg":"stopping"'), patient);
    // Within a second it would count as the first once more.
    await new Promise((next) => setTimeout(next, 1200));
    expect(server.process.exitCode).toBeNull();
    server.process.kill("SIGTERM");
    expect(await server.exit).toBe(1);
  });
});
