import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { CustomerRequest, SongRequestDetail } from "#contract/requests.ts";
import { defaultRetention } from "#contract/retention.ts";
import { orderRetentionRepository } from "#server/features/orders/order-retention.repository.ts";
import { transferRetentionRepository } from "#server/features/payments/transfer-retention.repository.ts";
import { requestRetentionRepository } from "#server/features/requests/request-retention.repository.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import {
  adminToken,
  makeAdmin,
  makeCategory,
  makeGift,
  makeOrder,
  makePackage,
  makeRequest,
  makeSong,
  makeStaff,
  makeTransfer,
  makeUser,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { startS3 } from "#test/s3.ts";
import { settingsOf } from "#test/s3-server.ts";
import { retentionTopic } from "./retention.service.ts";

const settings = "/api/admin/config/retention";
const forEver = { requests_months: null, orders_months: null, audit_months: null };
/** A day on which 24 months lead from a leap day to a month without one. */
const day = "2028-02-29";
/** The first moment that is kept on that day, and the one before. */
const kept = "2026-02-27T17:00:00.000Z";
const expired = "2026-02-27T16:59:59.999Z";

/** Handles the run of a day. */
async function run(app: TestApp, on = day): Promise<void> {
  await app.outbox.add(app.db, retentionTopic, { day: on }, { key: on });
  await app.outbox.flush();
}

async function save(app: TestApp, times: object): Promise<void> {
  const answer = await app.send(`PUT ${settings}`, { token: await adminToken(app), json: times });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Returns the summaries of the runs in the trail. */
const trail = async ({ db }: TestApp) =>
  (await db.selectFrom("audit_log").select("summary").where("entity", "=", "retention").orderBy("id").execute()).map(
    ({ summary }) => summary,
  );
const erased = async ({ db }: TestApp, table: "premium_orders" | "song_requests") =>
  (await db.selectFrom(table).select("code").where("erased_at", "is not", null).orderBy("id").execute()).map(
    ({ code }) => code,
  );

async function addEntries({ db }: TestApp, count: number, created_at: string): Promise<void> {
  const entry = { actor_kind: "admin", actor_id: 1, actor_name: "a@b.vn", action: "update", entity: "user" };
  await db
    .insertInto("audit_log")
    .values(Array.from({ length: count }, () => ({ ...entry, entity_id: 1, summary: "lan", created_at }) as never))
    .execute();
}

/** A paid request with a file and two versions, made through HTTP. */
async function paidRequest(app: TestApp, token: string) {
  const form = new FormData();
  const sent = {
    customer_name: "Nguyễn Thị Lan",
    customer_email: "lan@example.com",
    customer_phone: "0901 234 567",
    request_content: "Mừng sinh nhật mẹ",
    recipient: "Mẹ Hoa",
    words_wanted: "mẹ",
    budget: "500000",
  };
  for (const [name, value] of Object.entries(sent)) form.append(name, value);
  form.append("reference_file", new File([new Uint8Array(wav(0.1, 7))], "lan hát.wav"));
  const user = await makeUser(app);
  const made = await app.send("POST /api/song-requests", { token: await userToken(app, { user }), multipart: form });
  expect(made.statusCode, made.body).toBe(201);
  const { id, page_token, agreed_price, code } = made.json<CustomerRequest>();
  const member = await makeStaff(app, { full_name: "Minh Anh" });
  const own = `/api/song-requests/${id}`;
  const attach = async (seed: number) => {
    const multipart = new FormData();
    multipart.append("audio_file", new File([new Uint8Array(wav(0.1, seed))], "bài.wav"));
    expect((await app.send(`POST ${own}/song`, { token, multipart })).statusCode).toBe(201);
  };
  const change = (json: object) => app.send(`PUT ${own}`, { token, json });
  const page = async () => (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
  await change({ staff_id: member.id, admin_notes: "Khách quen" });
  await attach(1);
  await change({ status: "completed" });
  const wish = { version_id: (await page()).songs[0]?.id, text: "Tên mẹ là Hoa", second: 3 };
  expect((await app.send(`POST /api/requests/${page_token}/changes`, { json: wish })).statusCode).toBe(200);
  await attach(2);
  await change({ status: "completed" });
  const version_id = (await page()).songs[0]?.id;
  const accepted = await app.send(`POST /api/requests/${page_token}/accept`, { json: { version_id, agreed_price } });
  expect(accepted.statusCode, accepted.body).toBe(200);
  await change({ is_paid: true });
  const consent = (given: boolean) => app.send(`PUT /api/requests/${page_token}/consent`, { json: { consent: given } });
  return { id, page_token, code, own, member, user, change, consent, page, agreed_price };
}

const age = ({ db }: TestApp, id: number) =>
  db.updateTable("song_requests").set({ updated_at: expired }).where("id", "=", id).execute();
const filesOf = async ({ db }: TestApp) => (await db.selectFrom("files").select("key").execute()).map(({ key }) => key);
const isOnDisk = (app: TestApp) => (key: string) => existsSync(path.join(app.place.dataDir, "uploads", key));

onBothEngines((engine: Engine) => {
  describe("the settings", () => {
    test("count what the next run would erase, with the times that are given", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const ago = (months: number) => new Date(Date.now() - months * 31 * 24 * 3600_000).toISOString();
      for (const months of [0, 7, 13, 30]) {
        await makeRequest(app, { status: "cancelled", updated_at: ago(months) });
        await makeOrder(app, { status: "completed", payment_status: "paid", updated_at: ago(months) });
        await makeTransfer(app, { state: "matched", updated_at: ago(months) });
        await addEntries(app, 2, ago(months));
      }
      const due = async (query: Record<string, string>) =>
        (await app.send(`GET ${settings}/due`, { token, query })).json();
      expect(await due({})).toEqual({ requests: 0, orders: 0, transfers: 0, audit: 0 });
      expect(await due({ requests_months: "24", orders_months: "12", audit_months: "6" })).toEqual({
        requests: 1,
        orders: 2,
        transfers: 2,
        audit: 6,
      });
      expect(await erased(app, "song_requests")).toEqual([]);
    });
  });

  describe("a run", () => {
    test("erases what was last changed before the day in Vietnam 24 months ago, and counts it in the trail", async () => {
      const app = await testApp(engine);
      for (const [index, updated_at] of [expired, kept].entries()) {
        await makeRequest(app, { code: `HR${index}`, status: "cancelled", updated_at });
        await makeOrder(app, { code: `HM${index}`, status: "cancelled", updated_at });
        await addEntries(app, 1, updated_at);
      }
      await run(app);
      expect(await erased(app, "song_requests")).toEqual(["HR0"]);
      expect(await erased(app, "premium_orders")).toEqual(["HM0"]);
      const left = await app.db
        .selectFrom("audit_log")
        .select("created_at")
        .where("entity", "=", "user")
        .orderBy("id")
        .execute();
      expect(left).toEqual([{ created_at: kept }]);
      const counted = ["1 yêu cầu sáng tác", "1 đơn hàng", "1 dòng sổ quản trị"];
      expect(await trail(app)).toEqual(counted);
      const [entry] = await app.db
        .selectFrom("audit_log")
        .selectAll()
        .where("entity", "=", "retention")
        .orderBy("id")
        .execute();
      expect(entry).toMatchObject({ actor_kind: "system", action: "delete", entity_id: null });
      await run(app);
      expect(await trail(app), "nothing is found again").toEqual(counted);
      await run(app, "2028-03-01");
      expect(await erased(app, "song_requests")).toEqual(["HR0", "HR1"]);
    });

    test("erases finished requests only, not accepted ones that are unpaid", async () => {
      const app = await testApp(engine);
      const states = {
        new: { status: "new" },
        processing: { status: "processing", paid_at: expired },
        unpaid: { status: "completed", accepted_at: expired, agreed_price: 299_000 },
        delivered: { status: "completed", agreed_price: 299_000 },
        free: { status: "completed", accepted_at: expired, agreed_price: 0 },
        paid: { status: "completed", accepted_at: expired, paid_at: expired, agreed_price: 299_000 },
        cancelled: { status: "cancelled", accepted_at: expired, agreed_price: 299_000 },
      } as const;
      for (const [code, values] of Object.entries(states))
        await makeRequest(app, { code, ...values, updated_at: expired });
      await run(app);
      expect(await erased(app, "song_requests")).toEqual(["delivered", "free", "paid", "cancelled"]);
    });

    test("erases orders in every state, with or without an account, but none whose Premium is running", async () => {
      const app = await testApp(engine);
      const { id: user_id } = await makeUser(app);
      const { id: package_id } = await makePackage(app);
      const paid = { status: "completed", payment_status: "paid", premium_granted_at: expired } as const;
      const states = {
        abandoned: {},
        cancelled: { status: "cancelled" },
        ungranted: { status: "confirmed", payment_status: "paid" },
        over: { ...paid, user_id, premium_expires_at: "2028-02-28T17:00:00.000Z" },
        running: { ...paid, user_id, premium_expires_at: "2028-02-28T17:00:00.001Z" },
        lifetime: { ...paid, user_id, premium_expires_at: null },
        "of a deleted user": { ...paid, user_id: null, premium_expires_at: null },
      } as const;
      for (const [code, values] of Object.entries(states)) {
        await makeOrder(app, { code, package_id, ...values, updated_at: expired });
      }
      await run(app);
      expect(await erased(app, "premium_orders")).toEqual([
        "abandoned",
        "cancelled",
        "ungranted",
        "over",
        "of a deleted user",
      ]);
    });

    test("keeps a gift that is paid for until somebody takes it", async () => {
      const app = await testApp(engine);
      const gift = { is_gift: true, payment_status: "paid", status: "confirmed", updated_at: expired } as const;
      const states = {
        ready: gift,
        completed: { ...gift, status: "completed" },
        unpaid: { ...gift, payment_status: "pending" },
        refunded: { ...gift, payment_status: "refunded" },
        cancelled: { ...gift, status: "cancelled" },
        "taken and over": { ...gift, premium_granted_at: expired, premium_expires_at: expired },
        "taken and running": {
          ...gift,
          receiver_id: (await makeUser(app)).id,
          premium_granted_at: expired,
          premium_expires_at: "2028-02-28T17:00:00.001Z",
        },
        "for oneself": { ...gift, is_gift: false },
      } as const;
      for (const [code, values] of Object.entries(states)) {
        const { id: order_id } = await makeOrder(app, { code, ...values });
        if (values.is_gift) await makeGift(app, { order_id });
      }
      await run(app);
      const gone = ["unpaid", "refunded", "cancelled", "taken and over", "for oneself"];
      expect(await erased(app, "premium_orders")).toEqual(gone);
      expect(await app.db.selectFrom("gifts").select("id").execute()).toHaveLength(3);
    });

    test("keeps what was given back of an order, without its reason and reference", async () => {
      const app = await testApp(engine);
      const { id: order_id } = await makeOrder(app, {
        payment_status: "paid",
        refunded_amount: 9_000,
        updated_at: expired,
      });
      const refund = { order_id, amount: 9_000, reason: "Trả chị Lan", reference: "FT9", created_by: "thu" };
      await app.db
        .insertInto("order_refunds")
        .values({ ...refund, created_at: expired })
        .execute();
      await run(app);
      expect(await app.db.selectFrom("order_refunds").selectAll().execute()).toMatchObject([
        { ...refund, reason: null, reference: null },
      ]);
    });

    test("keeps what a gift is made of as long from the day on which it opens", async () => {
      const app = await testApp(engine);
      for (const [code, opens_at] of [
        ["OPEN", null],
        ["LATE", expired],
        ["KEPT", kept],
      ] as const) {
        const request = { status: "completed", completed_at: expired, updated_at: expired } as const;
        const { id: request_id } = await makeRequest(app, { ...request, code: `HR${code}` });
        const { id: order_id } = await makeOrder(app, { is_gift: true, updated_at: expired, code: `HM${code}` });
        await makeGift(app, { request_id, opens_at });
        await makeGift(app, { order_id, opens_at });
      }
      await run(app);
      expect(await erased(app, "song_requests")).toEqual(["HROPEN", "HRLATE"]);
      expect(await erased(app, "premium_orders")).toEqual(["HMOPEN", "HMLATE"]);
      expect(await app.db.selectFrom("gifts").select("opens_at").execute()).toEqual([
        { opens_at: kept },
        { opens_at: kept },
      ]);
    });

    test("goes through more rows than a batch holds, rows of one time included", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app);
      for (let n = 0; n < 45; n++) await makeRequest(app, { status: "cancelled", updated_at: expired });
      for (let n = 0; n < 201; n++) await makeOrder(app, { package_id, status: "cancelled", updated_at: expired });
      await addEntries(app, 1001, expired);
      await run(app);
      expect(await trail(app)).toEqual(["45 yêu cầu sáng tác", "201 đơn hàng", "1.001 dòng sổ quản trị"]);
    });

    test("that fails in the middle goes on where it was, and counts everything once", async () => {
      const app = await testApp(engine);
      for (let n = 0; n < 45; n++) await makeRequest(app, { code: `HR${n}`, status: "cancelled", updated_at: expired });
      const block =
        engine === "sqlite"
          ? [
              "create trigger failing before update on song_requests when new.code = 'HR30' begin select raise(abort, 'fails'); end",
            ]
          : [
              "create function failing() returns trigger language plpgsql as $$ begin raise exception 'fails'; end $$",
              "create trigger failing before update on song_requests for each row when (new.code = 'HR30') execute function failing()",
            ];
      for (const statement of block) await sql.raw(statement).execute(app.db);
      await run(app);
      expect(await erased(app, "song_requests"), "the batch that failed is undone whole").toHaveLength(20);
      expect(await trail(app)).toEqual([]);
      await sql.raw(`drop trigger failing${engine === "postgres" ? " on song_requests" : ""}`).execute(app.db);
      await app.db
        .updateTable("outbox")
        .set({ available_at: new Date().toISOString() })
        .where("topic", "=", retentionTopic)
        .where("attempts", ">", 0)
        .execute();
      await app.outbox.flush();
      expect(await erased(app, "song_requests")).toHaveLength(45);
      expect(await trail(app)).toEqual(["45 yêu cầu sáng tác"]);
    });

    test("schedules the next one first, at 3 in the morning in Vietnam, once", async () => {
      const app = await testApp(engine);
      await app.retention.start();
      await app.retention.start();
      await run(app);
      const waiting = await app.db
        .selectFrom("outbox")
        .select(["available_at", "payload"])
        .where("topic", "=", retentionTopic)
        .where("state", "=", "pending")
        .execute();
      expect(waiting).toHaveLength(1);
      const { available_at = "", payload = "" } = waiting[0] ?? {};
      expect(available_at.slice(11, 19)).toBe("20:00:00");
      const due = Date.parse(available_at);
      expect([due > Date.now(), due <= Date.now() + 24 * 3600_000]).toEqual([true, true]);
      expect(JSON.parse(payload)).toEqual({ day: new Date(due + 7 * 3600_000).toISOString().slice(0, 10) });
    });

    test("erases the persons of transfers with the time of the orders, but of none that waits for a hand", async () => {
      const app = await testApp(engine);
      const order = await makeOrder(app, { code: "HMAAAAAAA2", updated_at: kept });
      const person = {
        memo: "HMAAAAAAA2 NGUYEN THI LAN chuyen tien",
        sender_name: "NGUYEN THI LAN",
        sender_account: "0901234567",
        sender_bank: "VCB",
        note: "Chị Lan nhắn",
        raw: '{"content":"NGUYEN THI LAN"}',
        search_text: "nguyen thi lan",
      };
      const transfer = { ...person, code: order.code, order_id: order.id, reference: "FT1", updated_at: expired };
      const ignored = await makeTransfer(app, { ...transfer, code: null, order_id: null, state: "ignored" });
      const matched = await makeTransfer(app, { ...transfer, state: "matched" });
      const telling = { provider: "casso", provider_id: "1", source: "webhook", event: "{}", raw: "{}" } as const;
      await app.db
        .insertInto("transfer_tellings")
        .values({ ...telling, transfer_id: matched.id, told_at: expired })
        .execute();
      const refund = { transfer_id: matched.id, amount: 1_000, reason: "Trả chị Lan", created_by: "thu" };
      await app.db
        .insertInto("transfer_refunds")
        .values({ ...refund, created_at: expired })
        .execute();
      for (const state of ["new", "under", "over", "late", "duplicate", "unmatched"] as const) {
        await makeTransfer(app, { ...transfer, state });
      }
      await makeTransfer(app, { ...transfer, state: "matched", updated_at: kept });
      await run(app);
      const gone = {
        sender_name: null,
        sender_account: null,
        sender_bank: null,
        note: null,
        raw: null,
        erased_at: expect.any(String),
        updated_at: expired,
      };
      const rows = await app.db.selectFrom("transfers").selectAll().orderBy("id").execute();
      expect(rows.filter(({ erased_at }) => erased_at !== null)).toEqual([
        { ...ignored, ...gone, memo: "(đã xóa)", search_text: "" },
        { ...matched, ...gone, memo: "HMAAAAAAA2", search_text: "hmaaaaaaa2" },
      ]);
      for (const row of rows.slice(2)) expect(row).toMatchObject(person);
      const tellings = await app.db.selectFrom("transfer_tellings").select(["event", "raw"]).execute();
      expect(tellings).toEqual([{ event: null, raw: null }]);
      const refunds = await app.db.selectFrom("transfer_refunds").selectAll().execute();
      expect(refunds).toMatchObject([{ ...refund, reason: "" }]);
      expect(await trail(app)).toEqual(["2 giao dịch chuyển khoản"]);
    });

    test("finds what is due along an index", async () => {
      const app = await testApp(engine);
      const limits = { since: expired, now: expired };
      const after = { at: kept, id: 4 };
      const plans = await plansOf(app, async ({ db, dialect }) => {
        await requestRetentionRepository(db, dialect).next(limits, after, 20);
        await orderRetentionRepository(db, dialect).next(limits, after, 20);
        await transferRetentionRepository(db, dialect).next(limits, after, 20);
      });
      expect(plans[0]).toMatch(/song_requests_unerased/);
      expect(plans[1]).toMatch(/premium_orders_unerased/);
      expect(plans[2]).toMatch(/transfers_unerased/);
      for (const plan of plans) expect(plan).not.toMatch(/SCAN|Seq Scan|TEMP B-TREE|Sort/);
    });
  });

  describe("an erased request", () => {
    test("keeps what the books need, and neither files nor words", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id, page_token, code, own, member, change } = await paidRequest(app, token);
      const keys = await filesOf(app);
      expect([keys.length, keys.every(isOnDisk(app))]).toEqual([3, true]);
      await age(app, id);
      await run(app);
      expect([await filesOf(app), keys.filter(isOnDisk(app))]).toEqual([[], []]);
      expect((await app.send(`GET /api/requests/${page_token}`)).statusCode).toBe(404);
      const left = (await app.send(`GET ${own}`, { token })).json<SongRequestDetail>();
      expect(left).toMatchObject({
        code,
        status: "completed",
        agreed_price: 299_000,
        paid_at: expect.any(String),
        accepted_at: expect.any(String),
        erased_at: expect.any(String),
        updated_at: expired,
        staff_id: member.id,
        customer_name: "(đã xóa)",
        customer_email: "",
        customer_phone: null,
        request_content: "",
        songs: [],
      });
      expect(left.events.map(({ kind }) => kind)).toContain("changes_requested");
      const stored = await app.db.selectFrom("song_requests").selectAll().executeTakeFirstOrThrow();
      const events = await app.db.selectFrom("request_events").selectAll().execute();
      const texts = JSON.stringify([{ ...stored, page_token: "" }, events]);
      for (const word of ["Lan", "lan@", "0901", "mẹ", "Mẹ", "Hoa", "hát", "Khách quen", "500000", "Minh Anh"]) {
        expect(texts, word).not.toContain(word);
      }
      expect([stored.user_id, await app.db.selectFrom("request_songs").selectAll().execute()]).toEqual([null, []]);
      for (const [search, found] of [
        ["lan@example", []],
        ["Nguyễn", []],
        [code, [id]],
      ] as const) {
        const list = await app.send("GET /api/song-requests", { token, query: { search } });
        expect(list.json<{ id: number }[]>().map((row) => row.id)).toEqual(found);
      }
      const refused = await change({ admin_notes: "Gọi lại cho Lan" });
      expect([refused.statusCode, refused.json().detail]).toEqual([
        409,
        "Yêu cầu này đã xóa theo thời hạn lưu giữ, không sửa được nữa",
      ]);
      const staff = await staffToken(app, { member });
      const noted = await app.send(`PUT /api/staff/requests/${id}/update-status`, {
        token: staff,
        json: { staff_notes: "Gọi Lan" },
      });
      expect(noted.statusCode).toBe(409);
      const multipart = new FormData();
      multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bài.wav"));
      expect((await app.send(`POST ${own}/song`, { token, multipart })).statusCode).toBe(409);
      await app.outbox.flush();
      expect(await filesOf(app)).toEqual([]);
      expect((await app.send(`DELETE ${own}`, { token })).statusCode).toBe(200);
    });

    test("with a song in the library keeps its page for the consent, until the song is gone", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id, page_token, own, consent, page } = await paidRequest(app, token);
      expect((await consent(true)).statusCode).toBe(200);
      const json = { title: "Cho mẹ", category_ids: [(await makeCategory(app)).id] };
      expect((await app.send(`POST ${own}/library-song`, { token, json })).statusCode).toBe(201);
      const { song_id } = await app.db.selectFrom("song_requests").select("song_id").executeTakeFirstOrThrow();
      await age(app, id);
      await run(app);
      const [file] = await filesOf(app);
      expect([(await filesOf(app)).length, file?.startsWith("audio/")]).toEqual([1, true]);
      expect((await app.send(`GET /api/songs/${song_id}`)).statusCode).toBe(200);
      const shown = await page();
      expect(shown).toMatchObject({ customer_name: "(đã xóa)", customer_email: "", songs: [], download_url: null });
      expect([shown.erased_at, shown.consent_at]).toEqual([expect.any(String), expect.any(String)]);
      expect((await consent(false)).json()).toMatchObject({ consent_at: null });
      expect((await app.send(`GET /api/songs/${song_id}`)).statusCode).toBe(404);
      expect((await consent(true)).json()).toMatchObject({ consent_at: expect.any(String) });
      expect((await app.send(`DELETE /api/songs/${song_id}`, { token })).statusCode).toBe(200);
      expect((await app.send(`GET /api/requests/${page_token}`)).statusCode).toBe(404);
      expect((await consent(false)).statusCode).toBe(404);
    });

    test("loses its files in object storage too", async () => {
      const app = await testApp(engine, { ALLOW_PRIVATE_STORAGE: "1" }, { storageTimes: { restMs: 0 } });
      const s3 = await startS3({ buckets: ["music"] });
      const token = await adminToken(app);
      const saved = await app.send("PUT /api/admin/config/cloudflare-r2", { token, json: settingsOf(s3) });
      expect(saved.statusCode, saved.body).toBe(200);
      const { id } = await paidRequest(app, token);
      await app.outbox.flush();
      const keys = await filesOf(app);
      expect(s3.keys("music").toSorted()).toEqual(keys.toSorted());
      expect([keys.length, keys.some(isOnDisk(app))]).toEqual([3, false]);
      await age(app, id);
      await run(app);
      expect([await filesOf(app), s3.keys("music")]).toEqual([[], []]);
    });

    test("is not erased when it was changed after the batch was chosen", async () => {
      const app = await testApp(engine);
      const { id } = await makeRequest(app, { status: "completed", updated_at: expired });
      const repository = requestRetentionRepository(app.db, app.database.dialect);
      const limits = { since: kept, now: kept };
      expect(await repository.next(limits, { at: "1970-01-01T00:00:00.000Z", id: 0 }, 20)).toHaveLength(1);
      const token = await adminToken(app);
      await app.send(`PUT /api/song-requests/${id}`, { token, json: { status: "processing" } });
      expect(await repository.take([id], limits)).toEqual([]);
    });
  });

  describe("an erased order", () => {
    test("keeps what the books need, and nothing of the customer", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const user = await makeUser(app);
      const placed = await app.send("POST /api/premium-orders", {
        token: await userToken(app, { user }),
        json: {
          package_id: (await makePackage(app, { name: "Gói tháng" })).id,
          user_name: "Nguyễn Thị Lan",
          user_phone: "0901 234 567",
          user_email: "lan@example.com",
          user_address: "12 Lý Thái Tổ",
          user_telegram: "@lan_tele",
          user_facebook: "fb.com/lan.fb",
          user_zalo: "lan zalo",
          payment_note: "Lan chuyển",
        },
      });
      const { id, page_token, code } = placed.json<{ id: number; page_token: string; code: string }>();
      const own = `/api/premium-orders/${id}`;
      const notes = {
        admin_notes: "Lan gọi",
        payment_reference: "FT Lan",
        end_message: "Chào Lan",
        status: "cancelled",
        payment_status: "paid",
      };
      expect((await app.send(`PUT ${own}`, { token, json: notes })).statusCode).toBe(200);
      await app.db.updateTable("premium_orders").set({ updated_at: expired }).execute();
      await run(app);
      expect((await app.send(`GET /api/orders/${page_token}`)).statusCode).toBe(404);
      expect((await app.send(`GET /api/orders/${page_token}/qr.png`)).statusCode).toBe(404);
      expect((await app.send(`GET ${own}`, { token })).json()).toMatchObject({
        code,
        package_name: "Gói tháng",
        payment_amount: 49_000,
        status: "cancelled",
        payment_status: "paid",
        paid_at: expect.any(String),
        updated_at: expired,
        erased_at: expect.any(String),
        user_name: "(đã xóa)",
        user_id: null,
        matching_user: null,
      });
      const [row] = await app.db.selectFrom("premium_orders").selectAll().execute();
      const texts = Object.values({ ...row, page_token: "" }).join(" ");
      for (const word of ["Lan", "lan", "0901", "Lý", "tele"]) expect(texts, word).not.toContain(word);
      for (const [search, found] of [
        ["0901234567", []],
        ["lan@example", []],
        [code, [id]],
      ] as const) {
        const list = await app.send("GET /api/premium-orders", { token, query: { search } });
        expect(list.json<{ id: number }[]>().map((order) => order.id)).toEqual(found);
      }
      const refused = await app.send(`PUT ${own}`, { token, json: { user_id: user.id } });
      expect(refused.statusCode).toBe(409);
      expect((await app.send(`GET ${own.replace(`/${id}`, "/stats")}`, { token })).json()).toMatchObject({
        total: 1,
        amount: 49_000,
      });
      expect((await app.send(`DELETE ${own}`, { token })).statusCode, "it stays in the books").toBe(409);
    });
  });
});

onOneEngine((engine) => {
  describe("a run", () => {
    test("touches nothing that is kept for ever", async () => {
      const app = await testApp(engine);
      await save(app, { ...forEver, orders_months: 6 });
      await makeRequest(app, { status: "cancelled", updated_at: expired });
      await makeOrder(app, { code: "HM1", status: "cancelled", updated_at: expired });
      await addEntries(app, 1, expired);
      await run(app);
      expect(await erased(app, "song_requests")).toEqual([]);
      expect(await trail(app)).toEqual(["1 đơn hàng"]);
    });
  });

  describe("the settings", () => {
    test("are 24 months until others are saved, which are public at once and in the trail", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const version = expect.any(String);
      const read = async () => [
        (await app.send(`GET ${settings}`, { token })).json(),
        (await app.send("GET /api/retention")).json(),
      ];
      expect(await read()).toEqual([{ ...defaultRetention, version }, defaultRetention]);
      const times = { requests_months: 6, orders_months: 120, audit_months: null };
      expect((await app.send(`PUT ${settings}`, { token, json: times })).json()).toEqual({ ...times, version });
      expect(await read()).toEqual([{ ...times, version }, times]);
      const entries = await app.db
        .selectFrom("audit_log")
        .select(["action", "entity", "summary"])
        .orderBy("id")
        .execute();
      expect(entries).toEqual([{ action: "update", entity: "settings", summary: "Thời hạn lưu giữ dữ liệu" }]);
    });
  });

  test("the settings and the count need an administrator", async () => {
    const app = await testApp(engine);
    for (const [token, status] of [
      [undefined, 401],
      [await userToken(app), 403],
      [await staffToken(app, { isSupervisor: true }), 403],
    ] as const) {
      expect((await app.send(`GET ${settings}`, { token })).statusCode).toBe(status);
      expect((await app.send(`GET ${settings}/due`, { token })).statusCode).toBe(status);
      expect((await app.send(`PUT ${settings}`, { token, json: {} })).statusCode).toBe(status);
    }
  });

  test.each([5, 121, 6.5, "24"])("refuse %s months at their field", async (months) => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const json = { ...defaultRetention, orders_months: months };
    const answer = await app.send(`PUT ${settings}`, { token, json });
    expect(answer.statusCode).toBe(422);
    const message = "Thời hạn phải từ 6 đến 120 tháng";
    expect(answer.json().errors).toEqual([{ field: "orders_months", message }]);
    const due = await app.send(`GET ${settings}/due`, { token, query: { orders_months: "5" } });
    expect([due.statusCode, due.json().errors]).toEqual([422, [{ field: "orders_months", message }]]);
  });

  test.each([
    "{",
    "null",
    JSON.stringify({ ...defaultRetention, audit_months: 1 }),
  ])("an unusable document %s is shown as the default, and erases nothing", async (value) => {
    const error = vi.fn();
    const log = pino({ level: "error" }, { write: (line: string) => error(JSON.parse(line)) });
    const app = await testApp(engine, {}, { log });
    await app.db.insertInto("settings").values({ key: "retention", value, updated_at: expired }).execute();
    await makeRequest(app, { status: "cancelled", updated_at: expired });
    expect((await app.send("GET /api/retention")).json()).toEqual(defaultRetention);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ level: 50, key: "retention" }));
    await run(app);
    expect(await erased(app, "song_requests")).toEqual([]);
  });

  test("a run of a clock that was wrong does not hold up the right ones", async () => {
    const app = await testApp(engine);
    await makeAdmin(app);
    const value = JSON.stringify({ day: "2999-01-01", kind: "requests", after: { at: expired, id: 9 }, erased: 7 });
    await app.db.insertInto("meta").values({ key: "retention_run", value }).execute();
    await makeRequest(app, { status: "cancelled", updated_at: expired });
    await makeRequest(app, { code: "HRNEW", status: "cancelled", updated_at: kept });
    await run(app);
    expect(await trail(app)).toEqual(["1 yêu cầu sáng tác"]);
  });

  test("a run that begins before its time, since the clock was set back, schedules the one after it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-01T02:59:59+07:00") });
    onTestFinished(() => void vi.useRealTimers());
    const app = await testApp(engine);
    await run(app, "2026-12-01");
    const rows = await app.db
      .selectFrom("outbox")
      .select(["dedupe_key", "state", "available_at"])
      .where("topic", "=", retentionTopic)
      .orderBy("id")
      .execute();
    expect(rows).toMatchObject([
      { dedupe_key: "2026-12-01", state: "done" },
      { dedupe_key: "2026-12-02", state: "pending", available_at: "2026-12-01T20:00:00.000Z" },
    ]);
  });

  test("expired replies of creations go with a run", async () => {
    const app = await testApp(engine);
    const key = { scope: "premium-orders", caller: "", content_hash: "", reply: '{"user_name":"Lan"}' };
    await app.db
      .insertInto("idempotency_keys")
      .values([
        { ...key, key: "old", created_at: expired },
        { ...key, key: "new", created_at: new Date().toISOString() },
      ])
      .execute();
    await run(app);
    expect(await app.db.selectFrom("idempotency_keys").select("key").execute()).toEqual([{ key: "new" }]);
  });

  test("a song without a request is no matter of a run", async () => {
    const app = await testApp(engine);
    const { id } = await makeSong(app, { created_at: expired, updated_at: expired });
    await run(app);
    expect((await app.send(`GET /api/songs/${id}`)).statusCode).toBe(200);
  });
});
