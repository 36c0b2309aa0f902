import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { CategoryWithCount, Song } from "#contract/catalogue.ts";
import type { Example } from "#contract/examples.ts";
import { timingOf } from "#contract/lyrics/document.ts";
import { glossaryKey } from "#contract/lyrics/glossary.ts";
import { lyricsText } from "#contract/lyrics/lyrics-text.ts";
import { wordsOf } from "#contract/lyrics/words.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import type { PublishedLines } from "#contract/song-lines.ts";
import type { SupportContact } from "#contract/support.ts";
import { cheapPasswords, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeBank, makeCategory, makeContact, makeOrder, makePackage, makeSong } from "#test/factories.ts";
import { loadDemo, removeDemo } from "./demo.ts";

const load = (app: TestApp) =>
  loadDemo({ database: app.database, files: app.files, hashPassword: cheapPasswords.hash });
const remove = (app: TestApp) => removeDemo({ database: app.database, files: app.files });
const files = (app: TestApp, dir: string) => readdirSync(path.join(app.place.dataDir, dir));

async function songsOf(app: TestApp, token?: string): Promise<Song[]> {
  return (await app.send("GET /api/songs", { token, query: { limit: "100" } })).json();
}
async function categoriesOf(app: TestApp): Promise<CategoryWithCount[]> {
  return (await app.send("GET /api/categories/with-song-count")).json();
}
async function contactsOf(app: TestApp): Promise<SupportContact[]> {
  return (await app.send("GET /api/admin/support/public/active")).json();
}
async function packagesOf(app: TestApp, token?: string): Promise<PremiumPackage[]> {
  return (await app.send("GET /api/premium-packages", { token })).json().packages;
}

onOneEngine((engine) => {
  test("publishes the lines of all songs, each word at the time of its note", async () => {
    const app = await testApp(engine);
    await load(app);
    const token = await adminToken(app);
    for (const { id, title, lyrics, duration } of await songsOf(app, token)) {
      const { document } = (await app.send(`GET /api/songs/${id}/lines`, { token })).json<PublishedLines>();
      if (!document) throw new Error(`${title} has no lines`);
      expect(lyricsText(document), title).toBe(lyrics);
      let last = 0;
      for (const { text, start_ms, end_ms, words } of document.lines) {
        const times = [start_ms, ...words.map((word) => word.start_ms), end_ms] as number[];
        expect(times[0], text).toBeGreaterThanOrEqual(last);
        expect(times[1], text).toBe(times[0]);
        expect(times.slice(1), text).toEqual(times.slice(1).toSorted((a, b) => a - b));
        expect(new Set(times.slice(1)).size, text).toBe(words.length + 1);
        last = times.at(-1) as number;
      }
      expect(last, title).toBeLessThan(1000 * (duration ?? 0));
      expect(timingOf(document), title).toBe("word");
    }
  });

  test("teaches the words of its songs in other languages, with readings that say what their line's does", async () => {
    const app = await testApp(engine);
    await load(app);
    const token = await adminToken(app);
    let taught = 0;
    for (const { id, title } of await songsOf(app, token)) {
      const { document } = (await app.send(`GET /api/songs/${id}/lines`, { token })).json<PublishedLines>();
      if (!document || document.language === "vi") continue;
      taught++;
      const sung = new Set<string>();
      for (const line of document.lines) {
        const words = wordsOf(line, document.language).map((word) => {
          return { text: line.text.slice(word.start_char, word.end_char), reading: word.reading };
        });
        for (const { text, reading } of words) {
          sung.add(glossaryKey(text));
          expect(reading !== null, `${title}: ${text}`).toBe(/\p{Script=Han}/u.test(text));
        }
        if (document.language === "zh") {
          const letters = (read: string | null) => read?.toLowerCase().replace(/\P{L}/gu, "");
          expect(letters(words.map(({ reading }) => reading).join("")), line.text).toBe(letters(line.reading));
        }
      }
      expect(document.glossary.length, title).toBeGreaterThanOrEqual(15);
      for (const { word, reading, meaning } of document.glossary) {
        expect([word, sung.has(glossaryKey(word)), reading !== null, meaning !== null]).toEqual([
          word,
          true,
          true,
          true,
        ]);
      }
    }
    expect(taught).toBe(6);
  });

  test("fills an empty database with songs that play", async () => {
    const app = await testApp(engine);
    expect(await songsOf(app)).toEqual([]);
    const loaded = await load(app);
    const songs = await songsOf(app);
    expect(songs.length).toBeGreaterThanOrEqual(16);
    expect(loaded?.songs).toBe(songs.length);
    expect(songs.some((song) => song.is_premium)).toBe(true);
    expect(songs.some((song) => song.is_featured)).toBe(true);
    for (const song of songs) {
      expect(song.duration, song.title).toBeGreaterThan(10);
      const { waveform } = (await app.send(`GET /api/songs/${song.id}`)).json<Song>();
      expect(waveform?.length, song.title).toBeGreaterThan(20);
      expect(song.categories.length, song.title).toBeGreaterThan(0);
    }
    const open = songs.filter((song) => !song.is_premium);
    for (const song of open) {
      const played = await app.send(`GET ${song.audio_url ?? ""}`, { headers: { range: "bytes=0-99" } });
      expect(played.statusCode).toBe(206);
      expect(played.headers["content-type"]).toBe("audio/mpeg");
    }
    const times = songs.map((song) => song.created_at);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    const categories = await categoriesOf(app);
    expect(categories).toHaveLength(8);
    expect(categories.filter((category) => category.category_type === "educational")).toHaveLength(3);
    expect(categories.every((category) => category.song_count > 0)).toBe(true);
    expect(files(app, "tmp")).toEqual([]);
  });

  test("makes a Premium user whose password is returned once and stored as a hash", async () => {
    const app = await testApp(engine);
    const loaded = await load(app);
    if (!loaded?.user) throw new Error("There is no demo user");
    const { username, password } = loaded.user;
    const answer = await app.send("POST /api/user/login-json", { json: { username, password } });
    expect(answer.statusCode, answer.body).toBe(200);
    const { access_token, user } = answer.json();
    expect(user).toMatchObject({ username: "demo", is_premium: true });
    const premium = (await songsOf(app, access_token)).find((song) => song.is_premium);
    expect((await app.send(`GET ${premium?.audio_url ?? ""}`)).statusCode).toBe(200);
    const stored = JSON.stringify(await app.db.selectFrom("users").selectAll().execute());
    expect(stored).not.toContain(password);
    expect(JSON.stringify(await app.db.selectFrom("meta").selectAll().execute())).not.toContain(password);
  });

  test("adds example contacts and removes them without the site's own", async () => {
    const app = await testApp(engine);
    await load(app);
    const contacts = await contactsOf(app);
    expect(contacts.map(({ type, value }) => [type, value])).toEqual([
      ["email", "xin-chao@example.com"],
      ["phone", "1900 0000"],
    ]);
    for (const { name } of contacts) expect(name).toContain("minh họa");
    const own = await makeContact(app);
    expect((await remove(app)).contacts).toBe(2);
    expect((await contactsOf(app)).map(({ id }) => id)).toEqual([own.id]);
  });

  test("has three songs to hear without quotations, which go with it", async () => {
    const app = await testApp(engine);
    await load(app);
    const heard = async () => (await app.send("GET /api/song-requests/public/examples")).json<Example[]>();
    expect((await heard()).map(({ occasion, quote, is_demo }) => [occasion, quote, is_demo])).toEqual([
      ["Em bé chào đời", null, true],
      ["Kỷ niệm", null, true],
      ["Xin lỗi", null, true],
    ]);
    await remove(app);
    expect(await heard()).toEqual([]);
  });

  test("adds packages on sale and no bank account, to which strangers would pay", async () => {
    const app = await testApp(engine);
    await load(app);
    expect(
      (await packagesOf(app)).map(({ name, price, duration_days, sort_order }) => [
        name,
        price,
        duration_days,
        sort_order,
      ]),
    ).toEqual([
      ["1 tháng", 49_000, 30, 0],
      ["3 tháng", 129_000, 90, 1],
      ["1 năm", 399_000, 365, 2],
      ["Trọn đời", 999_000, null, 3],
    ]);
    expect((await app.send("GET /api/bank-config")).statusCode).toBe(404);
  });

  test("adds no packages to a site that has some", async () => {
    const app = await testApp(engine);
    const own = await makePackage(app, { is_active: false });
    await load(app);
    expect(await app.db.selectFrom("premium_packages").select("id").execute()).toEqual([{ id: own.id }]);
  });

  test("adds no contacts to a site that has some", async () => {
    const app = await testApp(engine);
    const own = await makeContact(app, { is_active: false });
    await load(app);
    const stored = await app.db.selectFrom("support_contacts").select("id").execute();
    expect(stored).toEqual([{ id: own.id }]);
  });

  test("does not bring deleted contacts back", async () => {
    const app = await testApp(engine);
    await load(app);
    await app.db.deleteFrom("support_contacts").execute();
    expect(await load(app)).toBeUndefined();
    expect(await contactsOf(app)).toEqual([]);
  });

  test("leaves a database that has data alone", async () => {
    const app = await testApp(engine);
    await makeCategory(app);
    expect(await load(app)).toBeUndefined();
    expect(await songsOf(app)).toEqual([]);
    expect(files(app, "uploads/audio")).toEqual([]);
  });
});

onBothEngines((engine) => {
  test("loads once, also when two processes start at once", async () => {
    const app = await testApp(engine);
    const other = await testApp(engine, {}, { beside: app });
    const both = await Promise.all([load(app), load(other)]);
    expect(both.filter((loaded) => loaded !== undefined)).toHaveLength(1);
    const songs = await songsOf(app);
    expect(await load(app)).toBeUndefined();
    expect(await songsOf(app)).toEqual(songs);
    expect(files(app, "uploads/audio")).toHaveLength(songs.length);
    expect(files(app, "tmp")).toEqual([]);
  });

  test("leaves nothing when it fails half way", async () => {
    const app = await testApp(engine);
    await app.db.schema.alterTable("meta").renameTo("meta_gone").execute();
    await expect(load(app)).rejects.toThrow(/meta/);
    expect(await songsOf(app)).toEqual([]);
    await app.db.schema.alterTable("meta_gone").renameTo("meta").execute();
    await app.db.schema.alterTable("song_categories").renameTo("links_gone").execute();
    await expect(load(app)).rejects.toThrow(/song_categories/);
    await app.db.schema.alterTable("links_gone").renameTo("song_categories").execute();
    expect(await categoriesOf(app)).toEqual([]);
    expect(files(app, "uploads/audio")).toEqual([]);
    expect(files(app, "tmp")).toEqual([]);
    expect((await load(app))?.songs).toBeGreaterThanOrEqual(16);
  });

  test("removes its packages, keeps those that the administrator made or edited, and takes ordered ones off sale", async () => {
    const app = await testApp(engine);
    await load(app);
    await makeBank(app);
    const token = await adminToken(app);
    const [ordered, edited, toggled] = await packagesOf(app);
    if (!ordered || !edited || !toggled) throw new Error("There are no packages");
    const own = await makePackage(app, { sort_order: 9 });
    const order = await makeOrder(app, { package_id: ordered.id });
    await app.send(`PUT /api/admin/premium-packages/${edited.id}`, { token, json: { price: 99_000 } });
    await app.send(`PATCH /api/admin/premium-packages/${toggled.id}/toggle-active`, { token });
    expect(await packagesOf(app)).toHaveLength(4);
    expect((await remove(app)).packages).toBe(2);
    expect((await packagesOf(app)).map(({ id }) => id)).toEqual([edited.id, own.id]);
    expect((await packagesOf(app, token)).map(({ id, is_active }) => [id, is_active])).toEqual([
      [ordered.id, false],
      [edited.id, true],
      [own.id, true],
    ]);
    expect((await app.send(`GET /api/orders/${order.page_token}`)).json()).toMatchObject({ package_name: "1 tháng" });
    await app.send(`PATCH /api/admin/premium-packages/${ordered.id}/toggle-active`, { token });
    await remove(app);
    expect((await packagesOf(app)).map(({ id }) => id)).toEqual([ordered.id, edited.id, own.id]);
    expect((await app.send("GET /api/bank-config")).statusCode).toBe(200);
  });

  test("removes the demo with its files and user for good and keeps the site's own songs", async () => {
    const app = await testApp(engine);
    await load(app);
    const token = await adminToken(app);
    const [edited] = await songsOf(app);
    if (!edited) throw new Error("There is no song");
    const saved = await app.send(`PUT /api/songs/${edited.id}`, { token, json: { title: "Đã sửa" } });
    expect(saved.statusCode).toBe(200);
    const used = edited.category_ids[0] ?? 0;
    const own = await makeSong(app, { title: "Của tôi", categories: [used] });
    const { songs, categories } = await remove(app);
    expect(songs).toBeGreaterThanOrEqual(16);
    expect(categories).toBe(7);
    expect((await songsOf(app)).map((song) => song.id)).toEqual([own.id]);
    expect((await categoriesOf(app)).map((category) => category.id)).toEqual([used]);
    expect(files(app, "uploads/audio")).toEqual([]);
    expect(await app.db.selectFrom("users").select("username").execute()).toEqual([]);
    await app.outbox.flush();
    expect(await app.db.selectFrom("outbox").selectAll().where("state", "!=", "done").execute()).toEqual([]);
    await app.send(`DELETE /api/songs/${own.id}`, { token });
    await app.send(`DELETE /api/categories/${used}`, { token });
    expect(await categoriesOf(app)).toEqual([]);
    expect(await load(app)).toBeUndefined();
    expect(await remove(app)).toEqual({ songs: 0, categories: 0, packages: 0, contacts: 0 });
    // The category of the demo is gone from the bin too.
    expect(await app.db.selectFrom("bin").select("name").execute()).toEqual([{ name: "Của tôi" }]);
  });
});
