import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong, userToken } from "#test/factories.ts";
import { createAudioWork, songWaveforms } from "./audio-work.service.ts";
import { songListRepository } from "./song-list.repository.ts";

/** Uploads audio and makes a song of it. @returns the song and the path of its file */
async function uploadedSong(app: TestApp, token: string, seconds: number, fields: object = {}) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(wav(seconds))], "bài.wav"));
  const { file_url, object_key } = (await app.send("POST /api/admin/upload-audio", { token, multipart })).json();
  const { id: category } = await makeCategory(app);
  const json = { title: `Bài ${seconds}`, audio_url: file_url, category_ids: [category], ...fields };
  const song = (await app.send("POST /api/songs", { token, json })).json<Song>();
  return { song, file: path.join(app.place.dataDir, "uploads", object_key) };
}

async function found(app: TestApp, token: string | undefined, query: Record<string, string>): Promise<number[]> {
  const answer = await app.send("GET /api/songs", { ...(token && { token }), query });
  expect(answer.statusCode, answer.body).toBe(200);
  const ids = answer.json<Song[]>().map(({ id }) => id);
  const counted = await app.send("GET /api/songs/count", { ...(token && { token }), query });
  expect(counted.json()).toEqual({ total: ids.length });
  expect(answer.headers["x-total-count"]).toBe(String(ids.length));
  return ids;
}

onBothEngines((engine) => {
  describe("songs that lack something", () => {
    test("are found by the administrator alone, with the other filters, in bulk jobs and Excel files", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id: genre } = await makeCategory(app);
      const thumbnail_url = "https://x.vn/a.png";
      const whole = await makeSong(app, { title: "Mưa", lyrics: "Câu", thumbnail_url, categories: [genre] });
      const plain = await makeSong(app, { title: "Mưa chiều", lyrics: "Câu", is_active: false, categories: [genre] });
      const silent = await makeSong(app, { title: "Nắng", thumbnail_url, is_featured: true });
      expect(await found(app, token, { lacks: "cover" })).toEqual([plain.id]);
      expect(await found(app, token, { lacks: "lyrics" })).toEqual([silent.id]);
      expect(await found(app, token, { lacks: "audio" })).toEqual([]);
      expect(await app.audioCheck.run()).toBe(3);
      const all = [silent.id, plain.id, whole.id];
      expect(await found(app, token, { lacks: "audio" })).toEqual(all);
      expect(await found(app, token, { lacks: "audio", category_id: String(genre) })).toEqual([plain.id, whole.id]);
      expect(await found(app, token, { lacks: "audio", search: "mua", active: "true" })).toEqual([whole.id]);
      expect(await found(app, token, { lacks: "cover", search: "mua chieu" })).toEqual([plain.id]);
      expect(await found(app, token, { lacks: "lyrics", featured: "true" })).toEqual([silent.id]);
      for (const other of [undefined, await userToken(app)]) {
        for (const lacks of ["cover", "lyrics", "audio"]) {
          expect(await found(app, other, { lacks })).toEqual([silent.id, whole.id]);
        }
        const [song] = (await app.send("GET /api/songs", { ...(other && { token: other }) })).json();
        expect(song).not.toHaveProperty("audio_fault");
        expect(song).not.toHaveProperty("preview_url");
      }
      expect((await app.send("GET /api/songs", { token, query: { lacks: "ảnh" } })).statusCode).toBe(422);
      const preview = { kind: "feature_songs", filter: { lacks: "cover" }, except: [], options: {} };
      const asked = await app.send("POST /api/admin/bulk/preview", { token, json: preview });
      expect(asked.json()).toMatchObject({ total: 1, names: ["Mưa chiều"] });
    });

    test("whose files are gone, damaged or no audio are told, and no longer once they are there again", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const gone = await uploadedSong(app, token, 1);
      const cut = await uploadedSong(app, token, 2);
      const noise = await uploadedSong(app, token, 3);
      const fine = await uploadedSong(app, token, 4, { is_premium: true });
      const away = await makeSong(app, { audio_url: "https://x.vn/a.mp3" });
      expect(await app.audioCheck.run()).toBe(0);
      rmSync(gone.file);
      writeFileSync(cut.file, wav(1));
      const sameLength = Buffer.alloc(wav(3).length, "không phải nhạc ");
      writeFileSync(noise.file, sameLength);
      const { measured } = await app.db
        .selectFrom("files")
        .select((s) => s.fn.countAll<number>().as("measured"))
        .where("sha256", "is not", null)
        .executeTakeFirstOrThrow();
      expect(measured).toBe(4);
      await app.db.updateTable("files").set({ size: sameLength.length }).where("duration", "=", 3).execute();
      const waveforms = createAudioWork({
        sources: [songWaveforms(app.database, app.files.unreadable)],
        make: async () => null,
        log: app.http.log as never,
      });
      await waveforms.run();
      expect(await app.audioCheck.run()).toBe(3);
      const faultOf = async (id: number) => (await app.send(`GET /api/songs/${id}`, { token })).json().audio_fault;
      const faults = async () => Promise.all([gone, cut, noise, fine].map(({ song }) => faultOf(song.id)));
      expect(await faults()).toEqual(["missing", "damaged", "unreadable", null]);
      expect(await faultOf(away.id)).toBeNull();
      const ids = [noise, cut, gone].map(({ song }) => song.id);
      expect(await found(app, token, { lacks: "audio" })).toEqual(ids);

      writeFileSync(gone.file, wav(1));
      writeFileSync(cut.file, wav(2));
      expect(await app.audioCheck.run()).toBe(1);
      expect(await faults()).toEqual([null, null, "unreadable", null]);
      const waveform = await app.db.selectFrom("songs").select("waveform").where("id", "=", gone.song.id).execute();
      expect(waveform).toEqual([{ waveform: null }]);
      const json = { audio_url: fine.song.audio_url, is_premium: true };
      expect((await app.send(`PUT /api/songs/${noise.song.id}`, { token, json })).statusCode).toBe(200);
      expect(await faults()).toEqual([null, null, null, null]);
      expect((await app.send(`DELETE /api/songs/${cut.song.id}`, { token })).statusCode).toBe(200);
    });

    test("are found along indexes", async () => {
      const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
      const values = { lyrics: "Câu", thumbnail_url: "https://x.vn/a.png", categories: [] };
      const { id: _, ...song } = await makeSong(app, values);
      const rows = Array.from({ length: 1000 }, (_unused, n) => ({ ...song, search_text: `bai ${n}` }));
      for (let batch = 0; batch < 3; batch++) await app.db.insertInto("songs").values(rows).execute();
      await sql`update songs set thumbnail_url = null where id % 100 = 0`.execute(app.db);
      await sql`update songs set lyrics = null where id % 100 = 1`.execute(app.db);
      await sql`insert into song_faults (song_id, fault) select id, 'missing' from songs where id % 100 = 2`.execute(
        app.db,
      );
      await sql.raw(engine === "sqlite" ? "analyze" : "analyze songs, song_faults").execute(app.db);
      const ways = { cover: /songs_thumbnail/, lyrics: /songs_without_lyrics/, audio: /song_faults/ } as const;
      for (const lacks of ["cover", "lyrics", "audio"] as const) {
        for (const filter of [{ lacks }, { lacks, active: true }]) {
          const plans = await plansOf(app, async ({ db, dialect }) => {
            const songs = songListRepository(db, dialect);
            await songs.list(filter, "all", { skip: 0, limit: 20 });
            await songs.count(filter, "all");
            await songs.ids(filter, 1000);
          });
          expect(plans).toHaveLength(3);
          for (const plan of plans) {
            expect(plan, lacks).toMatch(ways[lacks]);
            expect(plan, lacks).not.toMatch(/SCAN songs(?! USING.* songs_without_lyrics)|Seq Scan on songs/);
          }
        }
      }
    });
  });
});

onOneEngine((engine) => {
  describe("the preview of a hidden song", () => {
    const at = (url: string) => url.replace(/^\/songs\/(\d+)\/preview/, "/api/songs/$1/preview");

    test("shows what visitors would see to who has its address, and plays", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { song } = await uploadedSong(app, token, 1, { title: "Bài ẩn", lyrics: "Câu", is_active: false });
      const url = song.preview_url ?? "";
      expect(url).toMatch(new RegExp(`^/songs/${song.id}/preview\\?expires=\\d+&signature=[\\w-]+$`));
      const shown = await app.send(`GET ${at(url)}`);
      expect(shown.statusCode, shown.body).toBe(200);
      expect(shown.headers).toMatchObject({
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
      const preview = shown.json<Song>();
      expect(preview).toMatchObject({ id: song.id, title: "Bài ẩn", lyrics: "Câu", is_active: false });
      for (const field of ["stream_url", "version", "audio_fault", "preview_url"]) {
        expect(preview).not.toHaveProperty(field);
      }
      const audio = preview.audio_url ?? "";
      expect((await app.send(`GET ${audio}`)).statusCode).toBe(200);
      const expiry = (address: string) => new URL(address, "http://x.vn").searchParams.get("expires");
      expect(expiry(audio)).toBe(expiry(url));
      expect(Number(expiry(url)) * 1000 - Date.now()).toBeLessThan(2 * 60 * 60_000 + 1000);
      const file = audio.split("?")[0] ?? "";
      expect((await app.send(`GET ${file}`)).statusCode).toBe(403);
      expect((await app.send(`GET /api/songs/${song.id}`)).statusCode).toBe(404);
      expect((await app.send("GET /api/songs")).json()).toEqual([]);
      expect((await app.send("GET /sitemap.xml")).body).not.toContain("preview");
      expect((await app.send(`POST /api/songs/${song.id}/play`)).statusCode).toBe(404);
    });

    test("is refused with another address, and after its time", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { song } = await uploadedSong(app, token, 1, { is_active: false });
      const { song: other } = await uploadedSong(app, token, 2, { is_active: false });
      const url = at(song.preview_url ?? "");
      const expired = at(app.files.pageUrl(`/songs/${song.id}/preview`, Date.now() - 3 * 60 * 60_000));
      const signed = song.stream_url?.split("?")[1] ?? "";
      for (const wrong of [
        url.replace(`/songs/${song.id}/`, `/songs/${other.id}/`),
        url.replace(/expires=\d/, "expires=9"),
        url.replace("signature=", "signature=x"),
        `/api/songs/${song.id}/preview?${signed}`,
        `/api/songs/${song.id}/preview`,
        expired,
      ]) {
        const answer = await app.send(`GET ${wrong}`);
        expect(answer.statusCode, wrong).toBe(403);
        expect(answer.json().detail).toBe("Địa chỉ xem thử này không đúng hoặc đã hết hạn");
      }
      const long = await app.send(`GET /api/songs/${song.id}/preview`, { query: { signature: "x".repeat(101) } });
      expect(long.statusCode).toBe(422);
      expect((await app.send(`DELETE /api/songs/${song.id}`, { token })).statusCode).toBe(200);
      expect((await app.send(`GET ${url}`)).statusCode).toBe(404);
    });

    test.each([
      [false, 1],
      [true, null],
    ])("has its lines, unless it is Premium (%s)", async (is_premium, number) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { song } = await uploadedSong(app, token, 1, { is_active: false, is_premium });
      const { document } = readLyrics("[00:01.00]Ghé về");
      const published = await app.send(`PUT /api/songs/${song.id}/lines`, { token, json: { document } });
      expect(published.statusCode, published.body).toBe(200);
      const url = at(song.preview_url ?? "").replace("/preview", "/preview/lines");
      const shown = await app.send(`GET ${url}`);
      expect(shown.json()).toEqual({ number, document: number && document });
      expect(shown.headers).toMatchObject({ "cache-control": "private, no-store" });
      expect((await app.send(`GET ${url}x`)).statusCode).toBe(403);
      expect((await app.send(`GET /api/songs/${song.id}/lines`)).statusCode).toBe(404);
    });

    test("keeps lyrics and audio of a Premium song from visitors, as its page does", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const fields = { lyrics: "Câu", is_active: false, is_premium: true };
      const { song } = await uploadedSong(app, token, 1, fields);
      const shown = (await app.send(`GET ${at(song.preview_url ?? "")}`)).json<Song>();
      expect(shown).toMatchObject({ lyrics: null, audio_url: null, is_premium: true });
      const json = { is_active: true };
      const released = (await app.send(`PUT /api/songs/${song.id}`, { token, json })).json<Song>();
      expect(released.preview_url).toBeNull();
    });
  });
});
