import { describe, expect, test } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines, PublishedLines } from "#contract/song-lines.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { shown } from "#test/cases/lyrics/cases.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeAdmin, makeSession, makeSong, staffToken, userToken } from "#test/factories.ts";
import { songLinesRepository } from "./song-lines.repository.ts";

const secret = "Bến cũ";
const lrc = `[00:01.00]<00:01.00>Ghé <00:01.50>về <00:02.00>bến <00:02.40>cũ<00:03.00>\n\n[00:05.00]${secret} còn đây`;
const document = readLyrics(lrc).document;
const other: LineDocument = { ...document, lines: [...document.lines, plainLine("Câu sau")] };
const lyrics = `Ghé về bến cũ\n\n${secret} còn đây`;

const times = <T>(length: number, make: () => T) => Array.from({ length }, make);

const address = (id: number, rest = "") => `/api/songs/${id}/lines${rest}`;

async function read(app: TestApp, id: number, token?: string): Promise<PublishedLines> {
  const answer = await app.send(`GET ${address(id)}`, { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const edited = async (app: TestApp, id: number, token: string): Promise<EditedLines> =>
  (await app.send(`GET ${address(id, "/draft")}`, { token })).json();

const song = async (app: TestApp, id: number, token: string): Promise<Song> =>
  (await app.send(`GET /api/songs/${id}`, { token })).json();

async function save(app: TestApp, token: string, id: number, json: object, rest = "/draft"): Promise<EditedLines> {
  const answer = await app.send(`PUT ${address(id, rest)}`, { token, json });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const publish = (app: TestApp, token: string, id: number, json: object) => save(app, token, id, json, "");

const trail = async (app: TestApp, id: number) => {
  const entries = app.db.selectFrom("audit_log").select("summary").where("entity", "=", "song");
  const rows = await entries.where("entity_id", "=", id).orderBy("id").execute();
  return rows.map(({ summary }) => /\((.*)\)$/.exec(summary)?.[1] ?? "");
};

onBothEngines((engine) => {
  describe("the lines of a song", () => {
    test("are split from its lyrics first, kept as a draft, and published with their text as the lyrics", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app, { lyrics: "你好\nNǐ hǎo\nXin chào bạn\n\n再见\nZàijiàn\nTạm biệt" });
      const first = await edited(app, id, token);
      expect(first).toMatchObject({ source: "text", draft: null, published: null, oddities: [] });
      expect(shown(first.document)).toEqual(["? 你好 {Nǐ hǎo} {Xin chào bạn}", "¶? 再见 {Zàijiàn} {Tạm biệt}"]);
      expect(await app.db.selectFrom("song_lines").selectAll().execute()).toEqual([]);
      expect(await read(app, id)).toEqual({ number: null, document: null });

      const draft = await save(app, token, id, { document, version: first.version });
      expect(draft).toMatchObject({ source: "draft", document, draft: { is_outdated: false }, published: null });
      expect(await edited(app, id, token)).toEqual(draft);
      expect(await read(app, id)).toEqual({ number: null, document: null });

      const published = await publish(app, token, id, { document, version: draft.version });
      expect(published).toMatchObject({ source: "published", draft: null, published: { number: 1 } });
      expect(await read(app, id)).toEqual({ number: 1, document });
      expect((await song(app, id, token)).lyrics).toBe(lyrics);
      expect(await trail(app, id)).toEqual(["lưu nháp lời theo dòng", "phát hành lời theo dòng, bản 1"]);

      expect(await publish(app, token, id, { document })).toMatchObject({ version: published.version });
      expect(await publish(app, token, id, { document: other })).toMatchObject({ published: { number: 2 } });
      expect((await song(app, id, token)).lyrics).toBe(`${lyrics}\nCâu sau`);
    });

    test("go back to a draft when they are taken off, and a draft can be discarded", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      await publish(app, token, id, { document });
      await save(app, token, id, { document: other });
      const discarded = await app.send(`DELETE ${address(id, "/draft")}`, { token });
      expect(discarded.json()).toMatchObject({ source: "published", draft: null, document });
      const taken = await app.send(`DELETE ${address(id)}`, { token });
      expect(taken.json()).toMatchObject({ source: "draft", published: null, document });
      expect(await read(app, id)).toEqual({ number: null, document: null });
      expect((await song(app, id, token)).lyrics).toBe(lyrics);
      await publish(app, token, id, { document });
      expect(await read(app, id)).toEqual({ number: 2, document });
      await save(app, token, id, { document: other });
      await app.send(`DELETE ${address(id)}`, { token });
      expect(await edited(app, id, token)).toMatchObject({
        source: "draft",
        document: other,
        draft: { is_outdated: false },
        published: null,
      });
    });

    test("saved by two at once are kept of one, and the other hears whose they are", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app, { full_name: "Lan", email: "lan@example.com" });
      const minh = await makeAdmin(app, { full_name: "Minh", email: "minh@example.com" });
      const second = await makeSession(app, "admin", minh.id);
      const { id } = await makeSong(app);
      const { version } = await edited(app, id, token);
      const saves = [
        app.send(`PUT ${address(id, "/draft")}`, { token, json: { document, version } }),
        app.send(`PUT ${address(id, "/draft")}`, { token: second, json: { document: other, version } }),
      ];
      const answers = await Promise.all(saves);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const won = await edited(app, id, token);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json()).toEqual({
        detail: `${won.draft?.by} đã sửa sau khi bạn mở, nên chưa lưu gì`,
        current: won,
        changed_by: won.draft?.by,
      });
      for (const [method, rest] of [
        ["PUT", ""],
        ["DELETE", ""],
        ["DELETE", "/draft"],
      ] as const) {
        const stale = { ...(method === "PUT" ? { json: { document, version } } : { query: { version } }), token };
        const answer = await app.send(`${method} ${address(id, rest)}`, stale);
        expect([answer.statusCode, answer.json().current.version], method + rest).toEqual([409, won.version]);
      }
    });

    test("are not saved as they were split from lyrics that somebody has changed since", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      const { version } = await edited(app, id, token);
      const json = { document, version };
      expect((await app.send(`PUT /api/songs/${id}`, { token, json: { lyrics: secret } })).statusCode).toBe(200);
      expect((await app.send(`PUT ${address(id, "/draft")}`, { token, json })).statusCode).toBe(409);
    });

    test("have a glossary of the words they teach, which older documents lack", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      const { glossary: _none, ...old } = document;
      expect((await save(app, token, id, { document: old })).document.glossary).toEqual([]);
      await app.db
        .updateTable("song_lines")
        .set({ draft: JSON.stringify(old) })
        .where("song_id", "=", id)
        .execute();
      expect((await edited(app, id, token)).document).toEqual(document);
      const glossary = [
        { word: "  bến   cũ ", reading: " ", meaning: "nơi thuyền đậu ngày trước", note: null },
        { word: "ghé", reading: null, meaning: null, note: "dừng lại một lúc" },
      ];
      const published = await publish(app, token, id, { document: { ...document, glossary } });
      const kept = [{ ...glossary[0], word: "bến cũ", reading: null }, glossary[1]];
      expect(published.document.glossary).toEqual(kept);
      expect((await read(app, id)).document?.glossary).toEqual(kept);
      await app.send(`PUT /api/songs/${id}`, { token, json: { lyrics: `${lyrics} mãi` } });
      expect((await read(app, id)).document?.glossary).toEqual(kept);
    });

    test("drop the cached reply when they change", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      await save(app, token, id, { document });
      const first = await app.send(`GET ${address(id)}`);
      expect(first.headers["cache-control"]).toBe("no-cache");
      const again = (etag: unknown) => app.send(`GET ${address(id)}`, { headers: { "if-none-match": String(etag) } });
      await save(app, token, id, { document: other });
      expect((await again(first.headers.etag)).statusCode).toBe(304);
      await publish(app, token, id, { document });
      const published = await again(first.headers.etag);
      expect([published.statusCode, published.json().number]).toEqual([200, 1]);
      await app.send(`PUT /api/songs/${id}`, { token, json: { is_premium: true } });
      expect((await again(published.headers.etag)).json()).toEqual({ number: null, document: null });
    });

    test("rest in the bin with their song, and come back whole", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      await publish(app, token, id, { document });
      await save(app, token, id, { document: other });
      const before = await app.db.selectFrom("song_lines").selectAll().execute();
      expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(200);
      expect(await app.db.selectFrom("song_lines").selectAll().execute()).toEqual([]);
      expect((await app.send(`GET ${address(id)}`)).statusCode).toBe(404);
      const back = await app.send("POST /api/admin/bin/restore", { token, json: { entity: "song", id } });
      expect(back.statusCode, back.body).toBe(200);
      expect(await app.db.selectFrom("song_lines").selectAll().execute()).toEqual(before);
      expect(await read(app, id)).toEqual({ number: 1, document });
    });

    test("follow a change of the lyrics, which is never refused for their sake, and never lost", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app);
      await publish(app, token, id, { document });
      const change = (json: object) => app.send(`PUT /api/songs/${id}`, { token, json });
      const typed = `Ghé về bến cũ\n\n${secret} còn kia\nCâu mới`;
      expect((await change({ lyrics: typed })).json().lyrics).toBe(typed);
      const after = await read(app, id);
      expect(after.number).toBe(2);
      expect(shown(after.document as LineDocument)).toEqual([shown(document)[0], `¶5 ${secret} còn kia`, "? Câu mới"]);
      expect((await change({ title: "Tên khác", lyrics: typed })).statusCode).toBe(200);
      expect((await read(app, id)).number).toBe(2);

      await save(app, token, id, { document: other });
      await change({ lyrics: `${typed} hơn` });
      expect(await edited(app, id, token)).toMatchObject({ source: "draft", draft: { is_outdated: true } });
      await app.send(`DELETE ${address(id, "/draft")}`, { token });

      const tooLong = await change({ lyrics: "a".repeat(501) });
      expect([tooLong.statusCode, tooLong.json().errors[0].field]).toEqual([422, "lyrics"]);
      expect(tooLong.json().detail).toMatch(/^Bài này có lời theo dòng: mỗi dòng tối đa 500 ký tự/);

      expect((await change({ lyrics: "" })).json().lyrics).toBeNull();
      expect(await read(app, id)).toEqual({ number: null, document: null });
      const kept = await edited(app, id, token);
      expect([kept.source, kept.document.lines.at(-1)?.text]).toEqual(["draft", "Câu mới hơn"]);
      expect((await change({ lyrics: "a".repeat(501) })).statusCode).toBe(200);
    });

    test("as a draft of the lyrics follow their change, as one of another text are outdated by it", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app, { lyrics: `Ghé về bến cũ\n\n\n${secret} còn đây` });
      await save(app, token, id, { document });
      const change = (json: object) => app.send(`PUT /api/songs/${id}`, { token, json });
      await change({ lyrics: `Ghé về bến cũ\n\n${secret} còn kia` });
      const followed = await edited(app, id, token);
      expect(followed).toMatchObject({ source: "draft", draft: { is_outdated: false } });
      expect(shown(followed.document)).toEqual([shown(document)[0], `¶5 ${secret} còn kia`]);

      await save(app, token, id, { document: other });
      await change({ lyrics: "Lời khác hẳn" });
      expect(await edited(app, id, token)).toMatchObject({ document: other, draft: { is_outdated: true } });
      await save(app, token, id, { document });
      expect(await edited(app, id, token)).toMatchObject({ draft: { is_outdated: false } });
      await change({ lyrics: "" });
      expect(await edited(app, id, token)).toMatchObject({ document, draft: { is_outdated: false } });
    });

    test("are told of beside the song, once published ones have times", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeSong(app, { is_premium: true });
      const reader = await userToken(app, { premium: true });
      const told = async (by?: string) =>
        (await app.send(`GET /api/songs/${id}`, { token: by })).json().has_timed_lines as boolean;
      expect(await told(reader)).toBe(false);
      await save(app, token, id, { document });
      expect(await told(reader)).toBe(false);
      await publish(app, token, id, { document: { ...document, lines: [plainLine('"start_ms":1')] } });
      expect(await told(reader)).toBe(false);
      await publish(app, token, id, { document });
      expect([await told(reader), await told(token)]).toEqual([true, true]);
      expect([await told(), await told(await userToken(app))], "as the lyrics").toEqual([false, false]);
      const isForeign = async (language: string | null) => {
        await publish(app, token, id, { document: { ...document, language } });
        return (await app.send(`GET /api/songs/${id}`, { token: reader })).json().has_foreign_lines as boolean;
      };
      expect([await isForeign("ja"), await isForeign("vi"), await isForeign("vi-VN"), await isForeign(null)]).toEqual([
        true,
        false,
        false,
        true,
      ]);
      expect((await app.send(`GET /api/songs/${id}`)).json().has_foreign_lines, "as the lyrics").toBe(false);
      const plans = await plansOf(app, ({ db, dialect }) => songLinesRepository(db, dialect).timing(id));
      expect(plans[0]).toMatch(engine === "sqlite" ? /song_lines USING INTEGER PRIMARY KEY/ : /song_lines_pkey/);
    });

    test("are read by one key", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      const plans = await plansOf(app, ({ db, dialect }) => songLinesRepository(db, dialect).published(id, "public"));
      expect(plans).toHaveLength(1);
      expect(plans[0]).not.toMatch(/\bSCAN\b|Seq Scan/);
      expect(plans[0]).toMatch(engine === "sqlite" ? /song_lines USING INTEGER PRIMARY KEY/ : /song_lines_pkey/);
    });
  });
});

onOneEngine((engine) => {
  test("lines of a Premium song are read by those who may read its lyrics, and no word of them by others", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app, { is_premium: true });
    await publish(app, token, id, { document });
    const allowed = [token, await userToken(app, { premium: true })];
    const refused = [undefined, await userToken(app), await staffToken(app)];
    for (const reader of allowed) expect((await read(app, id, reader)).document).toEqual(document);
    for (const reader of refused) {
      const answer = await app.send(`GET ${address(id)}`, { token: reader });
      expect([answer.statusCode, answer.json()]).toEqual([200, { number: null, document: null }]);
    }
    await app.send(`PUT /api/songs/${id}`, { token, json: { is_active: false } });
    for (const reader of [undefined, allowed[1]]) {
      expect((await app.send(`GET ${address(id)}`, { token: reader })).statusCode).toBe(404);
    }
    expect((await read(app, id, token)).document).toEqual(document);
  });

  test("everything but reading is the administrator's", async () => {
    const app = await testApp(engine);
    const { id } = await makeSong(app);
    const calls = [
      ["GET", "/draft"],
      ["PUT", "/draft"],
      ["DELETE", "/draft"],
      ["PUT", ""],
      ["DELETE", ""],
      ["GET", "/export?format=lrc"],
      ["POST", "/read"],
      ["POST", "/readings"],
    ] as const;
    const sent: Record<string, object> = {
      "/read": { text: "a" },
      "/readings": { language: "zh", lines: [{ text: "a", words: [] }] },
    };
    const others = [await userToken(app, { premium: true }), await staffToken(app)];
    for (const [method, rest] of calls) {
      expect((await app.send(`${method} ${address(id, rest)}`)).statusCode, method + rest).toBe(401);
      for (const token of others) {
        expect((await app.send(`${method} ${address(id, rest)}`, { token })).statusCode, method + rest).toBe(403);
      }
    }
    const token = await adminToken(app);
    for (const [method, rest] of calls) {
      const json = method === "PUT" ? { document } : method === "POST" ? sent[rest] : undefined;
      const answer = await app.send(`${method} ${address(id + 1, rest)}`, { token, json });
      expect([answer.statusCode, answer.json().detail], method + rest).toEqual([404, "Không tìm thấy bài hát"]);
    }
  });

  test("a document that contradicts itself is refused with its place", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app);
    const line = (values: object) => ({
      ...document,
      lines: [plainLine("Một"), { ...plainLine("Hai ba"), ...values }],
    });
    const word = { start_char: 0, end_char: 3, start_ms: null, end_ms: null, reading: null, meaning: null };
    const refused = async (sent: object, rest = "/draft") => {
      const answer = await app.send(`PUT ${address(id, rest)}`, { token, json: { document: sent } });
      expect(answer.statusCode, answer.body).toBe(422);
      return [answer.json().errors[0].field, answer.json().errors[0].message];
    };
    const at = "document.lines.1";
    expect(await refused(line({ text: " " }))).toEqual([`${at}.text`, "Mỗi dòng phải có chữ và không xuống dòng"]);
    expect(await refused(line({ text: "a\nb" }))).toEqual([`${at}.text`, "Mỗi dòng phải có chữ và không xuống dòng"]);
    expect(await refused(line({ text: "a".repeat(501) }))).toEqual([`${at}.text`, "Không được dài quá 500 ký tự"]);
    expect(await refused(line({ start_ms: -1 }))).toEqual([`${at}.start_ms`, "Thời gian không được âm"]);
    expect(await refused(line({ start_ms: 1.5 }))).toEqual([`${at}.start_ms`, "Thời gian phải là số mili giây"]);
    expect(await refused(line({ start_ms: 86_400_001 }))).toEqual([
      `${at}.start_ms`,
      "Thời gian không được quá 24 giờ",
    ]);
    expect(await refused(line({ start_ms: 2, end_ms: 1 }))).toEqual([
      `${at}.end_ms`,
      "Dòng kết thúc trước khi bắt đầu",
    ]);
    expect(await refused(line({ end_ms: 1 }))).toEqual([`${at}.end_ms`, "Dòng kết thúc trước khi bắt đầu"]);
    const badPlace = "Vị trí của từ không khớp với dòng";
    expect(await refused(line({ words: [{ ...word, end_char: 7 }] }))).toEqual([`${at}.words.0`, badPlace]);
    expect(await refused(line({ words: [{ ...word, end_char: 0 }] }))).toEqual([`${at}.words.0`, badPlace]);
    expect(await refused(line({ words: [word, { ...word, start_char: 2 }] }))).toEqual([`${at}.words.1`, badPlace]);
    const timed = [
      { ...word, start_ms: 5 },
      { ...word, start_char: 4, end_char: 6, start_ms: 4 },
    ];
    expect(await refused(line({ words: timed }))).toEqual([`${at}.words.1`, "Từ bắt đầu trước từ đứng trước"]);
    expect(await refused(line({ words: times(101, () => word) }))).toEqual([
      `${at}.words`,
      "Mỗi dòng có tối đa 100 từ",
    ]);
    expect(await refused({ ...document, language: "tiếng Việt" })).toEqual([
      "document.language",
      "Ngôn ngữ không hợp lệ",
    ]);
    const many = { ...document, lines: times(2001, () => plainLine("a")) };
    expect(await refused(many)).toEqual(["document.lines", "Mỗi bài có tối đa 2000 dòng"]);
    const entry = (word: string, values: object = {}) => {
      return { word, reading: null, meaning: null, note: null, ...values };
    };
    const glossary = (...entries: object[]) => refused({ ...document, glossary: entries });
    expect(await glossary(entry(" "))).toEqual(["document.glossary.0.word", "Vui lòng nhập từ"]);
    expect(await glossary(entry("Ghé"), entry("a"), entry("ghe\u0301"))).toEqual([
      "document.glossary.2.word",
      "Từ “ghe\u0301” có hai lần trong từ vựng của bài",
    ]);
    expect(await glossary(entry("a", { note: "b".repeat(301) }))).toEqual([
      "document.glossary.0.note",
      "Không được dài quá 300 ký tự",
    ]);
    expect(await glossary(...Array.from({ length: 501 }, (_, place) => entry(`từ ${place}`)))).toEqual([
      "document.glossary",
      "Từ vựng của bài có tối đa 500 từ",
    ]);
    const large = {
      ...document,
      lines: times(1000, () => ({ ...plainLine("a".repeat(500)), translation: "b".repeat(400) })),
    };
    expect(await refused(large)).toEqual(["document", "Lời của bài này quá lớn"]);
  });

  test("lines out of order, without text or too long are a draft, and not published", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app, { lyrics: "Như cũ" });
    const refusals = [
      [[], "document", "Chưa có dòng nào để phát hành"],
      [
        [{ ...plainLine("a"), start_ms: 2000 }, plainLine("b"), { ...plainLine("c"), start_ms: 1000 }],
        "document.lines.2.start_ms",
        "Dòng 3 bắt đầu trước dòng đứng trên nó",
      ],
      [times(200, () => plainLine("a".repeat(400))), "document", "Lời bài hát không được dài quá 50000 ký tự"],
    ] as const;
    for (const [lines, field, message] of refusals) {
      await save(app, token, id, { document: { ...document, lines } });
      const answer = await app.send(`PUT ${address(id)}`, { token, json: { document: { ...document, lines } } });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
    }
    expect((await song(app, id, token)).lyrics).toBe("Như cũ");
  });

  test("a pasted text is read, its odd lines named, and nothing saved", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app);
    const answer = await app.send(`POST ${address(id, "/read")}`, { token, json: { text: "[00:01.00]Một\nHai" } });
    expect(answer.json()).toMatchObject({ format: "lrc", oddities: [{ line: 2, message: "Dòng không có thời gian" }] });
    expect(shown(answer.json().document)).toEqual(["1 Một", "? Hai"]);
    const text = "0:00:00.599,0:00:04.160\nhello my friend\n";
    const unread = await app.send(`POST ${address(id, "/read")}`, { token, json: { text } });
    expect(unread.statusCode).toBe(422);
    expect(unread.json().errors).toEqual([
      { field: "text", message: expect.stringContaining("định dạng SBV (YouTube), chưa đọc được") },
    ]);
    const large = await app.send(`POST ${address(id, "/read")}`, { token, json: { text: "é".repeat(1_000_001) } });
    expect([large.statusCode, large.json().detail]).toEqual([422, "Lời không được quá 1 MB"]);
    expect(await app.db.selectFrom("song_lines").selectAll().execute()).toEqual([]);
  });

  test("are exported in four formats under the song's title, the draft before what is published", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app, { title: "Ghé về: bến cũ", artist: "Tư Lãng" });
    await publish(app, token, id, { document });
    await save(app, token, id, { document: other });
    const file = (format: string) => app.send(`GET ${address(id, "/export")}`, { token, query: { format } });
    for (const [format, extension] of [
      ["lrc", "lrc"],
      ["a2", "lrc"],
      ["srt", "srt"],
      ["ttml", "ttml"],
    ] as const) {
      const answer = await file(format);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers["content-disposition"]).toContain(`.${extension}`);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      const { lines } = readLyrics(answer.body).document;
      expect(lines.map(({ text }) => text)).toEqual(
        other.lines.slice(0, format === "srt" ? 2 : 3).map(({ text }) => text),
      );
    }
    expect((await file("mp3")).statusCode).toBe(422);
  });

  test("saves of one person follow each other in the trail as one, until somebody else saves", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app, { email: "lan@example.com" });
    const minh = await makeAdmin(app, { email: "minh@example.com" });
    const { id } = await makeSong(app);
    for (const text of ["a", "b", "c"]) {
      await save(app, token, id, { document: { ...document, lines: [plainLine(text)] } });
    }
    expect(await trail(app, id)).toEqual(["lưu nháp lời theo dòng"]);
    await save(app, await makeSession(app, "admin", minh.id), id, { document });
    await app.send(`DELETE ${address(id, "/draft")}`, { token });
    await publish(app, token, id, { document });
    await app.send(`DELETE ${address(id)}`, { token });
    expect((await trail(app, id)).slice(1)).toEqual([
      "lưu nháp lời theo dòng",
      "bỏ bản nháp lời theo dòng",
      "phát hành lời theo dòng, bản 1",
      "thôi phát hành lời theo dòng",
    ]);
  });

  test("a conflict of a person with an own save in another window names nobody", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeSong(app);
    const { version } = await edited(app, id, token);
    await save(app, token, id, { document });
    const answer = await app.send(`PUT ${address(id, "/draft")}`, { token, json: { document: other, version } });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ detail: "Lời đã được sửa sau khi bạn mở, nên chưa lưu gì" });
    expect(answer.json()).not.toHaveProperty("changed_by");
  });

  test("of a file's tags become the draft of a new song", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: other } = await makeSong(app);
    const { category_ids } = await song(app, other, token);
    const json = {
      title: "Mới",
      audio_url: "https://nghe.example/a.mp3",
      category_ids,
      lyrics: "Lời gõ",
      lines: document,
    };
    const made = await app.send("POST /api/songs", { token, json });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().lyrics).toBe("Lời gõ");
    const kept = { source: "draft", document, draft: { is_outdated: true }, published: null };
    expect(await edited(app, made.json().id, token)).toMatchObject(kept);
    const same = await app.send("POST /api/songs", {
      token,
      json: { ...json, audio_url: "https://nghe.example/b.mp3", lyrics },
    });
    expect(await edited(app, same.json().id, token)).toMatchObject({ document, draft: { is_outdated: false } });
  });
});
