import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { environmentOf, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { folderOf } from "#test/folders.ts";
import { runScript, startScript } from "#test/processes.ts";

const script = "scripts/import.ts";

async function songsOf(app: TestApp): Promise<Song[]> {
  return (await app.send("GET /api/songs", { query: { limit: "100" } })).json();
}

describe("npm run import", () => {
  test("leaves no half song when it is killed, and the next run adds the rest and names bad files", async () => {
    const app = await testApp("sqlite");
    const env = environmentOf(app);
    const seconds = 5;
    const names = Array.from({ length: 60 }, (_, i) => `${i}.wav`);
    const folder = folderOf(Object.fromEntries(names.map((name, i) => [name, wav(seconds, i + 1)])));
    const killed = startScript(script, [folder], env);
    await vi.waitFor(async () => expect((await songsOf(app)).length).toBeGreaterThan(3), {
      timeout: 120_000,
      interval: 5,
    });
    killed.process.kill("SIGKILL");
    await killed.ended;
    const songs = await songsOf(app);
    expect(songs.length).toBeLessThan(names.length);
    for (const song of songs) {
      expect(song.categories).toHaveLength(1);
      // Whole, and marked as made by AI.
      const { headers } = await app.send(`HEAD ${song.audio_url ?? ""}`);
      expect(Number(headers["content-length"])).toBeGreaterThan(wav(seconds).length);
    }

    writeFileSync(path.join(folder, "hỏng.mp3"), "");
    const again = await runScript(script, [folder], env);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out + again.err).toContain(`${path.join(folder, "hỏng.mp3")}: File trống`);
    expect(again.out).toMatch(/Xong\. 61\/61 file: \d+ mới, \d+ đã có, 1 lỗi/);
    expect(await songsOf(app)).toHaveLength(names.length);
    expect(readdirSync(path.join(app.place.dataDir, "tmp"))).toEqual([]);
  });

  test("reads its options and changes nothing with --dry-run", async () => {
    const app = await testApp("sqlite");
    const files = { "a.wav": wav(1), "a.lrc": "[00:01.00]Một", "b.srt": "" };
    const args = [folderOf(files), "--dry-run", "--premium", "--category", "Mới"];
    const { code, out } = await runScript(script, args, environmentOf(app));
    expect(code).toBe(0);
    expect(out).toContain("Sẽ thêm: a [Mới] với a.lrc\n");
    expect(out).toMatch(/Các file lời và ảnh bìa chưa dùng:\n {2}\S+b\.srt: Không có file âm thanh cùng tên\n/);
    expect(out).toContain("Thử xong, chưa thay đổi gì. 1/1 file: 1 mới, 0 đã có, 0 lỗi");
    expect(await songsOf(app)).toEqual([]);
  });

  test.each([
    ["an unknown option", ["--unknown"], "Cách dùng"],
    ["a category that is not there", ["--category", "12345"], "Không có thể loại nào mang mã 12345"],
  ])("ends with 2 and a message for %s", async (_what, args, message) => {
    const app = await testApp("sqlite");
    const { code, out, err } = await runScript(script, [folderOf(), ...args], environmentOf(app));
    expect(code).toBe(2);
    expect(out + err).toContain(message);
  });
});
