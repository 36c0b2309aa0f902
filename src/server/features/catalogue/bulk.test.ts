import { describe, expect, test } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeCategory, makeSong, userToken } from "#test/factories.ts";

const bulk = "POST /api/admin/songs/bulk";

async function stored(app: TestApp, seed = 1) {
  async function* once() {
    yield wav(1, seed);
  }
  return (await app.files.save(once(), "audio")).url;
}

async function songsOf(app: TestApp, token: string) {
  const list = (await app.send("GET /api/songs", { token, query: { limit: "100" } })).json();
  return Object.fromEntries((list as { id: number }[]).map((song) => [song.id, song]));
}

const trail = (app: TestApp) =>
  app.db.selectFrom("audit_log").select(["action", "entity", "entity_id", "summary"]).orderBy("id").execute();

onOneEngine((engine) => {
  describe("POST /api/admin/songs/bulk", () => {
    test.each([
      ["activate", "is_active", false, true],
      ["deactivate", "is_active", true, false],
      ["feature", "is_featured", false, true],
      ["unfeature", "is_featured", true, false],
      ["set_premium", "is_premium", false, true],
      ["unset_premium", "is_premium", true, false],
    ] as const)("%s", async (action, flag, before, after) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const one = await makeSong(app, { title: "Một", [flag]: before, categories: [genre.id] });
      const two = await makeSong(app, { title: "Hai", [flag]: before, categories: [genre.id] });
      const so = await makeSong(app, { title: "Ba", [flag]: after, categories: [genre.id] });
      const other = await makeSong(app, { title: "Bốn", [flag]: before, categories: [genre.id] });
      const answer = await app.send(bulk, { token, json: { ids: [one.id, two.id, so.id, one.id, 999], action } });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual({ changed: 2, unchanged: 1, missing: [999], refused: [] });
      const songs = await songsOf(app, token);
      for (const { id } of [one, two, so]) expect(songs[id]).toMatchObject({ [flag]: after, category_ids: [genre.id] });
      expect(songs[other.id]).toMatchObject({ [flag]: before });
      expect(await trail(app)).toEqual([
        { action: "update", entity: "song", entity_id: null, summary: expect.stringMatching(/ 2 bài hát: Một, Hai$/) },
      ]);
    });

    test.each([
      [{ ids: [], action: "activate" }, "ids"],
      [{ ids: Array.from({ length: 101 }, (_, i) => i + 1), action: "activate" }, "ids"],
      [{ ids: ["x"], action: "activate" }, "ids.0"],
      [{ action: "activate" }, "ids"],
      [{ ids: [1], action: "explode" }, "action"],
      [{ ids: [1], action: "add_category" }, "category_id"],
      [{ ids: [1], action: "add_category", category_id: 999 }, "category_id"],
    ])("refuses %j", async (json, field) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const answer = await app.send(bulk, { token, json });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors.map((error: { field: string }) => error.field)).toContain(field);
      expect(await trail(app)).toEqual([]);
    });

    test("needs an administrator", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const json = { ids: [song.id], action: "delete" };
      expect((await app.send(bulk, { json })).statusCode).toBe(401);
      expect((await app.send(bulk, { token: await userToken(app, { premium: true }), json })).statusCode).toBe(403);
      expect((await app.send(`GET /api/songs/${song.id}`)).statusCode).toBe(200);
    });
  });
});

onBothEngines((engine) => {
  describe("POST /api/admin/songs/bulk", () => {
    test("adds a category once, after those a song has", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [first, second] = [
        await makeCategory(app, { name: "Bolero" }),
        await makeCategory(app, { name: "Ru con" }),
      ];
      const one = await makeSong(app, { categories: [first.id] });
      const two = await makeSong(app, { categories: [second.id, first.id] });
      const json = { ids: [one.id, two.id], action: "add_category", category_id: second.id };
      expect((await app.send(bulk, { token, json })).json()).toMatchObject({ changed: 1, unchanged: 1 });
      const songs = await songsOf(app, token);
      expect(songs[one.id]).toMatchObject({ category_ids: [first.id, second.id] });
      expect(songs[two.id]).toMatchObject({ category_ids: [second.id, first.id] });
      const [entry] = (await app.send(`GET /api/admin/history/song/${one.id}`, { token })).json();
      expect(entry.changes).toEqual([{ field: "Thể loại", from: "Bolero", to: "Bolero, Ru con" }]);
    });

    test("deletes songs and closes their files, and the public sees it at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const files = [await stored(app, 1), await stored(app, 2)];
      const gone = await makeSong(app, { title: "Đi", audio_url: files[0], categories: [genre.id] });
      const stays = await makeSong(app, { title: "Ở", audio_url: files[1], categories: [genre.id] });
      expect((await app.send("GET /api/songs")).json()).toHaveLength(2);
      const answer = await app.send(bulk, { token, json: { ids: [gone.id], action: "delete" } });
      expect(answer.json()).toEqual({ changed: 1, unchanged: 0, missing: [], refused: [] });
      expect((await app.send("GET /api/songs")).json()).toMatchObject([{ id: stays.id }]);
      expect((await app.send("GET /api/songs/count")).json()).toEqual({ total: 1 });
      await app.outbox.flush();
      expect((await app.send(`GET ${files[0]}`)).statusCode).toBe(401);
      expect((await app.send(`GET ${files[1]}`)).statusCode).toBe(200);
      expect(await trail(app)).toEqual([{ action: "delete", entity: "song", entity_id: gone.id, summary: "Đi" }]);
    });

    test("makes songs of one file Premium together or refuses them by name", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const shared = await stored(app);
      const one = await makeSong(app, { title: "Một", audio_url: shared, categories: [genre.id] });
      const two = await makeSong(app, { title: "Hai", audio_url: shared, categories: [genre.id] });
      const free = await makeSong(app, { title: "Ba", categories: [genre.id] });
      const half = { ids: [one.id, free.id], action: "set_premium" };
      expect((await app.send(bulk, { token, json: half })).json()).toEqual({
        changed: 1,
        unchanged: 0,
        missing: [],
        refused: [{ id: one.id, title: "Một", message: expect.stringContaining("bài hát miễn phí") }],
      });
      expect((await app.send(`GET ${shared}`)).statusCode).toBe(200);
      const whole = { ids: [one.id, two.id, free.id], action: "set_premium" };
      expect((await app.send(bulk, { token, json: whole })).json()).toMatchObject({
        changed: 2,
        unchanged: 1,
        refused: [],
      });
      expect((await app.send(`GET ${shared}`)).statusCode).toBe(403);
    });

    test("changes nothing when the audit trail can't be written", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { is_active: true });
      await app.db.schema.dropTable("audit_log").execute();
      const answer = await app.send(bulk, { token, json: { ids: [song.id], action: "deactivate" } });
      expect(answer.statusCode).toBe(500);
      expect((await songsOf(app, token))[song.id]).toMatchObject({ is_active: true });
    });
  });
});
