import { existsSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { environmentOf, onOneEngine, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeSong } from "#test/factories.ts";
import { runScript } from "#test/processes.ts";
import { startS3 } from "#test/s3.ts";
import { settingsOf } from "#test/s3-server.ts";

onOneEngine((engine) => {
  describe("npm run storage", () => {
    test("moves files, one line each, to the bucket and back beside a running server", async () => {
      const env = { ALLOW_PRIVATE_STORAGE: "1" };
      const app = await testApp(engine, env);
      const s3 = await startS3();
      const token = await adminToken(app);
      const config = "PUT /api/admin/config/cloudflare-r2";
      expect((await app.send(config, { token, json: settingsOf(s3) })).statusCode).toBe(200);
      const keys: string[] = [];
      for (const seed of [1, 2]) {
        const { key, url } = await app.files.save(Readable.from([wav(1, seed)]), "audio");
        keys.push(key);
        await makeSong(app, { audio_url: url });
      }
      const onDisk = () => keys.filter((key) => existsSync(path.join(app.place.dataDir, "uploads", key)));
      const addresses = async () => {
        const songs = (await app.send("GET /api/songs", { token })).json<{ id: number; audio_url: string }[]>();
        return songs.toSorted((a, b) => a.id - b.id).map((song) => song.audio_url);
      };
      const command = (...args: string[]) => runScript("scripts/storage.ts", args, { ...environmentOf(app), ...env });

      const sent = await command("migrate", "--to", "bucket");
      expect(sent).toMatchObject({ code: 0, err: "" });
      expect(sent.out).toContain(`/2 ${keys[0]}: đã chuyển đến bucket (0,0 MB)`);
      expect(sent.out).toContain("Xong. 2 file đã chuyển (0,0 MB), 0 giữ nguyên, 0 không tìm thấy, 0 lỗi.");
      expect([onDisk(), s3.keys("music").toSorted()]).toEqual([[], keys.toSorted()]);
      expect(await addresses()).toEqual(keys.map((key) => `R2:${key}`));

      const back = await command("migrate", "--to", "disk");
      expect(back).toMatchObject({ code: 0, err: "" });
      expect([onDisk(), s3.keys("music")]).toEqual([keys, []]);
      expect(await addresses()).toEqual(keys.map((key) => `/uploads/${key}`));

      s3.fault = { kind: "fail", status: 403, code: "InvalidAccessKeyId" };
      expect(await command("migrate", "--to", "bucket")).toMatchObject({
        code: 1,
        err: expect.stringContaining("Access Key ID không đúng"),
      });
      await app.send(config, { token, json: {} });
      expect(await command("migrate", "--to", "bucket")).toMatchObject({
        code: 1,
        err: expect.stringContaining("Kho lưu trữ chưa được cấu hình"),
      });
      expect(onDisk()).toEqual(keys);
    });

    test.each([
      [[]],
      [["migrate", "--to", "moon"]],
      [["copy", "--to", "disk"]],
    ])("ends with 2 and its usage for %j", async (args) => {
      const app = await testApp(engine);
      expect(await runScript("scripts/storage.ts", args, environmentOf(app))).toMatchObject({
        code: 2,
        err: expect.stringContaining("Cách dùng"),
      });
    });
  });
});
