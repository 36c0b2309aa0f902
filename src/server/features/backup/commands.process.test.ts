import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lastBackup } from "#server/platform/last-backup.ts";
import { onBothEngines } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { runScript, startScript, startServer } from "#test/processes.ts";
import { manifestHash } from "./archive.ts";
import { writeTar } from "./tar.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Seconds that a process has spent on the processor, which its start takes one of, however busy the machine is. */
function processorSeconds(pid: number | undefined): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}

async function started(env: Record<string, string>) {
  const server = startServer(env);
  return {
    origin: await server.origin(),
    password: server.output().match(/Mật khẩu \(chỉ hiện lần này\): (\S+)/)?.[1] ?? "",
    async stop() {
      server.process.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
    },
  };
}

const environmentOf = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? "",
});

onBothEngines((engine) => {
  describe("npm run backup and restore", () => {
    it("back a running site up and restore it where no server runs", async () => {
      const env = environmentOf(await freshPlace(engine, { migrated: false }));
      const file = path.join(folder, "site.backup");
      const server = await started(env);
      const made = await runScript("scripts/backup.ts", [file], env);
      expect(made).toMatchObject({ code: 0, err: "" });
      expect(made.out).toContain("đã đọc lại và kiểm tra");
      const mark = await lastBackup(env.DATA_DIR);
      expect(mark).toEqual({ finished_at: expect.any(String), bytes: statSync(file).size, missing_files: 0 });
      expect((await runScript("scripts/backup.ts", [file], env)).err).toContain("--force");
      // A backup that fails is none.
      expect(await lastBackup(env.DATA_DIR)).toEqual(mark);

      const busy = await runScript("scripts/restore.ts", [file, "--force"], env);
      expect(busy.code).toBe(1);
      expect(busy.err).toContain("Hãy dừng máy chủ");
      expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
      await server.stop();

      const elsewhere = environmentOf(await freshPlace(engine, { migrated: false }));
      const restored = await runScript("scripts/restore.ts", [file], elsewhere);
      expect(restored).toMatchObject({ code: 0, err: "" });
      const other = await started(elsewhere);
      const body = new URLSearchParams({ username: "admin@localhost", password: server.password });
      expect((await fetch(`${other.origin}/api/auth/login`, { method: "POST", body })).status).toBe(200);
      await other.stop();
    });
  });
});

describe("npm run backup and restore", () => {
  it("end with a usage or a message without a stack trace", async () => {
    const env = { DATA_DIR: path.join(folder, "nowhere") };
    for (const script of ["scripts/backup.ts", "scripts/restore.ts"]) {
      expect(await runScript(script, [], env)).toMatchObject({ code: 2, err: expect.stringContaining("Cách dùng") });
      expect(await runScript(script, ["--help"], env)).toMatchObject({ code: 0 });
      const failed = await runScript(script, [path.join(folder, "file")], env);
      expect(failed.code).toBe(1);
      expect(failed.err).not.toContain("at ");
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("stop at SIGTERM while they read a small file with many rows", async () => {
    // Half a minute of work, and longer on a slow machine.
    const rows = 150_000_000;
    const table = zstdCompressSync(Buffer.alloc(2 * rows, "1\n"));
    const hashOf = (data: Buffer) => createHash("sha256").update(data).digest("hex");
    const secret = Buffer.from("secret");
    const manifest = Buffer.from(
      JSON.stringify({
        product: "ngan-nga",
        format: 1,
        app_version: "1.0.0",
        engine: "sqlite",
        created_at: new Date().toISOString(),
        migrations: ["0001-foundation"],
        tables: [{ name: "songs", rows }],
        entries: [
          { name: "secret.key", size: secret.length, sha256: hashOf(secret) },
          { name: "tables/songs.jsonl.zst", size: table.length, sha256: hashOf(table) },
        ],
        missing_files: [],
        bucket_files: [],
      }),
    );
    const file = path.join(folder, "many.backup");
    const handle = await open(file, "wx");
    const contents: [string, Buffer][] = [
      ["secret.key", secret],
      ["tables/songs.jsonl.zst", table],
      ["manifest.json", manifest],
      ["manifest.sha256", Buffer.from(manifestHash(manifest))],
    ];
    await writeTar(handle, new Date(0), async (addFile) => {
      for (const [name, data] of contents) await addFile(name, data.length, Readable.from([data]));
    });
    await handle.close();
    const restoring = startScript("scripts/restore.ts", [file], { DATA_DIR: path.join(folder, "data") });
    await vi.waitFor(() => expect(processorSeconds(restoring.process.pid), restoring.output()).toBeGreaterThan(3), {
      timeout: 120_000,
      interval: 50,
    });
    let spent = processorSeconds(restoring.process.pid);
    const stopped = spent;
    restoring.process.kill("SIGTERM");
    const watch = setInterval(() => {
      spent = processorSeconds(restoring.process.pid);
    }, 20);
    expect((await restoring.ended.finally(() => clearInterval(watch))).code).toBe(130);
    expect(spent - stopped).toBeLessThan(2);
  });

  it("keep the server from starting on an unfinished restore", async () => {
    const env = { DATA_DIR: folder };
    writeFileSync(path.join(folder, "restore.unfinished"), "");
    const server = await startServer(env).ended;
    expect(server).toMatchObject({ code: 1, err: expect.stringContaining("chạy lại npm run restore") });
    mkdirSync(path.join(folder, "uploads"));
    expect(existsSync(path.join(folder, "ngan-nga.db"))).toBe(false);
  });
});
