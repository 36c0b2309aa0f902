import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HelperStartError } from "#server/platform/helper-pool.ts";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";
import { measureSound } from "./helpers.ts";

const fixture = path.resolve("test/fixtures/audio/tagged.mp3");

test("audio is refused with 503 while no helper can be started, and logged as an error", async () => {
  const lines: { level: number; msg: string; err?: { message: string; stack: string } }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const app = await testApp("sqlite", {}, { log });
  const token = await adminToken(app);
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = "/nowhere/bin/node";
  const upload = () => {
    const multipart = new FormData();
    multipart.append("audio_file", new Blob([readFileSync(fixture)]), "song.mp3");
    return app.send("POST /api/admin/upload-audio", { token, multipart });
  };
  const refused = await upload();
  expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
    503,
    "5",
    { detail: "Chưa kiểm tra được file này, bạn thử lại sau ít phút nhé" },
  ]);
  const logged = lines.find(({ msg }) => msg === "request failed");
  expect(logged?.level).toBe(50);
  expect(logged?.err?.stack).toContain("the helper process can't be started");
  // Else the song would count as one that has no waveform.
  await expect(measureSound(fixture)).rejects.toThrow(HelperStartError);
  process.execPath = execPath;
  expect((await upload()).statusCode).toBe(200);
});
