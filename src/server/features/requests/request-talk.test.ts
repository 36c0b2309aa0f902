import { existsSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RequestTalk } from "#contract/request-messages.ts";
import type { CustomerRequest, SongRequest, SongRequestDetail } from "#contract/requests.ts";
import { retentionTopic } from "#server/features/retention/retention.service.ts";
import { createRateLimiter } from "#server/platform/http/limits/rate-limits.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeRequest, makeStaff, makeUser, staffToken, userToken } from "#test/factories.ts";
import { holdLock, lockWaits } from "#test/locks.ts";
import { clearMessages, deadMailServer, messagesOf } from "#test/messages.ts";
import { pixelsOf } from "#test/pictures.ts";
import { requestMessagesRepository } from "./request-messages.repository.ts";

const own = "/api/song-requests";
const desk = "/api/staff/requests";
const picture = fixture("cover.png");
const megabyte = 1024 ** 2;

let sent = 0;
interface Sending {
  token?: string;
  text?: string;
  picture?: Buffer;
  recording?: Buffer;
  clientId?: string;
  remoteAddress?: string;
}

/** Sends a message to the talk at an address. */
function send(app: TestApp, address: string, message: Sending = {}) {
  const { token, text = "Chào bạn", clientId = `message-${"0".repeat(12)}${sent++}` } = message;
  const multipart = new FormData();
  multipart.append("client_id", clientId);
  multipart.append("text", text);
  if (message.picture) multipart.append("picture", new File([new Uint8Array(message.picture)], "ảnh mẹ.png"));
  if (message.recording) multipart.append("recording", new File([new Uint8Array(message.recording)], "hát thử.wav"));
  const { remoteAddress = "203.0.113.7" } = message;
  return app.send(`POST ${address}/messages` as never, { token, multipart, remoteAddress });
}

const talkOf = async (app: TestApp, address: string, token?: string, query: Record<string, string> = {}) => {
  const answer = await app.send(`GET ${address}/messages` as never, { token, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RequestTalk>();
};
const read = (app: TestApp, address: string, up_to: number, token?: string) =>
  app.send(`POST ${address}/messages/read` as never, { token, json: { up_to } });

/** A member of the staff with a token. */
async function member(app: TestApp, values: Parameters<typeof makeStaff>[1] = {}) {
  const row = await makeStaff(app, values);
  return { id: row.id, name: row.full_name, token: await staffToken(app, { member: row }) };
}

/** A request with the addresses of its talk. */
async function requestWith(app: TestApp, values: Parameters<typeof makeRequest>[1] = {}) {
  const { id, page_token } = await makeRequest(app, values);
  return { id, page: `/api/requests/${page_token}`, work: `${desk}/${id}`, office: `${own}/${id}` };
}

/** @param time in Vietnam */
function setClock(time: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${time}+07:00`) });
  onTestFinished(() => void vi.useRealTimers());
}

const fileOf = (app: TestApp, url: string) => path.join(app.place.dataDir, new URL(url, "http://x").pathname);
const eventsOf = async (app: TestApp) => (await messagesOf(app)).map(({ event, to, state }) => [event, to, state]);

onBothEngines((engine) => {
  test("customer, member and administrator write to each other, and the customer is told first names alone", async () => {
    const app = await testApp(engine);
    const an = await member(app, { full_name: "Trần Minh An" });
    const { page, work, office } = await requestWith(app, { staff_id: an.id, status: "processing" });
    const first = await send(app, page, { text: "  Mẹ tôi quê Bến Tre.\r\nBạn nhắc giúp nhé  " });
    expect([first.statusCode, first.headers["cache-control"]]).toEqual([201, "private, no-store"]);
    expect(first.json()).toMatchObject({
      messages: [{ author: "customer", author_name: null, text: "Mẹ tôi quê Bến Tre.\nBạn nhắc giúp nhé", file: null }],
      has_earlier: false,
      unread: 0,
      can_write: true,
    });
    await send(app, work, { token: an.token, text: "Dạ vâng" });
    await send(app, office, { token: await adminToken(app), text: "Cảm ơn bạn" });
    const shown = await app.send(`GET ${page}/messages` as never);
    expect(shown.json<RequestTalk>().messages.map(({ author, author_name }) => [author, author_name])).toEqual([
      ["customer", null],
      ["staff", "An"],
      ["admin", null],
    ]);
    expect(shown.body).not.toContain("Trần");
    const inside = await talkOf(app, work, an.token);
    expect(inside.messages.map(({ author_name }) => author_name)).toEqual([null, an.name, expect.any(String)]);
    // An answer counts as reading the messages before it.
    expect(inside.messages[0]?.read_at).not.toBeNull();
    expect([inside.unread, (await talkOf(app, page)).unread]).toEqual([0, 2]);
  });

  test("the same message sent again, also at once, is one message with one file", async () => {
    const app = await testApp(engine);
    const { page, id } = await requestWith(app);
    const message = { clientId: "the-same-message-1", picture };
    const answers = await Promise.all([1, 2, 3].map(() => send(app, page, message)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    await send(app, page, message);
    await app.outbox.flush();
    expect((await talkOf(app, page)).messages).toHaveLength(1);
    expect(await app.db.selectFrom("files").select("key").where("unclaimed_since", "is", null).execute()).toHaveLength(
      1,
    );
    expect(await app.db.selectFrom("files").select("key").execute()).toHaveLength(1);
    expect(await app.db.selectFrom("request_events").select("kind").where("request_id", "=", id).execute()).toEqual([
      { kind: "message_sent" },
    ]);
  });

  test("two sides that write and read at once lose no message, and each has one that tells of several", async () => {
    setClock("2027-03-01T12:00");
    const app = await testApp(engine, deadMailServer);
    const an = await member(app);
    const { page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
    const turns = [1, 2, 3, 4].flatMap((n) => [
      () => send(app, page, { text: `khách ${n}` }),
      () => send(app, work, { token: an.token, text: `nhân viên ${n}` }),
      async () => {
        const { messages } = await talkOf(app, page);
        const last = messages.at(-1);
        return last ? read(app, page, last.id) : undefined;
      },
    ]);
    for (const answer of await Promise.all(turns.map((turn) => turn()))) {
      if (answer) expect(answer.statusCode, answer.body).toBeLessThan(300);
    }
    expect((await talkOf(app, page)).messages).toHaveLength(8);
    const waiting = (await eventsOf(app)).filter(([, , state]) => state === "waiting");
    expect(waiting.filter(([event]) => event === "request_message").length).toBeLessThanOrEqual(1);
    expect(waiting.filter(([event]) => event === "staff_request_message").length).toBeLessThanOrEqual(1);
  });

  test("of several messages one is told of, some minutes later, and none once they are read", async () => {
    setClock("2027-03-01T12:00");
    const app = await testApp(engine, deadMailServer);
    const an = await member(app);
    const { page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
    await send(app, page, { text: "Một" });
    await send(app, page, { text: "Hai" });
    const [told, ...others] = await messagesOf(app);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ event: "staff_request_message", to: `staff ${an.id}`, data: { words: "Một" } });
    const { not_before } = await app.db.selectFrom("deliveries").select("not_before").executeTakeFirstOrThrow();
    expect(Date.parse(not_before ?? "")).toBeGreaterThan(Date.now() + 60_000);
    const { messages } = await talkOf(app, work, an.token);
    expect((await read(app, work, messages[0]?.id ?? 0, an.token)).json()).toEqual({ unread: 1 });
    expect(await eventsOf(app)).toEqual([["staff_request_message", `staff ${an.id}`, "waiting"]]);
    expect((await read(app, work, messages[1]?.id ?? 0, an.token)).json()).toEqual({ unread: 0 });
    expect(await eventsOf(app)).toEqual([["staff_request_message", `staff ${an.id}`, "skipped"]]);
    await clearMessages(app);
    await send(app, page, { text: "Ba" });
    await send(app, work, { token: an.token, text: "Bốn", picture });
    await send(app, work, { token: an.token, text: "", picture });
    // The answer leaves out what would tell of the question.
    expect(await eventsOf(app)).toEqual([
      ["staff_request_message", `staff ${an.id}`, "skipped"],
      ["request_message", "customer -", "waiting"],
    ]);
    const last = (await talkOf(app, page)).messages.at(-1);
    await read(app, page, last?.id ?? 0);
    expect((await eventsOf(app))[1]).toEqual(["request_message", "customer -", "skipped"]);
    await send(app, work, { token: an.token, text: "", picture });
    expect((await messagesOf(app)).at(-1)).toMatchObject({ state: "waiting", data: { words: "Một bức ảnh" } });
  });

  test("messages that stay unread are told of once on a day, by the day on which that is sent", async () => {
    const app = await testApp(engine, deadMailServer);
    const an = await makeStaff(app);
    const { page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
    const told = async () => (await messagesOf(app)).map(({ event, data }) => [event, data.words]);
    for (const [time, text] of [
      ["2027-03-01T09:00", "Một"],
      ["2027-03-01T21:30", "Hai"],
      ["2027-03-03T09:00", "Ba"],
      ["2027-03-03T20:00", "Bốn"],
      // Both go out at seven on the next day.
      ["2027-03-03T21:58", "Năm"],
      ["2027-03-04T09:00", "Sáu"],
    ] as const) {
      setClock(time);
      expect((await send(app, page, { text })).statusCode).toBe(201);
    }
    const toDesk = ["Một", "Ba", "Năm"].map((words) => ["staff_request_message", words]);
    expect(await told()).toEqual(toDesk);
    await clearMessages(app);
    for (const [time, text] of [
      ["2027-03-08T09:00", "Bảy"],
      ["2027-03-08T10:00", "Tám"],
      ["2027-03-10T09:00", "Tên bé đọc thế nào?"],
    ] as const) {
      setClock(time);
      const token = await staffToken(app, { member: an });
      expect((await send(app, work, { token, text })).statusCode).toBe(201);
    }
    expect(await told()).toEqual(["Bảy", "Tên bé đọc thế nào?"].map((words) => ["request_message", words]));
  });

  test("without a member supervisors are told, else administrators, and none of them once somebody has taken it", async () => {
    const app = await testApp(engine, deadMailServer);
    const admin = await adminToken(app);
    const an = await member(app);
    const lonely = await requestWith(app);
    await send(app, lonely.page);
    expect(await eventsOf(app)).toEqual([["staff_request_message", expect.stringMatching(/^admin /), "waiting"]]);
    await clearMessages(app);
    const chi = await member(app, { is_supervisor: true });
    const { page, work } = await requestWith(app);
    await send(app, page);
    expect(await eventsOf(app)).toEqual([["staff_request_message", `staff ${chi.id}`, "waiting"]]);
    await app.send(`PUT ${desk}/${work.split("/").at(-1)}/assign` as never, { token: an.token });
    expect(await eventsOf(app)).toContainEqual(["staff_request_message", `staff ${chi.id}`, "skipped"]);
    await clearMessages(app);
    await send(app, page);
    expect(await eventsOf(app)).toContainEqual(["staff_request_message", `staff ${an.id}`, "waiting"]);
    await app.send(`PUT ${work}/assign` as never, { token: chi.token, json: { staff_id: chi.id } });
    expect(await eventsOf(app)).toContainEqual(["staff_request_message", `staff ${an.id}`, "skipped"]);
    // Others of the desk look in without taking the message from the member.
    const { messages } = await talkOf(app, work, chi.token);
    const office = work.replace(desk, own);
    expect((await read(app, office, messages.at(-1)?.id ?? 0, admin)).json()).toEqual({ unread: 2 });
    expect((await read(app, work, messages.at(-1)?.id ?? 0, chi.token)).json()).toEqual({ unread: 0 });
  });

  test("pictures and recordings are read by signed links alone, and go with the request", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, page, office } = await requestWith(app);
    await send(app, page, { picture, text: "" });
    await send(app, page, { recording: wav(0.2), text: "" });
    await send(app, office, { token, picture });
    const { messages } = await talkOf(app, page);
    expect(messages.map(({ text, file }) => [text, file?.kind, file?.name])).toEqual([
      ["", "picture", "ảnh mẹ.png"],
      ["", "audio", "hát thử.wav"],
      ["Chào bạn", "picture", "ảnh mẹ.png"],
    ]);
    expect(messages[1]?.file?.duration).toBeCloseTo(0.2);
    const urls = messages.flatMap(({ file }) => file?.url ?? []);
    const { rawPayload } = await app.send(`GET ${urls[0]}` as never);
    expect(await pixelsOf(rawPayload)).toEqual(await pixelsOf(picture));
    for (const url of urls) {
      expect((await app.send(`GET ${url}` as never)).statusCode).toBe(200);
      expect((await app.send(`GET ${url.split("?")[0]}` as never, { token })).statusCode).toBe(403);
      expect(existsSync(fileOf(app, url))).toBe(true);
    }
    expect((await app.send(`DELETE ${own}/${id}` as never, { token })).statusCode).toBe(200);
    await app.outbox.flush();
    for (const url of urls) {
      expect(existsSync(fileOf(app, url))).toBe(false);
      expect((await app.send(`GET ${url}` as never)).statusCode).toBe(404);
    }
    expect(await app.db.selectFrom("request_messages").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("files").selectAll().execute()).toEqual([]);
  });

  test("an old request loses its talk with all files", async () => {
    const app = await testApp(engine);
    const { id, page } = await requestWith(app, { status: "cancelled" });
    const answer = await send(app, page, { picture });
    const url = answer.json<RequestTalk>().messages[0]?.file?.url ?? "";
    await app.db
      .updateTable("song_requests")
      .set({ updated_at: "2020-01-01T00:00:00.000Z" })
      .where("id", "=", id)
      .execute();
    const day = "2028-02-29";
    await app.outbox.add(app.db, retentionTopic, { day }, { key: day });
    await app.outbox.flush();
    expect(await app.db.selectFrom("request_messages").selectAll().execute()).toEqual([]);
    expect(existsSync(fileOf(app, url))).toBe(false);
  });

  test("lists and pages count what is not read, and a user finds the talk among the own data", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const mine = await userToken(app, { user });
    const an = await member(app);
    const { page, work, office } = await requestWith(app, { staff_id: an.id, status: "processing", user_id: user.id });
    await send(app, page, { text: "Một" });
    await send(app, page, { text: "Hai", picture });
    const { items } = (await app.send(`GET ${desk}` as never, { token: an.token })).json<{ items: SongRequest[] }>();
    expect(items.map(({ unread_messages }) => unread_messages)).toEqual([2]);
    const token = await adminToken(app);
    expect((await app.send(`GET ${office}` as never, { token })).json()).toMatchObject({ unread_messages: 2 });
    await send(app, work, { token: an.token, text: "Ba" });
    expect((await app.send(`GET ${page}` as never)).json<CustomerRequest>().unread_messages).toBe(1);
    expect((await app.send(`GET ${work}` as never, { token: an.token })).json()).toMatchObject({ unread_messages: 0 });
    const exported = await app.send("GET /api/user/export" as never, { token: mine });
    expect(exported.body).toContain("Hai");
    expect(exported.body).toContain("ảnh mẹ.png");
  });

  test("the timeline tells once of what a side writes within a day", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
    for (const text of ["Một", "Hai"]) await send(app, page, { text });
    for (const text of ["Ba", "Bốn"]) await send(app, work, { token: an.token, text });
    await send(app, page, { text: "Năm" });
    const { events } = (await app.send(`GET ${work}` as never, { token: an.token })).json<SongRequestDetail>();
    expect(events.map(({ kind, actor, text }) => [kind, actor, text])).toEqual([
      ["message_sent", "customer", null],
      ["message_sent", "staff", null],
    ]);
  });

  test("reading and counting take an index", async () => {
    const app = await testApp(engine);
    const { id } = await requestWith(app);
    const plans = await plansOf(app, async ({ db }) => {
      const messages = requestMessagesRepository(db);
      await messages.latest(id, 51);
      await messages.unread([id], "customer");
      await messages.untakenBytes();
    });
    expect(plans.join("\n")).not.toMatch(/SCAN request_messages|Seq Scan on request_messages/);
  });
});

onOneEngine((engine) => {
  test("a request of another is not found, one without a member is read and not written, an erased one takes nothing", async () => {
    const app = await testApp(engine);
    const [an, binh, chi] = [await member(app), await member(app), await member(app, { is_supervisor: true })];
    const { id, page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
    const open = await requestWith(app);
    const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
    const get = (address: string, token?: string) => status(app.send(`GET ${address}/messages` as never, { token }));
    expect(await get(work, binh.token)).toBe(404);
    expect(await status(send(app, work, { token: binh.token }))).toBe(404);
    expect(await status(read(app, work, 1, binh.token))).toBe(404);
    expect((await talkOf(app, work, chi.token)).can_write).toBe(true);
    expect(await status(send(app, work, { token: chi.token }))).toBe(201);
    expect((await talkOf(app, open.work, binh.token)).can_write).toBe(false);
    const refused = await send(app, open.work, { token: binh.token });
    expect([refused.statusCode, refused.json().detail]).toEqual([403, "Bạn hãy nhận yêu cầu này trước"]);
    expect(await get(work)).toBe(401);
    expect(await get(`${own}/${id}`, an.token)).toBe(403);
    expect(await get(work, await userToken(app))).toBe(403);
    expect(await get("/api/requests/unknown")).toBe(404);
    expect(await status(send(app, "/api/requests/unknown"))).toBe(404);
    await app.db.updateTable("song_requests").set({ staff_id: binh.id }).where("id", "=", id).execute();
    expect(await get(work, an.token)).toBe(404);
    expect((await talkOf(app, work, binh.token)).messages).toHaveLength(1);
    await app.db.updateTable("song_requests").set({ status: "cancelled" }).where("id", "=", id).execute();
    expect(await status(send(app, page))).toBe(201);
    await app.db
      .updateTable("song_requests")
      .set({ erased_at: new Date().toISOString() })
      .where("id", "=", id)
      .execute();
    expect(await status(send(app, page))).toBe(404);
    expect(await status(send(app, work, { token: chi.token }))).toBe(409);
    expect((await talkOf(app, work, chi.token)).can_write).toBe(false);
  });

  test("a message has words or one file, of the right size and kind", async () => {
    const app = await testApp(engine);
    const { page } = await requestWith(app);
    const answers = [
      await send(app, page, { text: " \n " }),
      await send(app, page, { text: "á".repeat(3001) }),
      await send(app, page, { clientId: "ngắn" }),
      await send(app, page, { picture, recording: wav(0.1) }),
      await send(app, page, { picture: Buffer.from("no picture at all") }),
      await send(app, page, { recording: picture }),
      await send(app, page, { picture: Buffer.alloc(5 * megabyte + 1) }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 415, 415, 413]);
    expect(answers[0]?.json().errors).toEqual([{ field: "text", message: "Bạn viết vài lời, hoặc chọn một file nhé" }]);
    expect(answers[6]?.json().detail).toBe("Ảnh không được vượt quá 5 MB");
    expect((await talkOf(app, page)).messages).toEqual([]);
    expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
    expect((await send(app, page, { text: `${"á\r\n".repeat(1499)}á` })).statusCode).toBe(201);
    expect((await app.send(`POST ${page}/messages/read` as never, { json: { up_to: "a" } })).statusCode).toBe(422);
  });

  test("a customer writes 50 messages a day and sends 300 MB in a request at most", async () => {
    const app = await testApp(engine);
    const { id, page, office } = await requestWith(app);
    const token = await adminToken(app);
    const row = { request_id: id, author_kind: "customer" as const, text: "a" };
    const created_at = new Date().toISOString();
    const full = Array.from({ length: 50 }, (_, n) => ({ ...row, client_id: `c${n}`, created_at }));
    await app.db.insertInto("request_messages").values(full).execute();
    expect((await send(app, page)).statusCode).toBe(429);
    expect((await send(app, office, { token })).statusCode).toBe(201);
    await app.db.updateTable("request_messages").set({ created_at: "2020-01-01T00:00:00.000Z" }).execute();
    const answer = await send(app, page, { picture });
    expect(answer.statusCode).toBe(201);
    const earlier = await talkOf(app, page, undefined, { before: String(answer.json<RequestTalk>().messages[0]?.id) });
    expect([answer.json<RequestTalk>().has_earlier, earlier.messages.length]).toEqual([true, 2]);
    await app.db
      .updateTable("files")
      .set({ size: 300 * megabyte })
      .execute();
    const tooMuch = await send(app, page, { picture });
    expect([tooMuch.statusCode, tooMuch.json().errors[0].field]).toEqual([429, "picture"]);
    expect((await send(app, page)).statusCode).toBe(201);
    expect((await send(app, office, { token, picture })).statusCode).toBe(201);
  });
});

test("a member who loses the request while a message is on its way sends none", async () => {
  const app = await testApp("postgres");
  const [an, binh] = [await member(app), await member(app)];
  const { id, page, work } = await requestWith(app, { staff_id: an.id, status: "processing" });
  const handOver = await holdLock(app.database, `request ${id}`, (tx) =>
    tx.updateTable("song_requests").set({ staff_id: binh.id }).where("id", "=", id).execute(),
  );
  const answer = send(app, work, { token: an.token });
  await lockWaits(app.db);
  await handOver();
  expect((await answer).statusCode).toBe(404);
  expect((await talkOf(app, page)).messages).toEqual([]);
});

test("files of customers count among what strangers leave behind", async () => {
  const app = await testApp("postgres", { RATE_LIMITS: "on" });
  const { page } = await requestWith(app);
  const recording = wav(1);
  const { countBytes } = createRateLimiter(app.database, app.http.log, app.accounts, app.config.secrets.key);
  expect(await countBytes("203.0.113.7", 300 * megabyte - recording.length)).toBe(0);
  expect((await send(app, page, { recording: Buffer.from("no audio at all") })).statusCode).toBe(415);
  expect((await send(app, page, { recording })).statusCode).toBe(201);
  const tooMuch = await send(app, page, { recording });
  expect([tooMuch.statusCode, tooMuch.json().errors[0].field]).toEqual([429, "recording"]);
  expect(tooMuch.json().detail).toMatch(/^Hôm nay đã nhận nhiều file từ mạng của bạn/);
  expect((await send(app, page)).statusCode).toBe(201);
  const shown = await app.send("GET /api/admin/system", { token: await adminToken(app) });
  expect(shown.json().recordings.bytes).toBe(recording.length);
});
