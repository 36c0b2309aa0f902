import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LyricsHit, Song } from "#contract/catalogue.ts";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { migrate, migrationsUpTo } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong, staffToken, userToken } from "#test/factories.ts";
import type { LyricsSearch } from "./song-access.ts";
import { songListRepository } from "./song-list.repository.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";

type Values = NonNullable<Parameters<typeof makeSong>[1]>;

/** A song that was saved with lyrics. */
async function sungSong(app: TestApp, lyrics: string, values: Values = {}): Promise<number> {
  const { id } = await makeSong(app, { lyrics, ...values });
  await songLyricsRepository(app.db).refresh(id);
  return id;
}

const line = (text: string, start_ms: number | null, layers: Partial<LineDocument["lines"][number]> = {}) => ({
  ...plainLine(text),
  start_ms,
  ...layers,
});
const documentOf = (...lines: LineDocument["lines"]): LineDocument => ({
  language: "vi",
  reading_language: null,
  translation_language: null,
  glossary: [],
  lines,
});

async function publish(app: TestApp, token: string, id: number, document: LineDocument): Promise<void> {
  const answer = await app.send(`PUT /api/songs/${id}/lines`, { token, json: { document } });
  expect(answer.statusCode, answer.body).toBe(200);
}

interface Found {
  titles: string[];
  total: number;
  hits: (LyricsHit | null | undefined)[];
}

/** The list, whose total always agrees with the count. */
async function find(app: TestApp, search: string, token?: string, query: Record<string, string> = {}): Promise<Found> {
  const list = await app.send("GET /api/songs", { token, query: { search, ...query } });
  expect(list.statusCode, list.body).toBe(200);
  const { skip: _skip, limit: _limit, ...filter } = query;
  const { total } = (await app.send("GET /api/songs/count", { token, query: { search, ...filter } })).json();
  expect(list.headers["x-total-count"]).toBe(String(total));
  const songs = list.json<Song[]>();
  return { titles: songs.map(({ title }) => title), total, hits: songs.map(({ lyrics_hit }) => lyrics_hit) };
}

const marked = (hit: LyricsHit | null | undefined) => hit && `${hit.before}[${hit.found}]${hit.after}`;

onBothEngines((engine) => {
  describe("a search in lyrics", () => {
    test("finds a run of words in a line without marks, signs and case, the last one by its beginning", async () => {
      const app = await testApp(engine);
      const lyrics =
        "Em ơi, Hà Nội phố\nTa còn em mùi hoàng lan\nTa còn em mùi hoa sữa\nIt's raining again\n사랑해요 그대";
      await sungSong(app, lyrics, { title: "Phố" });
      await sungSong(app, "月亮代表我的心\nYuèliàng dàibiǎo wǒ de xīn\nTrăng nói hộ lòng tôi", { title: "Trăng" });
      const found = async (text: string) => {
        const { titles, hits } = await find(app, text);
        return [...titles, ...hits.map(marked)];
      };
      expect(await found("em oi ha noi")).toEqual(["Phố", "[Em ơi, Hà Nội] phố"]);
      expect(await found("MÙI HOÀNG-L")).toEqual(["Phố", "Ta còn em [mùi hoàng l]an"]);
      expect(await found("its rain")).toEqual(["Phố", "[It's rain]ing again"]);
      expect(await found("“It’s” raining…")).toEqual(["Phố", "[It's raining] again"]);
      expect(await found("사랑")).toEqual(["Phố", "[사랑]해요 그대"]);
      expect(await found("代表我")).toEqual(["Trăng", "月亮[代表我]的心"]);
      expect(await found("noi ho long")).toEqual(["Trăng", "Trăng [nói hộ lòng] tôi"]);
      // Within a word, over the end of a line, in another order, and wildcards of both engines.
      for (const text of ["oan lan", "pho ta con", "lan hoang", "em%hoang", '"em" OR "ta"', "¶"])
        expect(await found(text), text).toEqual([]);
    });

    test("begins at three letters, or at two that are words by themselves", async () => {
      const app = await testApp(engine);
      await sungSong(app, "Yêu em\n月亮", { title: "Bài" });
      for (const text of ["y", "ye", "y e", "月", "!!!"]) expect((await find(app, text)).titles, text).toEqual([]);
      for (const text of ["yeu", "yêu e", "月亮"]) expect((await find(app, text)).titles, text).toEqual(["Bài"]);
    });

    test("lists songs with the words in title or artist first, each once and the newest first, page by page", async () => {
      const app = await testApp(engine);
      const { id: genre } = await makeCategory(app);
      const categories = [genre];
      await sungSong(app, "Mưa rơi", { title: "Mưa rơi cũ", categories });
      for (const title of ["Lời 1", "Lời 2"]) await sungSong(app, "Ngoài kia mưa rơi", { title, categories });
      await sungSong(app, "Nắng lên", { title: "Nắng", artist: "Mưa Rơi", categories });
      await sungSong(app, "Kìa mưa rơi", { title: "Lời 3", is_featured: true });
      const all = ["Nắng", "Mưa rơi cũ", "Lời 3", "Lời 2", "Lời 1"];
      expect(await find(app, "mua roi")).toMatchObject({ titles: all, total: 5 });
      for (const limit of [1, 2, 3, 4]) {
        const pages: string[] = [];
        for (let skip = 0; skip < 6; skip += limit) {
          const page = await find(app, "mưa rơi", undefined, { skip: String(skip), limit: String(limit) });
          expect(page.total).toBe(5);
          pages.push(...page.titles);
        }
        expect(pages).toEqual(all);
      }
      const filtered = async (query: Record<string, string>) => (await find(app, "mua roi", undefined, query)).titles;
      expect(await filtered({ category_id: String(genre) })).toEqual(["Nắng", "Mưa rơi cũ", "Lời 2", "Lời 1"]);
      expect(await filtered({ featured: "true" })).toEqual(["Lời 3"]);
      await app.db.updateTable("categories").set({ is_active: false }).where("id", "=", genre).execute();
      expect(await filtered({ category_id: String(genre) })).toEqual([]);
    });

    test("tells the line, its time, and the sung line of a reading or a translation", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const id = await sungSong(app, "Cũ", { title: "Bài" });
      const layers = { reading: "Nǐ hǎo ma", translation: "Bạn có khỏe không" };
      await publish(app, token, id, {
        ...documentOf(
          line("你好吗", 61_500, layers),
          line("再见了", 70_000, { starts_verse: true, translation: "Tạm biệt nhé" }),
          line("Không giờ", null),
        ),
        language: "zh",
      });
      const hit = async (text: string) => (await find(app, text)).hits;
      expect(await hit("好吗")).toEqual([
        { before: "你", found: "好吗", after: "", lang: "zh", sung: null, start_ms: 61_500 },
      ]);
      const sung = { text: "你好吗", lang: "zh" };
      expect(await hit("ni hao")).toMatchObject([{ found: "Nǐ hǎo", sung, start_ms: 61_500 }]);
      expect(await hit("co khoe")).toMatchObject([{ before: "Bạn ", found: "có khỏe", sung, start_ms: 61_500 }]);
      expect(await hit("biet nhe")).toMatchObject([{ sung: { text: "再见了" }, start_ms: 70_000 }]);
      expect(await hit("khong gio")).toMatchObject([{ sung: null, start_ms: null }]);
      expect(await hit("cũ của bài")).toEqual([]);
    });

    test("shows a long line around the words", async () => {
      const app = await testApp(engine);
      const words = (n: number) => Array.from({ length: n }, (_, index) => `chữ${index}`).join(" ");
      await sungSong(app, `${words(300)} ở giữa ${words(300)}`, { title: "Dài" });
      const [hit] = (await find(app, "o giua")).hits;
      expect(hit).toMatchObject({ found: "ở giữa", before: expect.stringMatching(/^… chữ\d+ .{20,50} $/) });
      expect(hit?.after).toMatch(/^ chữ0 .{50,110} chữ\d+…$/);
    });

    test("follows each change of lyrics and lines, a deletion and a return from the bin", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id: genre } = await makeCategory(app);
      const json = { title: "Bài", audio_url: "https://x.vn/a.mp3", category_ids: [genre], lyrics: "Một hai ba" };
      const { id } = (await app.send("POST /api/songs", { token, json })).json<Song>();
      const found = async (text: string) => (await find(app, text)).hits.map((hit) => hit?.start_ms);
      expect(await found("hai ba")).toEqual([null]);
      await publish(app, token, id, documentOf(line("Bốn năm sáu", 4000)));
      expect([await found("hai ba"), await found("nam sau")]).toEqual([[], [4000]]);
      await publish(app, token, id, documentOf(line("Bốn năm sáu", 5000)));
      expect(await found("nam sau")).toEqual([5000]);
      await app.send(`PUT /api/songs/${id}`, { token, json: { lyrics: "Mở đầu\nBốn năm sáu" } });
      expect([await found("mo dau"), await found("nam sau")]).toEqual([[null], [5000]]);
      await app.send(`DELETE /api/songs/${id}/lines`, { token });
      expect(await found("nam sau")).toEqual([null]);
      await app.send(`PUT /api/songs/${id}/lines/draft`, {
        token,
        json: { document: documentOf(line("Nháp kín", 1)) },
      });
      expect(await found("nhap kin")).toEqual([]);
      await publish(app, token, id, documentOf(line("Bảy tám", 7000)));
      await app.send(`DELETE /api/songs/${id}`, { token });
      expect(await found("bay tam")).toEqual([]);
      const back = await app.send("POST /api/admin/bin/restore", { token, json: { entity: "song", id } });
      expect(back.statusCode, back.body).toBe(200);
      expect(await found("bay tam")).toEqual([7000]);
      await app.send(`PUT /api/songs/${id}`, { token, json: { lyrics: null } });
      expect(await found("bay tam")).toEqual([]);
      expect(await app.db.selectFrom("song_lyrics").selectAll().execute()).toEqual([]);
    });

    test("finds the lyrics of Premium songs for those alone who may read them, and hidden songs for administrators", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await sungSong(app, "Chung một câu ca", { title: "Mở" });
      const locked = await sungSong(app, "Cũ", { title: "Khóa", is_premium: true });
      await publish(app, token, locked, documentOf(line("Chung một câu ca", 3000), line("Riêng tư lắm", 9000)));
      await sungSong(app, "Chung một câu ca", { title: "Ẩn", is_active: false });
      await sungSong(app, "Chung một câu ca", { title: "Chung một câu", is_premium: true });
      const readers: [string | undefined, string[]][] = [
        [undefined, ["Chung một câu", "Mở"]],
        [await userToken(app), ["Chung một câu", "Mở"]],
        [await staffToken(app), ["Chung một câu", "Mở"]],
        [await userToken(app, { premium: true }), ["Chung một câu", "Khóa", "Mở"]],
        [token, ["Chung một câu", "Ẩn", "Khóa", "Mở"]],
        [undefined, ["Chung một câu", "Mở"]],
      ];
      for (const [reader, titles] of readers) {
        const found = await find(app, "chung mot cau", reader);
        expect(found).toMatchObject({ titles, total: titles.length });
        const mayRead = titles.includes("Khóa");
        // Its title is what was found.
        expect(found.hits[0]).toBeUndefined();
        const secret = await find(app, "rieng tu", reader);
        expect(secret).toMatchObject({ titles: mayRead ? ["Khóa"] : [], total: mayRead ? 1 : 0 });
        const page = await find(app, "chung mot cau", reader, { skip: "1", limit: "1" });
        expect(page.titles).toEqual([titles[1]]);
      }
      const tagOf = async (search: string) => (await app.send("GET /api/songs", { query: { search } })).headers.etag;
      // Lyrics that can't be read are as lyrics that are not there.
      expect(await tagOf("rieng tu")).toBe(await tagOf("khong co gi"));
      await app.send(`PUT /api/songs/${locked}`, { token, json: { is_premium: false } });
      expect((await find(app, "rieng tu")).titles).toEqual(["Khóa"]);
    });

    test("chooses the same songs in bulk jobs, exports and the command palette", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await sungSong(app, "Chiều nay gió về", { title: "Mây", is_premium: true });
      await makeSong(app, { title: "Gió về" });
      const preview = { kind: "feature_songs", filter: { search: "gio ve" }, except: [], options: {} };
      const asked = await app.send("POST /api/admin/bulk/preview", { token, json: preview });
      expect(asked.json()).toMatchObject({ total: 2, names: ["Gió về", "Mây"] });
      const { found } = (await app.send("GET /api/admin/find", { token, query: { search: "gio ve" } })).json();
      expect(found).toMatchObject([{ title: "Gió về" }, { title: "Mây", detail: "“Chiều nay gió về”" }]);
    });

    test("finds the lyrics of a database of the version before", async () => {
      const database = await openDatabase(await freshPlace(engine, { migrated: false }));
      onTestFinished(() => database.close());
      await migrate(database, { list: migrationsUpTo("0060-song-lines") });
      const holder = { db: database.db };
      const plain = await makeSong(holder, { lyrics: "Một câu\n\nHai câu", categories: [] });
      const timed = await makeSong(holder, { lyrics: "Ba câu", categories: [] });
      await makeSong(holder, { categories: [] });
      const published = JSON.stringify(documentOf(line("Ba câu", 3000)));
      await database.db.insertInto("song_lines").values({ song_id: timed.id, published }).execute();
      await migrate(database);
      expect(await database.db.selectFrom("song_lyrics").selectAll().orderBy("song_id").execute()).toEqual([
        { song_id: plain.id, search_text: " mot cau ¶ hai cau", lines: null },
        { song_id: timed.id, search_text: " ba cau", lines: "[[0,3000]]" },
      ]);
      const search = { words: " hai", withPremium: false };
      const songs = songListRepository(database.db, database.dialect);
      expect(await songs.countByLyrics({ search: "hai" }, "public", search, 10)).toBe(1);
    });

    test("reads by its index, or from the newest song on for a word that many songs have", async () => {
      const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
      const { id: _id, ...song } = await makeSong(app, { categories: [], lyrics: "x" });
      const { id: genre } = await makeCategory(app);
      const count = rowsForPlans(engine);
      for (let first = 0; first < count; first += 1000) {
        const rows = await app.db
          .insertInto("songs")
          .values(Array.from({ length: 1000 }, () => song))
          .returning("id")
          .execute();
        const values = rows.map(({ id }) => ({ song_id: id, search_text: ` yeu em ${id} ¶ cau so ${id}` }));
        await app.db.insertInto("song_lyrics").values(values).execute();
      }
      if (engine === "postgres") await sql`vacuum analyze songs, song_lyrics`.execute(app.db);
      const page = { skip: 24, limit: 12 };
      const rare: LyricsSearch = { words: " cau so 77", withPremium: false };
      const common: LyricsSearch = { words: " yeu em", withPremium: false };
      const rareFilter = { search: "cau so 77" };
      const commonFilter = { search: "yeu em" };
      const index =
        engine === "sqlite" ? /SCAN song_lyrics_search VIRTUAL TABLE/ : /Bitmap Index Scan on song_lyrics_search/;
      const newest = engine === "sqlite" ? index : /Index Scan Backward using song(s|_lyrics)_pkey/;
      type Songs = ReturnType<typeof songListRepository>;
      const queries: [string, RegExp, (songs: Songs) => Promise<unknown>][] = [
        ["a page", index, (songs) => songs.listByLyrics(rareFilter, "public", rare, page, false)],
        [
          "a genre",
          engine === "sqlite" ? index : /song_categories_category/,
          (songs) => songs.listByLyrics({ ...rareFilter, category_id: genre }, "public", rare, page, false),
        ],
        ["a count", index, (songs) => songs.countByLyrics(rareFilter, "public", rare, 10_001)],
        ["ids", index, (songs) => songs.idsByLyrics(rareFilter, rare, 1000)],
        ["a common word", newest, (songs) => songs.listByLyrics(commonFilter, "all", common, page, true)],
      ];
      for (const [name, wanted, read] of queries) {
        const plans = await plansOf(app, ({ db, dialect }) => read(songListRepository(db, dialect)), { isLarge: true });
        expect(plans, name).toHaveLength(1);
        const plan = withoutPage(plans[0] ?? "");
        expect(plan, name).toMatch(wanted);
        expect(plan, name).not.toMatch(/SCAN (songs|song_lyrics)$|Seq Scan|USE TEMP B-TREE/m);
      }
    });
  });
});
