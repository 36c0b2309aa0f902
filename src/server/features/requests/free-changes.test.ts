import { expect, onTestFinished, test } from "vitest";
import type { CustomerRequest, SongRequestDetail } from "#contract/requests.ts";
import { buildSchema, migrate, migrationNames } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { freshPlace } from "#test/databases.ts";
import { adminToken, makeRequest, makeStaff, staffToken } from "#test/factories.ts";

const own = "/api/song-requests";
const desk = "/api/staff/requests";

async function ask(app: TestApp): Promise<CustomerRequest> {
  const multipart = new FormData();
  const fields = {
    customer_name: "Lan",
    customer_email: "lan@example.com",
    request_content: "Một bài mừng sinh nhật mẹ",
  };
  for (const [name, text] of Object.entries(fields)) multipart.append(name, text);
  const answer = await app.send(`POST ${own}`, { multipart });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function deliver(app: TestApp, token: string, id: number): Promise<SongRequestDetail> {
  const multipart = new FormData();
  multipart.append("title", "Ru cả nhà");
  multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bài.wav"));
  const answer = await app.send(`POST ${own}/${id}/delivery`, { token, multipart });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

onOneEngine((engine) => {
  test("a request keeps the number of free changes that the settings had when it came", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const before = await ask(app);
    expect(before).toMatchObject({ free_changes: 2, changes_done: 0 });
    const settings = { token, json: { free_changes: 1 } };
    expect((await app.send("PUT /api/admin/config/song-pricing", settings)).statusCode).toBe(200);
    expect((await app.send("GET /api/song-requests/public/pricing")).json()).toMatchObject({ free_changes: 1 });
    expect(await ask(app)).toMatchObject({ free_changes: 1 });
    expect((await app.send(`GET /api/requests/${before.page_token}`)).json()).toMatchObject({ free_changes: 2 });
  });

  test("each wish counts, and one beyond the free ones is taken", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, page_token } = await makeRequest(app, { free_changes: 1 });
    for (const done of [1, 2]) {
      const [song] = (await deliver(app, token, id)).songs;
      const wish = { json: { version_id: song?.id, text: `Chậm hơn, lần ${done}` } };
      const answer = await app.send(`POST /api/requests/${page_token}/changes`, wish);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ status: "processing", free_changes: 1, changes_done: done });
      // The same wish once more changes nothing.
      await app.send(`POST /api/requests/${page_token}/changes`, wish);
      expect((await app.send(`GET ${own}/${id}`, { token })).json()).toMatchObject({ changes_done: done });
    }
  });

  test("administrators and supervisors change the number of a request, other staff do not", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const [an, binh] = [await makeStaff(app), await makeStaff(app, { is_supervisor: true })];
    const { id } = await makeRequest(app, { staff_id: an.id });
    const [token, supervisor] = [await staffToken(app, { member: an }), await staffToken(app, { member: binh })];
    const saved = async (free_changes: number, as: string, path: string) =>
      (await app.send(`PUT ${path}`, { token: as, json: { free_changes } })).statusCode;
    expect(await saved(3, admin, `${own}/${id}`)).toBe(200);
    expect(await saved(4, supervisor, `${desk}/${id}`)).toBe(200);
    expect(await saved(5, token, `${desk}/${id}`)).toBe(403);
    await saved(6, token, `${desk}/${id}/update-status`);
    expect((await app.send(`GET ${desk}/${id}`, { token })).json()).toMatchObject({ free_changes: 4 });
    for (const wrong of [-1, 21, 1.5]) {
      const answer = await app.send(`PUT ${own}/${id}`, { token: admin, json: { free_changes: wrong } });
      expect(answer.json().errors).toEqual([
        { field: "free_changes", message: "Số lần sửa miễn phí phải là số nguyên từ 0 đến 20" },
      ]);
    }
  });

  test("of two who save the number, the one who saw an older one is told", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app);
    const { version } = (await app.send(`GET ${own}/${id}`, { token })).json<{ version: string }>();
    const save = (free_changes: number) => app.send(`PUT ${own}/${id}`, { token, json: { free_changes, version } });
    expect((await save(3)).statusCode).toBe(200);
    expect((await save(4)).statusCode).toBe(409);
  });
});

onBothEngines((engine) => {
  test("requests of an older version know their changes and first deliveries", async () => {
    const place = await freshPlace(engine, { migrated: false });
    const database = await openDatabase(place);
    onTestFinished(database.close);
    const { db, dialect } = database;
    await db.transaction().execute((tx) => buildSchema(tx, dialect, migrationNames.indexOf("0057-desk")));
    // A Friday evening in Vietnam; delivered on the Tuesday after it.
    const { id } = await makeRequest({ db }, { created_at: "2026-05-08T15:00:00.000Z" });
    const delivered = "2026-05-12T02:00:00.000Z";
    const version = {
      request_id: id,
      duration: null,
      created_at: delivered,
      title: null,
      dedication: null,
      lyrics: null,
      note: null,
    };
    for (const [number, delivered_at] of [
      [1, delivered],
      [2, "2026-05-14T02:00:00.000Z"],
    ] as const) {
      const file = `finished/${String(number).padStart(32, "0")}.mp3`;
      await db
        .insertInto("request_songs")
        .values({ ...version, number, file, delivered_at } as never)
        .execute();
    }
    const step = { request_id: id, actor_kind: "customer", created_at: delivered } as const;
    for (const kind of ["received", "changes_requested", "changes_requested"]) {
      await db
        .insertInto("request_events")
        .values({ ...step, kind })
        .execute();
    }
    await migrate(database);
    const row = await db.selectFrom("song_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ free_changes: 2, changes_done: 2, first_delivered_at: delivered, days_needed: 2 });
  });
});
