import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import NodeID3 from "node-id3";
import { expect, test } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import type { PublishedLines } from "#contract/song-lines.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { shown } from "#test/cases/lyrics/cases.ts";
import { adminToken, makeCategory } from "#test/factories.ts";
import { folderOf } from "#test/folders.ts";
import { wavWithOddList } from "#test/odd-audio.ts";
import { openFiles } from "../../../../scripts/open-files.ts";
import { type ImportOptions, type ImportOutcome, ImportUsageError, importFolder } from "./import.ts";

/** Imports as another process would: through a connection of its own. */
async function run(app: TestApp, folder: string, options: Partial<ImportOptions> = {}) {
  const database = await openDatabase(app.config);
  const outcomes: Record<string, ImportOutcome> = {};
  const left: Record<string, string> = {};
  try {
    const store = createMediaStore({ dataDir: app.config.dataDir });
    const { files } = await openFiles(app.config, database, store);
    const counts = await importFolder({
      database,
      store,
      files,
      folder,
      onFile: (outcome) => {
        outcomes[path.relative(folder, outcome.file)] = outcome;
      },
      onLeft: ({ file, reason }) => {
        left[path.relative(folder, file)] = reason;
      },
      ...options,
    });
    return { counts, outcomes, left };
  } finally {
    await database.close();
  }
}

async function songsOf(app: TestApp): Promise<Song[]> {
  const answer = await app.send("GET /api/songs", { query: { limit: "100" } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

function stored(app: TestApp): { audio: string[]; images: string[]; tmp: string[] } {
  const list = (dir: string) => readdirSync(path.join(app.place.dataDir, dir));
  return { audio: list("uploads/audio"), images: list("uploads/images"), tmp: list("tmp") };
}

onOneEngine((engine) => {
  test("imports the same content once, whatever its name", async () => {
    const app = await testApp(engine);
    const folder = folderOf({ "a.wav": wav(1, 1), "copy/b.wav": wav(1, 1), "c.wav": wav(1, 2) });
    expect((await run(app, folder)).counts).toEqual({ total: 3, added: 2, known: 1, bad: 0 });
    writeFileSync(path.join(folder, "renamed.wav"), wav(1, 2));
    writeFileSync(path.join(folder, "new.wav"), wav(1, 3));
    expect((await run(app, folder)).counts).toEqual({ total: 5, added: 1, known: 4, bad: 0 });
    expect(await songsOf(app)).toHaveLength(3);
    expect(stored(app)).toMatchObject({ tmp: [], audio: { length: 3 } });
  });

  test("publishes lyrics with times line by line, with their text as the lyrics", async () => {
    const app = await testApp(engine);
    const text = "[00:01.00]Một\n[00:02.00][00:09.00]Hai";
    const tags = { title: "Đếm", unsynchronisedLyrics: { language: "vie", text } };
    await run(app, folderOf({ "a.mp3": NodeID3.write(tags, fixture("tagged.mp3")) }));
    const [song] = await songsOf(app);
    expect(song?.lyrics).toBe("Một\nHai\nHai");
    const lines = (await app.send(`GET /api/songs/${song?.id}/lines`)).json<PublishedLines>();
    expect([lines.number, lines.document && shown(lines.document)]).toEqual([1, ["1 Một", "2 Hai", "9 Hai"]]);
  });

  test.each([
    ["song.lrc", "[ti:Khác]\n[ar:Ai đó]\n[00:01.00]Một\n[00:02.00]Hai", ["1 Một", "2 Hai"]],
    ["SONG.LRC", Buffer.from("\ufeff[00:01.00]Một\r\n[00:02.00]Hai", "utf16le"), ["1 Một", "2 Hai"]],
    ["song.srt", "1\n00:00:01,000 --> 00:00:02,000\nMột\n", ["1-2 Một"]],
    ["song.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nMột\n", ["1-2 Một"]],
    ["song.ttml", '<tt><body><div><p begin="1s" end="2s">Một</p></div></body></tt>', ["1-2 Một"]],
    ["song.txt", "Một\n\nHai", null],
    // Letters of Windows-1258.
    ["song.txt", Buffer.from("Mo\xf4\xf2t\nHai", "latin1"), null],
  ])("takes the lyrics of %s beside song.wav", async (name, content, lines) => {
    const app = await testApp(engine);
    const { outcomes, left } = await run(app, folderOf({ "song.wav": wav(1), [name]: content }));
    expect(left).toEqual({});
    expect(outcomes["song.wav"]).toMatchObject({ lyricsFile: expect.stringContaining(name), hasBrokenTags: false });
    const [song] = await songsOf(app);
    expect(song?.lyrics).toMatch(/^M(ột|oột)/);
    const { document } = (await app.send(`GET /api/songs/${song?.id}/lines`)).json<PublishedLines>();
    expect(document && shown(document)).toEqual(lines);
  });

  test("takes title and artist of lyrics where the tags have none", async () => {
    const app = await testApp(engine);
    const lrc = "[ti:Mưa hạ]\n[ar:Ai đó]\nDòng một";
    await run(app, folderOf({ "a.wav": wav(1), "a.lrc": lrc, "b.mp3": fixture("synced.mp3"), "b.lrc": lrc }));
    const songs = (await songsOf(app)).map(({ title, artist }) => [title, artist]);
    expect(songs).toContainEqual(["Mưa hạ", "Ai đó"]);
    expect(songs).not.toContainEqual(["a", null]);
  });

  test.each([
    ["cover.jpg", "cover.jpg"],
    ["Folder.JPG", "cover.jpg"],
    ["folder.png", "cover.png"],
  ])("takes %s for songs without a picture of their own", async (name, picture) => {
    const app = await testApp(engine);
    const folder = folderOf({ "a.wav": wav(1), "b.mp3": fixture("tagged.mp3"), [name]: fixture(picture) });
    const { outcomes, left } = await run(app, folder);
    expect(left).toEqual({});
    expect(outcomes["a.wav"]).toMatchObject({ coverFile: path.join(folder, name) });
    expect(outcomes["b.mp3"]).toMatchObject({ coverFile: null });
    const song = (await songsOf(app)).find(({ title }) => title === "a");
    const cover = await app.send(`GET ${song?.thumbnail_url ?? ""}`);
    expect(cover.rawPayload.equals(fixture(picture))).toBe(true);
    expect(stored(app)).toMatchObject({ tmp: [], images: { length: 2 } });
  });

  test("names what it leaves beside audio, and takes the next best", async () => {
    const app = await testApp(engine);
    const sbv = "0:00:00.599,0:00:04.160\nhello my friend\n";
    const folder = folderOf({
      "a.wav": wav(1, 1),
      "a.lrc": "[ti:A]\n",
      "a.srt": "1\n00:00:01,000 --> 00:00:02,000\nMột\n",
      "a.txt": "Một",
      "b.wav": wav(1, 2),
      "b.sbv": sbv,
      "c.mp3": fixture("tagged.mp3"),
      "c.txt": "Lời khác",
      "d.lrc": "[00:01.00]Một",
      "notes.txt": "không phải lời",
      "cover.jpg": "không phải ảnh",
    });
    const { counts, outcomes, left } = await run(app, folder);
    expect(counts).toEqual({ total: 3, added: 3, known: 0, bad: 0 });
    expect(left).toEqual({
      "a.lrc": "Không có dòng lời nào",
      "a.txt": "Bài đã lấy lời từ a.srt",
      "b.sbv": "Lời ở định dạng SBV (YouTube), chưa đọc được",
      "c.txt": "Bài đã lấy lời từ thẻ của file",
      "d.lrc": "Không có file âm thanh cùng tên",
      "cover.jpg": "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP",
    });
    expect(outcomes["b.wav"]).toMatchObject({ lyricsFile: null, coverFile: null });
    expect((await songsOf(app)).find(({ title }) => title === "b")?.lyrics).toBeNull();
    const again = await run(app, folder);
    expect(again.outcomes["a.wav"]).toMatchObject({ kind: "known", beside: 3 });
    expect(again.left).toEqual({ "d.lrc": "Không có file âm thanh cùng tên" });
  });

  test("says which songs have the names of their files because of broken tags", async () => {
    const app = await testApp(engine);
    const { outcomes } = await run(app, folderOf({ "01. mưa_hạ.wav": wavWithOddList() }));
    expect(outcomes["01. mưa_hạ.wav"]).toMatchObject({ kind: "added", title: "mưa hạ", hasBrokenTags: true });
  });

  test("names bad files with their reason and imports the rest", async () => {
    const app = await testApp(engine);
    const folder = folderOf({
      "empty.mp3": "",
      "picture.mp3": fixture("cover.jpg"),
      "text.flac": "lời bài hát",
      "video.m4a": fixture("video-named-audio.m4a"),
      "cut.mp3": fixture("tagged.mp3").subarray(0, 300),
      "good.mp3": fixture("tagged.mp3"),
      "wrong-extension.flac": wav(1),
    });
    symlinkSync(path.join(folder, "nowhere.mp3"), path.join(folder, "broken-link.mp3"));
    const { counts, outcomes } = await run(app, folder);
    expect(counts).toEqual({ total: 8, added: 2, known: 0, bad: 6 });
    const notAudio = "Nội dung không phải âm thanh hợp lệ";
    expect(outcomes["empty.mp3"]).toMatchObject({ kind: "bad", reason: "File trống" });
    expect(outcomes["broken-link.mp3"]).toMatchObject({ kind: "bad", reason: "Không đọc được" });
    for (const name of ["picture.mp3", "text.flac", "video.m4a", "cut.mp3"]) {
      expect(outcomes[name], name).toMatchObject({ kind: "bad", reason: notAudio });
    }
    expect(outcomes["wrong-extension.flac"]).toMatchObject({ kind: "added", title: "wrong-extension" });
    expect((await songsOf(app)).map((song) => path.extname(song.audio_url ?? "")).sort()).toEqual([".mp3", ".wav"]);
    expect(stored(app)).toMatchObject({ tmp: [], audio: { length: 2 } });
  });

  test("walks folders that loop through links once", async () => {
    const app = await testApp(engine);
    const folder = folderOf({ "a/one.wav": wav(1, 1), "b/two.wav": wav(1, 2) });
    symlinkSync(folder, path.join(folder, "a", "up"));
    symlinkSync(path.join(folder, "b"), path.join(folder, "a", "b"));
    expect((await run(app, folder)).counts).toMatchObject({ added: 2, bad: 0 });
  });

  test("puts songs into a category by name or id, as Premium if asked", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const ballad = await makeCategory(app, { name: "Nhạc Trữ Tình" });
    await run(app, folderOf({ "a.mp3": fixture("tagged.mp3") }), { category: "nhac tru tinh", premium: true });
    await run(app, folderOf({ "b.wav": wav(1, 2) }), { category: String(ballad.id) });
    await run(app, folderOf({ "c.wav": wav(1, 3) }), { category: "Thể  loại mới " });
    const songs: Song[] = (await app.send("GET /api/songs", { token })).json();
    expect(songs.map((song) => [song.categories[0]?.name, song.is_premium])).toEqual([
      ["Thể loại mới", false],
      ["Nhạc Trữ Tình", false],
      ["Nhạc Trữ Tình", true],
    ]);
    const anonymous = (await songsOf(app)).find((song) => song.is_premium);
    expect(anonymous).toMatchObject({ audio_url: null, lyrics: null });
    const premium = songs.find((song) => song.is_premium);
    expect((await app.send(`GET ${premium?.audio_url ?? ""}`)).statusCode).toBe(403);
    for (const category of ["999999", "", "x".repeat(101)]) {
      await expect(run(app, folderOf({ "d.wav": wav(1, 4) }), { category })).rejects.toThrow(ImportUsageError);
    }
    await expect(run(app, path.join(folderOf({}), "nowhere"))).rejects.toThrow(ImportUsageError);
    expect(await songsOf(app)).toHaveLength(3);
  });

  test("matches a genre to its category regardless of case and marks", async () => {
    const app = await testApp(engine);
    const category = await makeCategory(app, { name: "NHAC TRE" });
    await run(app, folderOf({ "a.mp3": fixture("tagged.mp3") }));
    expect((await songsOf(app))[0]?.category_ids).toEqual([category.id]);
  });

  test("reports in a dry run and changes nothing", async () => {
    const app = await testApp(engine);
    const folder = folderOf({ "a.mp3": fixture("tagged.mp3"), "b.mp3": fixture("tagged.mp3"), "c.mp3": "x" });
    const { counts, outcomes } = await run(app, folder, { dryRun: true, category: "Mới" });
    expect(counts).toEqual({ total: 3, added: 1, known: 1, bad: 1 });
    expect(outcomes["a.mp3"]).toMatchObject({ kind: "added", title: "Mưa hạ", artist: "Hạ Miên", categories: ["Mới"] });
    expect(await songsOf(app)).toEqual([]);
    expect(await app.db.selectFrom("categories").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute()).toEqual([]);
    expect(stored(app)).toEqual({ audio: [], images: [], tmp: [] });
  });

  test("stops between two files when asked", async () => {
    const app = await testApp(engine);
    const stop = new AbortController();
    const folder = folderOf({ "a.wav": wav(1, 1), "b.wav": wav(1, 2), "c.wav": wav(1, 3) });
    const { counts } = await run(app, folder, { signal: stop.signal, onFile: () => stop.abort() });
    expect(counts).toMatchObject({ total: 3, added: 1 });
    expect((await run(app, folder)).counts).toMatchObject({ added: 2, known: 1 });
  });
});

onBothEngines((engine) => {
  test("turns a folder of real files into songs that a running server shows and plays", async () => {
    const app = await testApp(engine);
    expect(await songsOf(app)).toEqual([]);
    const folder = folderOf({
      "a.mp3": fixture("tagged.mp3"),
      "b.m4a": fixture("tagged.m4a"),
      "c/d.flac": fixture("tagged.flac"),
      "c/e.OGG": fixture("tagged.ogg"),
      "c/f.wav": fixture("tagged.wav"),
      "c/notes.txt": "không phải nhạc",
      "c/._a.mp3": "rác của macOS",
    });
    const { counts } = await run(app, folder);
    expect(counts).toEqual({ total: 5, added: 5, known: 0, bad: 0 });
    // On PostgreSQL the notification arrives on another connection.
    await expect.poll(() => songsOf(app)).toHaveLength(5);
    const songs = await songsOf(app);
    for (const song of songs) {
      expect(song).toMatchObject({ title: "Mưa hạ", artist: "Hạ Miên", is_active: true, is_premium: false });
      expect(song.categories.map((category) => category.name)).toEqual(["Nhạc Trẻ"]);
      expect(song.categories[0]?.category_type).toBe("entertainment");
      const played = await app.send(`GET ${song.audio_url ?? ""}`, { headers: { range: "bytes=0-9" } });
      expect(played.statusCode).toBe(206);
    }
    const byType = Object.fromEntries(songs.map((song) => [path.extname(song.audio_url ?? ""), song]));
    for (const type of [".mp3", ".m4a", ".flac", ".ogg"]) {
      expect(byType[type]?.lyrics, type).toBe("Mưa rơi ngoài hiên\nAnh về với em");
    }
    expect(byType[".mp3"]?.duration).toBeCloseTo(1.07, 2);
    expect(byType[".wav"]?.duration).toBe(1);
    expect(byType[".mp3"]?.thumbnail_url).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.jpg$/);
    const cover = await app.send(`GET ${byType[".flac"]?.thumbnail_url ?? ""}`);
    expect(cover.rawPayload.equals(fixture("cover.png"))).toBe(true);
    const search = await app.send("GET /api/songs", { query: { search: "mua ha" } });
    expect(search.json()).toHaveLength(5);
    const trail = await app.db.selectFrom("audit_log").select(["actor_kind", "entity"]).orderBy("id").execute();
    expect(trail.filter((row) => row.entity === "song")).toHaveLength(5);
    expect(trail.every((row) => row.actor_kind === "system")).toBe(true);
    expect(stored(app)).toMatchObject({ tmp: [], images: { length: 3 }, audio: { length: 5 } });
  });

  test("adds each song once when two imports run at the same time", async () => {
    const app = await testApp(engine);
    const folder = folderOf(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.wav`, wav(0.2, i + 1)])));
    const both = await Promise.all([run(app, folder), run(app, folder)]);
    expect(both[0].counts.added + both[1].counts.added).toBe(12);
    expect(both[0].counts.bad + both[1].counts.bad).toBe(0);
    expect(await songsOf(app)).toHaveLength(12);
    expect(stored(app)).toMatchObject({ tmp: [], audio: { length: 12 } });
    expect(await app.db.selectFrom("categories").select("name").execute()).toEqual([{ name: "Chưa phân loại" }]);
  });

  test("leaves no files of a song that can't be saved, and fails", async () => {
    const app = await testApp(engine);
    await app.db.schema.alterTable("audit_log").renameTo("audit_gone").execute();
    await expect(run(app, folderOf({ "a.mp3": fixture("tagged.mp3") }))).rejects.toThrow(/audit_log/);
    expect(await songsOf(app)).toEqual([]);
    expect(stored(app)).toEqual({ audio: [], images: [], tmp: [] });
  });
});
