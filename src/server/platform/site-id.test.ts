import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshPlace, onBothEngines, type Place } from "#test/databases.ts";
import { folderOf } from "#test/folders.ts";
import { openDatabase } from "./db/database.ts";
import { assertSameSite, ForeignFolderError, forgetSite, joinSite, siteIdName } from "./site-id.ts";

const idOf = (dataDir: string) => readFileSync(path.join(dataDir, siteIdName), "utf8").trim();

async function open(place: Place) {
  const database = await openDatabase(place);
  onTestFinished(database.close);
  const rows = () => database.db.selectFrom("meta").select("value").where("key", "=", "site_id").execute();
  return { db: database.db, idInDatabase: async () => (await rows())[0]?.value };
}

onBothEngines((engine) => {
  test("database and folder get one id at the first start, and keep it", async () => {
    const place = await freshPlace(engine);
    const { db, idInDatabase } = await open(place);
    await assertSameSite(db, place);
    await joinSite(db, place);
    const id = idOf(place.dataDir);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await idInDatabase()).toBe(id);
    await joinSite(db, place);
    await assertSameSite(db, place);
    expect([idOf(place.dataDir), await idInDatabase()]).toEqual([id, id]);
  });

  test("a start that ended between the two is completed by the next", async () => {
    const place = await freshPlace(engine);
    const { db, idInDatabase } = await open(place);
    writeFileSync(path.join(place.dataDir, siteIdName), `${"a".repeat(32)}\n`);
    await joinSite(db, place);
    expect(await idInDatabase()).toBe("a".repeat(32));
    writeFileSync(path.join(place.dataDir, siteIdName), "");
    await forgetSite(db);
    await joinSite(db, place);
    expect(await idInDatabase()).toBe(idOf(place.dataDir));
  });
});

test("processes that start at once in one folder agree", async () => {
  const place = await freshPlace("postgres");
  const [first, second] = [await open(place), await open(place)];
  await Promise.all([first, second].flatMap(({ db }) => [joinSite(db, place), joinSite(db, place)]));
  expect(await first.idInDatabase()).toBe(idOf(place.dataDir));
});

test("a folder of another site, or of none, is refused with a sentence that says what to share", async () => {
  const place = await freshPlace("postgres");
  const { db } = await open(place);
  await joinSite(db, place);
  const empty = path.join(folderOf(), "new");
  const other = folderOf({ [siteIdName]: "b".repeat(32) });
  for (const dataDir of [empty, other]) {
    for (const check of [joinSite, assertSameSite]) {
      const refused = check(db, { dataDir, databaseUrl: place.databaseUrl });
      await expect(refused).rejects.toThrow(ForeignFolderError);
      await expect(refused).rejects.toThrow(/phải dùng chung một DATA_DIR/);
      await expect(refused).rejects.toThrow(dataDir);
    }
  }
  expect(existsSync(empty)).toBe(false);
  // The folder was copied, its id was not.
  mkdirSync(empty);
  writeFileSync(path.join(empty, siteIdName), idOf(place.dataDir));
  await joinSite(db, { dataDir: empty, databaseUrl: place.databaseUrl });
});

test("an embedded database belongs to the folder that it lies in", async () => {
  const place = await freshPlace("sqlite");
  const { db, idInDatabase } = await open(place);
  await joinSite(db, place);
  const id = await idInDatabase();
  writeFileSync(path.join(place.dataDir, siteIdName), "c".repeat(32));
  await assertSameSite(db, place);
  await joinSite(db, place);
  expect(idOf(place.dataDir)).toBe(id);
  rmSync(path.join(place.dataDir, siteIdName));
  await joinSite(db, place);
  expect(idOf(place.dataDir)).toBe(id);
});
