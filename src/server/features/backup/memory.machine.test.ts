import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { DataPlace } from "#server/platform/config.ts";
import { onOneEngine, testApp } from "#test/app.ts";
import { freshPlace, type Place } from "#test/databases.ts";
import { makeSong } from "#test/factories.ts";
import { mostHeld } from "#test/memory.ts";
import { makeBackup } from "./backup.service.ts";
import { restoreBackup } from "./restore.service.ts";

/** Bytes of the one large file, and of the rows of the one large table. */
const size = 40_000_000;
const rows = 10_000;

const placeOf = ({ dataDir, databaseUrl }: Place): DataPlace => ({
  dataDir,
  databaseUrl,
  keyFile: path.join(dataDir, "secret.key"),
  givenKey: "the secret of the site that is backed up",
});

onOneEngine((engine) => {
  it("holds neither a whole file nor a whole table while a site is backed up and restored", async () => {
    const app = await testApp(engine);
    const key = `audio/${"e".repeat(32)}.mp3`;
    const large = await open(path.join(app.place.dataDir, "uploads", key), "w");
    for (let written = 0; written < size; written += 1_000_000) await large.write(randomBytes(1_000_000));
    await large.close();
    const { id: _id, ...song } = await makeSong(app, { audio_url: `/uploads/${key}` });
    // Text that can't be compressed: what is done with it then takes its time.
    const lyrics = () => randomBytes((size / rows) * 0.75).toString("base64");
    // Each its own: what is kept of one must not hold the row that it was found in.
    const fileKey = () => `audio/${randomBytes(16).toString("hex")}.mp3`;
    for (let made = 1; made < rows; made += 200) {
      await app.db
        .insertInto("songs")
        .values(Array.from({ length: 200 }, () => ({ ...song, audio_url: `/uploads/${fileKey()}`, lyrics: lyrics() })))
        .execute();
    }
    const file = path.join(app.place.dataDir, "large.backup");
    const place = await freshPlace(engine, { migrated: false });
    const most = await mostHeld(async () => {
      await makeBackup({ place: placeOf(app.place), appVersion: "1.2.3", file });
      await restoreBackup({ place: placeOf(place), file });
    });
    expect(statSync(path.join(place.dataDir, "uploads", key)).size).toBe(size);
    expect(most).toBeLessThan(size / 2);
  });
});
