import { describe, expect, test } from "vitest";
import type { UserCaller } from "#server/platform/http/caller.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeSong, makeUser, userToken } from "#test/factories.ts";
import { listeningRepository } from "./listening.repository.ts";
import { createListening, maxPlaysPerNetwork, playWindowMs } from "./listening.service.ts";

const playsOf = (app: TestApp, id: number) =>
  app.db.selectFrom("songs").select("play_count").where("id", "=", id).executeTakeFirstOrThrow();
const marks = async (app: TestApp) =>
  (await app.db.selectFrom("song_listens").select("listener").orderBy("listener").execute()).map((row) => row.listener);

onOneEngine((engine) => {
  describe("plays", () => {
    test("are not counted for a missing, inactive or locked song", async () => {
      const app = await testApp(engine);
      const gone = await makeSong(app, { is_active: false });
      const locked = await makeSong(app, { is_premium: true });
      for (const id of [gone.id, 4242]) expect((await app.send(`POST /api/songs/${id}/play`)).statusCode).toBe(404);
      expect((await app.send("POST /api/songs/x/play")).statusCode).toBe(422);
      expect((await app.send(`POST /api/songs/${locked.id}/play`)).json()).toEqual({ counted: false });
      const token = await userToken(app, { premium: true });
      expect((await app.send(`POST /api/songs/${locked.id}/play`, { token })).json()).toEqual({ counted: true });
    });
  });

  describe("likes", () => {
    test("need a user and an active song", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { is_active: false });
      for (const method of ["POST", "DELETE"] as const) {
        const call = `${method} /api/songs/${song.id}/like` as const;
        expect((await app.send(call)).statusCode).toBe(401);
        expect((await app.send(call, { token: await adminToken(app) })).statusCode).toBe(403);
        expect((await app.send(call, { token: await userToken(app) })).statusCode).toBe(404);
      }
    });
  });
});

onBothEngines((engine) => {
  describe("plays", () => {
    test("count once per listener and song, by account or by address and browser", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const other = await makeSong(app);
      const token = await userToken(app);
      const play = async (id: number, options: Parameters<TestApp["send"]>[1] = {}) =>
        (await app.send(`POST /api/songs/${id}/play/`, options)).json().counted;
      expect(await play(song.id)).toBe(true);
      expect(await play(song.id)).toBe(false);
      expect(await play(other.id)).toBe(true);
      expect(await play(song.id, { remoteAddress: "203.0.113.9" })).toBe(true);
      expect(await play(song.id, { headers: { "user-agent": "other" } })).toBe(true);
      expect(await play(song.id, { token })).toBe(true);
      expect(await play(song.id, { token, remoteAddress: "203.0.113.77" })).toBe(false);
      expect(await play(song.id, { token: await adminToken(app) })).toBe(false);
      expect((await playsOf(app, song.id)).play_count).toBe(4);
      const days = await app.db.selectFrom("song_play_days").select(["song_id", "plays"]).orderBy("song_id").execute();
      expect(days).toEqual([
        { song_id: song.id, plays: 4 },
        { song_id: other.id, plays: 1 },
      ]);
    });

    test("are counted once each when many come at the same time", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const plays = Array.from({ length: 40 }, (_, i) =>
        app.send(`POST /api/songs/${song.id}/play`, { remoteAddress: `203.0.113.${i % 20}` }),
      );
      for (const answer of await Promise.all(plays)) expect(answer.statusCode).toBe(200);
      expect((await playsOf(app, song.id)).play_count).toBe(20);
    });

    test("count again after half an hour, and old marks are deleted", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      let at = Date.parse("2026-11-21T16:50:00Z");
      const { key } = app.config.secrets;
      const listening = createListening({ database: app.database, key, now: () => at });
      const listener = { caller: { kind: "anonymous" } as const, address: "203.0.113.1", userAgent: "x" };
      expect(await listening.play(song.id, listener)).toEqual({ counted: true });
      at += playWindowMs - 1;
      expect(await listening.play(song.id, listener)).toEqual({ counted: false });
      at += 1;
      expect(await listening.play(song.id, listener)).toEqual({ counted: true });
      const days = await app.db.selectFrom("song_play_days").select(["day", "plays"]).orderBy("day").execute();
      expect(days).toEqual([
        { day: "2026-11-21", plays: 1 },
        { day: "2026-11-22", plays: 1 },
      ]);
      at += playWindowMs * 2;
      await listening.play(song.id, { ...listener, address: "203.0.113.2" });
      expect(await marks(app)).toEqual([expect.stringMatching(/^a:/), expect.stringMatching(/^n:[\w-]{22}:0$/)]);
    });

    test("count for five anonymous listeners of a network and song in half an hour", async () => {
      const app = await testApp(engine);
      const [song, other] = [await makeSong(app), await makeSong(app)];
      let at = Date.parse("2026-11-21T10:00:00Z");
      const listening = createListening({ database: app.database, key: app.config.secrets.key, now: () => at });
      const countedOf = async (id: number, address: string, name: string) => {
        let counted = 0;
        for (let i = 0; i < 12; i += 1) {
          const listener = { caller: { kind: "anonymous" } as const, address, userAgent: `${name} ${i}` };
          if ((await listening.play(id, listener)).counted) counted += 1;
        }
        return counted;
      };
      expect(await countedOf(song.id, "203.0.113.1", "a")).toBe(maxPlaysPerNetwork);
      expect(await countedOf(song.id, "203.0.113.2", "a")).toBe(maxPlaysPerNetwork);
      expect(await countedOf(other.id, "203.0.113.1", "a")).toBe(maxPlaysPerNetwork);
      // One home has a whole /64 of IPv6.
      expect(await countedOf(song.id, "2001:db8::1", "a")).toBe(maxPlaysPerNetwork);
      expect(await countedOf(song.id, "2001:db8::2", "a")).toBe(0);
      expect((await playsOf(app, song.id)).play_count).toBe(3 * maxPlaysPerNetwork);
      // Plays that do not count leave no marks.
      expect(await marks(app)).toHaveLength(8 * maxPlaysPerNetwork);
      const account: UserCaller = { kind: "user", id: (await makeUser(app)).id, isPremium: false };
      const atHome = { caller: account, address: "203.0.113.1", userAgent: "x" };
      expect(await listening.play(song.id, atHome)).toEqual({ counted: true });
      at += playWindowMs - 1;
      expect(await countedOf(song.id, "203.0.113.1", "b")).toBe(0);
      at += 1;
      expect(await countedOf(song.id, "203.0.113.1", "b")).toBe(maxPlaysPerNetwork);
    });

    test("of many user agents at one address are counted five times when they come at the same time", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const plays = Array.from({ length: 40 }, (_, i) =>
        app.send(`POST /api/songs/${song.id}/play`, { headers: { "user-agent": `made up ${i}` } }),
      );
      for (const answer of await Promise.all(plays)) expect(answer.statusCode).toBe(200);
      expect((await playsOf(app, song.id)).play_count).toBe(maxPlaysPerNetwork);
    });

    test("are found and deleted by indexes", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      const plans = await plansOf(app, async ({ db }) => {
        const repository = listeningRepository(db);
        await repository.unmark(id, "a:x");
        await repository.deleteMarks("2026-01-01T00:00:00.000Z");
      });
      expect(plans[0]).toMatch(/song_listens_key|sqlite_autoindex_song_listens_1/);
      expect(plans[1]).toContain("song_listens_time");
    });

    test("do not change the catalogue's version", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const version = () => app.database.changes.version("catalogue") ?? 0;
      // PostgreSQL tells the writing connection, and the one that listens for all processes.
      const notices = engine === "sqlite" ? 1 : 2;
      const empty = version();
      const song = await makeSong(app);
      await expect.poll(version).toBe(empty + 3 * notices);
      await app.send(`POST /api/songs/${song.id}/play`);
      await app.send(`POST /api/songs/${song.id}/like`, { token: await userToken(app) });
      await makeSong(app, { categories: [] });
      await expect.poll(version).toBe(empty + 4 * notices);
    });
  });

  describe("likes", () => {
    test("are stored per user and counted once", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const [first, second] = [await userToken(app), await userToken(app)];
      const like = async (method: "POST" | "DELETE", token: string) =>
        (await app.send(`${method} /api/songs/${song.id}/like`, { token })).json();
      expect(await like("POST", first)).toEqual({ liked: true, likes_count: 1 });
      expect(await like("POST", first)).toEqual({ liked: true, likes_count: 1 });
      expect(await like("POST", second)).toEqual({ liked: true, likes_count: 2 });
      expect(await like("DELETE", first)).toEqual({ liked: false, likes_count: 1 });
      expect(await like("DELETE", first)).toEqual({ liked: false, likes_count: 1 });
      const liked = async (token?: string) => (await app.send(`GET /api/songs/${song.id}`, { token })).json().liked;
      expect([await liked(first), await liked(second), await liked()]).toEqual([false, true, undefined]);
      expect((await app.send(`GET /api/songs/${song.id}`)).json().likes_count).toBe(1);
    });
  });
});

test("a day in Vietnam begins seven hours before the day in UTC", () => {
  expect(vietnamDay(Date.parse("2026-11-20T16:59:59.999Z"))).toBe("2026-11-20");
  expect(vietnamDay(Date.parse("2026-11-20T17:00:00.000Z"))).toBe("2026-11-21");
});
