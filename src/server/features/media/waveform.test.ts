import path from "node:path";
import { expect, test, vi } from "vitest";
import { createWaveforms } from "#server/features/catalogue/waveforms.service.ts";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { makeSong } from "#test/factories.ts";
import { createLoudnessMeter } from "./loudness.ts";
import { measureWaveform } from "./waveform.ts";

const fixture = (name: string) => path.join("test/fixtures/audio", name);
const sine = (seconds: number, volume: number) =>
  Float32Array.from({ length: 8000 * seconds }, (_, i) => volume * Math.sin(i / 5));

test("loudness is the root mean square in equal slices, the loudest being 100", () => {
  const meter = createLoudnessMeter();
  for (const volume of [0.1, 0.2, 0.4, 0]) meter.add([sine(1, volume)], 8000);
  expect(meter.slices(4)).toEqual([25, 50, 100, 0]);
  expect(meter.slices(8)).toEqual([25, 25, 50, 50, 100, 100, 0, 0]);
});

test("pieces of any length give the same curve, channels are averaged by energy", () => {
  const whole = createLoudnessMeter();
  const pieces = createLoudnessMeter();
  const samples = Float32Array.from({ length: 24_000 }, (_, i) => (i / 24_000) * Math.sin(i / 3));
  whole.add([samples, samples], 8000);
  for (let i = 0; i < samples.length; i += 777)
    pieces.add([samples.subarray(i, i + 777), samples.subarray(i, i + 777)], 8000);
  expect(pieces.slices(20)).toEqual(whole.slices(20));
});

test("silence and nothing draw nothing", () => {
  const meter = createLoudnessMeter();
  expect(meter.slices(10)).toEqual([]);
  meter.add([new Float32Array(8000)], 8000);
  expect(meter.slices(10)).toEqual([]);
});

test.each(["tagged.mp3", "tagged.flac", "tagged.ogg", "tagged.opus", "tagged.wav"])("%s is measured", async (name) => {
  const slices = await measureWaveform(fixture(name));
  expect(slices).toHaveLength(96);
  expect(Math.max(...(slices ?? []))).toBe(100);
});

test.each(["cover.png", "tagged.m4a", "not-there.mp3"])("%s gives none", async (name) => {
  expect(await measureWaveform(fixture(name))).toBeNull();
});

onBothEngines((engine) => {
  test("a stop in the middle leaves the song for the next start", async () => {
    const app = await testApp(engine);
    await makeSong(app);
    const deps = { database: app.database, log: app.http.log as never };
    const started = Promise.withResolvers<void>();
    const waveforms = createWaveforms({
      ...deps,
      measure: (_url, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve(null));
          started.resolve();
        }),
    });
    waveforms.start();
    await started.promise;
    await waveforms.stop();
    let asked = 0;
    await createWaveforms({ ...deps, measure: async () => (asked++, null) }).run();
    expect(asked).toBe(1);
  });

  test("songs whose audio can't be fetched now keep no other from being measured, and are told of once", async () => {
    const app = await testApp(engine);
    const here = await makeSong(app, { audio_url: "/uploads/audio/a.mp3" });
    const away = [
      await makeSong(app, { audio_url: "R2:audio/b.mp3" }),
      await makeSong(app, { audio_url: "R2:audio/c.mp3" }),
    ];
    let isAway = true;
    const warn = vi.fn();
    const waveforms = createWaveforms({
      database: app.database,
      log: { warn } as never,
      measure: async (url) => {
        if (isAway && url.startsWith("R2:")) throw new StorageFailure("unreachable");
        return [0, 100];
      },
    });
    const waveform = async (id: number) => (await app.send(`GET /api/songs/${id}`)).json().waveform;
    expect(await waveforms.run()).toBe(2);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await waveform(here.id)).toEqual([0, 100]);
    isAway = false;
    expect(await waveforms.run()).toBe(0);
    for (const { id } of away) expect(await waveform(id)).toEqual([0, 100]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("songs are measured once, newest first; one with new audio meanwhile is not given the old curve", async () => {
    const app = await testApp(engine);
    const first = await makeSong(app, { audio_url: "https://example.com/a.mp3" });
    const second = await makeSong(app, { audio_url: "/uploads/audio/b.mp3" });
    const asked: string[] = [];
    const waveforms = createWaveforms({
      database: app.database,
      log: app.http.log as never,
      measure: async (url) => {
        asked.push(url);
        if (url.endsWith("b.mp3"))
          await app.db
            .updateTable("songs")
            .set({ audio_url: "/uploads/audio/c.mp3" })
            .where("id", "=", second.id)
            .execute();
        return url.endsWith("c.mp3") ? [0, 50, 100] : null;
      },
    });
    await waveforms.run();
    await waveforms.run();
    expect(asked).toEqual(["/uploads/audio/b.mp3", "/uploads/audio/c.mp3", "https://example.com/a.mp3"]);
    expect((await app.send(`GET /api/songs/${second.id}`)).json().waveform).toEqual([0, 50, 100]);
    expect((await app.send(`GET /api/songs/${first.id}`)).json().waveform).toBeNull();
  });
});
