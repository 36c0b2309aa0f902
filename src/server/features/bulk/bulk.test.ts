import { describe, expect, test } from "vitest";
import { type BulkJob, type BulkKind, bulkKinds } from "#contract/bulk.ts";
import type { HistoryEntry } from "#contract/history.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { beginJob, jobOf, rowsOfJob, runJob, undoJob } from "#test/bulk-jobs.ts";
import {
  adminToken,
  makeAdmin,
  makeCategory,
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeUser,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { manyUsers } from "#test/many-rows.ts";

const start = "POST /api/admin/bulk";

const jobRow = ({ db }: TestApp, id: number) =>
  db.selectFrom("bulk_jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const ordersOf = ({ db }: TestApp) => db.selectFrom("premium_orders").selectAll().orderBy("id").execute();
const usersOf = ({ db }: TestApp) => db.selectFrom("users").selectAll().orderBy("id").execute();
const dayMs = 24 * 60 * 60_000;
const daysLeft = ({ premium_expires_at: end }: { premium_expires_at: string | null }) =>
  end === null ? null : Math.round((Date.parse(end) - Date.now()) / dayMs);

onBothEngines((engine) => {
  describe("a bulk job", () => {
    test("confirms orders as the button does, and says what was so already, what was refused and why", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const user = await makeUser(app);
      const { id: package_id } = await makePackage(app, { price: 99_000, duration_days: 30 });
      const own = await makeOrder(app, { package_id, user_id: user.id, user_name: "Lan" });
      const nobodys = await makeOrder(app, { package_id, received_amount: 89_000 });
      const paid = await makeOrder(app, { package_id, status: "confirmed", payment_status: "paid" });
      const cancelled = await makeOrder(app, { package_id, status: "cancelled", user_name: "Minh" });
      const ids = [own.id, nobodys.id, paid.id, cancelled.id, 999_999];
      const preview = await app.send("POST /api/admin/bulk/preview", { token, json: { kind: "confirm_orders", ids } });
      expect(preview.json()).toMatchObject({
        total: 5,
        amount: 4 * 99_000,
        notes: [
          "1 đơn mới nhận một phần, còn thiếu 10.000 ₫: xác nhận là nhận đủ.",
          "1 đơn chưa gắn tài khoản: chỉ cộng Premium khi có tài khoản đã xác minh cùng email.",
        ],
      });
      expect(preview.json().names[0]).toBe(`${own.code} · Lan`);

      const job = await runJob(app, token, { kind: "confirm_orders", ids, expected: 5 });
      expect(job).toMatchObject({ state: "done", total: 5, changed: 2, unchanged: 1, refused: 2, can_undo: true });
      expect(job.leftover).toBe("1 chưa có tài khoản nhận Premium");
      expect(await rowsOfJob(app, token, job.id, { state: "refused" })).toEqual([
        {
          id: cancelled.id,
          name: `${cancelled.code} · Minh`,
          state: "refused",
          message: "Đơn hàng này đã hủy, bị từ chối hoặc đã hoàn tiền",
        },
        { id: 999_999, name: null, state: "refused", message: "Không còn nữa" },
      ]);
      const [first, second] = await ordersOf(app);
      expect(first).toMatchObject({ status: "confirmed", payment_status: "paid" });
      expect(second).toMatchObject({ status: "confirmed", payment_status: "paid", premium_granted_at: null });
      expect((await usersOf(app)).map(daysLeft)).toEqual([30]);
      expect((await app.db.selectFrom("receipts").select("order_id").execute()).map((row) => row.order_id)).toEqual([
        own.id,
        nobodys.id,
      ]);

      expect(await undoJob(app, token, job.id)).toMatchObject({ is_undo: true, state: "done", total: 2, changed: 2 });
      for (const order of (await ordersOf(app)).slice(0, 2)) {
        expect(order).toMatchObject({ status: "pending", payment_status: "pending", premium_granted_at: null });
      }
      expect((await usersOf(app)).map(({ subscription_type }) => subscription_type)).toEqual(["free"]);
      expect((await app.send(`POST /api/admin/bulk/${job.id}/undo`, { token })).statusCode).toBe(409);
    });

    test("takes all rows that match a filter but some, and none that others add later", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const ids = await manyUsers(app, 120);
      const locked = await makeUser(app, { is_active: false });
      const job = await runJob(app, token, {
        kind: "lock_users",
        filter: { is_active: "true" },
        except: [ids[0] as number],
      });
      expect(job).toMatchObject({ state: "done", total: 119, changed: 119 });
      const active = (await usersOf(app)).filter(({ is_active }) => is_active);
      expect(active.map(({ id }) => id)).toEqual([ids[0]]);

      await undoJob(app, token, job.id);
      const closed = (await usersOf(app)).filter(({ is_active }) => !is_active);
      expect(closed.map(({ id }) => id)).toEqual([locked.id]);
    });

    test("adds days of Premium, leaves a permanent one, and takes exactly its days back", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const soon = new Date(Date.now() + 10 * dayMs).toISOString();
      const past = new Date(Date.now() - 10 * dayMs).toISOString();
      await makeUser(app);
      await makeUser(app, { subscription_type: "premium", premium_expires_at: soon });
      await makeUser(app, { subscription_type: "premium", premium_expires_at: past });
      await makeUser(app, { subscription_type: "premium", premium_expires_at: null });
      const before = await usersOf(app);
      const job = await runJob(app, token, { kind: "extend_users", filter: {}, options: { days: 7 } });
      expect(job).toMatchObject({ changed: 3, unchanged: 1, options: { days: 7 } });
      const [one, two, three] = (await usersOf(app)).map(daysLeft);
      expect([one, two, three]).toEqual([7, 17, 7]);
      await app.send(`PATCH /api/admin/users/${before[1]?.id}/add-premium-days`, {
        token,
        query: { days_to_add: "5" },
      });
      expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 3 });
      const after = await usersOf(app);
      expect(after.map(daysLeft)).toEqual([null, 15, -10, null]);
      for (const index of [0, 2, 3]) {
        const { premium_changed_at: _a, ...was } = before[index] as (typeof before)[number];
        expect(after[index]).toMatchObject(was);
      }
    });

    test("hands requests over, and back to those who had them", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [mai, minh] = [await makeStaff(app), await makeStaff(app)];
      const free = await makeRequest(app);
      const minhs = await makeRequest(app, { staff_id: minh.id, status: "processing" });
      const done = await makeRequest(app, { status: "completed", completed_at: new Date().toISOString() });
      const ids = [free.id, minhs.id, done.id];
      const job = await runJob(app, token, { kind: "assign_requests", ids, options: { staff_id: mai.id } });
      expect(job).toMatchObject({ changed: 2, refused: 1 });
      const members = async () =>
        (await app.db.selectFrom("song_requests").select("staff_id").orderBy("id").execute()).map(
          (row) => row.staff_id,
        );
      expect(await members()).toEqual([mai.id, mai.id, null]);
      const steps = await app.db.selectFrom("request_events").select(["request_id", "kind"]).execute();
      expect(steps).toEqual(ids.slice(0, 2).map((request_id) => ({ request_id, kind: "assigned" })));
      await app.send(`PUT /api/song-requests/${free.id}`, { token, json: { staff_id: minh.id } });
      expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 1, refused: 1 });
      expect(await members()).toEqual([minh.id, minh.id, null]);
      const json = { kind: "assign_requests", ids, options: { staff_id: 999 } };
      expect((await app.send(start, { token, json })).statusCode).toBe(422);
    });

    test("changes songs, and those that share a file together", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const genre = await makeCategory(app);
      const other = await makeCategory(app);
      const songs = [];
      async function* file() {
        yield wav(1, 1);
      }
      const { url } = await app.files.save(file(), "audio");
      for (let n = 0; n < 4; n++) {
        const audio = n < 2 ? { audio_url: url } : {};
        songs.push(await makeSong(app, { title: `Bài ${n}`, categories: [genre.id], ...audio }));
      }
      const ids = songs.map(({ id }) => id);
      const flags = async () =>
        (await app.db.selectFrom("songs").select(["is_active", "is_premium"]).orderBy("id").execute()).map(
          (row) => `${row.is_active} ${row.is_premium}`,
        );
      const hidden = await runJob(app, token, { kind: "deactivate_songs", filter: { category_id: String(genre.id) } });
      expect(hidden).toMatchObject({ total: 4, changed: 4 });
      const alone = await runJob(app, token, { kind: "set_premium_songs", ids: ids.slice(1, 3) });
      expect(alone).toMatchObject({ changed: 1, refused: 1 });
      await undoJob(app, token, alone.id);
      const premium = await runJob(app, token, { kind: "set_premium_songs", ids });
      expect(premium).toMatchObject({ changed: 4, refused: 0 });
      expect(await flags()).toEqual(Array(4).fill("false true"));
      expect(await runJob(app, token, { kind: "set_premium_songs", ids })).toMatchObject({
        unchanged: 4,
        can_undo: false,
      });
      const options = { category_id: other.id };
      const sorted = await runJob(app, token, { kind: "add_category_songs", ids, options });
      expect(sorted).toMatchObject({ changed: 4 });
      for (const job of [sorted, premium, hidden])
        expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 4 });
      expect(await flags()).toEqual(Array(4).fill("true false"));
      const left = await app.db.selectFrom("song_categories").select("category_id").execute();
      expect(left).toEqual(ids.map(() => ({ category_id: genre.id })));
      const trail = await app.db
        .selectFrom("audit_log")
        .select("entity_id")
        .where("entity", "=", "song")
        .orderBy("id")
        .execute();
      expect(new Set(trail.map(({ entity_id }) => entity_id))).toEqual(new Set(ids));
    });

    test("over many batches is stopped, and goes on", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const rows = 500;
      await manyUsers(app, rows);
      const { id } = await beginJob(app, token, { kind: "extend_users", filter: {}, options: { days: 30 } });
      await expect.poll(async () => (await jobOf(app, token, id)).changed, { timeout: 60_000 }).toBeGreaterThan(0);
      const stopped = (await app.send(`POST /api/admin/bulk/${id}/stop`, { token })).json<BulkJob>();
      expect(stopped).toMatchObject({ state: "stopped", waiting: 0 });
      expect(stopped.changed + stopped.stopped).toBe(rows);
      expect(stopped.stopped).toBeGreaterThan(0);
      await app.outbox.flush();
      expect(await jobOf(app, token, id)).toMatchObject(stopped);
      const extended = (await usersOf(app)).filter(({ subscription_type }) => subscription_type === "premium");
      expect(extended).toHaveLength(stopped.changed);

      expect((await app.send(`POST /api/admin/bulk/${id}/resume`, { token })).json()).toMatchObject({
        state: "running",
      });
      await app.outbox.flush();
      expect(await jobOf(app, token, id)).toMatchObject({ state: "done", changed: rows, stopped: 0 });
      expect(new Set((await usersOf(app)).map(daysLeft))).toEqual(new Set([30]));
    });

    test("ends when its administrator may not do it any more", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const admin = await makeAdmin(app);
      const token = await makeSession(app, "admin", admin.id);
      const user = await makeUser(app);
      // Another process handles the job.
      await app.outbox.stop({ graceMs: 0 });
      const job = await beginJob(app, token, { kind: "lock_users", ids: [user.id] });
      await app.db.updateTable("admins").set({ is_active: false }).where("id", "=", admin.id).execute();
      const second = await testApp(engine, {}, { beside: app });
      await second.outbox.flush();
      const other = await adminToken(second);
      expect(await jobOf(second, other, job.id)).toMatchObject({ state: "stopped", changed: 0, stopped: 1 });
      expect((await usersOf(second))[0]).toMatchObject({ is_active: true });
    });
  });
});

/** A field of the trail that each kind changes, without those that change no field. */
const toldFields: Record<
  Exclude<BulkKind, "attach_transfers" | "resend_deliveries" | "delete_songs" | "assign_desk_requests">,
  object
> = {
  confirm_orders: { field: "Thanh toán", from: "Chờ thanh toán", to: "Đã thanh toán" },
  extend_users: { field: "Gói", from: "Miễn phí", to: "Premium" },
  lock_users: { field: "Đang hoạt động", from: "có", to: "không" },
  unlock_users: { field: "Đang hoạt động", from: "không", to: "có" },
  assign_requests: { field: "Người phụ trách", from: null, to: "Mai" },
  activate_songs: { field: "Đang hiện", from: "không", to: "có" },
  deactivate_songs: { field: "Đang hiện", from: "có", to: "không" },
  feature_songs: { field: "Nổi bật", from: "không", to: "có" },
  unfeature_songs: { field: "Nổi bật", from: "có", to: "không" },
  set_premium_songs: { field: "Premium", from: "không", to: "có" },
  unset_premium_songs: { field: "Premium", from: "có", to: "không" },
  add_category_songs: { field: "Thể loại", from: "Bolero", to: "Bolero, Ru con" },
  schedule_songs: { field: "Hẹn giờ phát hành", from: null, to: expect.any(String) },
};

onOneEngine((engine) => {
  describe("a bulk job", () => {
    test.each(
      Object.keys(toldFields) as (keyof typeof toldFields)[],
    )("tells in the history of each row what %s made of what, and of taking it back", async (kind) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [bolero, lullaby] = [
        await makeCategory(app, { name: "Bolero" }),
        await makeCategory(app, { name: "Ru con" }),
      ];
      const options = {
        ...(kind === "extend_users" && { days: 7 }),
        ...(kind === "assign_requests" && { staff_id: (await makeStaff(app, { full_name: "Mai" })).id }),
        ...(kind === "add_category_songs" && { category_id: lullaby.id }),
        ...(kind === "schedule_songs" && { release_at: new Date(Date.now() + dayMs).toISOString() }),
      };
      const entity = bulkKinds[kind];
      const make = {
        order: async () => makeOrder(app, { package_id: (await makePackage(app)).id }),
        user: () => makeUser(app, { is_active: kind !== "unlock_users" }),
        song_request: () => makeRequest(app),
        song: () =>
          makeSong(app, {
            categories: [bolero.id],
            is_active: kind !== "activate_songs" && kind !== "schedule_songs",
            is_featured: kind === "unfeature_songs",
            is_premium: kind === "unset_premium_songs",
          }),
      };
      const { id } = await make[entity]();
      const changes = async () =>
        (await app.send(`GET /api/admin/history/${entity}/${id}` as never, { token }))
          .json<HistoryEntry[]>()
          .map((entry) => entry.changes);
      const told = toldFields[kind] as { field: string; from: unknown; to: unknown };
      const job = await runJob(app, token, { kind, ids: [id], options });
      expect(job).toMatchObject({ changed: 1 });
      expect(await changes()).toEqual([expect.arrayContaining([told])]);
      await undoJob(app, token, job.id);
      const back = { field: told.field, from: told.to, to: told.from };
      expect((await changes())[0]).toEqual(expect.arrayContaining([back]));
    });

    test("takes back only orders that are as it left them", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const order = await makeOrder(app);
      const job = await runJob(app, token, { kind: "confirm_orders", ids: [order.id] });
      await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: { payment_status: "refunded" } });
      await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: { payment_status: "paid" } });
      expect(await undoJob(app, token, job.id)).toMatchObject({ changed: 0, refused: 1 });
      expect((await ordersOf(app))[0]).toMatchObject({ payment_status: "paid" });
    });

    test("ends the sessions of users whom it locks", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const user = await makeUser(app);
      const own = await userToken(app, { user });
      await runJob(app, token, { kind: "lock_users", ids: [user.id] });
      expect((await app.send("GET /api/user/orders", { token: own })).statusCode).toBe(401);
    });

    test("hands over what a supervisor's desk shows, for supervisors alone", async () => {
      const app = await testApp(engine);
      const [chief, mai, minh] = [
        await makeStaff(app, { is_supervisor: true }),
        await makeStaff(app),
        await makeStaff(app),
      ];
      const token = await staffToken(app, { member: chief });
      const free = [await makeRequest(app), await makeRequest(app)];
      const minhs = await makeRequest(app, { staff_id: minh.id, status: "processing" });
      const json = {
        kind: "assign_desk_requests",
        filter: { scope: "available" },
        options: { staff_id: mai.id },
        expected: 2,
      };
      for (const other of [await adminToken(app), await staffToken(app, { member: mai })]) {
        expect((await app.send(start, { token: other, json })).statusCode).toBe(403);
      }
      const job = await runJob(app, token, json);
      expect(job).toMatchObject({ total: 2, changed: 2, refused: 0, can_undo: true });
      const members = async () =>
        (await app.db.selectFrom("song_requests").select("staff_id").orderBy("id").execute()).map(
          (row) => row.staff_id,
        );
      expect(await members()).toEqual([mai.id, mai.id, minh.id]);
      const ids = [...free, minhs].map(({ id }) => id);
      const back = await runJob(app, token, { kind: "assign_desk_requests", ids, options: { staff_id: null } });
      expect(back).toMatchObject({ changed: 3 });
      expect(await members()).toEqual([null, null, null]);
      expect(await undoJob(app, token, back.id)).toMatchObject({ changed: 3 });
      expect(await members()).toEqual([mai.id, mai.id, minh.id]);
      const own = await app.send("GET /api/admin/bulk", { token, query: { entity: "song_request" } });
      expect(own.json()).toHaveLength(2);
      expect((await app.send(`GET /api/admin/bulk/${job.id}`, { token: await adminToken(app) })).statusCode).toBe(404);
      const colleague = await staffToken(app, { member: mai });
      expect((await app.send(`GET /api/admin/bulk/${job.id}`, { token: colleague })).statusCode).toBe(403);
    });

    test("ends when the supervisor who began it is one no more", async () => {
      const app = await testApp(engine);
      const chief = await makeStaff(app, { is_supervisor: true });
      const token = await staffToken(app, { member: chief });
      const { id } = await makeRequest(app);
      const json = { kind: "assign_desk_requests", ids: [id], options: { staff_id: chief.id } };
      const job = await beginJob(app, token, json);
      await app.db.updateTable("staff").set({ is_supervisor: false }).where("id", "=", chief.id).execute();
      await app.outbox.flush();
      const stored = await app.db.selectFrom("bulk_jobs").select("state").where("id", "=", job.id).executeTakeFirst();
      expect(stored).toEqual({ state: "stopped" });
      const { staff_id } = await app.db.selectFrom("song_requests").select("staff_id").executeTakeFirstOrThrow();
      expect(staff_id).toBeNull();
    });

    test("ends when the administrator who began it is an accountant by then", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app);
      const token = await makeSession(app, "admin", admin.id);
      const { id } = await beginJob(app, token, { kind: "lock_users", ids: [(await makeUser(app)).id] });
      await app.db.updateTable("admins").set({ role: "accountant" }).where("id", "=", admin.id).execute();
      await app.outbox.flush();
      expect((await jobRow(app, id)).state).toBe("stopped");
      expect((await usersOf(app))[0]).toMatchObject({ is_active: true });
    });

    test("is seen by the role of its owner alone, and each role has its own kinds", async () => {
      const app = await testApp(engine);
      const [admin, colleague] = [await adminToken(app), await adminToken(app)];
      const accountant = await adminToken(app, { role: "accountant" });
      const order = await makeOrder(app);
      const { id } = await runJob(app, accountant, { kind: "confirm_orders", ids: [order.id] });
      expect((await app.send(`GET /api/admin/bulk/${id}`, { token: admin })).statusCode).toBe(404);
      for (const path of ["undo", "stop", "resume", "dismiss"]) {
        expect((await app.send(`POST /api/admin/bulk/${id}/${path}`, { token: admin })).statusCode).toBe(404);
      }
      const user = await makeUser(app);
      const json = { kind: "lock_users", ids: [user.id] };
      for (const call of [start, "POST /api/admin/bulk/preview"] as const) {
        expect((await app.send(call, { token: accountant, json })).statusCode).toBe(403);
        expect((await app.send(call, { token: await staffToken(app, { isSupervisor: true }), json })).statusCode).toBe(
          403,
        );
        expect((await app.send(call, { json })).statusCode).toBe(401);
      }
      const own = await runJob(app, admin, json);
      expect((await app.send(`GET /api/admin/bulk/${own.id}`, { token: colleague })).statusCode).toBe(200);
      const listed = async (token: string, entity: string) =>
        (await app.send("GET /api/admin/bulk", { token, query: { entity } })).json<BulkJob[]>().map((job) => job.id);
      expect(await listed(admin, "user")).toEqual([own.id]);
      expect(await listed(admin, "order")).toEqual([]);
      expect(await listed(colleague, "user")).toEqual([]);
      expect((await app.send(`POST /api/admin/bulk/${own.id}/dismiss`, { token: admin })).statusCode).toBe(200);
      expect(await listed(admin, "user")).toEqual([]);
    });

    test.each([
      [{ kind: "lock_users" }, "ids"],
      [{ kind: "lock_users", ids: [] }, "ids"],
      [{ kind: "lock_users", ids: [1], filter: {} }, "ids"],
      [{ kind: "lock_users", ids: ["x"] }, "ids.0"],
      [{ kind: "explode", ids: [1] }, "kind"],
      [{ kind: "lock_users", ids: Array.from({ length: 10_001 }, (_, n) => n + 1) }, "ids"],
      [{ kind: "lock_users", filter: { is_active: "maybe" } }, "filter.is_active"],
      [{ kind: "lock_users", filter: { stat: "x" } }, "filter"],
      [{ kind: "lock_users", filter: { is_active: "true" } }, "ids"],
      [{ kind: "extend_users", ids: [1] }, "options.days"],
      [{ kind: "extend_users", ids: [1], options: { days: 0 } }, "options.days"],
      [{ kind: "add_category_songs", ids: [1] }, "options.category_id"],
      [{ kind: "add_category_songs", ids: [1], options: { category_id: 99 } }, "options.category_id"],
      [{ kind: "schedule_songs", ids: [1] }, "options.release_at"],
    ])("refuses %j", async (json, field) => {
      const app = await testApp(engine);
      const answer = await app.send(start, { token: await adminToken(app), json });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json().errors.map((error: { field: string }) => error.field)).toContain(field);
      expect(await app.db.selectFrom("bulk_jobs").select("id").execute()).toEqual([]);
    });

    test("that takes another back is not taken back itself", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await runJob(app, token, { kind: "lock_users", ids: [(await makeUser(app)).id] });
      const undone = await undoJob(app, token, id);
      expect(undone).toMatchObject({ state: "done", changed: 1, is_undo: true, can_undo: false });
      expect((await app.send(`POST /api/admin/bulk/${undone.id}/undo`, { token })).statusCode).toBe(409);
    });

    test("begins and goes on while fewer than 20 run", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const json = { kind: "lock_users", ids: [(await makeUser(app)).id] };
      const { id } = await runJob(app, token, json);
      const { id: _id, ...stored } = await jobRow(app, id);
      await app.db.updateTable("bulk_jobs").set({ state: "stopped" }).execute();
      const running = { ...stored, state: "running", finished_at: null } as const;
      await app.db
        .insertInto("bulk_jobs")
        .values(Array.from({ length: 20 }, () => running))
        .execute();
      const resume = () => app.send(`POST /api/admin/bulk/${id}/resume`, { token });
      const answers = [await app.send(start, { token, json }), await resume()];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
      expect((await jobRow(app, id)).state).toBe("stopped");
      await app.db
        .deleteFrom("bulk_jobs")
        .where("id", ">", id + 1)
        .execute();
      expect((await resume()).statusCode).toBe(200);
    });

    test("of a kind that is not its owner's any more ends without a change", async () => {
      const app = await testApp(engine);
      const accountant = await makeAdmin(app, { role: "accountant" });
      const token = await makeSession(app, "admin", accountant.id);
      const user = await makeUser(app);
      const order = await makeOrder(app);
      const { id } = await beginJob(app, token, { kind: "confirm_orders", ids: [order.id] });
      await app.db.updateTable("bulk_jobs").set({ kind: "lock_users" }).execute();
      await app.db.updateTable("bulk_items").set({ row_id: user.id }).execute();
      await app.outbox.flush();
      expect((await jobRow(app, id)).state).toBe("stopped");
      expect((await usersOf(app))[0]).toMatchObject({ is_active: true });
    });

    test("refuses rows that are not those of the question any more", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await makeUser(app);
      const json = { kind: "lock_users", filter: {}, expected: 2 };
      expect((await app.send(start, { token, json })).statusCode).toBe(409);
    });
  });
});
