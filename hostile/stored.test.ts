import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { onBothEngines, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeCategory, makeOrder } from "#test/factories.ts";
import { readStored } from "./stored.ts";
import { doubledOrders, lostWrites, nothingYet } from "./writers.ts";

onBothEngines((engine) => {
  test("finds files that nothing knows, files that are missing, orders that are doubled and writes that are lost", async () => {
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
    const order = await makeOrder(app, { user_name: "order-1" });
    const doubled = await Promise.all([1, 2].map(() => makeOrder(app, { user_name: "order-2" })));
    await app.close();
    const { dataDir } = app.place;
    const done = nothingYet();
    done.songs.set(id, { title: "Bài", audioUrl }).set(id + 1, undefined);
    done.categories.add("Dân ca");
    done.uploads.add(waiting);
    done.orders.set("order-1", new Set([order.id]));
    const stored = await readStored(app.place);
    expect(stored).toMatchObject({ problems: [], orphans: [], missing: [] });
    expect(lostWrites(done, stored, dataDir)).toEqual([]);
    expect(doubledOrders(done, stored)).toEqual(["order-2"]);

    const orphan = path.join(dataDir, "uploads", "audio", `${"0".repeat(32)}.mp3`);
    writeFileSync(orphan, "");
    for (const url of [audioUrl, waiting]) rmSync(path.join(dataDir, url));
    done.songs.set(id, { title: "Bài mới", audioUrl });
    done.categories.add("Ca trù");
    done.orders.set("order-1", new Set([order.id, order.id + 100])).set("order-3", new Set([doubled[0]?.id ?? 0]));
    const broken = await readStored(app.place);
    expect(broken).toMatchObject({ orphans: [orphan], missing: [audioUrl] });
    expect(lostWrites(done, broken, dataDir)).toEqual([`song ${id}`, "Ca trù", "order-1", "order-3", waiting]);
    expect(doubledOrders(done, broken)).toEqual(["order-1", "order-2"]);
  });
});
