import { createReadStream, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { errorMessages } from "#contract/errors.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { runJob } from "#test/bulk-jobs.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory, makeFile, makeSession, makeSong, makeUser, userToken } from "#test/factories.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import { songListRepository } from "./song-list.repository.ts";
import { songRepository } from "./songs.repository.ts";

const premium = "/uploads/audio/0123456789abcdef0123456789abcdef.mp3";
const titles = (body: unknown) => (body as { title: string }[]).map((song) => song.title);

/** The list and its count, which must always agree. */
async function search(app: TestApp, query: Record<string, string>, token?: string) {
  const list = await app.send("GET /api/songs/", { query, token });
  const { skip: _skip, limit: _limit, ...filter } = query;
  const count = await app.send("GET /api/songs/count/", { query: filter, token });
  expect(list.statusCode).toBe(200);
  expect(list.headers["x-total-count"]).toBe(String(count.json().total));
  return { titles: titles(list.json()), total: count.json().total as number };
}

onOneEngine((engine) => {
  describe("reading songs", () => {
    test("answers hostile queries with 422 or the list", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const refused = [
        "limit=1&limit=2",
        "search=a&search=b",
        "featured=true&featured=false",
        "category_id=1&category_id=2",
      ];
      for (const query of [...refused, "limit=1e9", "limit=%2B1", "active=null", "category_id=1%20or%201"]) {
        const answer = await app.send(`GET /api/songs?${query}`);
        expect([answer.statusCode, answer.json().errors.length], query).toEqual([422, 1]);
      }
      const ignored = ["sort_by=title;drop", "sort_by=__proto__", "__proto__[is_active]=0", "constructor=1", "from=x"];
      for (const query of [...ignored, "search=%CC%81", "search[]=x"]) {
        expect(titles((await app.send(`GET /api/songs?${query}`)).json()), query).toEqual([song.title]);
      }
    });

    test("refuses a search with NUL over HTTP and in process", async () => {
      const app = await testApp(engine);
      expect((await app.send("GET /api/songs?search=a%00b")).statusCode).toBe(422);
      await expect(app.call("GET /api/songs", { query: { search: "a\0b" } })).rejects.toMatchObject({
        code: "invalid",
      });
    });

    test.each([
      ["limit", "0"],
      ["limit", "101"],
      ["limit", "abc"],
      ["limit", "-1"],
      ["limit", ""],
      ["skip", "-1"],
      ["skip", "1.5"],
      ["skip", "99999999999999"],
      ["category_id", "x"],
      ["featured", "maybe"],
      ["search", "x".repeat(201)],
    ])("refuses %s=%s", async (name, value) => {
      const app = await testApp(engine);
      const answer = await app.send("GET /api/songs", { query: { [name]: value } });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([{ field: name, message: answer.json().detail }]);
    });

    test("refuses NUL in a query and in a body with 422", async () => {
      const app = await testApp(engine);
      expect((await app.send("GET /api/songs?search=a%00b")).statusCode).toBe(422);
      const token = await adminToken(app);
      const json = { name: "a\u0000b" };
      expect((await app.send("POST /api/categories", { token, json })).statusCode).toBe(422);
    });
  });

  describe("Premium", () => {
    test("gives address and lyrics only to those with access, the address signed", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { is_premium: true, audio_url: premium, lyrics: "Lời bí mật" });
      const { id: lapsedId } = await makeUser(app, {
        subscription_type: "premium",
        premium_expires_at: "2020-01-01T00:00:00.000Z",
      });
      const outsiders = [undefined, await userToken(app), await makeSession(app, "user", lapsedId), "bad-token"];
      for (const token of outsiders) {
        for (const call of [`GET /api/songs/${song.id}`, "GET /api/songs"] as const) {
          const answer = await app.send(call, { token });
          expect(answer.statusCode).toBe(200);
          expect(answer.body).not.toContain("bí mật");
          expect(answer.body).not.toContain("0123456789abcdef");
          expect([answer.json()].flat()[0]).toMatchObject({
            title: song.title,
            audio_url: null,
            lyrics: null,
            is_premium: true,
          });
        }
      }
      const token = await userToken(app, { premium: true });
      const answer = await app.send(`GET /api/songs/${song.id}`, { token });
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.json().lyrics).toBe("Lời bí mật");
      expect(answer.json().audio_url).toMatch(/^\/uploads\/audio\/0123456789abcdef0123456789abcdef\.mp3\?.*signature=/);
    });

    test("gives the administrator the stored address and a playable link, and saving them back changes nothing", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { is_premium: true, audio_url: premium });
      const read = (await app.send(`GET /api/songs/${song.id}`, { token })).json();
      expect(read.audio_url).toBe(premium);
      expect(read.stream_url).toContain(`${premium}?`);
      const { has_timed_lines: _, has_foreign_lines: _foreign, ...listed } = read;
      const saved = (await app.send(`PUT /api/songs/${song.id}`, { token, json: read })).json();
      expect(saved).toMatchObject({ ...listed, stream_url: expect.any(String) });
    });

    test("refuses one file for a free and a Premium song", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { is_premium: true, audio_url: premium });
      await makeFile(app, { key: premium.slice("/uploads/".length) });
      writeFileSync(path.join(app.place.dataDir, premium), "");
      const category = await makeCategory(app);
      const json = {
        title: "Bản sao",
        audio_url: `/uploads/./audio/${premium.split("/").at(-1)}?x=1`,
        category_ids: [category.id],
      };
      const answer = await app.send("POST /api/songs", { token, json });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0].field).toBe("audio_url");
      expect(
        (await app.send("POST /api/songs", { token, json: { ...json, is_premium: true, allow_same_file: true } }))
          .statusCode,
      ).toBe(201);
      expect((await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_premium: false } })).statusCode).toBe(
        422,
      );
    });
  });

  test("recognises a stored file however its address is written", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const category = await makeCategory(app);
    const { url } = await app.files.save(createReadStream("test/fixtures/audio/tagged.mp3"), "audio");
    const name = url.split("/").at(-1);
    const spellings = [
      url,
      `https://ngannga.vn${url}?x=1`,
      `/uploads/images/../audio/${name}`,
      `/uploads/%61udio/${name}`,
    ];
    for (const audio_url of spellings) {
      const json = {
        title: "Bài",
        audio_url,
        category_ids: [category.id],
        is_premium: true,
        allow_same_file: true,
      };
      const made = await app.send("POST /api/songs", { token, json });
      expect(made.json()).toMatchObject({ audio_url: url, duration: expect.any(Number) });
    }
    const elsewhere = "https://example.com/uploads/audio/00000000000000000000000000000000.mp3";
    const json = { title: "Bài", audio_url: elsewhere, category_ids: [category.id] };
    expect((await app.send("POST /api/songs", { token, json })).json().audio_url).toBe(elsewhere);
  });

  test("keeps a deleted song's picture that a category uses", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { url } = await app.files.save(createReadStream("test/fixtures/audio/cover.png"), "image");
    const category = await makeCategory(app, { icon_url: url });
    const song = await makeSong(app, { thumbnail_url: url, categories: [category.id] });
    await app.send(`DELETE /api/songs/${song.id}`, { token });
    await app.outbox.flush();
    expect((await app.send(`GET ${url}`)).statusCode).toBe(200);
  });

  describe("anonymous reads", () => {
    test("are compressed as the client accepts", async () => {
      const app = await testApp(engine);
      for (let i = 0; i < 12; i++) await makeSong(app, { description: "mô tả ".repeat(50) });
      const plain = await app.send("GET /api/songs");
      for (const encoding of ["br", "gzip"]) {
        const small = await app.send("GET /api/songs", { headers: { "accept-encoding": encoding } });
        expect(small.headers["content-encoding"]).toBe(encoding);
        expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      }
    });
  });

  describe("writing songs", () => {
    const song = { title: "Bài mới", audio_url: "https://example.com/a.mp3" };

    test("needs an administrator", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      const calls = [
        "POST /api/songs",
        `PUT /api/songs/${id}`,
        `DELETE /api/songs/${id}`,
        "POST /api/categories",
        "PUT /api/categories/1",
        "DELETE /api/categories/1",
      ] as const;
      for (const call of calls) {
        expect((await app.send(call, { json: { nonsense: true } })).statusCode, call).toBe(401);
        expect(
          (await app.send(call, { json: {}, token: await userToken(app, { premium: true }) })).statusCode,
          call,
        ).toBe(403);
      }
    });

    test("records creation, change and removal in the audit trail", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category = await makeCategory(app);
      const made = await app.send("POST /api/songs/", {
        token,
        json: { ...song, lyrics: "a\n\nb", category_ids: [category.id, category.id] },
      });
      expect(made.statusCode).toBe(201);
      expect(made.json()).toMatchObject({
        title: "Bài mới",
        is_active: true,
        is_premium: false,
        artist: null,
        lyrics: "a\n\nb",
        category_ids: [category.id],
      });
      const { id } = made.json();
      const changed = await app.send(`PUT /api/songs/${id}`, {
        token,
        json: { description: " mô tả ", is_featured: true },
      });
      expect(changed.json()).toMatchObject({
        title: "Bài mới",
        description: "mô tả",
        is_featured: true,
        lyrics: "a\n\nb",
      });
      expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(200);
      expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(404);
      const trail = await app.db
        .selectFrom("audit_log")
        .select(["action", "entity", "entity_id", "summary"])
        .where("entity", "=", "song")
        .orderBy("id")
        .execute();
      expect(trail.map((entry) => entry.action)).toEqual(["create", "update", "delete"]);
      expect(trail[0]).toMatchObject({ entity: "song", entity_id: id, summary: "Bài mới" });
    });

    test.each([
      [{ title: "  " }, "title", "Tên bài hát không được để trống"],
      [{ title: undefined }, "title", "Tên bài hát không được để trống"],
      [{ title: "x".repeat(201) }, "title", "Không được dài quá 200 ký tự"],
      [{ audio_url: "" }, "audio_url", "Vui lòng nhập URL âm thanh hoặc tải lên file audio"],
      [{ audio_url: undefined }, "audio_url", "Vui lòng nhập URL âm thanh hoặc tải lên file audio"],
      [{ audio_url: "javascript:alert(1)" }, "audio_url", "Địa chỉ âm thanh không hợp lệ"],
      [{ audio_url: "HTTP://x.vn/a.mp3" }, "audio_url", "Trang công khai chỉ phát âm thanh qua https://"],
      [{ thumbnail_url: "http://x.vn/a.png" }, "thumbnail_url", "Trang công khai chỉ tải ảnh qua https://"],
      [{ thumbnail_url: "data:text/html,x" }, "thumbnail_url", "Địa chỉ không hợp lệ"],
      [{ thumbnail_url: "//evil.example/x.png" }, "thumbnail_url", "Địa chỉ không hợp lệ"],
      [{ thumbnail_url: "/\\evil.example/x.png" }, "thumbnail_url", "Địa chỉ không hợp lệ"],
      [{ category_ids: [] }, "category_ids", "Vui lòng chọn ít nhất một thể loại"],
      [{ category_ids: undefined }, "category_ids", "Vui lòng chọn ít nhất một thể loại"],
      [{ category_ids: [4242] }, "category_ids", "Thể loại không tồn tại"],
      [{ is_active: "yes" }, "is_active", "Giá trị không hợp lệ"],
      [{ lyrics: 5 }, "lyrics", "Giá trị không hợp lệ"],
    ])("refuses %j", async (wrong, field, message) => {
      const app = await testApp(engine);
      const category = await makeCategory(app);
      const json = { ...song, category_ids: [category.id], ...wrong };
      const answer = await app.send("POST /api/songs", { token: await adminToken(app), json });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toContainEqual({ field, message });
      expect((await app.send("GET /api/songs/count")).json().total).toBe(0);
    });

    test("puts every file that a change or a removal leaves behind into the outbox", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const token = await adminToken(app);
      const removed: unknown[] = [];
      app.outbox.on("files.remove", async (payload: unknown) => void removed.push(payload));
      const [first, second] = ["1", "2"].map((sign) => `/uploads/images/${sign.repeat(32)}.png`) as [string, string];
      const keyOf = (url: string) => url.slice("/uploads/".length);
      for (const url of [first, second, premium]) {
        await makeFile(app, { key: keyOf(url) });
        writeFileSync(path.join(app.place.dataDir, url), "");
      }
      const made = await makeSong(app, { audio_url: premium, thumbnail_url: first });
      for (const json of [
        { title: "Tên khác" },
        { thumbnail_url: second },
        { audio_url: "https://x.vn/b.mp3" },
        { thumbnail_url: null },
        { thumbnail_url: first },
      ]) {
        expect((await app.send(`PUT /api/songs/${made.id}`, { token, json })).statusCode).toBe(200);
        await app.outbox.flush();
      }
      await app.send(`DELETE /api/songs/${made.id}`, { token });
      await app.send("DELETE /api/admin/bin", { token });
      await app.outbox.flush();
      expect(removed).toEqual([first, premium, second, first].map((url) => ({ keys: [keyOf(url)] })));
    });
  });

  describe("categories", () => {
    test("fills in defaults, keeps unnamed fields and refuses a taken name", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const made = await app.send("POST /api/categories/", { token, json: { name: " Dân ca " } });
      expect(made.statusCode).toBe(201);
      expect(made.json()).toMatchObject({
        name: "Dân ca",
        category_type: "entertainment",
        is_active: true,
        is_featured: false,
        description: null,
      });
      const { id } = made.json();
      const changed = await app.send(`PUT /api/categories/${id}`, {
        token,
        json: { category_type: "educational", is_featured: true },
      });
      expect(changed.json()).toMatchObject({
        name: "Dân ca",
        category_type: "educational",
        is_active: true,
        is_featured: true,
      });
      const taken = await app.send("POST /api/categories", { token, json: { name: "DÂN CA" } });
      expect(taken.statusCode).toBe(409);
      expect((await app.send("PUT /api/categories/777", { token, json: { name: "x" } })).statusCode).toBe(404);
      for (const json of [{}, { name: "" }, { name: 5 }]) {
        const answer = await app.send("POST /api/categories", { token, json });
        expect(answer.json().errors[0]).toEqual({ field: "name", message: "Tên thể loại không được để trống" });
      }
      expect(
        (await app.send("POST /api/categories", { token, json: { name: "x", category_type: "other" } })).statusCode,
      ).toBe(422);
    });

    test("refuses to delete a category that has songs, also inactive ones", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category = await makeCategory(app);
      const song = await makeSong(app, { categories: [category.id], is_active: false });
      const answer = await app.send(`DELETE /api/categories/${category.id}`, { token });
      expect(answer.statusCode).toBe(409);
      expect(answer.json().detail).toBe("Không thể xóa thể loại này: còn 1 bài hát");
      await app.send(`DELETE /api/songs/${song.id}`, { token });
      expect((await app.send(`DELETE /api/categories/${category.id}`, { token })).statusCode).toBe(200);
      expect((await app.send(`GET /api/categories/${category.id}`)).statusCode).toBe(404);
    });
  });
});

onBothEngines((engine) => {
  describe("reading songs", () => {
    test("lists active songs newest first in pages, with their total", async () => {
      const app = await testApp(engine);
      const category = await makeCategory(app);
      for (let i = 1; i <= 25; i++) await makeSong(app, { title: `Bài ${i}`, categories: [category.id] });
      await makeSong(app, { title: "Đã gỡ", is_active: false, categories: [category.id] });
      expect(await search(app, {})).toMatchObject({ total: 25 });
      expect((await search(app, {})).titles).toHaveLength(20);
      expect(await search(app, { skip: "24", limit: "12" })).toEqual({ titles: ["Bài 1"], total: 25 });
      expect((await search(app, { limit: "2" })).titles).toEqual(["Bài 25", "Bài 24"]);
      expect(await search(app, { skip: "500" })).toEqual({ titles: [], total: 25 });
      const token = await adminToken(app);
      expect(await search(app, { limit: "1" }, token)).toEqual({ titles: ["Đã gỡ"], total: 26 });
    });

    test.each([
      ["first", [{ search: "\u0301" }, {}]],
      ["after a list of all", [{}, { search: "\ufe0f" }]],
    ] as [
      string,
      Record<string, string>[],
    ][])("ignores combining marks without a letter, searched for %s", async (_, queries) => {
      const app = await testApp(engine);
      for (const title of ["Một", "Hai"]) await makeSong(app, { title });
      for (const query of [...queries, { search: "khong co" }, ...queries]) {
        const all = query.search !== "khong co";
        const { titles: found, total } = await search(app, { ...query, limit: "1" });
        expect([found, total]).toEqual(all ? [["Hai"], 2] : [[], 0]);
      }
    });

    test("filters by category, featured and search together", async () => {
      const app = await testApp(engine);
      const ballad = await makeCategory(app, { name: "Ballad" });
      const hidden = await makeCategory(app, { name: "Ẩn", is_active: false });
      await makeSong(app, { title: "Mưa hạ", categories: [ballad.id], is_featured: true });
      await makeSong(app, { title: "Mưa đông", categories: [ballad.id, hidden.id] });
      await makeSong(app, { title: "Nắng", categories: [hidden.id], is_featured: true });
      expect(await search(app, { category_id: String(ballad.id) })).toEqual({
        titles: ["Mưa đông", "Mưa hạ"],
        total: 2,
      });
      expect((await search(app, { category_id: String(ballad.id), featured: "true" })).titles).toEqual(["Mưa hạ"]);
      expect((await search(app, { search: "mua", featured: "false" })).titles).toEqual(["Mưa đông"]);
      expect((await search(app, { category_id: String(hidden.id) })).titles).toEqual([]);
      await makeSong(app, { title: "Mưa Premium", categories: [ballad.id], is_premium: true });
      await makeSong(app, { title: "Premium ẩn", categories: [ballad.id], is_premium: true, is_active: false });
      expect(await search(app, { premium: "true" })).toEqual({ titles: ["Mưa Premium"], total: 1 });
      expect(await search(app, { premium: "true", search: "mua", category_id: String(ballad.id) })).toEqual({
        titles: ["Mưa Premium"],
        total: 1,
      });
      expect((await search(app, { premium: "false", search: "mua" })).titles).toEqual(["Mưa đông", "Mưa hạ"]);
      expect((await search(app, { category_id: "99999999999" })).total).toBe(0);
      const token = await adminToken(app);
      expect((await search(app, { category_id: String(hidden.id) }, token)).titles).toEqual(["Nắng", "Mưa đông"]);
    });

    test("filters by visibility for the administrator and shows hidden songs to nobody else", async () => {
      const app = await testApp(engine);
      const category = await makeCategory(app);
      await makeSong(app, { title: "Mưa hạ", categories: [category.id], search_text: "mua ha" });
      await makeSong(app, { title: "Mưa đông", categories: [category.id], search_text: "mua dong", is_active: false });
      const token = await adminToken(app);
      expect(await search(app, { active: "true" }, token)).toEqual({ titles: ["Mưa hạ"], total: 1 });
      expect(await search(app, { active: "false" }, token)).toEqual({ titles: ["Mưa đông"], total: 1 });
      const both = { active: "false", category_id: String(category.id), search: "mua" };
      expect(await search(app, both, token)).toEqual({ titles: ["Mưa đông"], total: 1 });
      expect(await search(app, { active: "false" })).toEqual({ titles: [], total: 0 });
      expect(await search(app, { active: "true" })).toEqual({ titles: ["Mưa hạ"], total: 1 });
      expect((await app.send("GET /api/songs", { query: { active: "maybe" } })).statusCode).toBe(422);
    });

    test("finds parts of title and artist regardless of marks and case", async () => {
      const app = await testApp(engine);
      await makeSong(app, {
        title: "Mưa hạ trên phố cũ",
        artist: "Hoài An",
        search_text: "mua ha tren pho cu hoai an",
      });
      await makeSong(app, { title: "Đường về", artist: null, search_text: "duong ve" });
      await makeSong(app, { title: '100% "thật" _', artist: "O'Hara\\", search_text: '100% "that" _ o\'hara\\' });
      const found = async (text: string) => (await search(app, { search: text })).titles;
      expect(await found("mua ha")).toEqual(["Mưa hạ trên phố cũ"]);
      expect(await found("MƯA HẠ")).toEqual(["Mưa hạ trên phố cũ"]);
      expect(await found("  hoai   an ")).toEqual(["Mưa hạ trên phố cũ"]);
      expect(await found("duong")).toEqual(["Đường về"]);
      expect(await found("đư")).toEqual(["Đường về"]);
      expect(await found("ươn")).toEqual(["Đường về"]);
      expect(await found("phố cũ".normalize("NFD"))).toEqual(["Mưa hạ trên phố cũ"]);
      for (const text of ["_", '"', '0% "', "o'", "ara\\", "o'h", '"thật"'])
        expect(await found(text), text).toEqual(['100% "thật" _']);
      for (const text of ["%", "\\", "%%", "m_a", "mua*", "mua OR duong", "NEAR(mua", "''", "--"])
        expect(await found(text), text).toEqual([]);
      expect((await search(app, { search: "   " })).total).toBe(3);
    });

    test("finds one and two letters at the beginning of a word, and after each change", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const rain = await makeSong(app, { title: "Mưa 雨の歌", artist: "A Nông", search_text: "mua 雨の歌 a nong" });
      await makeSong(app, { title: "Nắng an", search_text: "nang an", artist: null });
      const found = async (text: string) => (await search(app, { search: text })).titles;
      const all = ["Nắng an", "Mưa 雨の歌"];
      for (const [text, titles] of [
        ["N", all],
        ["a", all],
        ["nó", all.slice(1)],
        ["mu", all.slice(1)],
        ["雨", all.slice(1)],
        ["雨の", all.slice(1)],
        ["an", all.slice(0, 1)],
        ["ua", []],
        ["g", []],
        ["歌", []],
        ["zq", []],
        ["uaa", []],
        ["ua 雨", all.slice(1)],
      ] as const) {
        expect(await found(text), text).toEqual(titles);
      }
      await app.send(`PUT /api/songs/${rain.id}`, { token, json: { title: "Gió" } });
      expect([await found("mu"), await found("gi"), await found("a")]).toEqual([[], ["Gió"], ["Nắng an", "Gió"]]);
      await app.send(`DELETE /api/songs/${rain.id}`, { token });
      expect([await found("gi"), await found("a")]).toEqual([[], ["Nắng an"]]);
    });

    test("finds a song by its new title and artist after each change", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category = await makeCategory(app);
      const json = {
        title: "Đèn lồng",
        artist: "Ban nhạc Cánh Diều",
        audio_url: "https://x.vn/a.mp3",
        category_ids: [category.id],
      };
      const song = (await app.send("POST /api/songs/", { token, json })).json();
      expect((await search(app, { search: "den long" })).titles).toEqual(["Đèn lồng"]);
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { title: "Trăng rằm" } });
      expect((await search(app, { search: "den long" })).titles).toEqual([]);
      expect((await search(app, { search: "trang ram" })).titles).toEqual(["Trăng rằm"]);
      expect((await search(app, { search: "canh dieu" })).titles).toEqual(["Trăng rằm"]);
    });

    test("gives a song its categories in order, inactive ones to the administrator alone", async () => {
      const app = await testApp(engine);
      const first = await makeCategory(app, { name: "Một" });
      const second = await makeCategory(app, { name: "Hai", is_active: false });
      const song = await makeSong(app, { categories: [second.id, first.id], waveform: "0,50,100", duration: 61.5 });
      const seen = (await app.send(`GET /api/songs/${song.id}`)).json();
      expect(seen).toMatchObject({
        category_ids: [first.id],
        waveform: [0, 50, 100],
        duration: 61.5,
        is_ai_generated: true,
      });
      expect(seen).not.toHaveProperty("search_text");
      expect(seen).not.toHaveProperty("source_hash");
      expect(seen).not.toHaveProperty("stream_url");
      const token = await adminToken(app);
      const admin = (await app.send(`GET /api/songs/${song.id}/`, { token })).json();
      expect(admin.category_ids).toEqual([second.id, first.id]);
      const { waveform: _, has_timed_lines: _lines, has_foreign_lines: _foreign, ...listed } = seen;
      expect((await app.send("GET /api/songs")).json()).toEqual([listed]);
      expect((await app.send("GET /api/songs", { token })).json()[0]).not.toHaveProperty("waveform");
    });

    test("refuses a missing or inactive id with 404 and a malformed one with 422", async () => {
      const app = await testApp(engine);
      const gone = await makeSong(app, { is_active: false });
      for (const id of [gone.id, 999, 9007199254740991]) {
        const answer = await app.send(`GET /api/songs/${id}`);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toEqual({ detail: "Không tìm thấy bài hát" });
      }
      for (const id of ["abc", "0", "-1", "1.5", "1e3", "%20", "1%00", "99999999999999999999"]) {
        expect((await app.send(`GET /api/songs/${id}`)).statusCode, id).toBe(422);
      }
    });
  });

  describe("anonymous reads", () => {
    test("carry an ETag, answer 304 or 412 and show every change at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category = await makeCategory(app, { name: "Cũ" });
      const song = await makeSong(app, { title: "Tên cũ", categories: [category.id] });
      const urls = [
        "/api/songs",
        "/api/songs/count",
        `/api/songs/${song.id}`,
        "/api/categories",
        "/api/categories/with-song-count",
        `/api/categories/${category.id}`,
      ];
      for (const url of urls) {
        for (let i = 0; i < 2; i++) {
          const first = await app.send(`GET ${url}`);
          expect(first.headers.vary).toContain("Authorization");
          expect(first.headers["cache-control"]).toBe("no-cache");
          const again = await app.send(`GET ${url}`, { headers: { "if-none-match": `W/${first.headers.etag}, "x"` } });
          expect(again.statusCode).toBe(304);
          expect(again.body).toBe("");
          const other = await app.send(`GET ${url}`, { headers: { "if-match": '"x"' } });
          expect([other.statusCode, other.json().detail]).toEqual([412, errorMessages.precondition_failed]);
        }
      }
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { title: "Tên mới" } });
      expect(titles((await app.send("GET /api/songs")).json())).toEqual(["Tên mới"]);
      await app.send(`PUT /api/categories/${category.id}`, { token, json: { name: "Mới" } });
      expect((await app.send(`GET /api/songs/${song.id}`)).json().categories[0].name).toBe("Mới");
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_active: false } });
      expect((await app.send("GET /api/songs/count")).json()).toEqual({ total: 0 });
      expect((await app.send(`GET /api/songs/${song.id}`)).statusCode).toBe(404);
    });

    test("show the writes of another process", async () => {
      const app = await testApp(engine);
      const other = await testApp(engine, {}, { beside: app });
      expect((await app.send("GET /api/songs")).json()).toEqual([]);
      await makeSong(other, { title: "Từ nơi khác" });
      await expect.poll(async () => titles((await app.send("GET /api/songs")).json())).toEqual(["Từ nơi khác"]);
    });

    test("never show a change that was rolled back", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { title: "Bền" });
      const json = { title: "Hỏng", category_ids: [12345] };
      expect((await app.send(`PUT /api/songs/${song.id}`, { token, json })).statusCode).toBe(422);
      expect(titles((await app.send("GET /api/songs")).json())).toEqual(["Bền"]);
    });
  });

  describe("writing songs", () => {
    test("survives a song and its category changed and deleted at the same time", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category = await makeCategory(app);
      const other = await makeCategory(app);
      const made = await makeSong(app, { categories: [other.id] });
      const answers = await Promise.all([
        app.send(`DELETE /api/songs/${made.id}`, { token }),
        app.send(`PUT /api/songs/${made.id}`, { token, json: { category_ids: [category.id] } }),
        app.send(`DELETE /api/categories/${category.id}`, { token }),
        app.send(`POST /api/songs/${made.id}/play`),
        app.send(`POST /api/songs/${made.id}/like`, { token: await userToken(app) }),
      ]);
      for (const answer of answers) expect(answer.statusCode).toBeLessThan(500);
    });
  });

  describe("categories", () => {
    test("lists active categories to the public and all to the administrator, with counts of active songs", async () => {
      const app = await testApp(engine);
      const shown = await makeCategory(app, { name: "Hiện", is_featured: true });
      await makeCategory(app, { name: "Trống", category_type: "educational" });
      await makeCategory(app, { name: "Ẩn", is_active: false, is_featured: true });
      await makeSong(app, { categories: [shown.id] });
      await makeSong(app, { categories: [shown.id], is_active: false });
      const names = async (path: string, token?: string) =>
        ((await app.send(`GET ${path}` as "GET /", { token })).json() as { name: string }[]).map(
          (category) => category.name,
        );
      expect(await names("/api/categories/")).toEqual(["Trống", "Hiện"]);
      expect(await names("/api/categories?featured=true")).toEqual(["Hiện"]);
      const token = await adminToken(app);
      expect(await names("/api/categories", token)).toEqual(["Ẩn", "Trống", "Hiện"]);
      const counted = (await app.send("GET /api/categories/with-song-count/")).json();
      expect(counted).toMatchObject([
        { name: "Trống", song_count: 0, category_type: "educational" },
        { name: "Hiện", song_count: 1 },
      ]);
    });

    test("gives a name to one of several that take it at the same time", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => app.send("POST /api/categories", { token, json: { name: "Một" } })),
      );
      expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    });
  });

  test("each hot query uses its index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const { id: _id, ...song } = await makeSong(app, { categories: [] });
    // PostgreSQL weighs a handful of rows and then reads them all, index or not.
    for (let batch = 0; batch < 20; batch++) {
      const rows = Array.from({ length: 100 }, (_, i) => ({ ...song, search_text: `bai hat so ${batch * 100 + i}` }));
      await app.db.insertInto("songs").values(rows).execute();
    }
    await sql.raw(engine === "sqlite" ? "analyze" : "vacuum analyze songs").execute(app.db);
    const page = { skip: 24, limit: 12 };
    const deep = { skip: 1800, limit: 12 };
    const songsOf = ({ db, dialect }: Pick<TestApp["database"], "db" | "dialect">) => ({
      ...songRepository(db, dialect),
      ...songListRepository(db, dialect),
      ...songAudioRepository(db, dialect),
    });
    const queries: [string, RegExp, (songs: ReturnType<typeof songsOf>) => Promise<unknown>][] = [
      ["a page", /songs_active|songs_pkey/, (songs) => songs.list({}, "public", page)],
      [
        "a deep page of all",
        /COVERING INDEX songs_by_id|Index Only Scan .*(songs_pkey|songs_by_id)/,
        (songs) => songs.list({}, "all", deep),
      ],
      [
        "a deep page",
        /COVERING INDEX songs_active|Index .*songs_(active|by_id|pkey)/,
        (songs) => songs.list({}, "public", deep),
      ],
      ["a count", /song_counts/, (songs) => songs.count({}, "public")],
      ["a category's count", /song_counts/, (songs) => songs.count({ category_id: 1 }, "public")],
      ["featured", /songs_featured/, (songs) => songs.list({ featured: true }, "public", page)],
      ["for Premium", /songs_premium/, (songs) => songs.list({ premium: true }, "public", page)],
      ["a count of those for Premium", /songs_premium/, (songs) => songs.count({ premium: true }, "public")],
      [
        "a category",
        /song_categories_category|song_categories_key/,
        (songs) => songs.list({ category_id: 1 }, "public", page),
      ],
      ["a search", /songs_search/, (songs) => songs.list({ search: "mua ha" }, "public", page)],
      ["a search's count", /songs_search/, (songs) => songs.count({ search: "mua ha" }, "public")],
      ["two letters", /songs_search(_words| )/, (songs) => songs.list({ search: "zq" }, "public", page)],
      ["two letters' count", /songs_search(_words| )/, (songs) => songs.count({ search: "zq" }, "public")],
      ["a song", /PRIMARY KEY|songs_pkey/, (songs) => songs.find(1, "public")],
      ["a file's songs", /songs_audio/, (songs) => songs.ofAudio("/uploads/audio/x.mp3")],
    ];
    for (const [name, index, read] of queries) {
      const plans = await plansOf(app, (database) => read(songsOf(database)));
      expect(plans.length, name).toBeGreaterThan(0);
      expect(plans[0], name).toMatch(index);
      for (const plan of plans)
        expect(plan, name).not.toMatch(/SCAN songs$|SCAN song_categories$|Seq Scan on (songs|song_categories)/m);
    }
  });
});

describe("reading one's own writes on PostgreSQL", () => {
  /** Suppresses PostgreSQL's notifications on the connection that listens for the changes of all processes. */
  function withoutNotices(): void {
    const emit = pg.Client.prototype.emit;
    vi.spyOn(pg.Client.prototype, "emit").mockImplementation(function (
      this: pg.Client & { processID?: number },
      event,
      ...values
    ) {
      const isOfAnother = (values as unknown[] as pg.Notification[])[0]?.processId !== this.processID;
      return event === "notification" && isOfAnother ? false : emit.call(this, event, ...values);
    } as typeof emit);
  }

  test("shows each change of songs and categories in the next response, before PostgreSQL's notification", async () => {
    const app = await testApp("postgres");
    const token = await adminToken(app);
    withoutNotices();
    const names = async () => ((await app.send("GET /api/categories")).json() as { name: string }[]).map((c) => c.name);
    const songs = async () => titles((await app.send("GET /api/songs")).json());
    expect([await names(), await songs()]).toEqual([[], []]);
    const category = (await app.send("POST /api/categories", { token, json: { name: "Một" } })).json();
    expect(await names()).toEqual(["Một"]);
    await app.send(`PUT /api/categories/${category.id}`, { token, json: { name: "Hai" } });
    expect(await names()).toEqual(["Hai"]);
    const json = { title: "Mưa", audio_url: "https://x.vn/a.mp3", category_ids: [category.id] };
    const song = (await app.send("POST /api/songs", { token, json })).json();
    expect(await songs()).toEqual(["Mưa"]);
    await app.send(`PUT /api/songs/${song.id}`, { token, json: { title: "Nắng" } });
    expect(await songs()).toEqual(["Nắng"]);
    await runJob(app, token, { kind: "deactivate_songs", ids: [song.id] });
    expect(await songs()).toEqual([]);
    await runJob(app, token, { kind: "activate_songs", ids: [song.id] });
    expect(await songs()).toEqual(["Nắng"]);
    await app.send(`DELETE /api/songs/${song.id}`, { token });
    expect(await songs()).toEqual([]);
    await app.send(`DELETE /api/categories/${category.id}`, { token });
    expect(await names()).toEqual([]);
  });
});

describe("a search of more songs than a list counts", () => {
  /** Adds songs with the words "bai hat". */
  async function fill(app: TestApp, count: number): Promise<void> {
    const { id: _id, ...song } = await makeSong(app, { search_text: "khac", categories: [] });
    const columns = sql.join(Object.keys(song).map((name) => sql.ref(name)));
    const values = sql.join(Object.keys(song).map((name) => (name === "search_text" ? "bai hat" : sql.ref(name))));
    await sql`insert into songs (${columns}) with recursive numbers (n) as
      (select 1 union all select n + 1 from numbers where n < ${count})
      select ${values} from songs, numbers where search_text = 'khac'`.execute(app.db);
  }

  test("has a total of 10,001 for all that are more, while the count is exact", async () => {
    const app = await testApp("sqlite");
    await fill(app, 10_000);
    const told = async (query: Record<string, string>) => {
      const { headers } = await app.send("GET /api/songs", { query: { limit: "1", ...query } });
      const { search: text } = query;
      const count = (await app.send("GET /api/songs/count", { query: text ? { search: text } : {} })).json().total;
      return [headers["x-total-count"], count];
    };
    for (const search of ["b", "hat", "bai hat"]) expect(await told({ search })).toEqual(["10000", 10_000]);
    for (let n = 0; n < 2; n++) await makeSong(app, { title: "Bài hát", search_text: "bai hat" });
    for (const search of ["b", "hat", "bai hat"]) {
      expect(await told({ search })).toEqual(["10001", 10_002]);
      expect(await told({ search, skip: "5000" })).toEqual(["10001", 10_002]);
    }
    expect(await told({})).toEqual(["10003", 10_003]);
  });

  test("counts once for all pages of a state of the catalogue", async () => {
    const queries: string[] = [];
    const app = await testApp("sqlite");
    for (let n = 0; n < 5; n++) await makeSong(app, { search_text: "bai hat" });
    const execute = app.db.executeQuery.bind(app.db);
    vi.spyOn(app.database.db, "executeQuery").mockImplementation((query, ...rest) => {
      if (/count\(\*\)/.test((query as { sql: string }).sql)) queries.push((query as { sql: string }).sql);
      return execute(query, ...rest);
    });
    const read = (skip: number) => app.send(`GET /api/songs?search=hat&limit=2&skip=${skip}`);
    for (const skip of [0, 1, 2, 9]) await read(skip);
    // One by title and artist, one by lyrics.
    expect(queries).toHaveLength(2);
    await makeSong(app, { search_text: "bai hat" });
    for (const skip of [0, 1]) expect((await read(skip)).headers["x-total-count"]).toBe("6");
    expect(queries).toHaveLength(4);
  });
});

test("totals, categories and the storage's settings are read again after a minute, though no change is told", async () => {
  const app = await testApp("sqlite", { ALLOW_PRIVATE_STORAGE: "1" });
  const { id } = await makeCategory(app, { name: "Trước" });
  await makeSong(app, { title: "Một", categories: [id] });
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(app.database.changes, "version").mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  const seen = async () => ({
    total: (await app.send("GET /api/songs/count")).json().total,
    category: (await app.send("GET /api/songs?limit=1")).json()[0].categories[0].name,
    storage: (await app.storage.current()).state,
  });
  const before = { total: 1, category: "Trước", storage: "off" };
  expect(await seen()).toEqual(before);
  await makeSong(app, { title: "Hai", categories: [id] });
  await app.db.updateTable("categories").set({ name: "Sau" }).where("id", "=", id).execute();
  await app.db
    .insertInto("settings")
    .values({
      key: "cloudflare_r2",
      value: JSON.stringify({
        account_id: "x",
        bucket_name: "nhac",
        private_bucket_name: "",
        endpoint_url: "",
        public_url: "",
        region: "auto",
        keys: "sealed elsewhere",
      }),
      updated_at: new Date().toISOString(),
    })
    .execute();
  now += 59_000;
  expect(await seen()).toEqual(before);
  now += 2000;
  // The cache library reads the clock once in a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await seen()).toEqual({ total: 2, category: "Sau", storage: "unreadable" });
});
