import { describe, expect, test } from "vitest";
import { maxRoundAgeDays, maxRoundsPerDay, maxSentRounds, type Round } from "#contract/learn/rounds.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeSession, makeSong, makeUser, password, userToken } from "#test/factories.ts";
import { learningRepository } from "./learning.repository.ts";
import { createLearning } from "./learning.service.ts";

const dayMs = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
let serial = 0;
const round = (song_id: number, values: Partial<Round> = {}): Round => ({
  id: `round-of-the-test-${++serial}`,
  song_id,
  exercise: "typed",
  level: 30,
  score: 70,
  finished_at: new Date().toISOString(),
  ...values,
});
const send = (app: TestApp, token: string, ...rounds: Round[]) =>
  app.send("POST /api/user/learning/rounds", { token, json: { rounds } });
const read = async (app: TestApp, token: string, song_id?: number) =>
  (await app.send("GET /api/user/learning", { token, query: song_id ? { song_id: String(song_id) } : {} })).json();
const rowsOf = (app: TestApp, table: "learn_scores" | "learn_days" | "learn_rounds") =>
  app.db.selectFrom(table).selectAll().execute();

onOneEngine((engine) => {
  describe("the scores", () => {
    test("are for users alone", async () => {
      const app = await testApp(engine);
      for (const call of ["GET /api/user/learning", "POST /api/user/learning/rounds"] as const) {
        const json = call.startsWith("POST") ? { json: { rounds: [round(1)] } } : {};
        expect((await app.send(call, json)).statusCode).toBe(401);
        expect((await app.send(call, { ...json, token: await adminToken(app) })).statusCode).toBe(403);
      }
    });

    test.each([
      [{ rounds: [] }, "rounds", `Mỗi lần gửi từ 1 đến ${maxSentRounds} lượt chơi`],
      [{}, "rounds", `Mỗi lần gửi từ 1 đến ${maxSentRounds} lượt chơi`],
      [{ rounds: "x" }, "rounds", `Mỗi lần gửi từ 1 đến ${maxSentRounds} lượt chơi`],
      [{ rounds: Array(101).fill(round(1)) }, "rounds", `Mỗi lần gửi từ 1 đến ${maxSentRounds} lượt chơi`],
      [{ rounds: [round(1, { id: "kurz" })] }, "rounds.0.id", "Mã lượt chơi không hợp lệ"],
      [{ rounds: [round(1, { id: `${"x".repeat(20)}\n` })] }, "rounds.0.id", "Mã lượt chơi không hợp lệ"],
      [{ rounds: [round(0)] }, "rounds.0.song_id", "Mã không hợp lệ"],
      [{ rounds: [round(1, { exercise: "x" as never })] }, "rounds.0.exercise", "Loại bài tập không hợp lệ"],
      [{ rounds: [round(1, { level: 20 as never })] }, "rounds.0.level", "Mức không hợp lệ"],
      [{ rounds: [round(1, { score: 101 })] }, "rounds.0.score", "Điểm phải là số nguyên từ 0 đến 100"],
      [{ rounds: [round(1, { score: -1 })] }, "rounds.0.score", "Điểm phải là số nguyên từ 0 đến 100"],
      [{ rounds: [round(1, { score: 0.5 })] }, "rounds.0.score", "Điểm phải là số nguyên từ 0 đến 100"],
      [{ rounds: [round(1, { score: null as never })] }, "rounds.0.score", "Điểm phải là số nguyên từ 0 đến 100"],
      [{ rounds: [round(1, { finished_at: "gestern" })] }, "rounds.0.finished_at", "Thời điểm chơi xong không hợp lệ"],
    ])("refuse %j", async (json, field, message) => {
      const app = await testApp(engine);
      const answer = await app.send("POST /api/user/learning/rounds", { token: await userToken(app), json });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
      expect(await rowsOf(app, "learn_rounds")).toEqual([]);
    });

    test("of a song are read by its id", async () => {
      const app = await testApp(engine);
      const query = { song_id: "x" };
      const answer = await app.send("GET /api/user/learning", { token: await userToken(app), query });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, "Mã bài hát không hợp lệ"]);
    });
  });
});

onBothEngines((engine) => {
  describe("rounds", () => {
    test("keep the best and the number for each exercise and level, of each user alone", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const other = await makeSong(app);
      const [lan, hoa] = [await userToken(app), await userToken(app)];
      const last = new Date().toISOString();
      const best = round(song.id, { score: 90, finished_at: last });
      await send(app, lan, round(song.id, { score: 40, finished_at: daysAgo(0.001) }), best);
      await send(app, lan, round(song.id, { score: 60, finished_at: daysAgo(0.002) }), round(other.id, { score: 100 }));
      await send(app, lan, round(song.id, { score: 0, level: 100, exercise: "order" }));
      await send(app, hoa, round(song.id, { score: 55 }));
      const { scores } = await read(app, lan, song.id);
      const time = expect.stringMatching(/Z$/);
      expect(scores).toEqual([
        { exercise: "order", level: 100, best_score: 0, rounds: 1, last_at: time },
        { exercise: "typed", level: 30, best_score: 90, rounds: 3, last_at: last },
      ]);
      expect((await read(app, hoa, song.id)).scores).toMatchObject([{ best_score: 55, rounds: 1 }]);
      expect((await read(app, hoa)).scores).toEqual([]);
    });

    test("that are sent twice count once, also twice in one body and by two requests at once", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      const rounds = [round(song.id), round(song.id), round(song.id)];
      const [first] = rounds as [Round];
      const answers = await Promise.all([send(app, token, ...rounds, first), send(app, token, ...rounds)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(answers.map((answer) => answer.json().added).toSorted()).toEqual([0, 3]);
      expect((await send(app, token, first)).json()).toEqual({ added: 0 });
      expect((await read(app, token, song.id)).scores).toMatchObject([{ rounds: 3 }]);
      expect(await rowsOf(app, "learn_days")).toMatchObject([{ rounds: 3 }]);
      // Another user's round may have the same id.
      expect((await send(app, await userToken(app), first)).json()).toEqual({ added: 1 });
    });

    test("make a streak of days in Vietnam, also when they arrive late and out of order", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      expect(await read(app, token)).toEqual({ streak: 0, has_today: false, scores: [] });
      await send(app, token, round(song.id, { finished_at: daysAgo(1) }));
      expect(await read(app, token)).toMatchObject({ streak: 1, has_today: false });
      await send(app, token, round(song.id));
      await send(app, token, round(song.id, { finished_at: daysAgo(3) }));
      expect(await read(app, token)).toMatchObject({ streak: 2, has_today: true });
      await send(app, token, round(song.id, { finished_at: daysAgo(2) }));
      expect(await read(app, token)).toMatchObject({ streak: 4, has_today: true });
    });

    test("belong to the day that it is in Vietnam", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const user = await makeUser(app);
      const now = () => Date.parse("2026-03-02T01:00:00Z");
      const learning = createLearning({ database: app.database, now });
      await learning.addRounds(user.id, [round(song.id, { finished_at: "2026-02-28T17:00:00Z" })]);
      await learning.addRounds(user.id, [round(song.id, { finished_at: "2026-02-28T16:59:59Z" })]);
      const days = await learningRepository(app.db).daysOf(user.id);
      expect(days.map(({ day }) => day)).toEqual(["2026-03-01", "2026-02-28"]);
      expect(await learning.learning(user.id, undefined)).toMatchObject({ streak: 2, has_today: false });
    });

    test("of a clock that is ahead count for now, and those of long ago are passed over", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      const tooOld = round(song.id, { finished_at: daysAgo(maxRoundAgeDays + 1), score: 100 });
      expect((await send(app, token, tooOld)).json()).toEqual({ added: 0 });
      const answer = await send(app, token, tooOld, round(song.id, { finished_at: daysAgo(-40), score: 10 }));
      expect(answer.json()).toEqual({ added: 1 });
      expect(await rowsOf(app, "learn_days")).toMatchObject([{ day: vietnamDay(Date.now()), rounds: 1 }]);
      expect((await read(app, token, song.id)).scores).toMatchObject([{ best_score: 10, rounds: 1 }]);
    });

    test("beyond a day's limit are accepted and don't count", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      const many = Array.from({ length: maxSentRounds }, () => round(song.id));
      for (let sent = 0; sent < maxRoundsPerDay; sent += maxSentRounds) {
        const answer = await send(app, token, ...many.map((each) => ({ ...each, id: `${each.id}-${sent}` })));
        expect(answer.json()).toEqual({ added: maxSentRounds });
      }
      expect((await send(app, token, round(song.id, { score: 100 }))).json()).toEqual({ added: 1 });
      expect((await read(app, token, song.id)).scores).toMatchObject([{ best_score: 70, rounds: maxRoundsPerDay }]);
    });

    test("of a song that never was count nothing", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      expect((await send(app, token, round(song.id + 1))).json()).toEqual({ added: 0 });
      expect((await send(app, token, round(song.id + 1), round(song.id))).json()).toEqual({ added: 1 });
      expect(await rowsOf(app, "learn_rounds")).toHaveLength(1);
      expect(await rowsOf(app, "learn_days")).toMatchObject([{ rounds: 1 }]);
    });

    test("of a Premium song count while the user may have heard it", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { is_premium: true, updated_at: daysAgo(20) });
      const added = async (values: Parameters<typeof makeUser>[1], days: number) => {
        const { id } = await makeUser(app, values);
        const token = await makeSession(app, "user", id);
        const answer = await send(app, token, round(song.id, { finished_at: daysAgo(days) }));
        return answer.json().added;
      };
      const premium = { subscription_type: "premium" } as const;
      expect(await added({}, 1), "without Premium").toBe(0);
      expect(await added({ ...premium, premium_expires_at: null }, 1), "for ever").toBe(1);
      expect(await added({ ...premium, premium_expires_at: daysAgo(-9) }, 1), "with Premium").toBe(1);
      expect(await added({ ...premium, premium_expires_at: daysAgo(2) }, 1), "after its end").toBe(0);
      expect(await added({ ...premium, premium_expires_at: daysAgo(2) }, 3), "before its end, sent late").toBe(1);
      expect(await added({}, 21), "before the song's last change").toBe(1);
    });

    test("of a song that is gone count for the day, and its scores go with it", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const token = await userToken(app);
      await send(app, token, round(song.id));
      const removal = await app.send(`DELETE /api/songs/${song.id}`, { token: await adminToken(app) });
      expect(removal.statusCode, removal.body).toBe(200);
      expect(await rowsOf(app, "learn_scores")).toEqual([]);
      expect((await send(app, token, round(song.id))).json()).toEqual({ added: 1 });
      expect(await rowsOf(app, "learn_scores")).toEqual([]);
      expect(await read(app, token, song.id)).toEqual({ streak: 1, has_today: true, scores: [] });
    });

    test("are forgotten by their ids once they would not be taken in any more", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app);
      const user = await makeUser(app);
      const first = round(song.id);
      await createLearning({ database: app.database }).addRounds(user.id, [first]);
      const later = createLearning({ database: app.database, now: () => Date.now() + (maxRoundAgeDays + 1) * dayMs });
      await later.addRounds(user.id, [{ ...round(song.id), finished_at: daysAgo(-maxRoundAgeDays) }]);
      expect(await rowsOf(app, "learn_rounds")).toHaveLength(1);
      expect(await later.addRounds(user.id, [first])).toEqual({ added: 0 });
      expect(await rowsOf(app, "learn_days")).toHaveLength(2);
    });

    test("are read along an index", async () => {
      const app = await testApp(engine);
      const work = async ({ db }: TestApp["database"]) => {
        const repository = learningRepository(db);
        await repository.scoresOf(1, 2);
        await repository.daysOf(1);
        await repository.forgetRounds(1, "2026-01-01T00:00:00.000Z");
        await repository.roundsOn(1, ["2026-01-01"]);
      };
      for (const plan of await plansOf(app, work))
        expect(plan).toMatch(/learn_(?:scores|days|rounds)_key|autoindex_learn/);
    });
  });

  describe("an account", () => {
    test("has its scores and days in its data, and takes them along when it goes", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { title: "Mưa hạ" });
      const user = await makeUser(app);
      const token = await makeSession(app, "user", user.id);
      const stranger = await userToken(app);
      await send(app, token, round(song.id, { finished_at: daysAgo(1) }));
      await send(app, stranger, round(song.id));
      const data = (await app.send("GET /api/user/export", { token })).json();
      expect(data.learn_scores).toEqual([
        {
          song_id: song.id,
          title: "Mưa hạ",
          exercise: "typed",
          level: 30,
          best_score: 70,
          rounds: 1,
          last_at: expect.stringMatching(/Z$/),
        },
      ]);
      expect(data.learn_days).toEqual([{ day: vietnamDay(Date.now() - dayMs), rounds: 1 }]);
      const removal = await app.send("DELETE /api/user/me", { token, json: { password } });
      expect(removal.statusCode).toBe(200);
      for (const table of ["learn_scores", "learn_days", "learn_rounds"] as const) {
        const left = await rowsOf(app, table);
        expect(left, table).toHaveLength(1);
        expect(left[0]?.user_id, table).not.toBe(user.id);
      }
    });
  });
});
