import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onBothEngines } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { killAll } from "#test/processes.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
let folder: string;
const processes: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-commands-"));
});
afterEach(async () => {
  await killAll(processes);
  rmSync(folder, { recursive: true, force: true });
});

function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: "test", PORT: "0", DEMO: "0", ...env },
  });
  processes.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      said += String(data);
    });
  }
  const exit = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  return { child, exit, said: () => said };
}

async function started(env: Record<string, string>) {
  const server = run("src/server/main.ts", [], env);
  while (!server.said().includes("Ngân Nga: http") && server.child.exitCode === null) {
    await new Promise((next) => setTimeout(next, 20));
  }
  expect(server.said()).toContain("Ngân Nga: http");
  return {
    origin: server.said().match(/Ngân Nga: (http:\/\/\S+)/)?.[1] ?? "",
    password: server.said().match(/Mật khẩu \(chỉ hiện lần này\): (\S+)/)?.[1] ?? "",
    async stop() {
      server.child.kill("SIGTERM");
      expect((await server.exit).code).toBe(0);
    },
  };
}

const environmentOf = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? "",
});

onBothEngines((engine) => {
  describe("the commands", () => {
    it("back a running site up, and restore it where nothing runs", async () => {
      const env = environmentOf(await freshPlace(engine, { migrated: false }));
      const file = path.join(folder, "site.backup");
      const server = await started(env);
      const made = await run("scripts/backup.ts", [file], env).exit;
      expect(made, made.said).toMatchObject({ code: 0 });
      expect(made.said).toContain("đã đọc lại và kiểm tra");
      expect((await run("scripts/backup.ts", [file], env).exit).said).toContain("--force");

      const busy = await run("scripts/restore.ts", [file, "--force"], env).exit;
      expect(busy.code).toBe(1);
      expect(busy.said).toContain("Hãy dừng máy chủ");
      expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
      await server.stop();

      const elsewhere = environmentOf(await freshPlace(engine, { migrated: false }));
      const restored = await run("scripts/restore.ts", [file], elsewhere).exit;
      expect(restored, restored.said).toMatchObject({ code: 0 });
      const other = await started(elsewhere);
      const body = new URLSearchParams({ username: "admin@localhost", password: server.password });
      expect((await fetch(`${other.origin}/api/auth/login`, { method: "POST", body })).status).toBe(200);
      await other.stop();
    });
  });
});

describe("the commands", () => {
  it("explain themselves, and what they can't do, in a sentence", async () => {
    const env = { DATA_DIR: path.join(folder, "nowhere") };
    for (const script of ["scripts/backup.ts", "scripts/restore.ts"]) {
      expect(await run(script, [], env).exit).toMatchObject({ code: 2, said: expect.stringContaining("Cách dùng") });
      expect(await run(script, ["--help"], env).exit).toMatchObject({ code: 0 });
      const failed = await run(script, [path.join(folder, "file")], env).exit;
      expect(failed.code).toBe(1);
      expect(failed.said).not.toContain("at ");
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("let nothing start on half a restore", async () => {
    const env = { DATA_DIR: folder };
    writeFileSync(path.join(folder, "restore.unfinished"), "");
    const server = await run("src/server/main.ts", [], env).exit;
    expect(server).toMatchObject({ code: 1, said: expect.stringContaining("chạy lại npm run restore") });
    mkdirSync(path.join(folder, "uploads"));
    expect(existsSync(path.join(folder, "ngan-nga.db"))).toBe(false);
  });
});
