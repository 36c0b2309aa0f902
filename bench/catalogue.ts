/** Generates a catalogue of Vietnamese songs with titles, artists and lyrics, the same in every run. */

import { fold } from "#contract/fold.ts";
import { lyricsIndex } from "#contract/lyrics/search.ts";
import { migrate } from "#server/database/migrate.ts";
import { songSearchText } from "#server/features/catalogue/songs.repository.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";

const words =
  "mưa nắng gió mây trăng sao đêm ngày sáng chiều hoàng hôn bình minh xuân hạ thu đông biển sông núi rừng phố làng quê đồng lúa cầu bến thuyền đường ngõ hẻm nhà cửa sổ mái hiên vườn cây lá hoa cỏ sen mai đào cúc hồng tím xanh vàng trắng đỏ tình yêu thương nhớ mong chờ đợi xa gần về đi đến rời ở lại người em anh mẹ cha bà con bạn tôi ta mình lời hứa hẹn ước mơ giấc ngủ thức cười khóc buồn vui giận hờn dỗi lặng im tiếng hát ru đàn sáo trống nhịp điệu vũ khúc ca bài thơ trang thư cánh chim bướm ong đom đóm ve mèo chó trâu bò cá tôm cua sóng cát đảo thủy triều mặt trời ánh đèn lửa khói sương tuyết băng giá lạnh ấm áp nồng say tỉnh quên kỷ niệm tháng năm tuổi trẻ thanh xuân già nua đời kiếp phận duyên nợ trọn vẹn tan vỡ hàn gắn lối cũ mới đầu cuối giữa chừng bỏ quay bước chân tay mắt môi tóc vai lưng tim hồn".split(
    " ",
  );
const family = "Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý".split(" ");
const given =
  "An Bình Chi Dũng Giang Hà Hải Hạnh Hiếu Hoa Hùng Hương Khánh Lan Linh Long Mai Minh Nam Nga Ngân Ngọc Phong Phúc Quân Quỳnh Sơn Tâm Thảo Thu Trang Trung Tú Tuấn Uyên Vân Việt Xuân Yến".split(
    " ",
  );
const genres = [
  "Nhạc trẻ",
  "Ballad",
  "Bolero",
  "Dân ca",
  "Rap Việt",
  "Nhạc thiếu nhi",
  "Không lời",
  "Indie",
  "Lofi",
  "Học tiếng Anh",
  "Học tiếng Nhật",
  "Học tiếng Trung",
];

/** Returns a generator of numbers in [0, 1), with the same sequence in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function phrase(random: () => number, length: number): string {
  const text = Array.from({ length }, () => pick(random, words)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the stored name of a song's file. */
export function audioName(id: number): string {
  return `${id.toString(16).padStart(32, "0")}.mp3`;
}

/** Returns two words of a search, half of the time without marks. */
export function searchWords(random: () => number): string {
  const text = `${pick(random, words)} ${pick(random, words)}`;
  return random() < 0.5 ? fold(text) : text;
}

/**
 * Fills a new embedded database. Each song refers to a file of its own (`audioName`); no file is written.
 * @returns the ids of active songs.
 */
export async function fillCatalogue(dataDir: string, songs: number): Promise<{ ids: number[] }> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(database);
    const random = createRandom(songs);
    const ids: number[] = [];
    await database.db.transaction().execute(async (tx) => {
      await addGenres(tx);
      const batch = 500;
      for (let first = 1; first <= songs; first += batch) {
        const count = Math.min(batch, songs - first + 1);
        const rows = Array.from({ length: count }, (_, i) => songRow(random, first + i));
        ids.push(...rows.filter((row) => row.is_active).map((row) => row.id));
        await tx.insertInto("songs").values(rows).execute();
        const found = rows.map(({ id, lyrics }) => ({ song_id: id, ...lyricsIndex(lyrics, undefined) }));
        await tx.insertInto("song_lyrics").values(found).execute();
        await tx
          .insertInto("song_categories")
          .values(rows.flatMap((row) => categoriesOf(random, row.id)))
          .execute();
      }
    });
    return { ids };
  } finally {
    await database.close();
  }
}

async function addGenres(tx: Db): Promise<void> {
  const created_at = new Date(0).toISOString();
  await tx
    .insertInto("categories")
    .values(
      genres.map((name, i) => ({
        id: i + 1,
        name,
        name_key: name.toLowerCase(),
        description: `${name} do AI tạo`,
        category_type: name.startsWith("Học") ? ("educational" as const) : ("entertainment" as const),
        is_active: true,
        is_featured: i < 4,
        is_demo: false,
        created_at,
      })),
    )
    .execute();
}

function songRow(random: () => number, id: number) {
  const title = phrase(random, 2 + Math.floor(random() * 3));
  const artist = random() < 0.1 ? null : `${pick(random, family)} ${pick(random, given)} ${pick(random, given)}`;
  const created_at = new Date(1_700_000_000_000 + id * 60_000).toISOString();
  return {
    id,
    title,
    artist,
    description: phrase(random, 20),
    lyrics: Array.from({ length: 16 }, () => phrase(random, 7)).join("\n"),
    audio_url: `/uploads/audio/${audioName(id)}`,
    is_active: random() >= 0.03,
    is_featured: random() < 0.05,
    is_premium: false,
    is_demo: false,
    duration: 90 + Math.round(random() * 200),
    waveform: Array.from({ length: 96 }, () => Math.floor(random() * 101)).join(","),
    search_text: songSearchText(title, artist),
    created_at,
    updated_at: created_at,
  };
}

function categoriesOf(random: () => number, song_id: number) {
  const first = 1 + Math.floor(random() * genres.length);
  const all = random() < 0.3 ? [first, 1 + (first % genres.length)] : [first];
  return all.map((category_id, position) => ({ song_id, category_id, position }));
}
