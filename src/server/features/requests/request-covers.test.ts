import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { coverIdOf } from "#art/occasion.ts";
import type { Song } from "#contract/catalogue.ts";
import type { CustomerRequest, SongRequestDetail } from "#contract/requests.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { adminToken, makeCategory, makeRequest, makeStaff, staffToken } from "#test/factories.ts";

const own = "/api/song-requests";

interface Sent {
  cover?: Buffer | "kept" | "drawn";
  title?: string;
  start?: string;
}

/** The call that hands a song over with its cover. */
function send(app: TestApp, token: string, id: number, { cover, title = "Ru cả nhà", start = own }: Sent = {}) {
  const multipart = new FormData();
  multipart.append("title", title);
  multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bài.wav"));
  if (typeof cover === "string") multipart.append("cover", cover);
  else if (cover) multipart.append("cover_file", new File([new Uint8Array(cover)], "bìa.png"));
  return app.send(`POST ${start}/${id}/delivery`, { token, multipart });
}

async function deliver(...given: Parameters<typeof send>): Promise<SongRequestDetail> {
  const answer = await send(...given);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const page = async (app: TestApp, token: string) =>
  (await app.send(`GET /api/requests/${token}`)).json<CustomerRequest>();
const statusOf = async (app: TestApp, url: string) => (await app.send(`GET ${url}`)).statusCode;
const keyOf = (url: string | null | undefined) => /attachments\/[0-9a-f]{32}\.png/.exec(url ?? "")?.[0] ?? "";
const picture = fixture("cover.png");

onBothEngines((engine) => {
  test("a picture is the cover of its version and, if it is kept, of the next, until it is drawn again", async () => {
    const app = await testApp(engine);
    const an = await makeStaff(app);
    const token = await staffToken(app, { member: an });
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const start = "/api/staff/requests";
    const drawn = await deliver(app, token, id, { start });
    expect(drawn.songs).toMatchObject([{ cover_url: null, cover_id: coverIdOf(null, "Ru cả nhà") }]);
    await deliver(app, token, id, { start, cover: picture });
    const third = await deliver(app, token, id, { start, cover: "kept" });
    const key = keyOf(third.songs[0]?.cover_url);
    expect(third.songs.map(({ cover_url }) => keyOf(cover_url))).toEqual([key, key, ""]);
    expect(await statusOf(app, third.songs[0]?.cover_url ?? "")).toBe(200);
    const fourth = await deliver(app, token, id, { start, cover: "drawn" });
    expect(fourth.songs[0]?.cover_url).toBeNull();

    const { songs } = await page(app, page_token);
    const link = songs[1]?.cover_url ?? "";
    expect(await statusOf(app, link)).toBe(200);
    expect(await statusOf(app, `/uploads/${key}`)).not.toBe(200);
    // One of two versions with the picture is withdrawn.
    const withdrawal = { token, json: { reason: "Nhầm bài" } };
    const { id: second } = songs[2] ?? {};
    await app.send(`POST ${start}/${id}/songs/${second}/withdraw`, withdrawal);
    expect(await statusOf(app, link)).toBe(200);
    await app.send(`POST ${start}/${id}/songs/${songs[1]?.id}/withdraw`, withdrawal);
    await app.outbox.flush();
    expect(existsSync(path.join(app.place.dataDir, "uploads", key))).toBe(false);
  });

  test("the picture is gone with its request", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app);
    const key = keyOf((await deliver(app, token, id, { cover: picture })).songs[0]?.cover_url);
    const file = path.join(app.place.dataDir, "uploads", key);
    expect(existsSync(file)).toBe(true);
    expect((await app.send(`DELETE ${own}/${id}`, { token })).statusCode).toBe(200);
    await app.outbox.flush();
    expect(existsSync(file)).toBe(false);
  });
});

onOneEngine((engine) => {
  test("a cover that is no picture is refused, and leaves neither song nor file", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app);
    const answer = await send(app, token, id, { cover: wav(0.1) });
    expect([answer.statusCode, answer.json().detail]).toEqual([415, "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP"]);
    const large = await send(app, token, id, { cover: Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]) });
    expect(large.statusCode).toBe(413);
    const wrong = await send(app, token, id, { cover: "nào đó" as never });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ field: "cover", message: "cover phải là kept hoặc drawn" }],
    ]);
    expect((await app.send(`GET ${own}/${id}`, { token })).json()).toMatchObject({ songs: [] });
    expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
  });

  test("nothing to keep is a drawn cover, whose colours fit the occasion", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app, { occasion: "Ngày cưới" });
    const { songs } = await deliver(app, token, id, { cover: "kept", title: "Ngày chung đôi" });
    expect(songs[0]).toMatchObject({ cover_url: null, cover_id: coverIdOf("Ngày cưới", "Ngày chung đôi") });
  });

  test("the song of the library has the picture as its cover", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app, { consent_at: "2026-05-01T08:00:00.000Z" });
    const key = keyOf((await deliver(app, token, id, { cover: picture })).songs[0]?.cover_url);
    const json = { title: "Ru cả nhà", category_ids: [(await makeCategory(app)).id] };
    const published = await app.send(`POST ${own}/${id}/library-song`, { token, json });
    expect(published.statusCode, published.body).toBe(201);
    const { song_id } = published.json<SongRequestDetail>();
    const song = (await app.send(`GET /api/songs/${song_id}`, { token })).json<Song>();
    expect(song.thumbnail_url).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.png$/);
    await app.send(`DELETE ${own}/${id}`, { token });
    await app.outbox.flush();
    expect(await statusOf(app, song.thumbnail_url ?? "")).toBe(200);
    expect(existsSync(path.join(app.place.dataDir, "uploads", key))).toBe(false);
  });
});
