import { afterEach, expect, test, vi } from "vitest";
import { lyricsLength, lyricsLines, mostNotes, noteLength } from "#contract/lyrics-rules.ts";
import type { LyricsState } from "#contract/request-lyrics.ts";
import type { CustomerRequest, SongRequestDetail } from "#contract/requests.ts";
import { retentionTopic } from "#server/features/retention/retention.service.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeRequest, makeStaff, makeUser, staffToken, userToken } from "#test/factories.ts";
import { deadMailServer, messagesOf } from "#test/messages.ts";
import { requestLyricsRepository } from "./request-lyrics.repository.ts";

afterEach(() => {
  vi.useRealTimers();
});

const text = "Mẹ ngồi bên hiên vắng\nĐong đưa võng trưa hè\n\nCon đi xa lâu quá\nNhớ tiếng mẹ ầu ơ";
const at = (time: string) => new Date(`${time.replace(" ", "T")}:00+07:00`);
const stopClockAt = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: at(time) });
const endOf = (day: string) => new Date(at(`${day} 23:59`).getTime() + 59_999).toISOString();

interface After {
  number: number;
  state: LyricsState;
}

/** A request of a member, with what both sides do. */
async function requestOf(app: TestApp, values: Parameters<typeof makeRequest>[1] = {}) {
  const member = await makeStaff(app, { full_name: "Trần Minh An" });
  let token = await staffToken(app, { member });
  const { id, page_token } = await makeRequest(app, { staff_id: member.id, status: "processing", ...values });
  const desk = `/api/staff/requests/${id}`;
  const page = `/api/requests/${page_token}`;
  const detail = async () => {
    const answer = await app.send(`GET ${desk}` as never, { token });
    return answer.json<SongRequestDetail>();
  };
  const shown = async () => (await app.send(`GET ${page}` as never)).json<CustomerRequest>();
  const lyricsId = async (number?: number) =>
    (await detail()).lyrics.find((each) => number === undefined || each.number === number)?.id ?? 0;
  return {
    id,
    member,
    desk,
    page,
    detail,
    shown,
    lyricsId,
    /** Goes on at another time, with a token of then. */
    async goOn(time: string) {
      vi.setSystemTime(at(time));
      token = await staffToken(app, { member });
      return token;
    },
    cancel: async () =>
      app.send(`PUT ${desk}/update-status` as never, {
        token,
        json: { status: "cancelled", version: (await detail()).version },
      }),
    send: (after: After | null = null, words: object = {}) =>
      app.send(`POST ${desk}/lyrics` as never, { token, json: { text, after, ...words } }),
    withdraw: async (number?: number) =>
      app.send(`POST ${desk}/lyrics/${await lyricsId(number)}/withdraw` as never, { token }),
    answer: async (given: object, number?: number) =>
      app.send(`POST ${page}/lyrics/answer` as never, { json: { lyrics_id: await lyricsId(number), ...given } }),
    attach: () => {
      const multipart = new FormData();
      multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bai.wav"));
      return app.send(`POST ${desk}/song` as never, { token, multipart });
    },
  };
}

const eventsOf = async (app: TestApp) => (await messagesOf(app)).map(({ event, to, state }) => [event, to, state]);

onBothEngines((engine) => {
  test("the lists of the desk and of administrators tell what became of the latest lyrics", async () => {
    const app = await testApp(engine);
    const one = await requestOf(app);
    const other = await requestOf(app);
    const none = await makeRequest(app);
    await one.send();
    await one.answer({ agrees: false, text: "Thêm tên mẹ" });
    await one.send({ number: 1, state: "changes_wanted" });
    await other.send();
    await other.answer({ agrees: true });
    const token = await adminToken(app);
    const states = async () => {
      const rows = (await app.send("GET /api/song-requests", { token })).json<SongRequestDetail[]>();
      return Object.fromEntries(rows.map(({ id, lyrics_state }) => [id, lyrics_state]));
    };
    expect(await states()).toEqual({ [one.id]: "waiting", [other.id]: "agreed", [none.id]: null });
    await one.answer({ agrees: false, text: "Thêm tên ba" });
    expect((await states())[one.id]).toBe("changes_wanted");
    const desk = await app.send("GET /api/staff/requests", {
      token: await staffToken(app, { member: other.member }),
      query: { scope: "mine" },
    });
    expect(desk.json()).toMatchObject({ items: [{ id: other.id, lyrics_state: "agreed" }] });
  });

  test("lyrics go to the customer, who marks lines, and later agrees; each version stays", async () => {
    const app = await testApp(engine, deadMailServer);
    const { id, member, send, answer, detail, shown } = await requestOf(app, { status: "new" });
    const first = await send(null, { text: `\r\n${text.replaceAll("\n", " \r\n")}\n\n`, note: " Bạn đọc nhé " });
    expect(first.statusCode, first.body).toBe(201);
    expect(first.json()).toMatchObject({
      status: "processing",
      lyrics: [{ number: 1, text, note: "Bạn đọc nhé", state: "waiting", sent_by: "Trần Minh An", notes: [] }],
    });
    const page = await shown();
    expect(page.lyrics).toMatchObject([{ number: 1, text, state: "waiting", sent_by: null }]);
    expect(page.waiting_since).not.toBeNull();
    const notes = [
      { line: 4, text: "Đổi “ầu ơ” thành “à ơi”" },
      { line: 0, text: " " },
    ];
    const wanted = await answer({ agrees: false, notes, text: "Hay lắm" });
    expect([wanted.statusCode, wanted.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect((await send({ number: 1, state: "changes_wanted" }, { text: `${text}\nÀ ơi` })).statusCode).toBe(201);
    expect((await answer({ agrees: true, text: null }, 2)).statusCode).toBe(200);
    // Once more, and for the version before.
    expect((await answer({ agrees: true }, 2)).statusCode).toBe(200);
    expect((await answer({ agrees: false, notes, text: "Hay lắm" }, 1)).statusCode).toBe(200);
    const { lyrics, events, songs, waiting_since } = await detail();
    expect(lyrics).toMatchObject([
      { number: 2, state: "agreed", answer: null, notes: [] },
      {
        number: 1,
        state: "changes_wanted",
        answer: "Hay lắm",
        notes: [
          { line: 0, text: null },
          { line: 4, text: "Đổi “ầu ơ” thành “à ơi”" },
        ],
      },
    ]);
    expect(events.slice(-5).map(({ kind, actor, version, text }) => [kind, actor, version, text])).toEqual([
      ["status_changed", "staff", null, "processing"],
      ["lyrics_sent", "staff", 1, null],
      ["lyrics_changes_wanted", "customer", 1, "Hay lắm"],
      ["lyrics_sent", "staff", 2, null],
      ["lyrics_agreed", "customer", 2, null],
    ]);
    expect([songs, waiting_since]).toEqual([[], null]);
    expect(await eventsOf(app)).toEqual([
      ["request_lyrics_ready", "customer -", "skipped"],
      ["staff_lyrics_answered", `staff ${member.id}`, "skipped"],
      ["request_lyrics_ready", "customer -", "skipped"],
      ["staff_lyrics_answered", `staff ${member.id}`, "waiting"],
    ]);
    const trail = await app.db
      .selectFrom("audit_log")
      .select(["action", "entity", "entity_id"])
      .orderBy("id")
      .execute();
    expect(trail).toEqual([1, 2].map(() => ({ action: "update", entity: "song_request", entity_id: id })));
  });

  test("of an answer and a new version at once one wins, and the other side is told to look again", async () => {
    const app = await testApp(engine);
    for (const agrees of [true, false]) {
      const { send, answer, detail } = await requestOf(app);
      await send();
      const notes = agrees ? [] : [{ line: 0, text: null }];
      const answers = await Promise.all([answer({ agrees, notes }), send({ number: 1, state: "waiting" })]);
      const codes = answers.map(({ statusCode }) => statusCode);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(codes);
      const states = (await detail()).lyrics.map(({ state }) => state);
      expect(states).toEqual(codes[0] === 409 ? ["waiting", "superseded"] : [agrees ? "agreed" : "changes_wanted"]);
    }
  });

  test("agreeing several times at once, and sending the same version twice at once, count once", async () => {
    const app = await testApp(engine);
    const { send, answer, detail } = await requestOf(app);
    const sent = await Promise.all([send(), send()]);
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const answers = await Promise.all([1, 2, 3].map(() => answer({ agrees: true })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { lyrics, events } = await detail();
    expect([lyrics.length, events.filter(({ kind }) => kind === "lyrics_agreed").length]).toEqual([1, 1]);
  });

  test("the due day stands still from the sending to the answer, and nobody calls the request late meanwhile", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    stopClockAt("2027-03-05 20:00");
    const due_at = endOf("2027-03-05");
    const { id, send, answer, detail, shown, goOn } = await requestOf(app, { due_at, queue: due_at });
    await send();
    const token = await goOn("2027-03-08 09:00");
    const list = async (tab: string) => {
      const admin = await adminToken(app);
      const rows = await app.send("GET /api/song-requests", { token: admin, query: { tab } });
      return rows.json<{ id: number }[]>().map((row) => row.id);
    };
    expect([await list("late"), await list("working")]).toEqual([[], [id]]);
    const mates = await app.send("GET /api/staff/requests", { token, query: { scope: "open" } });
    expect(mates.json()).toMatchObject({ total: 1, items: [{ id, due_at: endOf("2027-03-08") }] });
    await app.daily.look();
    expect((await eventsOf(app)).map(([event]) => event)).toEqual(["request_lyrics_ready"]);
    expect((await shown()).due_at).toBe(endOf("2027-03-08"));
    // A version that takes the place of the first waits on.
    await send({ number: 1, state: "waiting" });
    await goOn("2027-03-09 09:00");
    expect((await detail()).waiting_since).toBe(at("2027-03-05 20:00").toISOString());
    await answer({ agrees: true });
    const { due_at: then, waiting_since } = await detail();
    expect([then, waiting_since]).toEqual([endOf("2027-03-09"), null]);
    const { queue } = await app.db.selectFrom("song_requests").select("queue").executeTakeFirstOrThrow();
    expect(queue).toBe(then);
    await goOn("2027-03-11 09:00");
    expect([await list("late"), await list("working")]).toEqual([[id], [id]]);
  });

  test("taking lyrics back hides them from the customer; a song, and the end of the request, end the waiting", async () => {
    const app = await testApp(engine);
    const { send, withdraw, answer, attach, detail, shown, cancel } = await requestOf(app);
    await send();
    expect((await withdraw()).json()).toMatchObject({ waiting_since: null, lyrics: [{ state: "withdrawn" }] });
    expect((await withdraw()).statusCode).toBe(409);
    expect((await shown()).lyrics).toEqual([]);
    expect((await answer({ agrees: true })).statusCode).toBe(409);
    await send({ number: 1, state: "withdrawn" });
    expect((await attach()).json()).toMatchObject({ waiting_since: null, songs: [{ number: 1 }] });
    expect((await answer({ agrees: true }, 2)).json()).toMatchObject({ detail: expect.stringContaining("không còn") });
    await send({ number: 2, state: "closed" });
    await cancel();
    expect((await detail()).lyrics.map(({ state }) => state)).toEqual(["closed", "closed", "withdrawn"]);
    expect((await send({ number: 3, state: "closed" })).statusCode).toBe(409);
  });

  test("the customer is reminded once, after a week", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    stopClockAt("2027-03-05 20:00");
    const { send } = await requestOf(app, { due_at: endOf("2027-03-10") });
    await send();
    const reminders = async () =>
      (await messagesOf(app)).filter(({ data }) => (data as { is_reminder?: boolean }).is_reminder).length;
    for (const [day, count] of [
      ["2027-03-12", 0],
      ["2027-03-13", 1],
      ["2027-03-14", 1],
      ["2027-04-20", 1],
    ] as const) {
      vi.setSystemTime(at(`${day} 09:00`));
      await app.daily.look();
      expect(await reminders(), day).toBe(count);
    }
  });

  test("lyrics go with the request, by deletion and by age, and are among the user's data", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    const user = await makeUser(app);
    const { id, send, answer, cancel } = await requestOf(app, { user_id: user.id });
    await send();
    await answer({ agrees: false, text: "Sửa câu cuối" });
    const exported = await app.send("GET /api/user/export", { token: await userToken(app, { user }) });
    expect(exported.body).toContain("Sửa câu cuối");
    expect(exported.body).toContain("Mẹ ngồi bên hiên vắng");
    await cancel();
    const long = "2020-01-01T00:00:00.000Z";
    await app.db.updateTable("song_requests").set({ updated_at: long }).where("id", "=", id).execute();
    const day = "2028-02-29";
    await app.outbox.add(app.db, retentionTopic, { day }, { key: day });
    await app.outbox.flush();
    const gone = await requestOf(app);
    await gone.send();
    await app.send(`DELETE /api/song-requests/${gone.id}` as never, { token: await adminToken(app) });
    const left = await app.db.selectFrom("request_lyrics").select("request_id").execute();
    expect(left.map(({ request_id }) => request_id)).not.toContain(gone.id);
    expect(left).toEqual([]);
  });

  test("lyrics that wait are found along their index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, ({ db }) =>
      requestLyricsRepository(db).waiting("2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"),
    );
    expect(plans.join("\n")).toContain("request_lyrics_waiting");
  });
});

onOneEngine((engine) => {
  test("others' requests, strangers and other roles are refused", async () => {
    const app = await testApp(engine);
    const { id, desk, send, lyricsId, page } = await requestOf(app);
    await send();
    const lyrics = await lyricsId();
    const stranger = await staffToken(app);
    const user = await userToken(app);
    const supervisor = await staffToken(app, { member: await makeStaff(app, { is_supervisor: true }) });
    const admin = await adminToken(app);
    const json = { text, after: { number: 1, state: "waiting" } };
    const own = `/api/song-requests/${id}`;
    const code = async (path: string, token?: string, body: object | undefined = json) =>
      (await app.send(`POST ${path}` as never, { ...(token && { token }), ...(body && { json: body }) })).statusCode;
    expect(await code(`${desk}/lyrics`)).toBe(401);
    expect(await code(`${desk}/lyrics`, user)).toBe(403);
    expect(await code(`${desk}/lyrics`, admin)).toBe(403);
    expect(await code(`${desk}/lyrics`, stranger)).toBe(404);
    expect(await code(`${own}/lyrics`, stranger)).toBe(403);
    expect(await code(`${desk}/lyrics/${lyrics}/withdraw`, stranger)).toBe(404);
    expect(await code(`${own}/lyrics/${lyrics}/withdraw`)).toBe(401);
    expect(await code(`${desk}/lyrics`, supervisor)).toBe(201);
    expect(await code(`${own}/lyrics`, admin, { ...json, after: { number: 2, state: "waiting" } })).toBe(201);
    expect(await code(`${own}/lyrics/${lyrics}/withdraw`, admin)).toBe(409);
    expect(await code(`${own}/lyrics/99/withdraw`, admin)).toBe(404);
    const another = await requestOf(app);
    await another.send();
    const foreign = { lyrics_id: await another.lyricsId(), agrees: true };
    expect(await code(`${page}/lyrics/answer`, undefined, foreign)).toBe(409);
    expect(await code("/api/requests/nobody/lyrics/answer", undefined, foreign)).toBe(404);
  });

  test("wrong lyrics and answers are refused at their fields", async () => {
    const app = await testApp(engine);
    const { send, answer } = await requestOf(app);
    const message = async (sent: ReturnType<typeof send>) => {
      const reply = await sent;
      expect(reply.statusCode).toBe(422);
      return reply.json<{ detail: string }>().detail;
    };
    expect(await message(send(null, { text: " \n " }))).toBe("Vui lòng nhập lời bài hát");
    expect(await message(send(null, { text: "a".repeat(lyricsLength + 1) }))).toContain(`${lyricsLength} ký tự`);
    expect(
      await message(
        send(null, {
          text: Array(lyricsLines + 1)
            .fill("a")
            .join("\n"),
        }),
      ),
    ).toContain("dòng");
    expect(await message(send(null, { note: "a".repeat(1001) }))).toContain("1000 ký tự");
    expect((await send(null, { text: "Ẫ".repeat(lyricsLength) })).statusCode).toBe(201);
    await send({ number: 1, state: "waiting" });
    const notes = (count: number, fields: object = {}) =>
      Array.from({ length: count }, (_, line) => ({ line, text: null, ...fields }));
    expect(await message(answer({ agrees: false }))).toContain("đánh dấu một dòng");
    expect(await message(answer({ agrees: false, notes: notes(mostNotes + 1) }))).toContain(`${mostNotes} dòng`);
    expect(await message(answer({ agrees: false, notes: notes(2, { line: 1 }) }))).toContain("không hợp lệ");
    expect(await message(answer({ agrees: false, notes: notes(1, { text: "a".repeat(noteLength + 1) }) }))).toContain(
      `${noteLength} ký tự`,
    );
    expect(await message(answer({ agrees: true, notes: notes(1) }))).toContain("bỏ các đánh dấu");
    // The empty line between two verses, and one after the last.
    expect(await message(answer({ agrees: false, notes: [{ line: 2 }] }))).toContain("không có trong lời");
    expect(await message(answer({ agrees: false, notes: [{ line: 5 }] }))).toContain("không có trong lời");
  });
});
