/** Searches in the lyrics of 100,000 songs with 3 million lines, by words that nearly all of them have, on both databases. */
import { sql } from "kysely";
import { lyricsIndex } from "#contract/lyrics/search.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createRandom } from "../bench/catalogue.ts";
import { below, type Experiment, none, type Row, type Run, tally } from "./experiment.ts";
import { startOwnPostgres } from "./postgres.ts";
import { send, startSite } from "./site.ts";

const songs = 100_000;
const linesOfSong = 30;
const wordsOfLine = 7;
const batch = 500;
/** With a margin for this machine. */
const pageLimitMs = 400;
const publishLimitMs = 1500;
const format = (ms: number) => `${ms.toFixed(0)} ms`;

const words =
  "yêu em anh mưa nắng gió mây trăng sao đêm ngày sáng chiều xuân hạ thu đông biển sông núi rừng phố làng quê đồng lúa cầu bến thuyền đường ngõ nhà cửa sổ mái hiên vườn cây lá hoa cỏ sen mai đào tím xanh vàng trắng đỏ tình thương nhớ mong chờ đợi xa gần về đi đến rời ở lại người mẹ cha bà con bạn tôi ta mình lời hứa hẹn ước mơ giấc ngủ thức cười khóc buồn vui giận hờn dỗi lặng im tiếng hát ru đàn".split(
    " ",
  );
const searches = ["yêu", "em anh", "yêu em anh", "mưa nắng gió mây", "ru đàn", "bài số 777", "bài số", "không có đâu"];

/** Returns lyrics in which the first words of the list come often and the last ones seldom. */
function lyricsOf(random: () => number, id: number): string {
  const line = () =>
    Array.from({ length: wordsOfLine }, () => words[Math.floor(random() ** 2 * words.length)]).join(" ");
  return [...Array.from({ length: linesOfSong - 1 }, line), `bài số ${id} của tôi`].join("\n");
}

async function fill(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl });
  const random = createRandom(1);
  const created_at = new Date(0).toISOString();
  try {
    await migrate(database);
    for (let first = 1; first <= songs; first += batch) {
      const rows = Array.from({ length: batch }, (_, index) => ({
        id: first + index,
        title: "Một khúc hát",
        search_text: "mot khuc hat",
        audio_url: "/uploads/audio/a.mp3",
        lyrics: lyricsOf(random, first + index),
        is_active: true,
        is_featured: false,
        is_premium: index % 10 === 0,
        is_demo: false,
        created_at,
        updated_at: created_at,
      }));
      const found = rows.map(({ id, lyrics }) => ({ song_id: id, ...lyricsIndex(lyrics, undefined) }));
      await database.db.transaction().execute(async (tx) => {
        await tx.insertInto("songs").values(rows).execute();
        await tx.insertInto("song_lyrics").values(found).execute();
      });
    }
    // As autovacuum does in a while.
    if (databaseUrl !== undefined) await sql`analyze`.execute(database.db);
  } finally {
    await database.close();
  }
}

async function search(run: Run, engine: string, dataDir: string, databaseUrl: string | undefined): Promise<Row[]> {
  await fill(dataDir, databaseUrl);
  const site = await startSite(run, { dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
  const statuses: number[] = [];
  const slowest: Row[] = [];
  for (const text of searches) {
    const query = `search=${encodeURIComponent(text)}`;
    let most = 0;
    for (const path of [
      `?${query}&limit=12`,
      `?${query}&limit=12&skip=12`,
      `?${query}&limit=12&skip=9960`,
      `/count?${query}`,
    ]) {
      const { status, ms } = await send(site, `GET /api/songs${path}`);
      statuses.push(status);
      most = Math.max(most, ms);
    }
    slowest.push(below(`${engine}, “${text}”: slowest of three pages and the count`, most, pageLimitMs, format));
  }
  const lines = Array.from({ length: 2000 }, (_, place) => ({
    text: `câu ${place} ${place % 7} mưa nắng gió`,
    starts_verse: false,
    singer: null,
    start_ms: place * 100,
    end_ms: null,
    reading: null,
    translation: null,
    words: [],
  }));
  const document = { language: "vi", reading_language: null, translation_language: null, lines, glossary: [] };
  const published = await send(site, "PUT /api/songs/1/lines", { token: site.token, json: { document } });
  await site.stop();
  return [
    ...slowest,
    below(`${engine}: publishing 2,000 lines`, published.ms, publishLimitMs, format),
    none(
      `${engine}: refused or failed`,
      [...statuses, published.status].filter((status) => status !== 200).length,
      ` of ${tally([...statuses, published.status])}`,
    ),
  ];
}

export const lyrics: Experiment = {
  name: "lyrics",
  summary: "searches of common words in 3 million lines of lyrics, on both databases",
  limitMinutes: 15,
  async measure(run) {
    const postgres = await startOwnPostgres(run);
    return [
      ...(await search(run, "SQLite", `${run.folder}/sqlite`, undefined)),
      ...(await search(run, "PostgreSQL", `${run.folder}/postgres`, postgres.url)),
    ];
  },
};
