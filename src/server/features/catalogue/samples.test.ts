import { describe, expect, test } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { toneWav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong, userToken } from "#test/factories.ts";
import { createAudioWork, songSamples } from "./audio-work.service.ts";
import { songAudioRepository } from "./song-audio.repository.ts";

async function stored(app: TestApp, seconds: number): Promise<string> {
  async function* once() {
    yield toneWav(seconds, [20, 40]);
  }
  return (await app.files.save(once(), "audio")).url;
}

async function premiumSong(app: TestApp, token: string) {
  const { id: category } = await makeCategory(app);
  const audio_url = await stored(app, 60);
  const json = { title: "Quán vắng", audio_url, category_ids: [category], is_premium: true, lyrics: "Lời kín" };
  const answer = await app.send("POST /api/songs", { token, json });
  expect(answer.statusCode, answer.body).toBe(201);
  return { id: answer.json<{ id: number }>().id, audio_url };
}

const songOf = async (app: TestApp, id: number, token?: string) =>
  (await app.send(`GET /api/songs/${id}`, token === undefined ? {} : { token })).json();
const statusOf = async (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  (await app.send(`GET ${url}`, { headers })).statusCode;

onBothEngines((engine) => {
  describe("the sample of a Premium song", () => {
    test("is heard by everybody for as long as the song is shown for Premium, and the song by nobody", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id, audio_url } = await premiumSong(app, token);
      expect((await songOf(app, id)).sample_url).toBeNull();
      expect(await app.samples.run()).toBe(0);
      const song = await songOf(app, id);
      expect(song).toMatchObject({ audio_url: null, lyrics: null });
      const sample: string = song.sample_url;
      expect(sample).toMatch(/^\/uploads\/samples\/[0-9a-f]{32}\.wav$/);
      const [listed] = (await app.send("GET /api/songs")).json();
      expect(listed).toMatchObject({ sample_url: sample, audio_url: null, lyrics: null });
      const free = await songOf(app, id, await userToken(app));
      expect([free.sample_url, free.audio_url]).toEqual([sample, null]);
      const paying = await songOf(app, id, await userToken(app, { premium: true }));
      expect([paying.sample_url, paying.audio_url.startsWith(audio_url)]).toEqual([null, true]);
      expect((await songOf(app, id, token)).sample_url).toBeNull();

      const whole = await app.send(`GET ${sample}`);
      expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, "audio/wav"]);
      const size = whole.rawPayload.length;
      expect(size).toBeLessThan(20.5 * 22_050 * 2);
      expect(await statusOf(app, sample, { range: "bytes=0-99" })).toBe(206);
      expect(await statusOf(app, sample, { range: `bytes=${size}-` })).toBe(416);
      const name = sample.slice("/uploads/samples/".length);
      const end = audio_url.slice("/uploads/audio/".length);
      const ranges: Record<string, string>[] = [{}, { range: "bytes=0-1" }, { range: "bytes=-100" }];
      for (const range of ranges) {
        expect(await statusOf(app, audio_url, range)).toBe(403);
        for (const variant of [
          `${audio_url}?download=1`,
          `/uploads//audio/${end}`,
          `/uploads/samples/../audio/${end}`,
        ]) {
          expect([403, 404], variant).toContain(await statusOf(app, variant, range));
        }
        for (const variant of [`/uploads/samples/${end}`, `/uploads/audio/${name}`, `${sample}.wav`]) {
          expect(await statusOf(app, variant, range), variant).toBe(404);
        }
      }

      const change = async (json: object) => {
        const answer = await app.send(`PUT /api/songs/${id}`, { token, json });
        expect(answer.statusCode, answer.body).toBe(200);
        await app.outbox.flush();
      };
      await change({ is_active: false });
      expect(await statusOf(app, sample)).toBe(403);
      await change({ is_active: true });
      expect(await statusOf(app, sample)).toBe(200);
      await change({ is_premium: false });
      expect(await statusOf(app, sample)).toBe(404);
      await change({ is_premium: true });
      expect((await songOf(app, id)).sample_url).toBeNull();
      await app.samples.run();
      const second: string = (await songOf(app, id)).sample_url;
      expect([second !== sample, await statusOf(app, second)]).toEqual([true, 200]);

      await change({ audio_url: await stored(app, 50) });
      expect([await statusOf(app, second), (await songOf(app, id)).sample_url]).toEqual([404, null]);
      await app.samples.run();
      const third: string = (await songOf(app, id)).sample_url;
      expect(await statusOf(app, third)).toBe(200);

      expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(200);
      await app.outbox.flush();
      expect([401, 403]).toContain(await statusOf(app, third));
      const restored = await app.send("POST /api/admin/bin/restore", { token, json: { entity: "song", id } });
      expect(restored.statusCode, restored.body).toBe(200);
      expect([(await songOf(app, id)).sample_url, await statusOf(app, third)]).toEqual([third, 200]);
    });

    test("is given up where the song changed while it was cut", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await premiumSong(app, token);
      const made: string[] = [];
      const work = createAudioWork({
        sources: [songSamples(app.database, app.files)],
        log: app.http.log as never,
        make: async (url, signal) => {
          const sample = await app.files.sampleOf(url, signal);
          if (sample) made.push(sample);
          await app.send(`PUT /api/songs/${id}`, { token, json: { is_premium: false } });
          return sample;
        },
      });
      await work.run();
      await app.outbox.flush();
      expect(made).toHaveLength(1);
      expect(await statusOf(app, made[0] ?? "")).toBe(404);
      const open = await songOf(app, id);
      expect([open.sample_url, open.audio_url !== null]).toEqual([null, true]);
    });

    test("is looked for along an index", async () => {
      const app = await testApp(engine);
      const [plan] = await plansOf(app, ({ db, dialect }) => songAudioRepository(db, dialect).nextUnsampled(undefined));
      expect(plan).toMatch(/songs_without_sample/);
    });
  });
});

onOneEngine((engine) => {
  test("a song of which nothing can be cut has no sample, and is not tried again", async () => {
    const app = await testApp(engine);
    const { id } = await makeSong(app, { is_premium: true, audio_url: "https://example.com/a.mp3" });
    await app.samples.run();
    const { sample } = await app.db.selectFrom("songs").select("sample").where("id", "=", id).executeTakeFirstOrThrow();
    expect([sample, (await songOf(app, id)).sample_url]).toEqual(["", null]);
  });
});
