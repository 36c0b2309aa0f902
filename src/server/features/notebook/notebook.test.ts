import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { NotebookWord, WordCounts, WordListQuery } from "#contract/notebook.ts";
import { maxWordLines, maxWords } from "#contract/notebook-rules.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf, rowsForPlans } from "#test/explain.ts";
import {
  adminToken,
  makeSession,
  makeSong,
  makeUser,
  makeWord,
  password,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { notebookRepository } from "./notebook.repository.ts";
import { createNotebook, keepSongIds } from "./notebook.service.ts";
import { reviewsRepository } from "./reviews.repository.ts";
import { dueCounts } from "./words.service.ts";

const words = "/api/user/words";
const [rain, you] = ["雨の歌が聞こえる夜に", "君を想う"];
const document = readLyrics(`[00:01.00]${rain}\n[00:05.00]${you}\n[00:09.00]${rain}`).document;
const dayMs = 24 * 3600_000;

/** Publishes lines of a new song. */
async function songWithLines(app: TestApp, values: Parameters<typeof makeSong>[1] = {}, lines = document) {
  const song = await makeSong(app, values);
  await publish(app, song.id, lines);
  return song;
}
async function publish(app: TestApp, id: number, lines: LineDocument): Promise<void> {
  const answer = await app.send(`PUT /api/songs/${id}/lines`, {
    token: await adminToken(app),
    json: { document: lines },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const lineOf = (song_id: number, place = 0, text = rain) => ({ line: { song_id, place, text } });
const body = (fields: object = {}) => ({ client_id: randomUUID(), language: "ja", text: "雨", ...fields });
const save = (app: TestApp, token: string, fields: object = {}) =>
  app.send(`POST ${words}`, { token, json: body(fields) });
async function saved(app: TestApp, token: string, fields: object = {}): Promise<NotebookWord> {
  const answer = await save(app, token, fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function list(app: TestApp, token: string, query: Record<string, string> = {}): Promise<NotebookWord[]> {
  const answer = await app.send(`GET ${words}`, { token, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const texts = (rows: readonly NotebookWord[]) => rows.map(({ text }) => text);
const read = async (app: TestApp, token: string, id: number): Promise<NotebookWord> =>
  (await app.send(`GET ${words}/${id}`, { token })).json();

onBothEngines((engine) => {
  describe("saving a word", () => {
    test("keeps it with its line, whose text, layers and times are those that are published", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const lines = document.lines.map((line) => ({ ...line, reading: "ame no uta", translation: "Bài ca mưa" }));
      const { id, title } = await songWithLines(app, {}, { ...document, lines });
      const word = await saved(app, token, { reading: " あめ ", meaning: "mưa", ...lineOf(id) });
      expect(word).toMatchObject({ language: "ja", text: "雨", reading: "あめ", meaning: "mưa", note: null });
      expect(word).toMatchObject({ state: "new", reps: 0, is_leech: false, last_review: null });
      expect(word.lines).toEqual([
        {
          id: expect.any(Number),
          text: rain,
          reading: "ame no uta",
          translation: "Bài ca mưa",
          song_id: id,
          song_title: title,
          start_ms: 1000,
          end_ms: 5000,
          can_play: true,
        },
      ]);
      expect(await read(app, token, word.id)).toEqual(word);
      expect(await list(app, token)).toEqual([word]);
    });

    test("again adds the line and what the entry lacks, and the same again changes nothing", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [first, second] = [await songWithLines(app), await songWithLines(app)];
      const one = body({ text: "Mưa", language: "vi", meaning: "rain", ...lineOf(first.id) });
      const word = (await app.send(`POST ${words}`, { token, json: one })).json<NotebookWord>();
      expect((await app.send(`POST ${words}`, { token, json: one })).json()).toEqual(word);

      const more = { text: " mưa ", language: "vi-VN", reading: "mɨə", meaning: "Rain; shower", note: "nặng hạt" };
      const merged = await saved(app, token, { ...more, ...lineOf(second.id, 1, you) });
      expect(merged).toMatchObject({ id: word.id, text: "Mưa", meaning: "rain; shower", note: "nặng hạt" });
      expect(merged.lines.map(({ song_id, start_ms }) => [song_id, start_ms])).toEqual([
        [first.id, 1000],
        [second.id, 5000],
      ]);
      expect(await saved(app, token, { ...more, ...lineOf(second.id, 1, you) })).toEqual(merged);
      // Marks and languages tell words apart.
      for (const other of [{ text: "mua" }, { text: "mứa" }, { text: "mưa", language: "en" }]) {
        expect((await saved(app, token, { language: "vi", ...other })).id).not.toBe(word.id);
      }
      expect(await list(app, token)).toHaveLength(4);
    });

    test("finds a line by its text where the lines were published anew, and takes none from the browser", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await songWithLines(app);
      await publish(app, id, { ...document, lines: [{ ...plainLine("Dạo đầu"), start_ms: 0 }, ...document.lines] });
      expect((await saved(app, token, lineOf(id))).lines).toMatchObject([{ text: rain, start_ms: 1000 }]);
      for (const line of [lineOf(id, 0, "Câu tự đặt"), lineOf(id, 99, ""), lineOf(4242)]) {
        expect((await save(app, token, { text: "歌", ...line })).statusCode).toBe(404);
      }
      expect((await saved(app, token, { text: "歌", line: null })).lines).toEqual([]);
    });

    test("of many at once makes one entry", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const songs = [await songWithLines(app), await songWithLines(app)];
      const saves = songs.flatMap(({ id }) => [save(app, token, lineOf(id)), save(app, token, lineOf(id))]);
      const ids = (await Promise.all(saves)).map((answer) => answer.json<NotebookWord>().id);
      expect(new Set(ids).size).toBe(1);
      expect((await list(app, token)).map(({ lines }) => lines.length)).toEqual([2]);
    });
  });

  describe("the line of a word", () => {
    test("loses its clip with its song, and gets it back from the bin", async () => {
      const app = await testApp(engine);
      const [token, admin] = [await userToken(app), await adminToken(app)];
      const { id, title } = await songWithLines(app);
      const word = await saved(app, token, lineOf(id));
      const gone = { text: rain, song_id: null, song_title: title, can_play: false };
      const set = (is_active: boolean) => app.db.updateTable("songs").set({ is_active }).where("id", "=", id).execute();
      await set(false);
      expect((await read(app, token, word.id)).lines).toMatchObject([gone]);
      await set(true);
      expect(await read(app, token, word.id)).toEqual(word);
      expect((await app.send(`DELETE /api/songs/${id}`, { token: admin })).statusCode).toBe(200);
      expect((await read(app, token, word.id)).lines).toMatchObject([gone]);
      const restored = await app.send("POST /api/admin/bin/restore", { token: admin, json: { entity: "song", id } });
      expect(restored.statusCode, restored.body).toBe(200);
      expect(await read(app, token, word.id)).toEqual(word);
    });

    test("follows the times of its song, each repeat its own", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await songWithLines(app);
      const first = await saved(app, token, lineOf(id));
      const last = await saved(app, token, { text: "歌", ...lineOf(id, 2) });
      const untouched = await saved(app, token, { text: "君", ...lineOf(id, 1, you) });
      const lines = document.lines
        .map((line) => ({ ...line, start_ms: (line.start_ms ?? 0) + 500 }))
        .map((line, place) => (place === 1 ? { ...line, text: "君を思う" } : line));
      await publish(app, id, { ...document, lines });
      const times = async (word: NotebookWord) =>
        (await read(app, token, word.id)).lines.map(({ start_ms, end_ms }) => [start_ms, end_ms]);
      expect(await times(first)).toEqual([[1500, 5500]]);
      expect(await times(last)).toEqual([[9500, 15_500]]);
      expect(await times(untouched)).toEqual([[5000, 9000]]);
    });

    test("keeps the id of its song from being given to another one after a restored backup", async () => {
      const app = await testApp(engine);
      const { id: word_id } = await makeWord(app);
      const { id } = await makeSong(app);
      await app.db
        .insertInto("word_lines")
        .values({ word_id, song_id: id + 100, text: rain })
        .execute();
      await app.database.commit((tx) => keepSongIds(tx, app.database.dialect));
      expect((await makeSong(app)).id).toBe(id + 101);
    });
  });

  describe("the list of words", () => {
    test("is searched, filtered, sorted and counted", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const token = await userToken(app, { user });
      const { id } = await songWithLines(app);
      const add = (text: string, values: Parameters<typeof makeWord>[1] = {}) =>
        makeWord(app, { user_id: user.id, text, ...values });
      await add("Đường", { created_at: "2026-05-01T00:00:00.000Z" });
      await add("an", { state: "review", due: "2026-05-02T00:00:00.000Z", created_at: "2026-05-02T00:00:00.000Z" });
      await add("biển", { state: "review", due: "2999-01-01T00:00:00.000Z", created_at: "2026-05-03T00:00:00.000Z" });
      await add("100%_\\", { state: "relearning", due: "2026-05-01T00:00:00.000Z", lapses: 8 });
      await add("removed", { removed_at: "2026-05-01T00:00:00.000Z" });
      await makeWord(app, { text: "of another" });
      await saved(app, token, { meaning: "mưa rào", ...lineOf(id) });

      const found = async (query: Record<string, string>) => texts(await list(app, token, query));
      expect(await found({})).toEqual(["雨", "100%_\\", "biển", "an", "Đường"]);
      expect(await found({ sort_by: "text" })).toEqual(["100%_\\", "an", "biển", "Đường", "雨"]);
      expect((await found({ sort_by: "due", sort_order: "asc" }))[4]).toBe("biển");
      expect(await found({ search: "MUA RÀO" })).toEqual(["雨"]);
      expect(await found({ search: "%_\\" })).toEqual(["100%_\\"]);
      expect(await found({ search: "d%g" })).toEqual([]);
      expect(await found({ language: "ja-JP" })).toEqual(["雨"]);
      expect(await found({ tab: "new" })).toEqual(["雨", "Đường"]);
      expect(await found({ tab: "due" })).toEqual(["100%_\\", "an"]);
      expect(await found({ tab: "learning" })).toEqual(["100%_\\"]);
      expect(await found({ tab: "leech" })).toEqual(["100%_\\"]);
      expect(await found({ text: "ĐƯỜNG", language: "vi" })).toEqual(["Đường"]);
      expect(await found({ text: "duong" })).toEqual([]);
      expect(await found({ song_id: String(id) })).toEqual(["雨"]);
      expect(await found({ skip: "1", limit: "2" })).toEqual(["100%_\\", "biển"]);
      const page = await app.send(`GET ${words}`, { token, query: { skip: "1", limit: "2", language: "vi" } });
      expect(page.headers["x-total-count"]).toBe("4");
      expect((await app.send(`GET ${words}/counts`, { token })).json<WordCounts>()).toEqual({
        all: 5,
        due: 2,
        new: 2,
        learning: 1,
        leech: 1,
        languages: [
          { language: "vi", words: 4 },
          { language: "ja", words: 1 },
        ],
      });
    });
  });

  describe("a word", () => {
    test("is edited; another entry with the new text is in the way", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const word = await saved(app, token, { meaning: "mưa" });
      const other = await saved(app, token, { text: "歌" });
      const edit = (json: object) => app.send(`PATCH ${words}/${word.id}`, { token, json });
      expect((await edit({ meaning: " mưa \n rơi ", note: "a\nb" })).json()).toMatchObject({
        text: "雨",
        meaning: "mưa rơi",
        note: "a\nb",
      });
      expect((await edit({ meaning: null })).json()).toMatchObject({ meaning: null, note: "a\nb" });
      expect((await edit({ text: "歌" })).statusCode).toBe(409);
      await app.send(`DELETE ${words}/${other.id}`, { token });
      expect((await edit({ text: "歌" })).json()).toMatchObject({ id: word.id, text: "歌" });
      expect(texts(await list(app, token, { search: "歌" }))).toEqual(["歌"]);
    });

    test("is deleted and comes back, until it is saved anew", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await songWithLines(app);
      const first = body(lineOf(id));
      const word = (await app.send(`POST ${words}`, { token, json: first })).json<NotebookWord>();
      const remove = () => app.send(`DELETE ${words}/${word.id}`, { token });
      const restore = () => app.send(`POST ${words}/${word.id}/restore`, { token });
      expect((await remove()).statusCode).toBe(200);
      expect((await remove()).statusCode).toBe(404);
      expect(await list(app, token)).toEqual([]);
      expect((await restore()).json()).toEqual(word);
      expect((await restore()).json()).toEqual(word);
      await remove();
      expect((await app.send(`POST ${words}`, { token, json: first })).json()).toEqual(word);
      await remove();
      const again = await saved(app, token);
      expect(again).toMatchObject({ text: "雨", lines: [] });
      expect((await restore()).statusCode).toBe(404);
      expect(await app.db.selectFrom("word_lines").select("id").execute()).toEqual([]);
    });

    test("that was deleted is erased after a day", async () => {
      const app = await testApp(engine);
      const now = Date.parse("2026-05-03T00:00:00.000Z");
      const at = (ms: number) => ({ removed_at: new Date(now - ms).toISOString() });
      await makeWord(app, { text: "cũ", ...at(dayMs + 1) });
      await makeWord(app, { text: "mới xóa", ...at(dayMs) });
      await makeWord(app, { text: "còn" });
      const unused = { lines: undefined as never, songs: undefined as never };
      await createNotebook({ database: app.database, ...unused }).eraseRemoved(now);
      const left = await app.db.selectFrom("words").select("text").orderBy("id").execute();
      expect(left.map(({ text }) => text)).toEqual(["mới xóa", "còn"]);
    });

    test("can be restored among the last ones that were deleted", async () => {
      const app = await testApp(engine);
      const { id: user_id } = await makeUser(app);
      for (const day of [1, 2, 3]) {
        await makeWord(app, { user_id, text: `${day}`, removed_at: `2026-05-0${day}T00:00:00.000Z` });
      }
      await makeWord(app, { user_id, text: "còn" });
      await makeWord(app, { text: "của người khác", removed_at: "2026-04-01T00:00:00.000Z" });
      const left = async () =>
        (await app.db.selectFrom("words").select("text").orderBy("id").execute()).map(({ text }) => text);
      await notebookRepository(app.db).purgeRemoved(user_id, 3);
      expect(await left()).toHaveLength(5);
      await notebookRepository(app.db).purgeRemoved(user_id, 2);
      expect(await left()).toEqual(["2", "3", "còn", "của người khác"]);
    });
  });

  test("a notebook is among the own data, and goes with the account", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await makeSession(app, "user", user.id);
    const { id } = await songWithLines(app);
    const word = await saved(app, token, { meaning: "mưa", note: "của tôi", ...lineOf(id) });
    const reviews = [{ id: randomUUID(), word_id: word.id, rating: "good", reviewed_at: new Date().toISOString() }];
    expect((await app.send("POST /api/user/word-reviews", { token, json: { reviews } })).statusCode).toBe(200);
    await app.send("PUT /api/user/notebook", { token, json: { new_words_per_day: 5 } });
    const { notebook } = (await app.send("GET /api/user/export", { token })).json();
    expect(notebook).toMatchObject({
      settings: { new_words_per_day: 5 },
      words: [{ text: "雨", meaning: "mưa", note: "của tôi", state: "learning" }],
      lines: [{ word_id: word.id, text: rain, song_id: id }],
      reviews: [{ word_id: word.id, rating: "good", undone_at: null }],
    });
    expect((await app.send("DELETE /api/user/me", { token, json: { password } })).statusCode).toBe(200);
    for (const table of ["words", "word_lines", "word_reviews", "notebooks"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });

  test("each query of one notebook among many goes by an index", async () => {
    const app = await testApp(engine);
    const users: number[] = [];
    for (let n = 0; n < 50; n += 1) users.push((await makeUser(app)).id);
    const [first = 0] = users;
    const count = rowsForPlans(engine);
    const time = sql`cast('2026-05-01T00:00:00.000Z' as ${app.database.dialect.types.time})`;
    const counting = sql`with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(count)})`;
    await sql`insert into words (user_id, client_id, language, text, text_key, search_text, state, due, first_review, created_at)
      ${counting} select ${sql.lit(first)} + i % 50, 'c' || i, 'en', 'w' || i, 'w' || i, 'w' || i,
      case i % 4 when 0 then 'new' when 1 then 'learning' else 'review' end, ${time},
      case i % 4 when 0 then null else ${time} end, ${time} from counting`.execute(app.db);
    await sql`insert into word_lines (word_id, song_id, text)
      select id, id % 1000 + 1, 'Câu hát' from words`.execute(app.db);
    await sql`insert into word_reviews (user_id, word_id, client_id, rating, reviewed_at)
      select user_id, id, client_id, 'good', ${time} from words`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze words, word_lines, word_reviews`.execute(app.db);
    const { id: word } = await app.db
      .selectFrom("words")
      .select("id")
      .where("user_id", "=", first)
      .limit(1)
      .executeTakeFirstOrThrow();
    const now = new Date().toISOString();
    const plans = await plansOf(
      app,
      async ({ db }) => {
        const repository = notebookRepository(db);
        const answers = reviewsRepository(db);
        const page = { sort_by: "created_at", sort_order: undefined, skip: 0, limit: 20 } as const;
        await repository.list(first, { ...page } as WordListQuery, now);
        await repository.learning(first, now, 10);
        await repository.review(first, now, 10);
        await repository.fresh(first, 10);
        await repository.countLearning(first, now);
        await repository.countReview(first, now);
        await repository.countNew(first, 10);
        await repository.count(first);
        await repository.countBegun(first, now);
        await repository.findByText(first, "en", "w50");
        await repository.findByClientId(first, "c50");
        await repository.linesOf([word]);
        await repository.clipsOf(7);
        await answers.known(first, ["c50"]);
        await answers.answersOf([word]);
        await repository.eraseRemoved(now, 500);
        await repository.purgeRemoved(first, 1000);
        await repository.highestSong();
        await repository.list(first, { ...page, limit: 200, song_id: (word % 1000) + 1 } as WordListQuery, now);
        await repository.list(first, { ...page, language: "en", text: "w50" } as WordListQuery, now);
      },
      { isLarge: true },
    );
    const indexes = [
      // The rows of a page and their number.
      ["words_newest"],
      ["words_newest", "words_due", "USING COVERING INDEX"],
      ["words_due"],
      ["words_due"],
      ["words_due"],
      ["words_due"],
      ["words_due"],
      ["words_due"],
      ["words_newest", "words_due", "USING COVERING INDEX"],
      ["words_begun"],
      ["words_text", "sqlite_autoindex_words_2"],
      ["words_client", "sqlite_autoindex_words_1"],
      ["word_lines_word"],
      ["word_lines_song"],
      ["word_reviews_once", "sqlite_autoindex_word_reviews_1"],
      ["word_reviews_word"],
      ["words_removed"],
      ["words_removed"],
      ["word_lines_song"],
      // On SQLite not all lines of the song, which are those of all learners.
      engine === "sqlite" ? ["word_lines_song (song_id=? AND word_id=?)"] : ["word_lines_song", "word_lines_word"],
      ["words_text", "sqlite_autoindex_words_2"],
    ];
    expect(plans).toHaveLength(indexes.length);
    for (const [place, names] of indexes.entries()) {
      const plan = plans[place] ?? "";
      expect(
        names.some((name) => plan.includes(name)),
        `${names.join()} in ${plan}`,
      ).toBe(true);
      expect(plan).not.toMatch(/SCAN (words|word_lines|word_reviews)$|Seq Scan/m);
    }
    // The first page and what is learned and new come in the order of their index.
    for (const place of [0, 3, 4]) expect(plans[place]).not.toMatch(/\bSort\b|TEMP B-TREE/);
  });
});

onOneEngine((engine) => {
  describe("saving a word", () => {
    test("of a Premium song is for Premium, and of a hidden song for nobody", async () => {
      const app = await testApp(engine);
      const premium = await songWithLines(app, { is_premium: true });
      const hidden = await songWithLines(app, { is_active: false });
      const token = await userToken(app);
      const refused = await save(app, token, lineOf(premium.id));
      expect(refused.statusCode).toBe(403);
      expect(refused.body).not.toContain(rain);
      expect((await save(app, token, lineOf(hidden.id))).statusCode).toBe(404);
      expect(await list(app, token)).toEqual([]);
      const word = await saved(app, await userToken(app, { premium: true }), lineOf(premium.id));
      expect(word.lines).toMatchObject([{ text: rain, can_play: true }]);
    });
  });

  describe("the line of a word", () => {
    test("stays when Premium ends, but is not heard", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app, { subscription_type: "premium" });
      const token = await userToken(app, { user });
      const { id } = await songWithLines(app, { is_premium: true });
      const word = await saved(app, token, lineOf(id));
      await app.db.updateTable("users").set({ subscription_type: "free" }).where("id", "=", user.id).execute();
      expect((await read(app, token, word.id)).lines).toMatchObject([{ text: rain, song_id: id, can_play: false }]);
    });

    test("can be taken off its word", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await songWithLines(app);
      const word = await saved(app, token, lineOf(id));
      const address = `${words}/${word.id}/lines/${word.lines[0]?.id}` as const;
      expect((await app.send(`DELETE ${address}`, { token: await userToken(app) })).statusCode).toBe(404);
      expect((await app.send(`DELETE ${address}`, { token })).json()).toMatchObject({ id: word.id, lines: [] });
      expect((await app.send(`DELETE ${address}`, { token })).statusCode).toBe(404);
    });

    test("is one of a bounded number", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const lines = Array.from({ length: maxWordLines + 1 }, (_, n) => ({ ...plainLine(`Câu ${n}`), start_ms: n }));
      const { id } = await songWithLines(app, {}, { ...document, lines });
      for (const n of lines.keys()) {
        const answer = await save(app, token, lineOf(id, n, `Câu ${n}`));
        expect(answer.statusCode).toBe(n < maxWordLines ? 201 : 409);
      }
    });
  });

  describe("a word", () => {
    test("of another is not found", async () => {
      const app = await testApp(engine);
      const { id } = await saved(app, await userToken(app));
      const token = await userToken(app);
      for (const call of [
        `GET ${words}/${id}`,
        `PATCH ${words}/${id}`,
        `DELETE ${words}/${id}`,
        `POST ${words}/${id}/restore`,
      ] as const) {
        const answer = await app.send(call, { token, json: {} });
        expect(answer.statusCode, call).toBe(404);
      }
    });
  });

  test("only users have a notebook", async () => {
    const app = await testApp(engine);
    for (const call of [`GET ${words}`, "GET /api/user/word-reviews", "GET /api/user/notebook"] as const) {
      expect((await app.send(call)).statusCode).toBe(401);
      for (const token of [await adminToken(app), await staffToken(app)]) {
        expect((await app.send(call, { token })).statusCode).toBe(403);
      }
    }
  });

  test.each([
    ["client_id", "x", "Mã không hợp lệ"],
    ["language", "tiếng Nhật", "Ngôn ngữ không hợp lệ"],
    ["text", " \n ", "Vui lòng nhập từ"],
    ["text", "a".repeat(101), "Không được dài quá 100 ký tự"],
    ["reading", "a".repeat(201), "Không được dài quá 200 ký tự"],
    ["meaning", "a".repeat(501), "Không được dài quá 500 ký tự"],
    ["note", "a".repeat(1001), "Không được dài quá 1000 ký tự"],
    ["line", { song_id: 0, place: 0, text: "" }, "Mã không hợp lệ"],
    ["line", { song_id: 1, place: -1, text: "" }, "Giá trị không hợp lệ"],
  ])("refuses a bad %s, %.20j", async (field, value, message) => {
    const app = await testApp(engine);
    const answer = await save(app, await userToken(app), { [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ message }] });
  });

  test("a notebook holds a bounded number of words", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const created_at = new Date().toISOString();
    const row = (n: number) => ({
      user_id: user.id,
      client_id: `${n}`,
      language: "en",
      text: `w${n}`,
      text_key: `w${n}`,
      search_text: `w${n}`,
      due: created_at,
      created_at,
    });
    for (let n = 0; n < maxWords; n += 500) {
      await app.db
        .insertInto("words")
        .values(Array.from({ length: 500 }, (_, i) => row(n + i)))
        .execute();
    }
    const full = await save(app, token);
    expect(full.statusCode).toBe(409);
    expect(full.json().detail).toBe("Sổ từ có tối đa 20.000 từ, bạn xóa bớt rồi lưu nhé");
    expect((await save(app, token, { language: "en", text: "w1", meaning: "một" })).statusCode).toBe(201);
    const removed = await makeWord(app, { user_id: user.id, removed_at: created_at });
    expect((await app.send(`POST ${words}/${removed.id}/restore`, { token })).statusCode).toBe(409);
    expect(await dueCounts(app.db, user.id, Date.now())).toMatchObject({ words: maxWords, new: 10, now: 10 });
  });

  test("settings are kept within their bounds", async () => {
    const app = await testApp(engine);
    const token = await userToken(app);
    const read = async () => (await app.send("GET /api/user/notebook", { token })).json();
    const write = (new_words_per_day: unknown) =>
      app.send("PUT /api/user/notebook", { token, json: { new_words_per_day } });
    expect(await read()).toEqual({ new_words_per_day: 10 });
    expect((await write(0)).json()).toEqual({ new_words_per_day: 0 });
    await write(25);
    expect(await read()).toEqual({ new_words_per_day: 25 });
    for (const value of [-1, 201, 1.5, "10"]) expect((await write(value)).statusCode).toBe(422);
  });
});
