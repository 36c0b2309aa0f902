import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxQueued } from "#contract/queue-rules.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeSession, makeSong, makeUser, password, userToken } from "#test/factories.ts";

const phone = { device: randomUUID(), device_kind: "phone", playing: true, seen: 0 } as const;
const computer = { device: randomUUID(), device_kind: "computer", playing: true, seen: 0 } as const;

const store = async (app: TestApp, token: string, json: object) =>
  app.send("PUT /api/me/queue", { token, json: { place: 0, position: 0, ...json } });
const read = async (app: TestApp, token: string) => (await app.send("GET /api/me/queue", { token })).json().queue;

onOneEngine((engine) => {
  describe("the queue of an account", () => {
    test("is its user's alone", async () => {
      const app = await testApp(engine);
      for (const call of ["GET /api/me/queue", "PUT /api/me/queue"] as const) {
        const json = call.startsWith("PUT") ? { json: { song_ids: [1], place: 0, position: 0, ...phone } } : {};
        expect((await app.send(call, json)).statusCode).toBe(401);
        expect((await app.send(call, { ...json, token: await adminToken(app) })).statusCode).toBe(403);
      }
    });

    test.each([
      [{ song_ids: [] }, "song_ids", `Hàng chờ có từ 1 đến ${maxQueued} bài`],
      [{ song_ids: Array(maxQueued + 1).fill(1) }, "song_ids", `Hàng chờ có từ 1 đến ${maxQueued} bài`],
      [{ song_ids: [0] }, "song_ids.0", "Mã không hợp lệ"],
      [{ song_ids: [1], place: 1 }, "place", "Vị trí trong hàng chờ không hợp lệ"],
      [{ song_ids: [1], place: -1 }, "place", "Vị trí trong hàng chờ không hợp lệ"],
      [{ song_ids: [1], position: -1 }, "position", "Giây đang nghe không hợp lệ"],
      [{ song_ids: [1], device: "x" }, "device", "Mã thiết bị không hợp lệ"],
      [{ song_ids: [1], device_kind: "fridge" }, "device_kind", "Loại thiết bị không hợp lệ"],
      [{ song_ids: [1], seen: -1 }, "seen", "Số của hàng chờ không hợp lệ"],
    ])("refuses %j", async (json, field, message) => {
      const app = await testApp(engine);
      const answer = await store(app, await userToken(app), { ...phone, ...json });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
    });

    test("leaves out what is hidden, and begins after a song that is gone", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [first, hidden, last] = [
        await makeSong(app),
        await makeSong(app, { is_active: false }),
        await makeSong(app),
      ];
      const song_ids = [first.id, hidden.id, last.id];
      await store(app, token, { ...phone, song_ids, place: 1, position: 40 });
      expect(await read(app, token)).toMatchObject({
        place: 1,
        position: 0,
        songs: [{ id: first.id }, { id: last.id }],
      });
      await store(app, token, { ...phone, song_ids: [hidden.id] });
      expect(await read(app, token)).toBeNull();
    });

    test("gives no address of a Premium song", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const song = await makeSong(app, { is_premium: true });
      await store(app, token, { ...phone, song_ids: [song.id] });
      expect((await read(app, token)).songs).toMatchObject([{ id: song.id, is_premium: true, audio_url: null }]);
    });
  });
});

onBothEngines((engine) => {
  describe("two devices", () => {
    test("share one queue, of which the newer wins", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const [one, two] = [await makeSong(app), await makeSong(app)];
      expect(await read(app, token)).toBeNull();
      const first = await store(app, token, { ...phone, song_ids: [one.id, two.id], place: 1, position: 12.5 });
      expect(first.json()).toEqual({ number: 1, stored: true });
      expect(await read(app, token)).toMatchObject({
        number: 1,
        device: phone.device,
        device_kind: "phone",
        place: 1,
        position: 12.5,
        updated_at: expect.stringMatching(/Z$/),
        songs: [
          { id: one.id, title: one.title },
          { id: two.id, title: two.title },
        ],
      });
      const second = await store(app, token, { ...computer, song_ids: [one.id] });
      expect(second.json()).toEqual({ number: 2, stored: true });
      expect(await read(app, token)).toMatchObject({ device_kind: "computer", songs: [{ id: one.id }] });
      expect(await read(app, await userToken(app)), "of each user alone").toBeNull();
    });

    test("that does not play leaves alone what the other stored since it looked", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await makeSong(app);
      await store(app, token, { ...phone, song_ids: [id] });
      await store(app, token, { ...computer, song_ids: [id], seen: 1 });
      const late = { ...phone, song_ids: [id], playing: false, seen: 1, position: 9 };
      expect((await store(app, token, late)).json()).toEqual({ number: 2, stored: false });
      expect(await read(app, token)).toMatchObject({ device: computer.device, position: 0 });
      expect((await store(app, token, { ...late, seen: 2 })).json()).toEqual({ number: 3, stored: true });
      const own = { ...phone, song_ids: [id], playing: false, seen: 0, position: 10 };
      expect((await store(app, token, own)).json(), "its own").toEqual({ number: 4, stored: true });
    });

    test("at once are numbered one after the other", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const { id } = await makeSong(app);
      const sent = [phone, computer, phone, computer].map((device) => store(app, token, { ...device, song_ids: [id] }));
      const answers = await Promise.all(sent);
      const numbers = answers.map((answer) => answer.json().number as number);
      expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
      expect(await read(app, token)).toMatchObject({ number: 4 });
    });
  });

  test("the queue is part of a user's data, and goes with the account", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await makeSession(app, "user", user.id);
    const { id } = await makeSong(app);
    await store(app, token, { ...phone, song_ids: [id], position: 3 });
    expect((await app.send("GET /api/user/export", { token })).json().queue).toEqual([
      { song_ids: [id], place: 0, position: 3, device_kind: "phone", updated_at: expect.stringMatching(/Z$/) },
    ]);
    expect((await app.send("DELETE /api/user/me", { token, json: { password } })).statusCode).toBe(200);
    expect(await app.db.selectFrom("user_queues").selectAll().execute()).toEqual([]);
  });
});
