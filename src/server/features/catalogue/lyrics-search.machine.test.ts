/** The search in the lyrics of 100,000 songs with 3 million lines, by words that nearly all of them have. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { lyricsIndex } from "#contract/lyrics/search.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { adminToken, makeCategory, makeSong } from "#test/factories.ts";

const songs = 100_000;
const linesOfSong = 30;
const wordsOfLine = 7;
const batch = 500;
/** Bounds of the slowest read and of a publication, with a margin for this machine. */
const pageMs = 400;
const publishMs = 1500;

const words =
  "yêu em anh mưa nắng gió mây trăng sao đêm ngày sáng chiều xuân hạ thu đông biển sông núi rừng phố làng quê đồng lúa cầu bến thuyền đường ngõ nhà cửa sổ mái hiên vườn cây lá hoa cỏ sen mai đào tím xanh vàng trắng đỏ tình thương nhớ mong chờ đợi xa gần về đi đến rời ở lại người mẹ cha bà con bạn tôi ta mình lời hứa hẹn ước mơ giấc ngủ thức cười khóc buồn vui giận hờn dỗi lặng im tiếng hát ru đàn".split(
    " ",
  );

/** Lyrics in which the first words of the list come often and the last ones seldom. */
function lyricsOf(random: () => number, id: number): string {
  const line = () =>
    Array.from({ length: wordsOfLine }, () => words[Math.floor(random() ** 2 * words.length)]).join(" ");
  return [...Array.from({ length: linesOfSong - 1 }, line), `bài số ${id} của tôi`].join("\n");
}

async function fill(app: TestApp, random: () => number): Promise<void> {
  const { id: _id, ...song } = await makeSong(app, { title: "Một khúc hát", categories: [] });
  const { id: category_id } = await makeCategory(app);
  for (let first = 0; first < songs; first += batch) {
    const rows = Array.from({ length: batch }, (_, index) => ({
      ...song,
      is_premium: index % 10 === 0,
      lyrics: lyricsOf(random, first + index),
    }));
    await app.db.transaction().execute(async (tx) => {
      const ids = await tx.insertInto("songs").values(rows).returning(["id", "lyrics"]).execute();
      const texts = ids.map(({ id, lyrics }) => ({ song_id: id, ...lyricsIndex(lyrics ?? "", undefined) }));
      await tx.insertInto("song_lyrics").values(texts).execute();
      const genres = ids.map(({ id }) => ({ song_id: id, category_id, position: 0 }));
      await tx.insertInto("song_categories").values(genres).execute();
    });
  }
}

onBothEngines((engine) => {
  test("3 million lines are searched and 2,000 lines published in a moment, by words that most songs have", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    let state = 1;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    await fill(app, random);
    if (engine === "postgres") await sql`vacuum analyze`.execute(app.db);
    const token = await adminToken(app);
    const times: Record<string, number> = {};
    const timed = async (name: string, task: () => Promise<unknown>) => {
      const started = performance.now();
      await task();
      times[name] = Math.round(performance.now() - started);
    };
    const read =
      (search: string, query: Record<string, string> = {}) =>
      async () => {
        const answer = await app.send("GET /api/songs", { query: { search, limit: "12", ...query } });
        expect(answer.statusCode, answer.body).toBe(200);
        return answer;
      };
    for (const search of [
      "yêu",
      "em anh",
      "yêu em anh",
      "mưa nắng gió mây",
      "ru đàn",
      "bài số 777",
      "bài số",
      "không có đâu",
    ]) {
      await timed(`first: ${search}`, read(search));
      await timed(`next: ${search}`, read(search, { skip: "12" }));
      await timed(`last: ${search}`, read(search, { skip: "9960" }));
      await timed(`count: ${search}`, async () => app.send("GET /api/songs/count", { token, query: { search } }));
    }
    await timed("genre", read("yêu em", { category_id: "1" }));
    const document: LineDocument = {
      language: "vi",
      reading_language: null,
      translation_language: null,
      glossary: [],
      lines: Array.from({ length: 2000 }, (_, n) => ({
        ...plainLine(`câu ${n} ${n % 7} mưa nắng gió`),
        start_ms: n * 100,
      })),
    };
    const { id } = await makeSong(app);
    await timed("publish", async () => {
      const answer = await app.send(`PUT /api/songs/${id}/lines`, { token, json: { document } });
      expect(answer.statusCode, answer.body).toBe(200);
    });
    const { publish = 0, ...reads } = times;
    expect(Object.entries(reads).filter(([, ms]) => ms > pageMs)).toEqual([]);
    expect(publish).toBeLessThan(publishMs);
  });
});
