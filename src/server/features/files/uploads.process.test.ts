import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { environmentOf, onBothEngines, testApp } from "#test/app.ts";
import { fixture } from "#test/audio.ts";
import { adminToken } from "#test/factories.ts";
import { startServer } from "#test/processes.ts";
import { unclaimedLife } from "./files.service.ts";

const rounds = 4;

onBothEngines((engine) => {
  describe("a server that is killed while files arrive", () => {
    test("leaves no file without a row, and the sweep ends all of them", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const uploads = path.join(app.place.dataDir, "uploads");
      const onDisk = () =>
        readdirSync(uploads, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(path.relative(uploads, entry.parentPath), entry.name));
      const body = () => {
        const form = new FormData();
        form.append("audio_file", new File([new Uint8Array(fixture("tagged.mp3"))], "bài.mp3"));
        return form;
      };
      for (let round = 0; round < rounds; round++) {
        const server = startServer(environmentOf(app));
        const url = `${await server.origin()}/api/admin/upload-audio`;
        const headers = { authorization: `Bearer ${token}` };
        const stop = new AbortController();
        const sender = async () => {
          while (!stop.signal.aborted) await fetch(url, { method: "POST", headers, body: body() }).catch(() => {});
        };
        const senders = Array.from({ length: 4 }, sender);
        const before = onDisk().length;
        while (onDisk().length < before + 4) await pause(5);
        await pause(round * 17);
        server.process.kill("SIGKILL");
        await server.ended;
        stop.abort();
        await Promise.all(senders);
        const rows = await app.db.selectFrom("files").select("key").execute();
        const known = new Set(rows.map(({ key }) => key));
        expect(onDisk().filter((key) => !known.has(key))).toEqual([]);
      }
      await app.files.sweep(Date.now() + unclaimedLife + 1000);
      expect(onDisk()).toEqual([]);
      expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
    });
  });
});
