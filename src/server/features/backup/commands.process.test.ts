import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onBothEngines } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { runScript, startServer } from "#test/processes.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
      expect((await runScript("scripts/backup.ts", [file], env)).err).toContain("--force");

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

  it("keep the server from starting on an unfinished restore", async () => {
    const env = { DATA_DIR: folder };
    writeFileSync(path.join(folder, "restore.unfinished"), "");
    const server = await startServer(env).ended;
    expect(server).toMatchObject({ code: 1, err: expect.stringContaining("chạy lại npm run restore") });
    mkdirSync(path.join(folder, "uploads"));
    expect(existsSync(path.join(folder, "ngan-nga.db"))).toBe(false);
  });
});
