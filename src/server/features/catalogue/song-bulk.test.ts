import { describe, expect, test, vi } from "vitest";
import type { FieldChange } from "#contract/history.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { beginJob, jobOf, rowsOfJob, runJob, undoJob } from "#test/bulk-jobs.ts";
import { adminToken, makeCategory, makeSong, staffToken, userToken } from "#test/factories.ts";

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

async function trail(app: TestApp) {
  const columns = ["action", "entity", "entity_id", "summary", "changes"] as const;
  const entries = await app.db.selectFrom("audit_log").select(columns).orderBy("id").execute();
  return entries.map(({ changes, ...entry }) => ({ ...entry, changes: JSON.parse(changes ?? "[]") as FieldChange[] }));
}

onOneEngine((engine) => {
  describe("a bulk job of songs", () => {
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
      const ids = [one.id, two.id, so.id, one.id, 999];
      const job = await runJob(app, token, { kind: `${action}_songs`, ids });
      expect(job).toMatchObject({ state: "done", total: 4, changed: 2, unchanged: 1, refused: 1 });
      expect(await rowsOfJob(app, token, job.id, { state: "refused" })).toEqual([
        { id: 999, name: null, state: "refused", message: "Bài hát không còn nữa" },
      ]);
      const songs = await songsOf(app, token);
      for (const { id } of [one, two, so]) expect(songs[id]).toMatchObject({ [flag]: after, category_ids: [genre.id] });
      expect(songs[other.id]).toMatchObject({ [flag]: before });
      const said = (value: boolean) => (value ? "có" : "không");
      const changes = [{ field: expect.any(String), from: said(before), to: said(after) }];
      expect(await trail(app)).toEqual([
        { action: "update", entity: "song", entity_id: one.id, summary: "Một", changes },
        { action: "update", entity: "song", entity_id: two.id, summary: "Hai", changes },
      ]);
      expect(await undoJob(app, token, job.id)).toMatchObject({ total: 2, changed: 2 });
      const back = await songsOf(app, token);
      for (const { id } of [one, two]) expect(back[id]).toMatchObject({ [flag]: before, category_ids: [genre.id] });
      expect(back[so.id]).toMatchObject({ [flag]: after });
    });

    test("needs an administrator", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const json = { kind: "delete_songs", ids: [song.id] };
      const send = async (token?: string) => (await app.send("POST /api/admin/bulk", { token, json })).statusCode;
      expect(await send()).toBe(401);
      const others = [
        await userToken(app, { premium: true }),
        await adminToken(app, { role: "accountant" }),
        await staffToken(app, { isSupervisor: true }),
      ];
      for (const token of others) expect(await send(token)).toBe(403);
      await app.outbox.flush();
      expect((await app.send(`GET /api/songs/${song.id}`)).statusCode).toBe(200);
    });
  });
});

onBothEngines((engine) => {
  describe("a bulk job of songs", () => {
    test("adds a category once, after those a song has", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [first, second] = [
        await makeCategory(app, { name: "Bolero" }),
        await makeCategory(app, { name: "Ru con" }),
      ];
      const one = await makeSong(app, { categories: [first.id] });
      const two = await makeSong(app, { categories: [second.id, first.id] });
      const options = { category_id: second.id };
      const job = await runJob(app, token, { kind: "add_category_songs", ids: [one.id, two.id], options });
      expect(job).toMatchObject({ changed: 1, unchanged: 1 });
      const songs = await songsOf(app, token);
      expect(songs[one.id]).toMatchObject({ category_ids: [first.id, second.id] });
      expect(songs[two.id]).toMatchObject({ category_ids: [second.id, first.id] });
      const [entry] = (await app.send(`GET /api/admin/history/song/${one.id}`, { token })).json();
      expect(entry.changes).toEqual([{ field: "Thể loại", from: "Bolero", to: "Bolero, Ru con" }]);
    });

    test("takes a category from no song that has no other by then", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [first, second] = [await makeCategory(app), await makeCategory(app)];
      const song = await makeSong(app, { categories: [first.id] });
      const options = { category_id: second.id };
      const job = await runJob(app, token, { kind: "add_category_songs", ids: [song.id], options });
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { category_ids: [second.id] } });
      const undone = await undoJob(app, token, job.id);
      expect(undone).toMatchObject({ changed: 0, refused: 1 });
      expect(await rowsOfJob(app, token, undone.id)).toMatchObject([{ message: "Bài hát chỉ còn thể loại này" }]);
      expect((await songsOf(app, token))[song.id]).toMatchObject({ category_ids: [second.id] });
    });

    test("deletes songs and closes their files, and the public sees it at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const files = [await stored(app, 1), await stored(app, 2)];
      const gone = await makeSong(app, { title: "Đi", audio_url: files[0], categories: [genre.id] });
      const stays = await makeSong(app, { title: "Ở", audio_url: files[1], categories: [genre.id] });
      expect((await app.send("GET /api/songs")).json()).toHaveLength(2);
      const job = await runJob(app, token, { kind: "delete_songs", ids: [gone.id, 999] });
      expect(job).toMatchObject({ changed: 1, refused: 1 });
      const rows = await rowsOfJob(app, token, job.id, { state: "refused" });
      expect(rows).toMatchObject([{ id: 999, message: "Bài hát không còn nữa" }]);
      expect((await app.send("GET /api/songs")).json()).toMatchObject([{ id: stays.id }]);
      expect((await app.send("GET /api/songs/count")).json()).toEqual({ total: 1 });
      expect((await app.send(`GET ${files[0]}`)).statusCode).toBe(401);
      expect((await app.send(`GET ${files[1]}`)).statusCode).toBe(200);
      expect(await trail(app)).toEqual([
        { action: "delete", entity: "song", entity_id: gone.id, summary: "Đi", changes: [] },
      ]);
    });

    test("makes songs of one file Premium together or refuses them by name", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const shared = await stored(app);
      const one = await makeSong(app, { title: "Một", audio_url: shared, categories: [genre.id] });
      const two = await makeSong(app, { title: "Hai", audio_url: shared, categories: [genre.id] });
      const free = await makeSong(app, { title: "Ba", categories: [genre.id] });
      const half = await runJob(app, token, { kind: "set_premium_songs", ids: [one.id, free.id] });
      expect(half).toMatchObject({ changed: 1, unchanged: 0, refused: 1 });
      expect(await rowsOfJob(app, token, half.id, { state: "refused" })).toMatchObject([
        { id: one.id, name: "Một", message: expect.stringContaining("bài hát miễn phí") },
      ]);
      expect((await app.send(`GET ${shared}`)).statusCode).toBe(200);
      const whole = await runJob(app, token, { kind: "set_premium_songs", ids: [one.id, two.id, free.id] });
      expect(whole).toMatchObject({ changed: 2, unchanged: 1, refused: 0 });
      expect((await app.send(`GET ${shared}`)).statusCode).toBe(403);
    });

    test("takes songs of one file together, however far apart they are", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const shared = await stored(app);
      const ids: number[] = [];
      for (let n = 0; n < 60; n++) {
        const audio = n === 0 || n === 59 ? { audio_url: shared } : {};
        ids.push((await makeSong(app, { title: `Bài ${n}`, ...audio })).id);
      }
      const job = await runJob(app, token, { kind: "set_premium_songs", ids });
      expect(job).toMatchObject({ changed: 60, refused: 0 });
    });

    /** Changes the audio of a song between the look at it and the lock of its next change. */
    function overtake(app: TestApp, id: number, audio_url: string): void {
      const removed = app.files.withPublicCopyRemoved;
      vi.spyOn(app.files, "withPublicCopyRemoved").mockImplementationOnce(async (key, task) => {
        await app.db.updateTable("songs").set({ audio_url }).where("id", "=", id).execute();
        return removed(key, task);
      });
    }

    test("looks again, song by song, where the audio of one has changed since", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const token = await adminToken(app);
      const one = await makeSong(app, { title: "Một", audio_url: await stored(app, 1) });
      const two = await makeSong(app, { title: "Hai", audio_url: await stored(app, 2) });
      const newer = await stored(app, 3);
      overtake(app, one.id, newer);
      const job = await runJob(app, token, { kind: "set_premium_songs", ids: [one.id, two.id] });
      expect(job).toMatchObject({ changed: 2, refused: 0 });
      expect((await app.send(`GET ${newer}`)).statusCode).toBe(403);
    });

    test("a save is refused when the audio that it makes Premium has changed since", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const token = await adminToken(app);
      const song = await makeSong(app, { title: "Một", audio_url: await stored(app, 1) });
      overtake(app, song.id, await stored(app, 2));
      const answer = await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_premium: true } });
      expect(answer.statusCode, answer.body).toBe(409);
      expect(answer.json().detail).toContain("vừa được thay đổi ở nơi khác");
      expect((await songsOf(app, token))[song.id]).toMatchObject({ is_premium: false });
    });

    test("changes nothing while the audit trail can't be written", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const ids = [(await makeSong(app, { is_active: true })).id, (await makeSong(app, { is_active: true })).id];
      await app.db.schema.alterTable("audit_log").renameTo("audit_log_away").execute();
      const { id } = await beginJob(app, token, { kind: "deactivate_songs", ids });
      await app.outbox.flush();
      for (const song of ids) expect((await songsOf(app, token))[song]).toMatchObject({ is_active: true });
      expect(await jobOf(app, token, id)).toMatchObject({ state: "running", waiting: 2, changed: 0 });
    });
  });
});
