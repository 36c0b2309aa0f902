import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { NotebookWord } from "#contract/notebook.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeSong, userToken } from "#test/factories.ts";

const words = "/api/user/words";
const lrc = "[00:01.00]雨の歌が聞こえる夜に\n[00:05.00]君を想う\n[00:09.00]雨の歌が終わる[00:12.00]";
const document = readLyrics(lrc).document;

async function publish(app: TestApp, songId: number, lines: LineDocument = document): Promise<void> {
  const token = await adminToken(app);
  const answer = await app.send(`PUT /api/songs/${songId}/lines`, { token, json: { document: lines } });
  expect(answer.statusCode, answer.body).toBe(200);
}

const save = (app: TestApp, token: string, fields: object = {}) =>
  app.send(`POST ${words}`, { token, json: { client_id: randomUUID(), language: "ja", text: "雨", ...fields } });
async function saved(app: TestApp, token: string, fields: object = {}): Promise<NotebookWord> {
  const answer = await save(app, token, fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

onBothEngines((engine) => {
  describe("saving a word", () => {
    test("keeps it with its line, whose text, translation and times are those that are published", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id, title } = await makeSong(app);
      await publish(app, id);
      const line = { song_id: id, place: 0, text: document.lines[0]?.text };
      const word = await saved(app, token, { reading: "あめ", meaning: "mưa", line });
      expect(word).toMatchObject({
        language: "ja",
        text: "雨",
        reading: "あめ",
        meaning: "mưa",
        note: null,
        state: "new",
        lines: [
          {
            text: "雨の歌が聞こえる夜に",
            translation: null,
            song_id: id,
            song_title: title,
            start_ms: 1000,
            end_ms: 5000,
            can_play: true,
          },
        ],
      });
    });
  });
});
