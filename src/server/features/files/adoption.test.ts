import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Insertable, sql } from "kysely";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { buildSchema, migrate, migrationNames } from "#server/database/migrate.ts";
import { catalogueClaimSources } from "#server/features/catalogue/owned-files.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { contactClaimSource } from "#server/features/support/support.service.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import { createOutbox } from "#server/platform/outbox.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { freshPlace, type Place } from "#test/databases.ts";
import { makeCategory, makeContact } from "#test/factories.ts";
import { adoptFiles, type ClaimSource } from "./adoption.ts";
import { filesRepository } from "./files.repository.ts";

const time = "2026-05-01T08:00:00.000Z";
const keyOf = (n: number, folder = "audio", extension = "wav") =>
  `${folder}/${n.toString(16).padStart(32, "0")}.${extension}`;

/** A database of the version before the registry, and its folder. */
async function olderSite(engine: Engine): Promise<{ place: Place; database: Database }> {
  const place = await freshPlace(engine, { migrated: false });
  const database = await openDatabase(place);
  const { db, dialect } = database;
  await db.transaction().execute((tx) => buildSchema(tx, dialect, migrationNames.indexOf("0013-files")));
  return { place, database };
}

function put({ dataDir }: Place, key: string, { ageHours = 48, content = wav(0.1) as Buffer | string } = {}): void {
  const file = path.join(dataDir, "uploads", key);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const modified = Date.now() / 1000 - ageHours * 3600;
  utimesSync(file, modified, modified);
}

async function addSongs({ db }: Database, songs: Partial<Insertable<Tables["songs"]>>[]): Promise<void> {
  for (let from = 0; from < songs.length; from += 500) {
    await db
      .insertInto("songs")
      .values(
        songs.slice(from, from + 500).map((values, index) => ({
          title: `Bài ${from + index}`,
          audio_url: "https://nhac.vn/a.mp3",
          is_active: true,
          is_featured: false,
          is_premium: false,
          search_text: "",
          created_at: time,
          updated_at: time,
          duration: null,
          waveform: null,
          source_hash: null,
          artist: null,
          description: null,
          lyrics: null,
          thumbnail_url: null,
          is_demo: false,
          ...values,
        })),
      )
      .execute();
  }
}

const sourcesOf = ({ dialect }: Database): ClaimSource[] => [...catalogueClaimSources(dialect), contactClaimSource];

function adopt(database: Database, { dataDir }: Place, sources = sourcesOf(database), lines: unknown[] = []) {
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = pino({ level: "info" }, { write });
  const store = createMediaStore({ dataDir });
  return adoptFiles({ database, store, outbox: createOutbox(database, log), log }, sources);
}

onBothEngines((engine) => {
  describe("the files of an earlier version", () => {
    test("get rows, claims and the visibility that their songs, categories and contacts require", async () => {
      const { place, database } = await olderSite(engine);
      const { db } = database;
      const [free, premium, hidden, shared, lost] = [1, 2, 3, 4, 5].map((n) => keyOf(n)) as [
        string,
        string,
        string,
        string,
        string,
      ];
      const [moved, going] = [keyOf(6), keyOf(7)];
      const [cover, icon, photo] = [1, 2, 3].map((n) => keyOf(n, "images", "png")) as [string, string, string];
      const [old, young, forgotten] = [keyOf(8), keyOf(9), keyOf(10)];
      for (const key of [free, premium, hidden, shared, cover, icon, photo, old]) put(place, key);
      put(place, young, { ageHours: 1 });
      put(place, "audio/notes.txt", { content: "mine" });
      await sql`insert into audio_files (key, place, sha256, size, created_at) values
        (${moved}, 'bucket', 'abc', 7, ${time}), (${going}, 'none', 'def', 8, ${time}),
        (${forgotten}, 'bucket', 'abc', 7, ${time})`.execute(db);
      await db
        .insertInto("outbox")
        .values({
          topic: "media.remove",
          payload: JSON.stringify({ urls: [`/uploads/${free}`, `R2:${going}`] }),
          available_at: time,
          created_at: time,
        })
        .execute();
      await makeCategory(database);
      await db
        .updateTable("categories")
        .set({ icon_url: `/uploads/${icon}` })
        .execute();
      await makeContact(database);
      await db
        .updateTable("support_contacts")
        .set({ icon_url: `/uploads/${photo}` })
        .execute();
      await addSongs(database, [
        { audio_url: `/uploads/${free}`, thumbnail_url: `/uploads/${cover}` },
        { audio_url: `/uploads/${premium}`, is_premium: true },
        { audio_url: `/uploads/${hidden}`, is_active: false },
        { audio_url: `/uploads/${shared}` },
        { audio_url: `/uploads/${shared}`, is_active: false },
        { audio_url: `/uploads/${lost}` },
        { audio_url: `R2:${moved}`, is_premium: true },
        { audio_url: "/uploads/audio/odd.mp3" },
        {},
      ]);
      await migrate(database);
      const lines: { msg?: string; files?: string[] }[] = [];
      expect(await adopt(database, place, undefined, lines)).toEqual({ claims: 10, lost: 1, orphaned: 2 });
      expect(lines.map(({ msg }) => msg)).toEqual([
        "files of the earlier version registered",
        "files that the site names are missing",
        "files that nothing uses are removed after a day",
      ]);
      expect(lines[1]?.files).toEqual([lost]);
      const rows = await db.selectFrom("files").selectAll().orderBy("key").execute();
      const shown = rows.map(({ key, visibility, place: at, is_managed, is_removed, unclaimed_since }) => [
        key,
        visibility,
        is_removed ? "removed" : at,
        is_managed,
        unclaimed_since === null,
      ]);
      expect(shown).toEqual([
        [free, "public", "disk", false, true],
        [premium, "signed", "disk", false, true],
        [hidden, "signed", "disk", false, true],
        [shared, "public", "disk", false, true],
        [lost, "public", "disk", false, true],
        [moved, "signed", "bucket", true, true],
        [going, "signed", "removed", true, false],
        [old, "public", "disk", false, false],
        [young, "public", "disk", false, false],
        [forgotten, "signed", "bucket", true, false],
        [cover, "public", "disk", false, true],
        [icon, "public", "disk", false, true],
        [photo, "public", "disk", false, true],
      ]);
      expect(await adopt(database, place)).toBeUndefined();
      await database.close();

      const app = await testApp(engine, {}, { place });
      await app.outbox.flush();
      const measured = await filesRepository(app.db).find(free);
      expect(measured).toMatchObject({
        size: wav(0.1).length,
        duration: 0.1,
        sha256: expect.stringMatching(/^\w{64}$/),
      });
      expect(await filesRepository(app.db).find(going)).toBeUndefined();
      for (const [key, status] of [
        [free, 200],
        [premium, 403],
        [hidden, 403],
        [shared, 200],
        [lost, 404],
        [cover, 200],
      ] as const) {
        expect((await app.send(`GET /uploads/${key}`)).statusCode, key).toBe(status);
      }
      // A lost file plays again once it is put back.
      put(place, lost);
      expect((await app.send(`GET /uploads/${lost}`)).statusCode).toBe(200);
    });

    test("of 10,000 songs come over in steps that a stop does not undo", async () => {
      const { place, database } = await olderSite(engine);
      const { db } = database;
      const count = 10_000;
      // Only some have a file: the others are lost, and looked for all the same.
      for (let n = 1; n <= count; n += 50) put(place, keyOf(n), { content: "x" });
      put(place, keyOf(count + 1), { content: "x" });
      await addSongs(
        database,
        Array.from({ length: count }, (_, n) => ({ audio_url: `/uploads/${keyOf(n + 1)}`, is_premium: n % 10 === 0 })),
      );
      await migrate(database);
      const claims = async () => (await db.selectFrom("file_claims").select("file_key").execute()).length;
      let pages = 0;
      const [songs, ...others] = sourcesOf(database) as [ClaimSource, ...ClaimSource[]];
      const stopping: ClaimSource = {
        ...songs,
        async page(...args) {
          if (++pages > 20) throw new Error("the process has ended");
          return songs.page(...args);
        },
      };
      await expect(adopt(database, place, [stopping, ...others])).rejects.toThrow("has ended");
      expect(await claims()).toBe(4000);
      const progress = await filesRepository(db).adoption();
      expect(JSON.parse(progress ?? "")).toMatchObject({ source: 0, after: 4000, claims: 4000, lost: 3920 });
      pages = 0;
      const counting: ClaimSource = {
        ...songs,
        page(...args) {
          pages += 1;
          return songs.page(...args);
        },
      };
      expect(await adopt(database, place, [counting, ...others])).toEqual({ claims: count, lost: 9800, orphaned: 1 });
      expect(pages).toBe(31);
      expect(await claims()).toBe(count);
      const open = db.selectFrom("files").select("key").where("unclaimed_since", "is", null);
      expect(await open.where("visibility", "=", "signed").execute()).toHaveLength(1000);
      await database.close();
    });

    test("come over once when two processes start at the same moment", async () => {
      const { place, database } = await olderSite(engine);
      await addSongs(
        database,
        Array.from({ length: 450 }, (_, n) => ({ audio_url: `/uploads/${keyOf(n + 1)}` })),
      );
      for (let n = 1; n <= 500; n++) put(place, keyOf(n), { content: "x" });
      await migrate(database);
      const other = await openDatabase(place);
      const found = await Promise.all([adopt(database, place), adopt(other, place)]);
      expect(found.filter((one) => one !== undefined)).toEqual([{ claims: 450, lost: 0, orphaned: 50 }]);
      expect(await database.db.selectFrom("files").select("key").execute()).toHaveLength(500);
      await other.close();
      await database.close();
    });

    test("start over in a restored folder whose uploads are gone", async () => {
      const { place, database } = await olderSite(engine);
      await addSongs(database, [{ audio_url: `/uploads/${keyOf(1)}` }]);
      await migrate(database);
      rmSync(path.join(place.dataDir, "uploads"), { recursive: true, force: true });
      expect(await adopt(database, place)).toEqual({ claims: 1, lost: 1, orphaned: 0 });
      await database.close();
    });
  });
});
