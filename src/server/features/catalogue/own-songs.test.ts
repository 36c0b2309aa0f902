import { describe, expect, test } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import type { HeardSong } from "#contract/own-songs.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeSession, makeSong, makeUser, userToken } from "#test/factories.ts";
import { mostPlays, ownSongsRepository } from "./own-songs.repository.ts";
import { createOwnSongs } from "./own-songs.service.ts";

const day = 24 * 3600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const play = (app: TestApp, id: number, token: string) => app.send(`POST /api/songs/${id}/play`, { token });
const like = (app: TestApp, id: number, token: string) => app.send(`POST /api/songs/${id}/like`, { token });
const likes = async (app: TestApp, token: string): Promise<Song[]> =>
  (await app.send("GET /api/me/likes", { token })).json();
const history = async (app: TestApp, token: string): Promise<HeardSong[]> =>
  (await app.send("GET /api/me/history", { token })).json();
const heard = async (app: TestApp, token: string) => (await history(app, token)).map(({ song }) => song.id);
const take = (app: TestApp, token: string, json: object) => app.send("POST /api/me/take-along", { token, json });
const pause = (app: TestApp, token: string, is_paused: boolean) =>
  app.send("PUT /api/me/history/settings", { token, json: { is_paused } });

/** A caller with an account of its own. */
async function makeCaller(app: TestApp): Promise<UserCaller> {
  const { id } = await makeUser(app);
  return { kind: "user", id, isPremium: false } as UserCaller;
}

onOneEngine((engine) => {
  test("a listener's own songs are told to nobody else", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    for (const path of ["GET /api/me/likes", "GET /api/me/history", "DELETE /api/me/history"] as const) {
      expect((await app.send(path)).statusCode, path).toBe(401);
      expect((await app.send(path, { token: admin })).statusCode, path).toBe(403);
    }
    const [token, other] = [await userToken(app), await userToken(app)];
    const { id } = await makeSong(app);
    await like(app, id, token);
    await play(app, id, token);
    expect([await likes(app, other), await history(app, other)]).toEqual([[], []]);
  });

  test("songs are given by their ids in the order asked for, without the hidden and the unknown", async () => {
    const app = await testApp(engine);
    const [one, two] = [await makeSong(app), await makeSong(app, { is_premium: true })];
    const hidden = await makeSong(app, { is_active: false });
    const query = { ids: [two.id, hidden.id, 4242, one.id, two.id].join(",") };
    const songs: Song[] = (await app.send("GET /api/songs/by-ids", { query })).json();
    expect(songs.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(songs[0]?.audio_url).toBeNull();
    for (const ids of ["", "0", "a", "1,", Array.from({ length: 101 }, (_, i) => i + 1).join()]) {
      const answer = await app.send("GET /api/songs/by-ids", { query: { ids } });
      expect([ids, answer.statusCode]).toEqual([ids, 422]);
    }
  });

  test("a play that may not be heard is not kept", async () => {
    const app = await testApp(engine);
    const token = await userToken(app);
    const { id } = await makeSong(app, { is_premium: true });
    await play(app, id, token);
    expect(await history(app, token)).toEqual([]);
  });
});

onBothEngines((engine) => {
  describe("likes", () => {
    test("are listed as the user sees the songs, the last liked first, page by page", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const songs = [await makeSong(app), await makeSong(app), await makeSong(app)];
      const locked = await makeSong(app, { is_premium: true });
      for (const { id } of [...songs, locked]) await like(app, id, token);
      const clock = Date.now();
      for (const [index, { id }] of [...songs, locked].entries()) {
        await app.db
          .updateTable("song_likes")
          .set({ created_at: iso(clock + index) })
          .where("song_id", "=", id)
          .execute();
      }
      const first = songs[0] as { id: number };
      await app.db.updateTable("songs").set({ is_active: false }).where("id", "=", first.id).execute();
      const rows = await likes(app, token);
      expect(rows.map(({ id }) => id)).toEqual([locked.id, songs[2]?.id, songs[1]?.id]);
      expect(rows[0]).toMatchObject({ audio_url: null, lyrics: null, liked: true });
      const page = await app.send("GET /api/me/likes", { token, query: { skip: "1", limit: "1" } });
      expect(page.headers["x-total-count"]).toBe("3");
      expect((page.json() as Song[]).map(({ id }) => id)).toEqual([songs[2]?.id]);
    });
  });

  describe("the history", () => {
    test("has a song once a day with its last time, also of plays that do not count", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [one, two] = [await makeSong(app), await makeSong(app)];
      await play(app, one.id, token);
      await play(app, two.id, token);
      await app.db
        .updateTable("user_plays")
        .set({ played_at: iso(Date.now() - 60_000) })
        .execute();
      expect((await play(app, one.id, token)).json()).toEqual({ counted: false });
      expect(await heard(app, token)).toEqual([one.id, two.id]);
      await app.db.updateTable("songs").set({ is_active: false }).where("id", "=", one.id).execute();
      const answer = await app.send("GET /api/me/history", { token });
      expect([answer.headers["x-total-count"], (answer.json() as HeardSong[]).map(({ song }) => song.id)]).toEqual([
        "1",
        [two.id],
      ]);
    });

    test("keeps nothing while it is paused, and forgets one song or all", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [one, two] = [await makeSong(app), await makeSong(app)];
      expect((await app.send("GET /api/me/history/settings", { token })).json()).toEqual({ is_paused: false });
      for (let time = 0; time < 2; time++) expect((await pause(app, token, true)).json()).toEqual({ is_paused: true });
      await play(app, one.id, token);
      await take(app, token, { plays: [{ song_id: one.id, played_at: iso(Date.now() - 1000) }] });
      expect((await app.send("GET /api/me/history/settings", { token })).json()).toEqual({ is_paused: true });
      expect(await history(app, token)).toEqual([]);
      await pause(app, token, false);
      for (const { id } of [one, two]) await play(app, id, token);
      await app.send(`DELETE /api/me/history/${one.id}`, { token });
      expect(await heard(app, token)).toEqual([two.id]);
      expect((await app.send("DELETE /api/me/history", { token })).json()).toEqual({ success: true });
      expect(await history(app, token)).toEqual([]);
    });

    test("is kept up to a number of plays, the oldest go", async () => {
      const app = await testApp(engine);
      const caller = await makeCaller(app);
      const { id: song_id } = await makeSong(app);
      const repository = ownSongsRepository(app.db);
      const start = Date.parse("2020-01-01T00:00:00.000Z");
      const plays = Array.from({ length: mostPlays + 2 }, (_, index) => ({ song_id, at: start + index * day }));
      await repository.addPlays(caller.id, plays.slice(0, mostPlays));
      await repository.addPlays(caller.id, plays.slice(mostPlays));
      const kept = await repository.allPlays(caller.id);
      expect(kept).toHaveLength(mostPlays);
      expect(kept.at(-1)?.played_at).toBe(iso(start + 2 * day));
    });
  });

  test("what a device kept is taken once, without what is hidden, unknown, locked or out of time", async () => {
    const app = await testApp(engine);
    const { id } = await makeUser(app);
    const token = await makeSession(app, "user", id);
    const songs = [await makeSong(app), await makeSong(app)] as const;
    const hidden = await makeSong(app, { is_active: false });
    const locked = await makeSong(app, { is_premium: true });
    const now = Date.now();
    const played = (song_id: number, ago: number) => ({ song_id, played_at: iso(now - ago) });
    const json = {
      likes: [songs[1].id, songs[0].id, hidden.id, 4242, songs[1].id],
      plays: [
        played(songs[0].id, 3000),
        played(songs[0].id, 2000),
        played(songs[1].id, 10 * day),
        played(songs[1].id, 400 * day),
        played(songs[1].id, -day),
        played(locked.id, 1000),
        played(hidden.id, 1000),
        played(4242, 1000),
      ],
    };
    for (let time = 0; time < 2; time++) {
      const answer = await take(app, token, json);
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    }
    const liked = await likes(app, token);
    expect(liked.map((song) => [song.id, song.likes_count])).toEqual([
      [songs[1].id, 1],
      [songs[0].id, 1],
    ]);
    expect((await history(app, token)).map(({ song, played_at }) => [song.id, played_at])).toEqual([
      [songs[0].id, iso(now - 2000)],
      [songs[1].id, iso(now - 10 * day)],
    ]);
    const tooMany = Array.from({ length: 1001 }, (_, index) => index + 1);
    expect((await take(app, token, { likes: tooMany })).statusCode).toBe(422);
    expect((await take(app, token, {})).statusCode).toBe(200);
  });

  test("pages, counts and removals go along indexes", async () => {
    const app = await testApp(engine);
    const caller = await makeCaller(app);
    const { id: song_id } = await makeSong(app);
    const page = { skip: 0, limit: 20 };
    await createOwnSongs({ database: app.database, presenter: { presentAll: async () => [] } }).saveSettings(caller, {
      is_paused: true,
    });
    const plans = await plansOf(app, async ({ db }) => {
      const repository = ownSongsRepository(db);
      await repository.likes(caller.id, page);
      await repository.plays(caller.id, page);
      await repository.isPaused(caller.id);
      await repository.removePlays(caller.id, song_id);
    });
    expect(plans[0]).toContain("song_likes_by_time");
    expect(plans[1]).toContain("user_plays_by_time");
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!.*USING)|Seq Scan|TEMP B-TREE/);
  });
});
