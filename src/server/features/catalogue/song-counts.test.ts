import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { migrate, migrationsUpTo } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { cheapPasswords, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { runJob } from "#test/bulk-jobs.ts";
import { freshPlace } from "#test/databases.ts";
import { adminToken, makeCategory, makeSong } from "#test/factories.ts";
import { loadDemo, removeDemo } from "./demo.ts";
import { songListRepository } from "./song-list.repository.ts";

/** The numbers that the triggers keep, without those that have come back to zero. */
async function kept(db: Db) {
  const rows = await db.selectFrom("song_counts").selectAll().where("songs", "<>", 0).execute();
  return rows.map(({ category_id, is_active, is_featured, songs }) => ({
    key: `${category_id} ${is_active} ${is_featured}`,
    songs,
  }));
}

/** The same numbers, counted. */
async function counted(db: Db) {
  const songs = await db.selectFrom("songs").select(["id", "is_active", "is_featured"]).execute();
  const places = await db.selectFrom("song_categories").select(["song_id", "category_id"]).execute();
  const numbers = new Map<string, number>();
  for (const { id, is_active, is_featured } of songs) {
    const ids = [0, ...places.filter(({ song_id }) => song_id === id).map(({ category_id }) => category_id)];
    for (const category of ids) {
      const key = `${category} ${is_active} ${is_featured}`;
      numbers.set(key, (numbers.get(key) ?? 0) + 1);
    }
  }
  return [...numbers].map(([key, n]) => ({ key, songs: n }));
}

/** Compares both. @returns how many songs there are. */
async function compare(db: Db): Promise<number> {
  const byKey = (rows: { key: string; songs: number }[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const expected = byKey(await counted(db));
  expect(byKey(await kept(db))).toEqual(expected);
  return expected.filter(({ key }) => key.startsWith("0 ")).reduce((sum, { songs }) => sum + songs, 0);
}

onBothEngines((engine) => {
  test("kept numbers of songs are those counted, after each kind of change", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [one, two, three] = await Promise.all(["Một", "Hai", "Ba"].map((name) => makeCategory(app, { name })));
    const ids = [one?.id ?? 0, two?.id ?? 0, three?.id ?? 0] as const;
    const json = { title: "Mưa", audio_url: "https://x.vn/a.mp3", category_ids: [ids[0], ids[1]], is_featured: true };
    const song = (await app.send("POST /api/songs", { token, json })).json<{ id: number }>();
    expect(await compare(app.db)).toBe(1);
    const others: number[] = [];
    for (let n = 0; n < 5; n++) {
      others.push((await makeSong(app, { is_active: n % 2 === 0, categories: [ids[n % 3] ?? 0] })).id);
    }
    expect(await compare(app.db)).toBe(6);
    const put = (change: object) => app.send(`PUT /api/songs/${song.id}`, { token, json: change });
    for (const change of [
      { category_ids: [ids[1], ids[2]] },
      { is_active: false },
      { is_active: true, is_featured: false, category_ids: [ids[2]] },
      { title: "Nắng" },
    ]) {
      expect((await put(change)).statusCode).toBe(200);
      await compare(app.db);
    }
    for (const action of ["deactivate", "feature", "activate", "unfeature", "add_category", "delete"]) {
      const options = action === "add_category" ? { category_id: ids[0] } : {};
      const job = { kind: `${action}_songs`, ids: others.slice(0, 4), options };
      expect(await runJob(app, token, job)).toMatchObject({ state: "done", refused: 0 });
      await compare(app.db);
    }
    await app.send(`DELETE /api/songs/${song.id}`, { token });
    expect(await compare(app.db)).toBe(1);
    await app.db.transaction().execute(async (tx) => {
      await sql`update songs set is_active = not is_active`.execute(tx);
      await sql`update song_categories set category_id = ${ids[0]}`.execute(tx);
    });
    expect(await compare(app.db)).toBe(1);
    await app.db.deleteFrom("songs").execute();
    for (const id of ids) await app.send(`DELETE /api/categories/${id}`, { token });
    expect(await compare(app.db)).toBe(0);
    const left = await app.db.selectFrom("song_counts").select("category_id").execute();
    expect(new Set(left.map(({ category_id }) => category_id))).toEqual(new Set([0]));
  });

  test("kept numbers follow a rolled-back change, the demo and its removal", async () => {
    const app = await testApp(engine);
    await loadDemo({ database: app.database, files: app.files, hashPassword: cheapPasswords.hash });
    const songs = await compare(app.db);
    expect(songs).toBeGreaterThan(10);
    const failing = app.db.transaction().execute(async (tx) => {
      await tx.updateTable("songs").set({ is_active: false }).execute();
      await tx.deleteFrom("songs").where("is_premium", "=", true).execute();
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await compare(app.db)).toBe(songs);
    const own = await makeSong(app, { is_active: false });
    await removeDemo({ database: app.database, files: app.files });
    expect(await compare(app.db)).toBe(1);
    expect(own.id).toBeGreaterThan(0);
  });

  test("counts of lists are the kept ones, of a search those counted", async () => {
    const app = await testApp(engine);
    const shown = await makeCategory(app);
    const hidden = await makeCategory(app, { is_active: false });
    for (let n = 0; n < 8; n++) {
      const categories = [shown.id, hidden.id].slice(0, 1 + (n % 2));
      await makeSong(app, { title: `Mưa ${n}`, is_active: n % 4 > 0, is_featured: n > 3, categories });
    }
    const songs = songListRepository(app.db, app.database.dialect);
    const filters = [
      {},
      { featured: true },
      { featured: false },
      { active: false },
      { active: true, featured: true },
      ...[shown.id, hidden.id, 999].flatMap((category_id) => [{ category_id }, { category_id, featured: true }]),
    ];
    for (const filter of filters) {
      for (const scope of ["public", "all"] as const) {
        const rows = await songs.list(filter, scope, { skip: 0, limit: 100 });
        expect(await songs.count(filter, scope), `${scope} ${JSON.stringify(filter)}`).toBe(rows.length);
        expect(await songs.count({ ...filter, search: "mua" }, scope)).toBe(rows.length);
      }
    }
  });

  test("the migrations count what is there, and index the beginnings of its words", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    onTestFinished(() => database.close());
    await migrate(database, { list: migrationsUpTo("0024-reminders") });
    const category = await makeCategory(database);
    for (let n = 0; n < 5; n++) {
      const search_text = `mua ${n} ha`;
      await makeSong(database, { is_active: n > 1, is_featured: n > 2, search_text, categories: [category.id] });
    }
    await migrate(database);
    expect(await compare(database.db)).toBe(5);
    const songs = songListRepository(database.db, database.dialect);
    const found = await Promise.all(["m", "ha", "4", "ua"].map((search) => songs.count({ search }, "all")));
    expect(found).toEqual([5, 5, 1, 0]);
  });
});

test("kept numbers hold when a song is hidden while another process gives it a category", async () => {
  const app = await testApp("postgres");
  const other = await testApp("postgres", {}, { beside: app });
  const [first, second] = [await makeCategory(app), await makeCategory(app)];
  const song = await makeSong(app, { categories: [first.id] });
  const changes: ((from: TestApp, commit: Promise<void>) => Promise<void>)[] = [
    (from, commit) =>
      from.db.transaction().execute(async (tx) => {
        const is_active = sql<boolean>`not is_active`;
        await tx.updateTable("songs").set({ is_active }).where("id", "=", song.id).execute();
        await commit;
      }),
    (from, commit) =>
      from.db.transaction().execute(async (tx) => {
        await tx.deleteFrom("song_categories").where("category_id", "=", second.id).execute();
        await tx
          .insertInto("song_categories")
          .values({ song_id: song.id, category_id: second.id, position: 1 })
          .execute();
        await commit;
      }),
  ];
  for (const [earlier, later] of [changes, changes.toReversed()]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = earlier?.(app, promise);
    const waiting = later?.(other, Promise.resolve());
    await new Promise((ready) => setTimeout(ready, 100));
    resolve();
    await Promise.all([running, waiting]);
    expect(await compare(app.db)).toBe(1);
  }
});
