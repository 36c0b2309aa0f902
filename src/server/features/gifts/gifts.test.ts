import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { coverIdOf } from "#art/occasion.ts";
import { maxThanks } from "#contract/gift-rules.ts";
import type { GiverGift, PublicGift } from "#contract/gifts.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeGift, makeRequest, makeUser, userToken } from "#test/factories.ts";
import { textsOfPdf } from "#test/pdf.ts";

const now = () => new Date().toISOString();
const dayMs = 24 * 60 * 60_000;
const dayIn = (days: number) => vietnamDay(Date.now() + days * dayMs);
const timed = readLyrics("[00:01.00]Nắng lên\n[00:02.00]bên thềm").document;
const uuid = () => randomBytes(16).toString("hex");

/** A paid request with an accepted first version and a second one that came later. */
async function paidRequest(app: TestApp, values: Parameters<typeof makeRequest>[1] = {}) {
  const request = await makeRequest(app, {
    customer_name: "Người Trả Tiền",
    customer_email: "nguoitra@example.com",
    customer_phone: "0912345678",
    request_content: "Câu chuyện riêng của tôi",
    status: "completed",
    completed_at: now(),
    agreed_price: 299_000,
    ...values,
  });
  const songs = [];
  for (const number of [1, 2]) {
    const words = { title: `Ngày ấy ${number}`, dedication: "Tặng mẹ", lyrics: "Nắng lên\nbên thềm", note: "Chúc vui" };
    const file = `songs/${String(number).repeat(32)}.mp3`;
    const lines = JSON.stringify(timed);
    const song = { request_id: request.id, number, file, ...words, lines, created_at: now(), delivered_at: now() };
    songs.push(await app.db.insertInto("request_songs").values(song).returningAll().executeTakeFirstOrThrow());
  }
  const accepted = { accepted_at: now(), accepted_song_id: songs[0]?.id ?? null, paid_at: now(), ...values };
  await app.db.updateTable("song_requests").set(accepted).where("id", "=", request.id).execute();
  return { ...request, token: request.page_token };
}

const save = (app: TestApp, token: string, json: object = {}) => app.send(`PUT /api/requests/${token}/gift`, { json });
async function give(app: TestApp, token: string, json: object = {}): Promise<GiverGift> {
  const answer = await save(app, token, json);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<GiverGift>();
}
const own = async (app: TestApp, token: string) =>
  (await app.send(`GET /api/requests/${token}/gift`)).json<{ gift: GiverGift | null }>().gift;
const read = (app: TestApp, secret: string) => app.send(`GET /api/gifts/${secret}`);
const page = async (app: TestApp, secret: string) => (await read(app, secret)).json<PublicGift>();
const change = (app: TestApp, id: number, values: object) =>
  app.db.updateTable("song_requests").set(values).where("id", "=", id).execute();
const thank = (app: TestApp, secret: string, json: object) => app.send(`POST /api/gifts/${secret}/thanks`, { json });
const heart = (app: TestApp, secret: string, id: string) =>
  app.send(`POST /api/gifts/${secret}/hearts`, { json: { id } });
const mails = (app: TestApp) =>
  app.db.selectFrom("deliveries").selectAll().where("event", "=", "gift_thanked").orderBy("id").execute();

onBothEngines((engine) => {
  test("the customer of a paid request gives the accepted version, and the receiver sees what the giver writes", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    expect(await own(app, token)).toBeNull();
    const words = { recipient_name: " Mẹ ", giver_name: "Con Lan", message: "Chúc mẹ\r\nvui" };
    const gift = await give(app, token, words);
    expect(gift).toEqual({
      secret: expect.stringMatching(/^[\w-]{22}$/),
      recipient_name: "Mẹ",
      giver_name: "Con Lan",
      message: "Chúc mẹ\nvui",
      opens_on: null,
      is_open: true,
      state: "open",
      hearts: 0,
      opened_at: null,
      thanks: [],
    });
    const [changed] = await app.db.selectFrom("song_requests").select("updated_at").execute();
    expect(changed?.updated_at).toBe((await app.db.selectFrom("gifts").select("updated_at").execute())[0]?.updated_at);
    const answer = await read(app, gift.secret);
    expect(answer.json()).toEqual({
      state: "open",
      recipient_name: "Mẹ",
      giver_name: "Con Lan",
      message: "Chúc mẹ\nvui",
      content: {
        kind: "song",
        cover_id: coverIdOf(null, "Ngày ấy 1"),
        cover_url: null,
        is_quiet: false,
        title: "Ngày ấy 1",
        dedication: "Tặng mẹ",
        lyrics: "Nắng lên\nbên thềm",
        lines: timed,
        stream_url: expect.stringMatching(/1{32}\.mp3\?/),
        duration: null,
        waveform: null,
      },
    });
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
    });
    expect(await own(app, token)).toEqual(gift);
  });

  test("goes with its request: deleted or erased, address and thanks are gone", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const { id, token } = await paidRequest(app);
    const { secret } = await give(app, token);
    await thank(app, secret, { id: uuid(), text: "Cảm ơn con" });
    await heart(app, secret, uuid());
    expect((await app.send(`DELETE /api/song-requests/${id}`, { token: admin })).statusCode).toBe(200);
    for (const call of [read(app, secret), heart(app, secret, uuid()), thank(app, secret, { id: uuid(), text: "x" })]) {
      expect((await call).statusCode).toBe(404);
    }
    for (const table of ["gifts", "gift_hearts", "gift_thanks"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await mails(app)).toEqual([]);
  });

  test("the first opening is noted, hearts count once for a device, thanks are kept once and told to the giver", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token);
    await page(app, secret);
    expect((await own(app, token))?.opened_at, "reading is no opening").toBeNull();
    expect((await app.send(`POST /api/gifts/${secret}/opening`)).json()).toEqual({ success: true });
    const opened_at = (await own(app, token))?.opened_at;
    expect(opened_at).not.toBeNull();
    const device = uuid();
    const answers = await Promise.all([
      heart(app, secret, device),
      heart(app, secret, device),
      heart(app, secret, uuid()),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const sent = { id: uuid(), name: "Mẹ", text: "Cảm ơn\r\ncon" };
    await Promise.all([thank(app, secret, sent), thank(app, secret, sent)]);
    await thank(app, secret, { id: uuid(), name: " ", text: "Ba nữa" });
    expect(await own(app, token)).toMatchObject({
      hearts: 2,
      opened_at,
      thanks: [
        { name: "Mẹ", text: "Cảm ơn\ncon" },
        { name: null, text: "Ba nữa" },
      ],
    });
    const [mail, ...others] = await mails(app);
    expect(others, "one message a day").toEqual([]);
    expect(mail).toMatchObject({ email: "nguoitra@example.com", recipient_name: "Người Trả Tiền" });
    expect(JSON.parse(mail?.data ?? "")).toMatchObject({
      from: "Mẹ",
      words: "Cảm ơn\ncon",
      path: `/requests/${token}`,
    });
  });

  test("takes 20 thanks and no more, of several at once too", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token);
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, n) => thank(app, secret, { id: uuid(), text: `Lời ${n}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
    expect((await own(app, token))?.thanks).toHaveLength(20);
  });

  test("two saves at once make one gift, and both are in it", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const [one, two] = await Promise.all([
      give(app, token, { recipient_name: "Mẹ" }),
      give(app, token, { giver_name: "Lan" }),
    ]);
    expect(one.secret).toBe(two.secret);
    expect(await own(app, token)).toMatchObject({ recipient_name: "Mẹ", giver_name: "Lan" });
    expect(await app.db.selectFrom("gifts").selectAll().execute()).toHaveLength(1);
  });

  test("a deletion and thanks at the same time leave nothing behind", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const { id, token } = await paidRequest(app);
    const { secret } = await give(app, token);
    const [gone, thanked] = await Promise.all([
      app.send(`DELETE /api/song-requests/${id}`, { token: admin }),
      thank(app, secret, { id: uuid(), text: "Cảm ơn" }),
    ]);
    expect(gone.statusCode).toBe(200);
    expect([200, 404]).toContain(thanked.statusCode);
    expect(await app.db.selectFrom("gift_thanks").selectAll().execute()).toEqual([]);
    expect(await mails(app)).toEqual([]);
  });
});

onOneEngine((engine) => {
  test("no answer tells of the payer, the story, the price or the makers", async () => {
    const app = await testApp(engine);
    const { id, token, code } = await paidRequest(app);
    const { secret } = await give(app, token, { recipient_name: "Mẹ" });
    for (const state of [{}, { is_open: false }, { is_open: true, opens_on: dayIn(3) }]) {
      await give(app, token, state);
      const { body } = await read(app, secret);
      for (const hidden of ["Người Trả", "nguoitra", "0912345678", "Câu chuyện", "299", "Chúc vui", code, token]) {
        expect(body).not.toContain(hidden);
      }
    }
    expect(id).toBeGreaterThan(0);
  });

  test("a closed gift tells nothing; one that waits tells for whom and when", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token, { recipient_name: "Mẹ", message: "Chúc mẹ", opens_on: dayIn(2) });
    expect(await page(app, secret)).toEqual({
      state: "waiting",
      opens_on: dayIn(2),
      recipient_name: "Mẹ",
      is_quiet: false,
    });
    expect((await own(app, token))?.state).toBe("waiting");
    expect((await give(app, token, { is_open: false })).state).toBe("closed");
    expect(await page(app, secret)).toEqual({ state: "closed" });
    expect(await give(app, token, { is_open: true, opens_on: null })).toMatchObject({ state: "open", opens_on: null });
    expect(await page(app, secret)).toMatchObject({ state: "open", message: "Chúc mẹ" });
    await app.db
      .updateTable("gifts")
      .set({ opens_at: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect((await page(app, secret)).state).toBe("open");
    const past = await app.db.selectFrom("gifts").select("opens_at").executeTakeFirstOrThrow();
    expect(past.opens_at).not.toBeNull();
  });

  test("a payment that is withdrawn closes the gift, and one that comes again opens it", async () => {
    const app = await testApp(engine);
    const { id, token } = await paidRequest(app);
    const { secret } = await give(app, token);
    const admin = await adminToken(app);
    const put = (json: object) => app.send(`PUT /api/song-requests/${id}`, { token: admin, json });
    const withdrawn = await put({ is_paid: false });
    expect(withdrawn.statusCode, withdrawn.body).toBe(200);
    expect(await page(app, secret)).toEqual({ state: "closed" });
    expect((await own(app, token))?.state).toBe("closed");
    expect((await give(app, token, { message: "Chờ nhé" })).message, "its words can still be changed").toBe("Chờ nhé");
    expect((await heart(app, secret, uuid())).statusCode).toBe(409);
    expect((await put({ is_paid: true })).statusCode).toBe(200);
    expect((await page(app, secret)).state).toBe("open");
  });

  test("refuses a gift before its song is accepted and paid; a free one needs the acceptance alone", async () => {
    const app = await testApp(engine);
    const rule = "Bạn nhận bài và thanh toán xong là tặng được bài hát này";
    const open = await makeRequest(app);
    const unpaid = await paidRequest(app, { paid_at: null });
    const unaccepted = await paidRequest(app, { accepted_at: null, accepted_song_id: null });
    for (const token of [open.page_token, unpaid.token, unaccepted.token]) {
      const answer = await save(app, token);
      expect([answer.statusCode, answer.json().detail]).toEqual([409, rule]);
      expect(await own(app, token)).toBeNull();
    }
    const free = await paidRequest(app, { paid_at: null, agreed_price: 0 });
    expect((await give(app, free.token)).state).toBe("open");
  });

  test("a day stays as it is when it has come, and a new one is neither over nor far off", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const refused = async (opens_on: unknown) => (await save(app, token, { opens_on })).json().errors;
    expect(await refused(dayIn(-1))).toEqual([{ field: "opens_on", message: "Ngày mở quà không được trước hôm nay" }]);
    expect(await refused(dayIn(400))).toEqual([{ field: "opens_on", message: "Ngày mở quà xa nhất là một năm nữa" }]);
    expect(await refused("2026-02-30")).toEqual([{ field: "opens_on", message: "Ngày mở quà không hợp lệ" }]);
    expect((await give(app, token, { opens_on: dayIn(0) })).state).toBe("open");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * dayMs });
    try {
      const { opens_on } = await give(app, token, { opens_on: dayIn(-5), message: "Vẫn đây" });
      expect(opens_on).toBe(dayIn(-5));
    } finally {
      vi.useRealTimers();
    }
  });

  test("bounds what givers and receivers write", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token);
    const long = (n: number) => "à".repeat(n);
    const saved = await save(app, token, { recipient_name: long(61), giver_name: long(61), message: long(1001) });
    expect(saved.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      "recipient_name",
      "giver_name",
      "message",
    ]);
    const bad = await thank(app, secret, { id: "x", name: long(61), text: long(501) });
    expect(bad.json().errors).toEqual([
      { field: "id", message: "Mã lần gửi không hợp lệ" },
      { field: "name", message: "Không được dài quá 60 ký tự" },
      { field: "text", message: "Không được dài quá 500 ký tự" },
    ]);
    const empty = await thank(app, secret, { id: uuid(), text: "  " });
    expect(empty.json().errors).toEqual([{ field: "text", message: "Vui lòng viết lời cảm ơn" }]);
    expect((await heart(app, secret, "máy của tôi")).statusCode).toBe(422);
  });

  test("counts 500 hearts at most, and takes further ones without a word", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token);
    await app.db.updateTable("gifts").set({ hearts: 499 }).execute();
    const answers = [await heart(app, secret, uuid()), await heart(app, secret, uuid())];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await own(app, token))?.hearts).toBe(500);
    expect(await app.db.selectFrom("gift_hearts").select("device").execute()).toHaveLength(1);
  });

  test("the same thanks again succeed without effect, also when a gift has all its thanks", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token);
    const { id: gift_id } = await app.db.selectFrom("gifts").select("id").executeTakeFirstOrThrow();
    const others = Array.from({ length: maxThanks - 1 }, () => ({ gift_id, sending_id: uuid(), text: "Lời" }));
    await app.db
      .insertInto("gift_thanks")
      .values(others.map((row) => ({ ...row, created_at: now() })))
      .execute();
    const sent = { id: uuid(), text: "Cảm ơn con" };
    const answers = [await thank(app, secret, sent), await thank(app, secret, sent)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await own(app, token))?.thanks).toHaveLength(maxThanks);
    expect((await thank(app, secret, { ...sent, id: uuid() })).statusCode).toBe(409);
  });

  test("an unknown address is a 404, and nothing is sent to a gift that is not open", async () => {
    const app = await testApp(engine);
    const { id } = await paidRequest(app);
    const { secret } = await makeGift(app, { request_id: id });
    for (const address of [secret.slice(1), `${secret}x`, "1", "%25", "x".repeat(400)]) {
      expect((await read(app, address)).statusCode).toBe(404);
      expect((await thank(app, address, { id: uuid(), text: "x" })).statusCode).toBe(404);
    }
    for (const values of [
      { is_open: false },
      { is_open: true, opens_at: new Date(Date.now() + 60_000).toISOString() },
    ]) {
      await app.db.updateTable("gifts").set(values).execute();
      expect((await app.send(`POST /api/gifts/${secret}/opening`)).statusCode).toBe(409);
      expect((await thank(app, secret, { id: uuid(), text: "x" })).statusCode).toBe(409);
    }
    expect((await app.send("GET /api/requests/khongco/gift")).statusCode).toBe(404);
    expect((await save(app, "khongco")).statusCode).toBe(404);
  });

  test("an erased request has neither gift nor a way to make one", async () => {
    const app = await testApp(engine);
    const { id, token } = await paidRequest(app);
    const { secret } = await give(app, token);
    await change(app, id, { erased_at: now() });
    expect((await save(app, token)).statusCode).toBe(404);
    expect(await page(app, secret)).toEqual({ state: "closed" });
  });

  test("a user's own data have what was given with what came back", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const { token } = await paidRequest(app, { user_id: user.id });
    const { secret } = await give(app, token, { recipient_name: "Mẹ", message: "Chúc mẹ", opens_on: dayIn(0) });
    await thank(app, secret, { id: uuid(), name: "Mẹ", text: "Cảm ơn con" });
    const mine = await app.send("GET /api/user/export", { token: await userToken(app, { user }) });
    expect(mine.json().song_requests[0].gift).toMatchObject({
      recipient_name: "Mẹ",
      message: "Chúc mẹ",
      opens_on: dayIn(0),
      thanks: [{ name: "Mẹ", text: "Cảm ơn con" }],
    });
  });

  test("gives a card to print in two designs, to the giver alone", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const card = (address: string, query = "") => app.send(`GET /api/requests/${address}/gift/card.pdf${query}`);
    expect((await card(token)).statusCode, "without a gift").toBe(404);
    const { secret } = await give(app, token, { recipient_name: "Mẹ" });
    const files = [await card(token), await card(token, "?design=2")];
    for (const { headers, rawPayload } of files) {
      expect(headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": expect.stringContaining("thiep-tang-bai-hat.pdf"),
        "cache-control": "private, no-store",
      });
      expect(textsOfPdf(rawPayload)).toContain("Mẹ");
    }
    expect(files[0]?.rawPayload.equals(files[1]?.rawPayload ?? Buffer.alloc(0))).toBe(false);
    expect((await card(token, "?design=3")).statusCode).toBe(422);
    expect((await card(secret)).statusCode).toBe(404);
  });

  test("a song of grief or regret says so while it waits and once it is open, and its card and mail call it no present", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app, { occasion: "Tưởng nhớ" });
    const { secret } = await give(app, token, { recipient_name: "Mẹ", opens_on: dayIn(2) });
    expect(await page(app, secret)).toMatchObject({ state: "waiting", is_quiet: true });
    await give(app, token, { opens_on: null });
    expect(await page(app, secret)).toMatchObject({ state: "open", content: { is_quiet: true } });
    const texts = textsOfPdf((await app.send(`GET /api/requests/${token}/gift/card.pdf`)).rawPayload);
    expect(texts).toContain("Quét mã để nghe");
    expect(texts.join(" ")).not.toContain("quà");
    expect((await thank(app, secret, { id: uuid(), text: "Mẹ nghe rồi" })).statusCode).toBe(200);
    const [mail] = await mails(app);
    expect(JSON.parse(mail?.data ?? "{}")).toMatchObject({ words: "Mẹ nghe rồi", is_quiet: true });
  });

  test("the picture of its link shows the song while it is open, else a box, and stays nowhere", async () => {
    const app = await testApp(engine);
    const { token } = await paidRequest(app);
    const { secret } = await give(app, token, { recipient_name: "Mẹ" });
    const picture = (address: string) => app.send(`GET /share/gifts/${address}.jpg`);
    const opened = await picture(secret);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "cross-origin-resource-policy": "cross-origin",
    });
    const other = await paidRequest(app);
    const waiting = await give(app, other.token, { recipient_name: "Ba", opens_on: dayIn(2) });
    await give(app, token, { is_open: false });
    const [closed, later] = [await picture(secret), await picture(waiting.secret)];
    expect(closed.rawPayload.equals(later.rawPayload), "boxes tell nothing").toBe(true);
    expect(closed.rawPayload.equals(opened.rawPayload)).toBe(false);
    for (const address of [secret.slice(1), "1", `${secret.slice(1)}x`]) {
      expect((await picture(address)).statusCode).toBe(404);
    }
  });
});
