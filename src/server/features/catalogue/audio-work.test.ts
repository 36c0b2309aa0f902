import { describe, expect, test, vi } from "vitest";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import { onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { makeSong } from "#test/factories.ts";
import { createAudioWork, songWaveforms } from "./audio-work.service.ts";

const songsOf = (app: TestApp) => songWaveforms(app.database, async () => null);

onOneEngine((engine) => {
  describe("createAudioWork", () => {
    test("leaves a song that was stopped in the middle to the next start", async () => {
      const app = await testApp(engine);
      await makeSong(app);
      const deps = { sources: [songsOf(app)], log: app.http.log as never };
      const started = Promise.withResolvers<void>();
      const waveforms = createAudioWork({
        ...deps,
        make: (_url, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(null));
            started.resolve();
          }),
      });
      waveforms.start();
      await started.promise;
      await waveforms.stop();
      let measured = 0;
      await createAudioWork({ ...deps, make: async () => (measured++, null) }).run();
      expect(measured).toBe(1);
    });

    test("measures the others while audio can't be fetched, and logs that once", async () => {
      const app = await testApp(engine);
      const here = await makeSong(app, { audio_url: "/uploads/audio/a.mp3" });
      const away = [
        await makeSong(app, { audio_url: "R2:audio/b.mp3" }),
        await makeSong(app, { audio_url: "R2:audio/c.mp3" }),
      ];
      let isAway = true;
      const warn = vi.fn();
      const waveforms = createAudioWork({
        sources: [songsOf(app)],
        log: { warn } as never,
        make: async (url) => {
          if (isAway && url.startsWith("R2:")) throw new StorageFailure("unreachable");
          return { curve: [0, 100], tempo: 96 };
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

    test("measures each song once, newest first, and gives a song with new audio no old curve", async () => {
      const app = await testApp(engine);
      const first = await makeSong(app, { audio_url: "https://example.com/a.mp3" });
      const second = await makeSong(app, { audio_url: "/uploads/audio/b.mp3" });
      const tempoOf = async ({ id }: { id: number }) =>
        (await app.db.selectFrom("songs").select("tempo").where("id", "=", id).executeTakeFirstOrThrow()).tempo;
      const measured: string[] = [];
      const waveforms = createAudioWork({
        sources: [songsOf(app)],
        log: app.http.log as never,
        make: async (url) => {
          measured.push(url);
          if (url.endsWith("b.mp3"))
            await app.db
              .updateTable("songs")
              .set({ audio_url: "/uploads/audio/c.mp3" })
              .where("id", "=", second.id)
              .execute();
          return url.endsWith("c.mp3") ? { curve: [0, 50, 100], tempo: 90 } : null;
        },
      });
      await waveforms.run();
      await waveforms.run();
      expect(measured).toEqual(["/uploads/audio/b.mp3", "/uploads/audio/c.mp3", "https://example.com/a.mp3"]);
      expect((await app.send(`GET /api/songs/${second.id}`)).json().waveform).toEqual([0, 50, 100]);
      expect((await app.send(`GET /api/songs/${first.id}`)).json().waveform).toBeNull();
      expect([await tempoOf(second), await tempoOf(first)]).toEqual([90, 0]);
    });
  });
});
