/** Premium that is bought for somebody else: its words, its taking, once, and what undoes it. */
import { describe, expect, test } from "vitest";
import type { PublicGift } from "#contract/gifts.ts";
import type { AdminOrderDetail, PayableOrder } from "#contract/orders.ts";
import type { TransferDetail, UndoPreview } from "#contract/payments.ts";
import type { TakenGift } from "#contract/premium-gifts.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeGift, makePackage, makeRequest, makeUser, userToken } from "#test/factories.ts";
import { clearMessages, deadMailServer, messagesOf, told } from "#test/messages.ts";
import { transferComes, withBank } from "#test/payments.ts";
import { joinTopic } from "./order-accounts.ts";

const own = "/api/premium-orders";
const customer = { user_name: "Trần Minh", user_phone: "0901 234 567", user_email: "minh@example.com" };
const words = { recipient_name: "Mẹ", giver_name: "Minh và Lan", message: "Chúc mẹ vui\nmỗi ngày" };
const paid = { payment_status: "paid", status: "confirmed" } as const;
const dayMs = 24 * 60 * 60_000;
const dayIn = (days: number) => vietnamDay(Date.now() + days * dayMs);

async function place(app: TestApp, gift: object | null = {}, token?: string) {
  const { id: package_id } = await makePackage(app, { name: "Gói năm", duration_days: 365 });
  const json = { ...customer, package_id, gift: gift && { ...words, ...gift } };
  return app.send(`POST ${own}`, { token, json });
}

/** Returns a new order of a gift. */
async function order(app: TestApp, gift: object = {}, token?: string): Promise<PayableOrder> {
  const answer = await place(app, gift, token);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PayableOrder>();
}

const save = (app: TestApp, admin: string, id: number, json: object) =>
  app.send(`PUT ${own}/${id}`, { token: admin, json });
const shown = async (app: TestApp, page: string) => (await app.send(`GET /api/orders/${page}`)).json<PayableOrder>();
const change = (app: TestApp, page: string, json: object) => app.send(`PUT /api/orders/${page}/gift`, { json });
const page = async (app: TestApp, secret: string) => (await app.send(`GET /api/gifts/${secret}`)).json<PublicGift>();
const take = (app: TestApp, secret: string, token?: string) => app.send(`POST /api/gifts/${secret}/take`, { token });
const find = (app: TestApp, code: string) => app.send("POST /api/gift-codes", { json: { code } });

/** Returns the order of a gift that is paid for, with the ways to take it. */
async function ready(app: TestApp, admin: string, gift: object = {}, token?: string) {
  const { id, page_token } = await order(app, gift, token);
  const answer = await save(app, admin, id, paid);
  expect(answer.statusCode, answer.body).toBe(200);
  const { gift: made } = await shown(app, page_token);
  return { id, page_token, secret: made?.secret ?? "", code: made?.code ?? "" };
}

/** Returns a new user with a token. */
async function receiver(app: TestApp, fields: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(app, fields);
  return { id: user.id, username: user.username, token: await userToken(app, { user }) };
}

/** Days of Premium that a user has left, rounded. */
async function daysOf(app: TestApp, id: number): Promise<number> {
  const users = app.db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

onBothEngines((engine) => {
  describe("an order of a gift", () => {
    test("gives its page and code once it is paid, tells the giver, and Premium to nobody", async () => {
      const app = await testApp(engine, deadMailServer);
      const admin = await adminToken(app);
      const giver = await receiver(app);
      const made = await order(app, { opens_on: dayIn(0) }, giver.token);
      expect(made).toMatchObject({
        is_gift: true,
        has_account: true,
        gift: { ...words, opens_on: dayIn(0), is_open: true, secret: null, code: null, taken_at: null },
      });
      const card = `GET /api/orders/${made.page_token}/gift/card.pdf` as const;
      expect((await app.send(card)).statusCode).toBe(404);
      await clearMessages(app);
      for (const json of [{ payment_status: "paid" }, paid, { status: "completed" }, paid]) {
        expect((await save(app, admin, made.id, json)).statusCode).toBe(200);
      }
      const { gift, premium_granted_at } = await shown(app, made.page_token);
      expect(premium_granted_at).toBeNull();
      expect(gift).toMatchObject({ state: "open", secret: expect.stringMatching(/^[\w-]{22}$/) });
      expect(gift?.code).toMatch(/^HG[2-9A-Z]{8}$/);
      const messages = await messagesOf(app);
      expect(messages).toMatchObject([
        {
          event: "gift_premium_ready",
          to: `user ${giver.id}`,
          email: customer.user_email,
          data: {
            to: "Mẹ",
            path: `/orders/${made.page_token}`,
            gift_path: `/g/${gift?.secret}`,
            gift_code: gift?.code,
          },
        },
      ]);
      const printed = await app.send(card, { query: { design: "2" } });
      expect([printed.statusCode, printed.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(await daysOf(app, giver.id)).toBe(0);
      expect(await page(app, gift?.secret ?? "")).toEqual({
        state: "open",
        ...words,
        content: {
          kind: "premium",
          package_name: "Gói năm",
          package_duration_days: 365,
          package_is_lifetime: false,
          is_taken: false,
        },
      });
      const stats = (await app.send(`GET ${own}/stats`, { token: admin })).json();
      expect(stats.ungranted.orders).toBe(0);
      const tabs = (await app.send(`GET ${own}/tabs`, { token: admin })).json();
      expect(tabs).toMatchObject({ all: 1, ungranted: 0, done: 1, waiting: 0, ended: 0 });
    });

    test("joins nobody's account, and is attached to none", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const verified = { email: customer.user_email, email_verified_at: new Date().toISOString() };
      const user = await receiver(app, verified);
      const { id, page_token, has_account } = await order(app);
      expect(has_account).toBe(false);
      await app.outbox.add(app.db, joinTopic, { user_id: user.id });
      await app.outbox.flush();
      await clearMessages(app);
      await save(app, admin, id, paid);
      expect((await app.send(`POST /api/orders/${page_token}/attach`, { token: user.token })).json()).toMatchObject({
        detail: "Đơn này là quà tặng: người nhận mở trang quà để nhận Premium",
      });
      expect((await save(app, admin, id, { user_id: user.id })).statusCode).toBe(409);
      // The days on which orders without an account are reminded of.
      await app.daily.look(Date.now() + 4 * dayMs);
      expect(await told(app)).toEqual(["gift_premium_ready > customer -"]);
      expect(await daysOf(app, user.id)).toBe(0);
      const detail = (await app.send(`GET ${own}/${id}`, { token: admin })).json<AdminOrderDetail>();
      expect(detail).toMatchObject({ user_id: null, matching_user: null, account: null, gift: words });
      expect(detail.gift).not.toHaveProperty("code");
    });
  });

  describe("taking a gift", () => {
    test("adds its time to the account that takes it, once, and tells the giver once", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const { id, page_token, secret } = await ready(app, admin);
      const expires = new Date(Date.now() + 10 * dayMs).toISOString();
      const user = await receiver(app, { subscription_type: "premium", premium_expires_at: expires });
      const other = await receiver(app);
      await clearMessages(app);
      expect((await take(app, secret)).statusCode).toBe(401);
      expect((await take(app, "x".repeat(22), user.token)).statusCode).toBe(404);
      const first = await take(app, secret, user.token);
      expect(first.statusCode, first.body).toBe(200);
      expect(first.headers["cache-control"]).toBe("private, no-store");
      expect(first.json<TakenGift>()).toMatchObject({ package_name: "Gói năm", taken_at: expect.any(String) });
      expect(await daysOf(app, user.id)).toBe(375);
      expect((await take(app, secret, user.token)).json()).toEqual(first.json());
      const second = await take(app, secret, other.token);
      expect([second.statusCode, second.json()]).toEqual([409, { detail: "Món quà này đã được nhận" }]);
      for (const json of [paid, { status: "completed" }, { payment_status: "refunded" }, paid]) {
        await save(app, admin, id, json);
      }
      expect(await daysOf(app, user.id)).toBe(375);
      expect((await told(app)).filter((each) => each.startsWith("gift_taken"))).toEqual(["gift_taken > customer -"]);
      expect(await page(app, secret)).toMatchObject({ state: "open", content: { is_taken: true } });
      expect(await shown(app, page_token)).toMatchObject({
        premium_expires_at: null,
        gift: { taken_at: first.json<TakenGift>().taken_at },
      });
      const mine = (await app.send("GET /api/user/orders", { token: user.token })).json();
      expect(mine).toEqual([]);
      const detail = (await app.send(`GET ${own}/${id}`, { token: admin })).json<AdminOrderDetail>();
      expect(detail).toMatchObject({
        receiver_id: user.id,
        receiver_username: user.username,
        account: { id: user.id },
      });
      const bought = (await app.send(`GET /api/admin/users/${user.id}/purchases`, { token: admin })).json();
      expect(bought.premium).toMatchObject([{ text: expect.stringContaining("được tặng"), order_id: id }]);
    });

    test("one of two accounts that press at once has it", async () => {
      const app = await testApp(engine);
      const { secret } = await ready(app, await adminToken(app));
      const users = [await receiver(app), await receiver(app)];
      const answers = await Promise.all(users.map(({ token }) => take(app, secret, token)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const days = await Promise.all(users.map(({ id: user }) => daysOf(app, user)));
      expect(days.toSorted((a, b) => a - b)).toEqual([0, 365]);
    });

    test("stays done when the taker deletes the account, and is in the export of their data before", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const giver = await receiver(app);
      const { id, page_token, secret } = await ready(app, admin, {}, giver.token);
      const user = await receiver(app);
      await take(app, secret, user.token);
      const exported = async (token: string) => (await app.send("GET /api/user/export", { token })).json();
      const taken = await exported(user.token);
      expect(taken.premium_gifts).toMatchObject([{ package_name: "Gói năm", giver_name: words.giver_name }]);
      expect(JSON.stringify(taken)).not.toContain(customer.user_email);
      const given = await exported(giver.token);
      expect(given.orders).toMatchObject([{ is_gift: true, premium_expires_at: null, gift: words }]);
      expect(given.orders[0]).not.toHaveProperty("receiver_id");
      expect((await app.send(`DELETE /api/admin/users/${user.id}`, { token: admin })).statusCode).toBe(200);
      expect((await take(app, secret, (await receiver(app)).token)).statusCode).toBe(409);
      expect((await shown(app, page_token)).gift?.taken_at).not.toBeNull();
      expect((await app.send(`GET ${own}/${id}`, { token: admin })).json()).toMatchObject({
        receiver_id: null,
        premium_granted_at: expect.any(String),
      });
    });

    test("is undone with the transfer that paid it, and done again with the next one for the same account", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const admin = await adminToken(app);
      const { id, code, page_token, payment_amount: amount } = await order(app);
      const transfer = await transferComes(app, { amount: amount + 100_000, memo: code });
      const secret = (await shown(app, page_token)).gift?.secret ?? "";
      const user = await receiver(app);
      expect((await take(app, secret, user.token)).statusCode).toBe(200);

      const payments = "/api/admin/payments";
      const act = (action: string, json: object) =>
        app.send(`POST ${payments}/${transfer.id}/${action}`, { token: admin, json });
      const extended = await act("extend", { order_id: id, days: 30 });
      expect([extended.statusCode, extended.json().detail]).toEqual([409, expect.stringContaining("quà tặng")]);
      const { allocations } = (
        await app.send(`GET ${payments}/${transfer.id}`, { token: admin })
      ).json<TransferDetail>();
      const allocation = allocations[0]?.id ?? 0;
      const preview = await app.send(`GET ${payments}/allocations/${allocation}/undo`, { token: admin });
      expect(preview.json<UndoPreview>().premium).toMatchObject({ username: user.username, expires_at_then: null });
      const what = { kind: "allocation", id: allocation, take_back_premium: true };
      expect((await act("undo", { what })).statusCode).toBe(200);
      expect(await daysOf(app, user.id)).toBe(0);
      expect((await take(app, secret, user.token)).statusCode).toBe(409);
      await act("attach", { parts: [{ kind: "order", id, amount }] });
      expect(await daysOf(app, user.id)).toBe(365);
    });
  });
});

onOneEngine((engine) => {
  describe("taking a gift", () => {
    test("waits for its day, for its giver and for its money", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const user = await receiver(app);
      const { id, page_token, secret, code } = await ready(app, admin, { opens_on: dayIn(2) });
      const day = dayIn(2).split("-").toReversed().join("/");
      expect((await take(app, secret, user.token)).json()).toMatchObject({ detail: `Món quà này mở từ ngày ${day}` });
      expect(await page(app, secret)).toEqual({
        state: "waiting",
        opens_on: dayIn(2),
        recipient_name: "Mẹ",
        is_quiet: false,
      });

      expect((await change(app, page_token, { opens_on: null, is_open: false })).statusCode).toBe(200);
      const closed = "Món quà này hiện không nhận được. Bạn hỏi lại người tặng nhé.";
      expect((await take(app, secret, user.token)).json()).toMatchObject({ detail: closed });
      expect(await page(app, secret)).toEqual({ state: "closed" });
      await change(app, page_token, { is_open: true });

      for (const payment_status of ["refunded", "pending", "failed"]) {
        await save(app, admin, id, { payment_status });
        expect((await take(app, secret, user.token)).json()).toMatchObject({ detail: closed });
        expect(await page(app, secret)).toEqual({ state: "closed" });
        expect((await find(app, code)).statusCode).toBe(404);
        expect((await shown(app, page_token)).gift).toMatchObject({ secret: null, code: null });
      }
      expect(await daysOf(app, user.id)).toBe(0);
      await save(app, admin, id, paid);
      expect((await take(app, secret, user.token)).statusCode).toBe(200);
    });

    test("is refused to a permanent Premium, and stays untaken", async () => {
      const app = await testApp(engine);
      const { secret } = await ready(app, await adminToken(app));
      const forever = await receiver(app, { subscription_type: "premium", premium_expires_at: null });
      const user = await receiver(app);
      const answer = await take(app, secret, forever.token);
      expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining("Premium vĩnh viễn")]);
      expect((await take(app, secret, user.token)).statusCode).toBe(200);
    });

    test("takes no order by the secret of a song that was given", async () => {
      const app = await testApp(engine);
      const { id, page_token } = await ready(app, await adminToken(app));
      const { secret } = await makeGift(app, { request_id: (await makeRequest(app, { id })).id });
      const user = await receiver(app);
      expect((await take(app, secret, user.token)).statusCode).toBe(404);
      expect(await daysOf(app, user.id)).toBe(0);
      expect((await shown(app, page_token)).gift?.taken_at).toBeNull();
    });
  });

  test("a free package is not bought for others, and each word has its rule", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app, { price: 0 });
    const free = await app.send(`POST ${own}`, { json: { ...customer, package_id, gift: words } });
    expect([free.statusCode, free.json().errors]).toEqual([
      422,
      [{ field: "gift", message: "Gói miễn phí không mua tặng được: người nhận tự lấy gói này, không tốn gì" }],
    ]);
    for (const [gift, field, message] of [
      [{ recipient_name: " " }, "gift.recipient_name", "Vui lòng nhập tên người nhận"],
      [{ giver_name: "" }, "gift.giver_name", "Vui lòng nhập tên người tặng"],
      [{ recipient_name: "x".repeat(61) }, "gift.recipient_name", "Tên người nhận không được dài quá 60 ký tự"],
      [{ message: "x".repeat(1001) }, "gift.message", "Không được dài quá 1000 ký tự"],
      [{ opens_on: "mai" }, "gift.opens_on", "Ngày mở quà không hợp lệ"],
      [{ opens_on: dayIn(-1) }, "gift.opens_on", "Ngày mở quà không được trước hôm nay"],
      [{ opens_on: dayIn(368) }, "gift.opens_on", "Ngày mở quà xa nhất là một năm nữa"],
    ] as const) {
      const answer = await place(app, gift);
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
    }
    expect((await place(app, null)).json()).toMatchObject({ is_gift: false, gift: null });
  });

  test("the giver changes the words until the gift is taken", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const { page_token, secret } = await ready(app, admin, { opens_on: dayIn(0) });
    const changed = await change(app, page_token, { recipient_name: "Bà", message: null, opens_on: dayIn(0) });
    expect(changed.json<PayableOrder>().gift).toMatchObject({
      recipient_name: "Bà",
      message: null,
      giver_name: words.giver_name,
    });
    expect((await change(app, page_token, { recipient_name: "" })).statusCode).toBe(422);
    await take(app, secret, (await receiver(app)).token);
    expect((await change(app, page_token, { is_open: false })).json()).toMatchObject({
      detail: "Món quà này đã được nhận nên không đổi được nữa",
    });
    expect((await change(app, "x".repeat(22), {})).statusCode).toBe(404);
    const plain = (await place(app, null)).json<PayableOrder>();
    expect((await change(app, plain.page_token, {})).statusCode).toBe(409);
  });

  test("a code leads to the page however it is typed, and a wrong one says so", async () => {
    const app = await testApp(engine);
    const { secret, code } = await ready(app, await adminToken(app));
    const typed = ` ${code.slice(0, 2).toLowerCase()} ${code.slice(2, 6)}-${code.slice(6)} `;
    expect((await find(app, typed)).json()).toEqual({ secret });
    const wrong = `${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`;
    for (const text of [wrong, "HG", "HM2345678K", "x".repeat(50)]) {
      expect((await find(app, text)).json().errors).toEqual([
        { field: "code", message: "Mã quà chưa đúng, bạn xem lại từng chữ nhé" },
      ]);
    }
    expect((await find(app, "")).json().errors).toEqual([{ field: "code", message: "Vui lòng nhập mã quà" }]);
    await app.db.updateTable("gifts").set({ code: null }).execute();
    const gone = await find(app, code);
    expect([gone.statusCode, gone.json()]).toEqual([
      404,
      { detail: "Không có món quà nào mang mã này, bạn xem lại từng chữ nhé" },
    ]);
  });

  test("thanks for it are told to the giver", async () => {
    const app = await testApp(engine);
    const { page_token, secret } = await ready(app, await adminToken(app));
    await clearMessages(app);
    const json = { id: crypto.randomUUID().replaceAll("-", ""), name: "Mẹ", text: "Mẹ cảm ơn con" };
    expect((await app.send(`POST /api/gifts/${secret}/thanks`, { json })).statusCode).toBe(200);
    expect(await messagesOf(app)).toMatchObject([
      { event: "gift_thanked", data: { path: `/orders/${page_token}`, from: "Mẹ", words: "Mẹ cảm ơn con" } },
    ]);
    expect((await shown(app, page_token)).gift?.thanks).toMatchObject([{ name: "Mẹ", text: "Mẹ cảm ơn con" }]);
  });
});
