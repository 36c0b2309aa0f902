import { describe, expect, test } from "vitest";
import { maxPlaylistSongs, maxPlaylists } from "#contract/playlist-rules.ts";
import type { AdminPlaylist, OwnPlaylist, Playlist } from "#contract/playlists.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeSong, makeUser, password, staffToken, userToken } from "#test/factories.ts";
import { givenNameOf, reordered } from "./playlists.service.ts";

const own = "/api/me/playlists";

async function made(app: TestApp, token: string, json: object = { title: "Đi đường" }): Promise<OwnPlaylist> {
  const answer = await app.send(`POST ${own}`, { token, json });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function changed(app: TestApp, token: string, id: number, json: object): Promise<OwnPlaylist> {
  const answer = await app.send(`PUT ${own}/${id}`, { token, json });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const add = (app: TestApp, token: string, id: number, ...song_ids: number[]) =>
  app.send(`POST ${own}/${id}/songs`, { token, json: { song_ids } });
const seen = (app: TestApp, address: string, token?: string) => app.send(`GET /api/playlists/${address}`, { token });
const songsOf = async (app: TestApp, address: string, token?: string): Promise<number[]> =>
  ((await seen(app, address, token)).json() as Playlist).songs.map(({ id }) => id);
const some = async (app: TestApp, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await makeSong(app)).id);
  return ids;
};
/** Fills a playlist without its songs being looked for one by one. */
async function fill(app: TestApp, playlist_id: number, count: number): Promise<void> {
  const { id: _id, ...song } = await app.db.selectFrom("songs").selectAll().limit(1).executeTakeFirstOrThrow();
  const rows = await app.db
    .insertInto("songs")
    .values(Array.from({ length: count }, () => ({ ...song, source_hash: null })))
    .returning("id")
    .execute();
  await app.db
    .insertInto("playlist_songs")
    .values(rows.map(({ id: song_id }, position) => ({ playlist_id, song_id, position })))
    .execute();
}
async function decide(app: TestApp, token: string, id: number, json: object) {
  const rows = (await app.send("GET /api/admin/playlists", { token })).json() as AdminPlaylist[];
  const updated_at = rows.find((row) => row.id === id)?.updated_at;
  return app.send(`PUT /api/admin/playlists/${id}`, { token, json: { updated_at, ...json } });
}

onBothEngines((engine) => {
  describe("a user's playlists", () => {
    test("are made with songs, added to at the end, ordered, and emptied", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [a, b, c] = (await some(app, 3)) as [number, number, number];
      const list = await made(app, token, { title: "  Đi đường ", song_ids: [a, a] });
      expect(list).toMatchObject({ title: "Đi đường", visibility: "private", review: null, song_count: 1, version: 1 });
      expect(list.token).toMatch(/^[\w-]{22}$/);
      const added = await add(app, token, list.id, b, a, c);
      expect(added.json()).toMatchObject({ song_count: 3, version: 2, covers: [{ id: a }, { id: b }, { id: c }] });
      expect((await add(app, token, list.id, b)).json()).toMatchObject({ song_count: 3, version: 2 });
      const order = { song_ids: [c, a, b], seen: 2 };
      const ordered = await app.send(`PUT ${own}/${list.id}/songs`, { token, json: order });
      expect(ordered.json()).toMatchObject({ version: 3, covers: [{ id: c }, { id: a }, { id: b }] });
      await app.send(`DELETE ${own}/${list.id}/songs/${a}`, { token });
      expect(await songsOf(app, list.token, token)).toEqual([c, b]);
      const rows = (await app.send(`GET ${own}`, { token, query: { song_id: String(c) } })).json();
      expect(rows).toMatchObject([{ id: list.id, has_song: true, song_count: 2 }]);
      const others = (await app.send(`GET ${own}`, { token, query: { song_id: String(a) } })).json();
      expect(others).toMatchObject([{ has_song: false }]);
      expect((await app.send(`DELETE ${own}/${list.id}`, { token })).statusCode).toBe(200);
      expect((await app.send(`GET ${own}`, { token })).json()).toEqual([]);
    });

    test("lose nothing when two devices add at once, and never grow past their limit", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const songs = await some(app, 6);
      const list = await made(app, token);
      const answers = await Promise.all(songs.map((id) => add(app, token, list.id, id)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(songs.map(() => 200));
      expect((await songsOf(app, list.token, token)).toSorted()).toEqual(songs.toSorted());
      await fill(app, list.id, maxPlaylistSongs - songs.length - 2);
      const more = await some(app, 4);
      const last = await Promise.all(more.map((id) => add(app, token, list.id, id)));
      expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409, 409]);
      expect(last.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain("tối đa 500 bài");
      expect(await songsOf(app, list.token, token)).toHaveLength(maxPlaylistSongs);
    });

    test("refuse an order that another device has overtaken, and keep what it did", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [a, b, c] = (await some(app, 3)) as [number, number, number];
      const list = await made(app, token, { title: "Đi đường", song_ids: [a, b] });
      await add(app, token, list.id, c);
      const json = { song_ids: [b, a], seen: list.version };
      const refused = await app.send(`PUT ${own}/${list.id}/songs`, { token, json });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().detail).toContain("sửa trên thiết bị khác");
      expect(await songsOf(app, list.token, token)).toEqual([a, b, c]);
      const orders = [
        [c, b, a],
        [b, c, a],
      ].map((song_ids) => app.send(`PUT ${own}/${list.id}/songs`, { token, json: { song_ids, seen: 2 } }));
      const states = (await Promise.all(orders)).map(({ statusCode }) => statusCode);
      expect(states.toSorted()).toEqual([200, 409]);
    });

    test("lose a deleted song, and have it back from the bin unless they are full or gone", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const admin = await adminToken(app);
      const [a, b] = (await some(app, 2)) as [number, number];
      const kept = await made(app, token, { title: "Giữ", song_ids: [a, b] });
      const full = await made(app, token, { title: "Đầy", song_ids: [a] });
      const gone = await made(app, token, { title: "Xóa", song_ids: [a] });
      await app.send(`DELETE /api/songs/${a}`, { token: admin });
      expect(await songsOf(app, kept.token, token)).toEqual([b]);
      await fill(app, full.id, maxPlaylistSongs);
      await app.send(`DELETE ${own}/${gone.id}`, { token });
      const back = await app.send("POST /api/admin/bin/restore", { token: admin, json: { entity: "song", id: a } });
      expect(back.json(), back.body).toMatchObject({ notes: [] });
      expect(await songsOf(app, kept.token, token)).toEqual([a, b]);
      expect(await songsOf(app, full.token, token)).toHaveLength(maxPlaylistSongs);
    });

    test("are part of the data of an account, and go with it", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const token = await userToken(app, { user });
      const song = await makeSong(app, { title: "Mưa hạ" });
      await made(app, token, { title: "Đi đường", song_ids: [song.id] });
      const { playlists } = (await app.send("GET /api/user/export", { token })).json();
      expect(playlists).toMatchObject([{ title: "Đi đường", songs: [{ song_id: song.id, title: "Mưa hạ" }] }]);
      const gone = await app.send("DELETE /api/user/me", { token, json: { password } });
      expect(gone.statusCode, gone.body).toBe(200);
      expect(await app.db.selectFrom("playlists").selectAll().execute()).toEqual([]);
      expect(await app.db.selectFrom("playlist_songs").selectAll().execute()).toEqual([]);
    });
  });

  test("a public playlist is listed after an administrator's look, waits again with another title, and is closed at once", async () => {
    const app = await testApp(engine);
    const token = await userToken(app, { user: await makeUser(app, { full_name: "Nguyễn Thị Lan" }) });
    const admin = await adminToken(app);
    const [a, b] = (await some(app, 2)) as [number, number];
    const list = await made(app, token, { title: "Đi đường", song_ids: [a] });
    expect(await changed(app, token, list.id, { visibility: "public" })).toMatchObject({ review: "waiting" });
    const listed = async () => (await app.send("GET /api/playlists")).json();
    const sitemap = async () => (await app.send("GET /sitemap.xml")).body.includes(`/playlists/${list.token}<`);
    expect([await listed(), await sitemap()]).toEqual([[], false]);
    expect((await seen(app, list.token)).json()).toMatchObject({ is_listed: false, own: null });

    expect((await decide(app, admin, list.id, { review: "refused" })).statusCode).toBe(422);
    await decide(app, admin, list.id, { review: "refused", reason: "Tên chưa phù hợp" });
    const [refused] = (await app.send(`GET ${own}`, { token })).json();
    expect(refused).toMatchObject({ review: "refused", reason: "Tên chưa phù hợp" });
    expect((await changed(app, token, list.id, { title: "Trên đường" })).review).toBe("waiting");

    expect((await decide(app, admin, list.id, { review: "approved", updated_at: "x" })).statusCode).toBe(409);
    expect((await decide(app, admin, list.id, { review: "approved" })).json()).toMatchObject({ review: "approved" });
    const row = { token: list.token, title: "Trên đường", owner: "Lan", song_count: 1 };
    expect([await listed(), await sitemap()]).toEqual([[expect.objectContaining(row)], true]);
    await add(app, token, list.id, b);
    expect(await listed()).toMatchObject([{ song_count: 2 }]);
    expect((await app.send("GET /api/admin/playlists/tabs", { token: admin })).json()).toEqual({
      all: 1,
      waiting: 0,
      approved: 1,
      refused: 0,
    });

    expect((await changed(app, token, list.id, { title: "Đường về" })).review).toBe("waiting");
    expect([await listed(), await sitemap()]).toEqual([[], false]);
    await decide(app, admin, list.id, { review: "approved" });
    await changed(app, token, list.id, { visibility: "private" });
    expect([await listed(), await sitemap()]).toEqual([[], false]);
    expect((await decide(app, admin, list.id, { review: "approved", updated_at: "x" })).statusCode).toBe(409);
    const trail = await app.db.selectFrom("audit_log").select(["entity", "changes"]).execute();
    expect(trail.filter(({ entity }) => entity === "playlist")).toHaveLength(3);
  });
});

onOneEngine((engine) => {
  describe("the link of a playlist", () => {
    test("opens it for others while it is shared, and leaves no answer behind once it is closed", async () => {
      const app = await testApp(engine);
      const token = await userToken(app, {
        user: await makeUser(app, { full_name: "Trần An", email: "an@example.com" }),
      });
      const [a] = (await some(app, 1)) as [number];
      const list = await made(app, token, { title: "Đi đường", song_ids: [a] });
      const picture = (headers = {}) => app.send(`GET /share/playlists/${list.token}.jpg`, { headers });
      expect((await seen(app, list.token)).statusCode).toBe(404);
      expect((await seen(app, list.token, await userToken(app))).statusCode).toBe(404);
      expect((await picture()).statusCode).toBe(404);
      await changed(app, token, list.id, { visibility: "link" });
      const open = await seen(app, list.token);
      expect(open.json()).toMatchObject({ owner: "An", own: null, songs: [{ id: a }] });
      expect(open.body).not.toContain("example.com");
      expect(open.headers).toMatchObject({ "cache-control": "private, no-store" });
      expect(open.headers).not.toHaveProperty("etag");
      const shared = await picture();
      expect(shared.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "private, no-store" });
      await changed(app, token, list.id, { visibility: "private" });
      expect((await seen(app, list.token)).statusCode).toBe(404);
      expect((await picture({ "if-none-match": String(shared.headers.etag) })).statusCode).toBe(404);
      expect((await seen(app, list.token, token)).json().own).toMatchObject({ id: list.id, visibility: "private" });
    });

    test("shows songs as the caller may hear them, and hidden ones to nobody", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const open = await makeSong(app);
      const premium = await makeSong(app, { is_premium: true });
      const hidden = await makeSong(app, { is_active: false });
      const list = await made(app, token, { title: "Đi đường", song_ids: [open.id, premium.id, hidden.id] });
      await changed(app, token, list.id, { visibility: "link" });
      expect((await seen(app, list.token)).json()).toMatchObject({
        song_count: 2,
        songs: [{ id: open.id }, { id: premium.id, audio_url: null }],
      });
      const listener = await userToken(app, { premium: true });
      expect((await seen(app, list.token, listener)).json().songs[1].audio_url).toEqual(expect.any(String));
    });

    test("gives a private copy of what is shown", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const songs = await some(app, 3);
      const list = await made(app, token, { title: "Đi đường", song_ids: songs });
      const other = await userToken(app);
      const copied = () => app.send(`POST ${own}`, { token: other, json: { copy_of: list.token } });
      expect((await copied()).statusCode).toBe(404);
      await changed(app, token, list.id, { visibility: "link" });
      await app.db
        .updateTable("songs")
        .set({ is_active: false })
        .where("id", "=", songs[1] as number)
        .execute();
      const copy: OwnPlaylist = (await copied()).json();
      expect(copy).toMatchObject({ title: "Đi đường", visibility: "private", song_count: 2 });
      expect(copy.token).not.toBe(list.token);
    });
  });

  test("only their owner changes playlists, and users alone have any", async () => {
    const app = await testApp(engine);
    const token = await userToken(app);
    const list = await made(app, token);
    const song = await makeSong(app);
    const calls = [
      [`PUT ${own}/${list.id}`, { title: "Khác" }],
      [`DELETE ${own}/${list.id}`, undefined],
      [`POST ${own}/${list.id}/songs`, { song_ids: [song.id] }],
      [`DELETE ${own}/${list.id}/songs/${song.id}`, undefined],
      [`PUT ${own}/${list.id}/songs`, { song_ids: [], seen: 1 }],
    ] as const;
    for (const [call, json] of calls) {
      expect((await app.send(call, { json })).statusCode, call).toBe(401);
      expect((await app.send(call, { token: await staffToken(app), json })).statusCode, call).toBe(403);
      expect((await app.send(call, { token: await userToken(app), json })).statusCode, call).toBe(404);
    }
    for (const call of ["GET /api/admin/playlists", "GET /api/admin/playlists/tabs"] as const) {
      expect((await app.send(call)).statusCode).toBe(401);
      expect((await app.send(call, { token })).statusCode).toBe(403);
    }
  });

  test("are refused with the reason: no title, no songs, too many lists", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const untitled = await app.send(`POST ${own}`, { token, json: {} });
    expect(untitled.json().errors).toEqual([{ field: "title", message: "Vui lòng đặt tên cho danh sách" }]);
    const list = await made(app, token);
    expect((await add(app, token, list.id)).statusCode).toBe(422);
    expect((await add(app, token, list.id, 999_999)).statusCode).toBe(404);
    const time = new Date().toISOString();
    const rows = Array.from({ length: maxPlaylists - 1 }, (_, place) => ({ title: `Số ${place}`, token: `t${place}` }));
    await app.db
      .insertInto("playlists")
      .values(rows.map((row) => ({ ...row, user_id: user.id, refusal: null, created_at: time, updated_at: time })))
      .execute();
    const refused = await app.send(`POST ${own}`, { token, json: { title: "Thêm" } });
    expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining("200 danh sách")]);
  });
});

test.each([
  ["Nguyễn Thị Lan Anh", "Anh"],
  [" Minh ", "Minh"],
  ["lan@example.com", null],
  ["", null],
  [null, null],
])("calls %j by %j", (fullName, name) => {
  expect(givenNameOf(fullName)).toBe(name);
});

test.each([
  ["all named", [1, 2, 3], [3, 1, 2], [3, 1, 2]],
  ["a hidden one behind its song", [1, 9, 2], [2, 1], [2, 1, 9]],
  ["hidden ones at the beginning", [8, 9, 1, 2], [2, 1], [8, 9, 2, 1]],
  ["one that went meanwhile", [1, 2], [2, 7, 1], [2, 1]],
])("orders %s", (_case, stored, wanted, ordered) => {
  expect(reordered(stored, wanted)).toEqual(ordered);
});
