import { describe, expect, test } from "vitest";
import { filesRepository } from "#server/features/files/files.repository.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory } from "#test/factories.ts";

async function upload(app: TestApp, token: string, content: Buffer) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(content)], "bài.wav"));
  return (await app.send("POST /api/admin/upload-audio", { token, multipart })).json();
}

onBothEngines((engine) => {
  describe("a file that a song has already", () => {
    test("is told by the upload, and becomes a second song only where that is allowed", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id: category } = await makeCategory(app);
      const add = (title: string, audio_url: string, more = {}) =>
        app.send("POST /api/songs", { token, json: { title, audio_url, category_ids: [category], ...more } });
      const content = wav(1);
      const first = await upload(app, token, content);
      expect(first.same_songs).toEqual([]);
      const unused = await upload(app, token, content);
      expect(unused.same_songs).toEqual([]);
      const song = (await add("Bài một", first.file_url, { is_active: false })).json();

      const again = await upload(app, token, content);
      expect(again.same_songs).toEqual([{ id: song.id, title: "Bài một", is_active: false }]);
      const other = await upload(app, token, wav(2));
      expect(other.same_songs).toEqual([]);
      for (const address of [again.file_url, first.file_url, `R2:${again.object_key}`]) {
        const refused = await add("Bài hai", address);
        expect(refused.statusCode, address).toBe(409);
        expect(refused.json()).toMatchObject({
          detail: "File âm thanh này đã là bài hát “Bài một”",
          reason: "same_file",
        });
      }
      expect((await add("Bài khác", other.file_url)).statusCode).toBe(201);
      expect((await add("Bài hai", again.file_url, { allow_same_file: true })).statusCode).toBe(201);
      expect((await add("Bài ba", again.file_url)).json().detail).toBe(
        "File âm thanh này đã là bài hát “Bài một” và 1 bài khác",
      );

      for (const title of ["Bài một", "Bài hai"]) {
        const [{ id }] = (await app.send("GET /api/songs", { token, query: { search: title } })).json();
        expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(200);
      }
      expect((await upload(app, token, content)).same_songs).toEqual([]);
    });

    test("is found along indexes", async () => {
      const app = await testApp(engine);
      const plans = await plansOf(app, ({ db }) =>
        filesRepository(db).sameContent("audio/0123456789abcdef0123456789abcdef.mp3", 50),
      );
      expect(plans.join("\n")).toMatch(/files_by_hash/);
    });
  });
});
