import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { rowsOfJob, runJob, undoJob } from "#test/bulk-jobs.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong, userToken } from "#test/factories.ts";
import { releasesRepository } from "./releases.repository.ts";
import { songListRepository } from "./song-list.repository.ts";

const soon = (minutes = 60) => new Date(Date.now() + minutes * 60_000).toISOString();
const past = () => new Date(Date.now() - 60_000).toISOString();

async function stored(app: TestApp) {
  async function* once() {
    yield wav(1);
  }
  return (await app.files.save(once(), "audio")).url;
}

const songOf = async (app: TestApp, token: string, id: number) =>
  (await app.send(`GET /api/songs/${id}`, { token })).json();

/** Makes the time of a song one that is over, as if the clock had gone on. */
const letTimeCome = (app: TestApp, id: number) =>
  app.db.updateTable("songs").set({ release_at: past() }).where("id", "=", id).execute();

const trail = (app: TestApp, id: number) =>
  app.db
    .selectFrom("audit_log")
    .select(["actor_kind", "summary", "changes"])
    .where("entity", "=", "song")
    .where("entity_id", "=", id)
    .orderBy("id", "desc")
    .execute();

onBothEngines((engine) => {
  describe("the release of a song at a set time", () => {
    test("shows it once, with its file, its entry in the trail and its place on the site", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id: genre } = await makeCategory(app);
      const audio_url = await stored(app);
      const release_at = soon();
      const json = { title: "Mùa hạ", audio_url, category_ids: [genre], is_active: false, release_at };
      const made = await app.send("POST /api/songs", { token, json });
      expect(made.statusCode, made.body).toBe(201);
      const { id } = made.json();
      expect(made.json()).toMatchObject({ is_active: false, release_at });
      await app.releases.run();
      expect((await app.send(`GET /api/songs/${id}`)).statusCode).toBe(404);
      expect((await app.send("GET /sitemap.xml")).body).not.toContain(`/songs/${id}<`);
      expect((await app.send(`GET ${audio_url}`)).statusCode).toBe(403);

      await letTimeCome(app, id);
      const beside = await testApp(engine, {}, { beside: app });
      await beside.releases.run();
      await app.releases.run();
      expect(await songOf(app, token, id)).toMatchObject({ is_active: true, release_at: null });
      expect((await app.send(`GET /api/songs/${id}`)).json()).not.toHaveProperty("release_at");
      expect((await app.send("GET /api/songs")).json()).toMatchObject([{ id }]);
      expect((await app.send("GET /sitemap.xml")).body).toContain(`/songs/${id}<`);
      expect((await app.send(`GET ${audio_url}`)).statusCode).toBe(200);
      const [entry, ...older] = await trail(app, id);
      expect(entry).toMatchObject({ actor_kind: "system", summary: "Mùa hạ" });
      expect(JSON.parse(entry?.changes ?? "[]")).toEqual([
        { field: "Đang hiện", from: "không", to: "có" },
        { field: "Hẹn giờ phát hành", from: expect.stringMatching(/^\d\d:\d\d \d\d\/\d\d\/\d{4}$/), to: null },
      ]);
      expect(older.filter(({ actor_kind }) => actor_kind === "system")).toEqual([]);
    });

    test("does not wait for a song that can't be shown", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const token = await adminToken(app);
      const stuck = await makeSong(app, { is_active: false, release_at: past() });
      const next = await makeSong(app, { is_active: false, release_at: past() });
      const trigger = "no_release";
      await failingUpdate(app, trigger, stuck.id);
      await app.releases.run();
      expect(await songOf(app, token, stuck.id)).toMatchObject({ is_active: false });
      expect(await songOf(app, token, next.id)).toMatchObject({ is_active: true });
      await allowUpdate(app, trigger);
      await app.releases.run();
      expect(await songOf(app, token, stuck.id)).toMatchObject({ is_active: true, release_at: null });
    });

    test("is refused for a time that is over or too far, for a song that is shown, and for none", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const hidden = await makeSong(app, { is_active: false });
      const shown = await makeSong(app);
      const put = (id: number, json: object) => app.send(`PUT /api/songs/${id}`, { token, json });
      const refused: [number, object, RegExp][] = [
        [hidden.id, { release_at: past() }, /ở sau lúc này/],
        [hidden.id, { release_at: soon(800 * 24 * 60) }, /hai năm/],
        [hidden.id, { release_at: "mai" }, /không hợp lệ/],
        [hidden.id, { release_at: "2027-02-30T10:00:00Z" }, /không hợp lệ/],
        [hidden.id, { release_at: 5 }, /không hợp lệ/],
        [hidden.id, { release_at: soon(), is_active: true }, /tạm ẩn trước/],
        [shown.id, { release_at: soon() }, /tạm ẩn trước/],
      ];
      for (const [id, json, message] of refused) {
        const answer = await put(id, json);
        expect([answer.statusCode, answer.json().errors], JSON.stringify(json)).toEqual([
          422,
          [{ field: "release_at", message: expect.stringMatching(message) }],
        ]);
      }
      await app.db.updateTable("songs").set({ withheld: "request_deleted" }).where("id", "=", hidden.id).execute();
      expect((await put(hidden.id, { release_at: soon() })).statusCode).toBe(409);
      expect(await songOf(app, token, hidden.id)).toMatchObject({ is_active: false, release_at: null });
      // In Vietnam's zone as well, and hidden in the same change.
      const time = soon().replace(/\.\d+Z$/, ".000Z");
      const local = `${new Date(Date.parse(time) + 7 * 3600_000).toISOString().slice(0, 19)}+07:00`;
      expect((await put(shown.id, { is_active: false, release_at: local })).json()).toMatchObject({ release_at: time });
    });

    test("ends with showing by hand, with clearing it, and with a song that must stay hidden", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const songs = await Promise.all([1, 2, 3].map(() => makeSong(app, { is_active: false, release_at: soon() })));
      const [byHand, cleared, together] = songs.map(({ id }) => id) as [number, number, number];
      const put = async (id: number, json: object) => (await app.send(`PUT /api/songs/${id}`, { token, json })).json();
      expect(await put(byHand, { is_active: true })).toMatchObject({ is_active: true, release_at: null });
      expect(await put(cleared, { release_at: "" })).toMatchObject({ is_active: false, release_at: null });
      await runJob(app, token, { kind: "activate_songs", ids: [together] });
      expect(await songOf(app, token, together)).toMatchObject({ is_active: true, release_at: null });
      const withheld = await makeSong(app, { is_active: false, release_at: soon() });
      await releasesRepository(app.db).setWithheld(withheld.id, "consent_withdrawn");
      expect(await songOf(app, token, withheld.id)).toMatchObject({ is_active: false, release_at: null });
    });

    test("rests with the song in the bin, and ends there when its time passes", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const release_at = soon();
      const [kept, late] = [
        await makeSong(app, { is_active: false, release_at }),
        await makeSong(app, { is_active: false, release_at: past() }),
      ];
      for (const { id } of [kept, late]) await app.send(`DELETE /api/songs/${id}`, { token });
      await app.releases.run();
      for (const { id } of [kept, late]) {
        const answer = await app.send("POST /api/admin/bin/restore", { token, json: { entity: "song", id } });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(answer.json().notes).toHaveLength(id === late.id ? 1 : 0);
      }
      expect(await songOf(app, token, kept.id)).toMatchObject({ is_active: false, release_at });
      expect(await songOf(app, token, late.id)).toMatchObject({ is_active: false, release_at: null });
    });

    test("is a filter of the list, and no matter of visitors", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app, { title: "Mưa hẹn", is_active: false, release_at: soon() });
      await makeSong(app, { is_active: false });
      await makeSong(app);
      const query = { release: "scheduled" };
      expect((await app.send("GET /api/songs", { token, query })).json()).toMatchObject([{ id }]);
      expect((await app.send("GET /api/songs/count", { token, query })).json()).toEqual({ total: 1 });
      const found = { ...query, search: "mua hen" };
      expect((await app.send("GET /api/songs/count", { token, query: found })).json()).toEqual({ total: 1 });
      for (const visitor of [undefined, await userToken(app, { premium: true })]) {
        expect((await app.send("GET /api/songs", { token: visitor, query })).json()).toEqual([]);
        expect((await app.send("GET /api/songs/count", { token: visitor, query })).json()).toEqual({ total: 0 });
      }
      expect((await app.send("GET /api/songs", { token, query: { release: "x" } })).statusCode).toBe(422);
    });

    test("is set for many songs, and taken back", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [before, release_at] = [soon(30), soon(90)];
      const fresh = await makeSong(app, { is_active: false });
      const moved = await makeSong(app, { is_active: false, release_at: before });
      const same = await makeSong(app, { is_active: false, release_at });
      const shown = await makeSong(app);
      const ids = [fresh.id, moved.id, same.id, shown.id];
      const json = { kind: "schedule_songs", ids, options: { release_at } };
      const job = await runJob(app, token, json);
      expect(job).toMatchObject({ changed: 2, unchanged: 1, refused: 1, can_undo: true });
      const reason = expect.stringContaining("tạm ẩn trước");
      expect(await rowsOfJob(app, token, job.id, { state: "refused" })).toMatchObject([
        { id: shown.id, message: reason },
      ]);
      for (const { id } of [fresh, moved, same]) expect(await songOf(app, token, id)).toMatchObject({ release_at });

      await app.send(`PUT /api/songs/${fresh.id}`, { token, json: { is_active: true } });
      expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 1, refused: 1 });
      expect(await songOf(app, token, moved.id)).toMatchObject({ release_at: before });
      expect(await songOf(app, token, fresh.id)).toMatchObject({ is_active: true, release_at: null });

      for (const options of [{}, { release_at: past() }, { release_at: "x" }]) {
        const answer = await app.send("POST /api/admin/bulk", { token, json: { ...json, options } });
        expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, "options.release_at"]);
      }
    });

    test("is found along an index", async () => {
      const app = await testApp(engine);
      for (let minute = 1; minute < 20; minute++) await makeSong(app, { is_active: false, release_at: soon(minute) });
      const plans = await plansOf(app, async ({ db, dialect }) => {
        await releasesRepository(db).due(soon(), 5);
        await songListRepository(db, dialect).list({ release: "scheduled" }, "all", { skip: 0, limit: 10 });
      });
      expect(plans[0]).toMatch(/songs_release/);
      expect(plans[0]).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
      expect(plans[1]).toMatch(/songs_scheduled/);
    });
  });
});

/** Makes every change of a song fail. */
async function failingUpdate({ engine, db }: TestApp, name: string, id: number): Promise<void> {
  if (engine === "sqlite") {
    await sql
      .raw(`create trigger ${name} before update on songs when old.id = ${id} begin select raise(abort, 'no'); end`)
      .execute(db);
    return;
  }
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
    .execute(db);
  await sql
    .raw(`create trigger ${name} before update on songs for each row when (old.id = ${id}) execute function ${name}()`)
    .execute(db);
}

async function allowUpdate({ engine, db }: TestApp, name: string): Promise<void> {
  await sql.raw(`drop trigger ${name}${engine === "postgres" ? " on songs" : ""}`).execute(db);
  if (engine === "postgres") await sql.raw(`drop function ${name}()`).execute(db);
}
