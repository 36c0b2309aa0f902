import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type BinEntity, BinQuery } from "#contract/bin.ts";
import { fileKeyOf } from "#contract/file-address.ts";
import { makeBackup } from "#server/features/backup/backup.service.ts";
import { restoreBackup } from "#server/features/backup/restore.service.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { runJob, undoJob } from "#test/bulk-jobs.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import {
  adminToken,
  makeCategory,
  makeContact,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeUser,
  userToken,
} from "#test/factories.ts";
import { binListReader } from "./bin.repository.ts";

const dayMs = 24 * 3600_000;
const paths: Record<BinEntity, string> = {
  song: "/api/songs",
  category: "/api/categories",
  support: "/api/admin/support",
  premium_package: "/api/admin/premium-packages",
  staff: "/api/admin/staff",
};

async function storedAudio(app: TestApp, seed = 1) {
  async function* once() {
    yield wav(1, seed);
  }
  return (await app.files.save(once(), "audio")).url;
}

async function remove(app: TestApp, token: string, entity: BinEntity, id: number) {
  const answer = await app.send(`DELETE ${paths[entity]}/${id}`, { token });
  expect(answer.statusCode, answer.body).toBe(200);
}

const restore = (app: TestApp, token: string, entity: BinEntity, id: number, names: object = {}) =>
  app.send("POST /api/admin/bin/restore", { token, json: { entity, id, ...names } });

async function restored(app: TestApp, token: string, entity: BinEntity, id: number, names: object = {}) {
  const answer = await restore(app, token, entity, id, names);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as { name: string; notes: string[] };
}

const listed = async (app: TestApp, token: string, query: Record<string, string> = {}) =>
  (await app.send("GET /api/admin/bin", { token, query })).json();

const row = (
  { db }: TestApp,
  table: "songs" | "categories" | "staff" | "premium_packages" | "support_contacts",
  id: number,
) => db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirst();

/** Lets the items of the bin be older. */
const age = async ({ db }: TestApp, days: number) => {
  const deleted_at = new Date(Date.now() - days * dayMs).toISOString();
  await db.updateTable("bin").set({ deleted_at }).execute();
};

onBothEngines((engine) => {
  describe("the bin", () => {
    test("a song leaves every list, count and address, and comes back whole", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [one, two] = [await makeCategory(app), await makeCategory(app)];
      const audio_url = await storedAudio(app);
      const song = await makeSong(app, { title: "Mùa hạ", audio_url, categories: [two.id, one.id], waveform: "1,2" });
      const [lan, hoa] = [await makeUser(app), await makeUser(app)];
      for (const user of [lan, hoa]) {
        await app.send(`POST /api/songs/${song.id}/like`, { token: await userToken(app, { user }) });
      }
      await app.send(`POST /api/songs/${song.id}/play`);
      const example = { song_id: song.id, occasion: "birthday", sort_order: 2, created_at: "2026-11-01T00:00:00.000Z" };
      await app.db.insertInto("song_examples").values(example).execute();
      const learned = {
        exercise: "typed",
        level: 10,
        best_score: 80,
        rounds: 2,
        last_at: "2026-11-02T00:00:00.000Z",
      } as const;
      const scores = [lan, hoa].map(({ id }) => ({ user_id: id, song_id: song.id, ...learned }));
      await app.db.insertInto("learn_scores").values(scores).execute();
      const before = await row(app, "songs", song.id);
      const days = await app.db.selectFrom("song_play_days").selectAll().execute();
      const counts = await app.db.selectFrom("song_counts").selectAll().where("songs", ">", 0).execute();
      const open = `GET ${audio_url}` as const;
      expect((await app.send(open)).statusCode).toBe(200);
      expect(
        (await app.send("GET /api/admin/bin/preview", { token, query: { entity: "song", id: `${song.id}` } })).json(),
      ).toEqual({
        likes: 2,
        plays: 1,
        genres: 2,
      });

      await remove(app, token, "song", song.id);
      await app.outbox.flush();
      expect((await app.send(`GET /api/songs/${song.id}`)).statusCode).toBe(404);
      expect((await app.send("GET /api/songs/count", { token })).json()).toEqual({ total: 0 });
      expect((await app.send(open)).statusCode).toBe(401);
      expect((await app.send(open, { token: await userToken(app) })).statusCode).toBe(403);
      expect((await app.send(open, { token })).statusCode).toBe(200);
      expect(await app.db.selectFrom("song_play_days").selectAll().execute()).toEqual([]);
      expect(await listed(app, token)).toMatchObject([
        { entity: "song", entity_id: song.id, name: "Mùa hạ", facts: { likes: 2, plays: 1, genres: 2 } },
      ]);

      expect(await restored(app, token, "song", song.id)).toMatchObject({ name: "Mùa hạ", notes: [] });
      await app.outbox.flush();
      expect(await row(app, "songs", song.id)).toEqual(before);
      expect(await app.db.selectFrom("song_play_days").selectAll().execute()).toEqual(days);
      expect(await app.db.selectFrom("song_counts").selectAll().where("songs", ">", 0).execute()).toEqual(counts);
      expect(await app.db.selectFrom("song_examples").selectAll().execute()).toEqual([
        { ...example, id: expect.any(Number) },
      ]);
      expect(await app.db.selectFrom("song_likes").selectAll().execute()).toHaveLength(2);
      expect(await app.db.selectFrom("learn_scores").selectAll().orderBy("user_id").execute()).toEqual(scores);
      expect((await app.send(`GET /api/songs/${song.id}`, { token })).json().category_ids).toEqual([two.id, one.id]);
      expect((await app.send("GET /api/songs", { query: { search: "mua ha" } })).json()).toHaveLength(1);
      expect((await app.send(open)).statusCode).toBe(200);
      expect(await listed(app, token)).toEqual([]);
      expect((await restore(app, token, "song", song.id)).statusCode).toBe(404);
      const trail = await app.db
        .selectFrom("audit_log")
        .select(["action", "summary"])
        .where("entity", "=", "song")
        .orderBy("id")
        .execute();
      expect(trail).toEqual([
        { action: "delete", summary: "Mùa hạ" },
        { action: "restore", summary: "Mùa hạ" },
      ]);
    });

    test("what is gone meanwhile is left out: likes of a deleted user, a category, the number of likes", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [one, two] = [await makeCategory(app), await makeCategory(app)];
      const song = await makeSong(app, { categories: [one.id, two.id] });
      const [lan, hoa] = [await makeUser(app), await makeUser(app)];
      for (const user of [lan, hoa]) {
        await app.send(`POST /api/songs/${song.id}/like`, { token: await userToken(app, { user }) });
      }
      const score = {
        song_id: song.id,
        exercise: "order",
        level: 30,
        best_score: 80,
        rounds: 2,
        last_at: "2026-11-02T00:00:00.000Z",
      } as const;
      await app.db
        .insertInto("learn_scores")
        .values([lan, hoa].map(({ id }) => ({ ...score, user_id: id })))
        .execute();
      await remove(app, token, "song", song.id);
      await remove(app, token, "category", one.id);
      expect((await app.send(`DELETE /api/admin/users/${lan.id}`, { token })).statusCode).toBe(200);
      // Nothing of the user is left in the bin.
      expect(await app.db.selectFrom("bin_users").select("user_id").execute()).toEqual([{ user_id: hoa.id }]);
      expect(await app.db.selectFrom("bin_scores").select("user_id").execute()).toEqual([{ user_id: hoa.id }]);
      expect((await restored(app, token, "song", song.id)).notes).toEqual(["1 thể loại không còn nữa"]);
      const found = (await app.send(`GET /api/songs/${song.id}`, { token })).json();
      expect(found).toMatchObject({ likes_count: 1, category_ids: [two.id] });
      expect(await app.db.selectFrom("learn_scores").select("user_id").execute()).toEqual([{ user_id: hoa.id }]);
    });

    test("a song of a request is its request's again, and stays hidden when the consent is gone", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const make = async () => {
        const song = await makeSong(app);
        const request = await makeRequest(app, { song_id: song.id, consent_at: song.created_at });
        await remove(app, token, "song", song.id);
        return { song, request };
      };
      const [same, withdrawn, deleted, taken] = [await make(), await make(), await make(), await make()];
      const requests = app.db.updateTable("song_requests");
      await requests.set({ consent_at: null }).where("id", "=", withdrawn.request.id).execute();
      await app.db.deleteFrom("song_requests").where("id", "=", deleted.request.id).execute();
      const other = await makeSong(app);
      await requests.set({ song_id: other.id }).where("id", "=", taken.request.id).execute();

      expect((await restored(app, token, "song", same.song.id)).notes).toEqual([]);
      expect(await row(app, "songs", same.song.id)).toMatchObject({ is_active: true, withheld: null });
      const linked = await app.db
        .selectFrom("song_requests")
        .select("song_id")
        .where("id", "=", same.request.id)
        .execute();
      expect(linked).toEqual([{ song_id: same.song.id }]);
      expect((await restored(app, token, "song", withdrawn.song.id)).notes[0]).toContain("nên bài vẫn ẩn");
      expect(await row(app, "songs", withdrawn.song.id)).toMatchObject({
        is_active: false,
        withheld: "consent_withdrawn",
      });
      await restored(app, token, "song", deleted.song.id);
      expect(await row(app, "songs", deleted.song.id)).toMatchObject({ is_active: false, withheld: "request_deleted" });
      const refused = await restore(app, token, "song", taken.song.id);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().detail).toContain(taken.request.code);
    });

    test("a file of two songs stays open while one of them rests, and closes for songs of another kind", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const audio_url = await storedAudio(app);
      const one = await makeSong(app, { audio_url });
      const two = await makeSong(app, { audio_url });
      await remove(app, token, "song", one.id);
      await app.outbox.flush();
      expect((await app.send(`GET ${audio_url}`)).statusCode).toBe(200);
      expect((await app.send(`PUT /api/songs/${two.id}`, { token, json: { is_premium: true } })).statusCode).toBe(200);
      expect((await restore(app, token, "song", one.id)).statusCode).toBe(409);
      await app.send(`PUT /api/songs/${two.id}`, { token, json: { is_premium: false } });
      await restored(app, token, "song", one.id);
      expect((await app.send(`GET ${audio_url}`)).statusCode).toBe(200);
    });

    test("a name in the bin is free for others, and another is given when it is taken", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app, { name: "Nhạc thiền" });
      await remove(app, token, "category", genre.id);
      const again = await app.send("POST /api/categories", { token, json: { name: "nhạc Thiền" } });
      expect(again.statusCode, again.body).toBe(201);
      const refused = await restore(app, token, "category", genre.id);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().errors).toEqual([{ field: "name", message: "Tên thể loại đã tồn tại" }]);
      expect((await listed(app, token))[0].names).toEqual({ name: "Nhạc thiền" });
      expect(await restored(app, token, "category", genre.id, { name: "Nhạc thiền cũ" })).toMatchObject({
        name: "Nhạc thiền cũ",
      });
      expect(await row(app, "categories", genre.id)).toMatchObject({
        name: "Nhạc thiền cũ",
        name_key: "nhạc thiền cũ",
      });
    });

    test("a staff member comes back with password, second factor and requests; sessions have ended", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const member = await makeStaff(app, { username: "lan_anh", email: "lan@example.com", is_supervisor: true });
      const session = await makeSession(app, "staff", member.id);
      const factor = { kind: "staff", account_id: member.id } as const;
      await app.db
        .insertInto("second_factors")
        .values({ ...factor, sealed_secret: "sealed", last_step: 1, enabled_at: member.created_at })
        .execute();
      await app.db
        .insertInto("recovery_codes")
        .values({ ...factor, code_hash: "a" })
        .execute();
      const working = await makeRequest(app, { staff_id: member.id, status: "processing" });
      const claimed = await makeRequest(app, { staff_id: member.id, status: "processing" });
      const done = await makeRequest(app, { staff_id: member.id, status: "completed" });
      await remove(app, token, "staff", member.id);
      expect((await app.send("GET /api/staff/me", { token: session })).statusCode).toBe(401);
      const other = await makeStaff(app, { username: "lan_anh" });
      await app.db.updateTable("song_requests").set({ staff_id: other.id }).where("id", "=", claimed.id).execute();
      expect((await listed(app, token))[0]).toMatchObject({
        names: { username: "lan_anh", email: "lan@example.com" },
        facts: { requests: 3, open_requests: 2, has_second_factor: true },
      });
      expect(JSON.stringify(await listed(app, token))).not.toMatch(/sealed|argon2/);

      expect((await restore(app, token, "staff", member.id)).json().errors[0].field).toBe("username");
      await restored(app, token, "staff", member.id, { username: "lan_anh_2" });
      expect(await row(app, "staff", member.id)).toEqual({
        ...member,
        username: "lan_anh_2",
        username_key: "lan_anh_2",
      });
      expect(await app.db.selectFrom("second_factors").select("sealed_secret").execute()).toHaveLength(1);
      expect(await app.db.selectFrom("recovery_codes").select("code_hash").execute()).toHaveLength(1);
      const requests = await app.db
        .selectFrom("song_requests")
        .select(["id", "staff_id", "status"])
        .orderBy("id")
        .execute();
      expect(requests).toEqual([
        { id: working.id, staff_id: member.id, status: "processing" },
        { id: claimed.id, staff_id: other.id, status: "new" },
        { id: done.id, staff_id: member.id, status: "completed" },
      ]);
      const events = await app.db
        .selectFrom("request_events")
        .select(["kind", "text"])
        .where("request_id", "=", working.id)
        .execute();
      expect(events.slice(-2)).toEqual([
        { kind: "assigned", text: member.full_name },
        { kind: "status_changed", text: "processing" },
      ]);
      expect((await app.send("GET /api/staff/me", { token: session })).statusCode).toBe(401);
    });

    test("contacts and packages come back, a package also to the users of its Premium", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const contact = await makeContact(app);
      const offer = await makePackage(app);
      const premium = { subscription_type: "premium", premium_package_id: offer.id } as const;
      await makeUser(app, premium);
      const ended = await makeUser(app, premium);
      const other = await makeUser(app, premium);
      await remove(app, token, "support", contact.id);
      await remove(app, token, "premium_package", offer.id);
      await app.db.updateTable("users").set({ subscription_type: "free" }).where("id", "=", ended.id).execute();
      const later = { premium_package_id: (await makePackage(app)).id };
      await app.db.updateTable("users").set(later).where("id", "=", other.id).execute();
      expect((await app.send("GET /api/admin/bin/counts", { token })).json()).toEqual({
        all: 2,
        song: 0,
        category: 0,
        support: 1,
        premium_package: 1,
        staff: 0,
      });
      await restored(app, token, "support", contact.id);
      await restored(app, token, "premium_package", offer.id);
      expect(await row(app, "support_contacts", contact.id)).toEqual(contact);
      expect(await row(app, "premium_packages", offer.id)).toEqual(offer);
      const packages = await app.db.selectFrom("users").select("premium_package_id").orderBy("id").execute();
      expect(packages).toEqual([{ premium_package_id: offer.id }, { premium_package_id: null }, later]);
    });

    test("is emptied after 30 days, one by one and as a whole, files included", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const audio = [await storedAudio(app, 1), await storedAudio(app, 2), await storedAudio(app, 3)];
      const songs = [];
      for (const audio_url of audio) songs.push(await makeSong(app, { audio_url }));
      const [old, byHand, last] = songs as [(typeof songs)[0], (typeof songs)[0], (typeof songs)[0]];
      const files = async () =>
        (await app.db.selectFrom("files").select("key").execute()).map(({ key }) => key).toSorted();
      const keys = (urls: readonly string[]) => urls.map((url) => fileKeyOf(url)).toSorted();
      await remove(app, token, "song", old.id);
      await age(app, 29.9);
      expect(await app.bin.emptyDue()).toBe(0);
      await age(app, 30.1);
      expect(await app.bin.emptyDue()).toBe(1);
      await app.outbox.flush();
      expect(await files()).toEqual(keys(audio.slice(1)));

      await remove(app, token, "song", byHand.id);
      const [item] = await listed(app, token);
      const path = `/api/admin/bin/${item.id}`;
      expect((await app.send(`GET ${path}`, { token })).json()).toEqual(item);
      expect((await app.send(`DELETE ${path}`, { token })).statusCode).toBe(200);
      expect(await listed(app, token)).toEqual([]);
      expect((await restore(app, token, "song", byHand.id)).statusCode).toBe(404);
      expect((await app.send(`DELETE ${path}`, { token })).statusCode).toBe(404);
      await app.outbox.flush();
      expect(await files()).toEqual(keys(audio.slice(2)));

      await remove(app, token, "song", last.id);
      await remove(app, token, "category", (await makeCategory(app)).id);
      expect((await app.send("DELETE /api/admin/bin", { token })).json()).toEqual({ removed: 2 });
      await app.outbox.flush();
      expect(await files()).toEqual([]);
      for (const table of ["bin", "bin_rows", "bin_users", "bin_scores", "bin_requests"] as const) {
        expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    });

    test("a song with many days and likes is moved in batches, and nothing of it is lost", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { play_count: 1201 });
      const days = Array.from({ length: 1201 }, (_, n) => ({
        song_id: song.id,
        day: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
        plays: 1,
      }));
      await app.db.insertInto("song_play_days").values(days).execute();
      await remove(app, token, "song", song.id);
      expect(
        await app.db.selectFrom("bin_rows").select(["position", "table_name"]).orderBy("position").execute(),
      ).toEqual([
        { position: 0, table_name: "songs" },
        { position: 1, table_name: "song_categories" },
        { position: 2, table_name: "song_play_days" },
        { position: 3, table_name: "song_play_days" },
        { position: 4, table_name: "song_play_days" },
      ]);
      await restored(app, token, "song", song.id);
      expect(await app.db.selectFrom("song_play_days").selectAll().orderBy("day").execute()).toEqual(days);
    });
  });
});

onBothEngines((engine) => {
  test("a job that deleted songs is undone by bringing them back", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const genre = await makeCategory(app);
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await makeSong(app, { categories: [genre.id] })).id);
    const job = await runJob(app, token, { kind: "delete_songs", ids, expected: 3 });
    expect(await listed(app, token)).toHaveLength(3);
    expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 3 });
    expect(await listed(app, token)).toEqual([]);
    expect((await app.db.selectFrom("songs").select("id").orderBy("id").execute()).map(({ id }) => id)).toEqual(ids);
  });

  test("pages are read along an index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    await sql`insert into bin (entity, entity_id, name, name_key, names, facts, deleted_at, deleted_by)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rowsForPlans(engine))})
      select case when i % 3 = 0 then 'category' else 'song' end, i, 'n' || i, 'n' || i, '{}', '{}',
        cast('2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z' as ${app.database.dialect.types.time}), 'lan'
      from counting`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze bin`.execute(app.db);
    for (const query of [{}, { sort_by: "name" }, { entity: "category" }, { entity: "category", sort_by: "name" }]) {
      const parsed = { ...BinQuery.parse({ ...query, skip: "60" }), is_leaving: false };
      const made = await plansOf(app, ({ db, dialect }) => binListReader(db, dialect).page(parsed), { isLarge: true });
      for (const plan of made.filter((each) => !/count|Aggregate/i.test(each)).map(withoutPage)) {
        expect(plan, JSON.stringify(query)).toMatch(/bin_by_/);
        expect(plan, JSON.stringify(query)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
      }
    }
  });

  test("what is in the bin is in a backup, can be restored from it, and its ids are not given again", async () => {
    const place = await freshPlace(engine);
    writeFileSync(path.join(place.dataDir, "secret.key"), "the secret of the site");
    const app = await testApp(engine, { SECRET_KEY: "" }, { place });
    const token = await adminToken(app);
    const audio_url = await storedAudio(app);
    const user = await makeUser(app);
    const song = await makeSong(app, { title: "Mùa hạ", audio_url });
    await app.send(`POST /api/songs/${song.id}/like`, { token: await userToken(app, { user }) });
    const before = await row(app, "songs", song.id);
    await remove(app, token, "song", song.id);
    const file = path.join(place.dataDir, "site.backup");
    const keyFile = (dataDir: string) => path.join(dataDir, "secret.key");
    const from = { dataDir: place.dataDir, databaseUrl: place.databaseUrl, keyFile: keyFile(place.dataDir) };
    await makeBackup({ place: { ...from, givenKey: undefined }, appVersion: "1.2.3", file });
    const empty = await freshPlace(engine, { migrated: false });
    const to = { dataDir: empty.dataDir, databaseUrl: empty.databaseUrl, keyFile: keyFile(empty.dataDir) };
    await restoreBackup({ place: { ...to, givenKey: undefined }, file });

    const again = await testApp(engine, { SECRET_KEY: "" }, { place: empty });
    expect((await makeSong(again)).id).toBeGreaterThan(song.id);
    const other = await adminToken(again);
    await restored(again, other, "song", song.id);
    expect(await row(again, "songs", song.id)).toEqual(before);
    expect((await again.send(`GET ${audio_url}`)).statusCode).toBe(200);
  });
});

onOneEngine((engine) => {
  test("the list is searched, sorted and limited to a kind", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const name of ["Đồng dao", "An nhiên"]) {
      await remove(app, token, "category", (await makeCategory(app, { name })).id);
    }
    await remove(app, token, "song", (await makeSong(app, { title: "Chiều vàng" })).id);
    const names = async (query: Record<string, string>) =>
      (await listed(app, token, query)).map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(["Chiều vàng", "An nhiên", "Đồng dao"]);
    expect(await names({ sort_by: "name", entity: "category" })).toEqual(["An nhiên", "Đồng dao"]);
    expect(await names({ search: "dong" })).toEqual(["Đồng dao"]);
    const wrong = await app.send("GET /api/admin/bin", { token, query: { entity: "user" } });
    expect(wrong.statusCode).toBe(422);
  });

  test("its tabs leave out what is being removed", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    const token = await adminToken(app);
    for (const name of ["Đồng dao", "An nhiên"]) {
      await remove(app, token, "category", (await makeCategory(app, { name })).id);
    }
    const [first] = await listed(app, token);
    await app.outbox.stop();
    expect((await app.send(`DELETE /api/admin/bin/${first.id}`, { token })).statusCode).toBe(200);
    expect((await app.send("GET /api/admin/bin/counts", { token })).json()).toMatchObject({ all: 1, category: 1 });
    expect(await app.db.selectFrom("bin").select("id").execute()).toHaveLength(2);
  });

  test("rows that nothing names come back with new ids, since another row may have theirs by then", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [song, other] = [await makeSong(app), await makeSong(app)];
    const example = { occasion: "birthday", sort_order: 2, created_at: "2026-11-01T00:00:00.000Z" };
    const add = (values: { id?: number; song_id: number }) =>
      app.db
        .insertInto("song_examples")
        .values({ ...example, ...values })
        .returningAll()
        .executeTakeFirstOrThrow();
    const { id } = await add({ song_id: song.id });
    await remove(app, token, "song", song.id);
    const taken = await add({ id, song_id: other.id });
    await restored(app, token, "song", song.id);
    expect(await app.db.selectFrom("song_examples").selectAll().orderBy("id").execute()).toEqual([
      taken,
      { ...example, song_id: song.id, id: expect.any(Number) },
    ]);
  });

  test("its claims let nobody but administrators read a file, and end with a restored record", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const audio_url = await storedAudio(app);
    const { id } = await makeSong(app, { audio_url });
    const claims = () => app.db.selectFrom("file_claims").select(["owner_kind", "visibility"]).execute();
    await remove(app, token, "song", id);
    expect(await claims()).toEqual([{ owner_kind: "bin", visibility: "admin" }]);
    await restored(app, token, "song", id);
    expect(await claims()).toEqual([{ owner_kind: "song", visibility: "public" }]);
  });

  test("an accountant restores packages alone", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app, { role: "accountant" });
    const offer = await makePackage(app);
    await remove(app, token, "premium_package", offer.id);
    expect((await restore(app, token, "song", 1)).statusCode).toBe(403);
    await restored(app, token, "premium_package", offer.id);
    expect((await app.send("GET /api/admin/bin", { token })).statusCode).toBe(403);
  });
});
