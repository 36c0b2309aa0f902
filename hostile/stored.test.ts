import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { onBothEngines, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeCategory } from "#test/factories.ts";
import { readStored } from "./stored.ts";
import { lostWrites, nothingYet } from "./writers.ts";

onBothEngines((engine) => {
  test("finds files that nothing knows, files that are missing and writes that are lost", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: categoryId } = await makeCategory(app, { name: "Dân ca" });
    const upload = async (seed: number) => {
      const multipart = new FormData();
      multipart.append("audio_file", new File([new Uint8Array(wav(1, seed))], "a.wav"));
      return (await app.send("POST /api/admin/upload-audio", { token, multipart })).json().file_url as string;
    };
    const [audioUrl, waiting] = [await upload(1), await upload(2)];
    const json = { title: "Bài", audio_url: audioUrl, category_ids: [categoryId] };
    const { id } = (await app.send("POST /api/songs", { token, json })).json() as { id: number };
    await app.close();
    const { dataDir } = app.place;
    const done = nothingYet();
    done.songs.set(id, { title: "Bài", audioUrl }).set(id + 1, undefined);
    done.categories.add("Dân ca");
    done.uploads.add(waiting);
    const stored = await readStored(app.place);
    expect(stored).toMatchObject({ problems: [], orphans: [], missing: [] });
    expect(lostWrites(done, stored, dataDir)).toEqual([]);

    const orphan = path.join(dataDir, "uploads", "audio", `${"0".repeat(32)}.mp3`);
    writeFileSync(orphan, "");
    for (const url of [audioUrl, waiting]) rmSync(path.join(dataDir, url));
    done.songs.set(id, { title: "Bài mới", audioUrl });
    done.categories.add("Ca trù");
    const broken = await readStored(app.place);
    expect(broken).toMatchObject({ orphans: [orphan], missing: [audioUrl] });
    expect(lostWrites(done, broken, dataDir)).toEqual([`song ${id}`, "Ca trù", waiting]);
  });
});
