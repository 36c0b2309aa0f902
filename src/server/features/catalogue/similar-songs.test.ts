import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong, userToken } from "#test/factories.ts";
import { mostOfEach, similarSongsRepository } from "./similar-songs.repository.ts";

async function similar(app: TestApp, id: number, { token, limit }: { token?: string; limit?: number } = {}) {
  const query: Record<string, string> = limit === undefined ? {} : { limit: String(limit) };
  const answer = await app.send(`GET /api/songs/${id}/similar`, { query, ...(token && { token }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as { id: number }[]).map((song) => song.id);
}

onBothEngines((engine) => {
  describe("GET /api/songs/{id}/similar", () => {
    test("gives songs of the same genres and artist, the most alike first, as visitors see them", async () => {
      const app = await testApp(engine);
      const [one, two, hidden, other] = await Promise.all([
        makeCategory(app),
        makeCategory(app),
        makeCategory(app, { is_active: false }),
        makeCategory(app),
      ]);
      const make = (categories: number[], values: Parameters<typeof makeSong>[1] = {}) =>
        makeSong(app, { categories, audio_url: "https://example.com/a.mp3", ...values });
      const song = await make([one.id, two.id, hidden.id], { artist: "An", tempo: 80, duration: 200 });
      const far = await make([one.id], { tempo: 110 });
      const near = await make([one.id], { tempo: 160, duration: 210 });
      const both = await make([one.id, two.id]);
      const sameArtist = await make([other.id], { artist: "An" });
      const premium = await make([one.id, two.id], { is_premium: true, artist: "An" });
      await make([one.id, two.id], { is_active: false });
      await make([hidden.id]);
      await make([other.id]);

      const seen = [both.id, near.id, far.id, sameArtist.id];
      expect(await similar(app, song.id)).toEqual(seen);
      expect(await similar(app, song.id, { limit: 2 })).toEqual(seen.slice(0, 2));
      expect(await similar(app, song.id, { token: await userToken(app) })).toEqual(seen);
      const premiumUser = await userToken(app, { premium: true });
      expect(await similar(app, song.id, { token: premiumUser })).toEqual([premium.id, ...seen]);
      expect(await similar(app, song.id, { token: await adminToken(app) })).toEqual([premium.id, ...seen]);

      await app.db.updateTable("songs").set({ is_active: false }).where("id", "=", both.id).execute();
      expect(await similar(app, song.id)).toEqual(seen.slice(1));
      expect((await app.send(`GET /api/songs/${both.id}/similar`)).statusCode).toBe(404);
    });

    test("refuses a wrong limit by its name", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      for (const limit of ["0", "51", "x"]) {
        const answer = await app.send(`GET /api/songs/${id}/similar`, { query: { limit } });
        expect(answer.statusCode).toBe(422);
        expect(answer.body).toContain("limit phải từ 1 đến 50");
      }
    });

    test("reads no more of a large genre than it looks at, and an artist along an index", async () => {
      const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
      const { id: _id, ...song } = await makeSong(app, { categories: [] });
      const { id: genre } = await makeCategory(app);
      for (let first = 0; first < rowsForPlans(engine); first += 1000) {
        const rows = await app.db
          .insertInto("songs")
          .values(Array.from({ length: 1000 }, (_, i) => ({ ...song, artist: `Ca sĩ ${i % 500}` })))
          .returning("id")
          .execute();
        const values = rows.map(({ id }) => ({ song_id: id, category_id: genre, position: 0 }));
        await app.db.insertInto("song_categories").values(values).execute();
      }
      if (engine === "postgres") await sql`vacuum analyze songs, song_categories, categories`.execute(app.db);
      const plans = await plansOf(
        app,
        async ({ db, dialect }) => {
          expect(await similarSongsRepository(db, dialect).ofCategory(genre)).toHaveLength(mostOfEach);
          expect(await similarSongsRepository(db, dialect).ofArtist("Ca sĩ 1")).toHaveLength(
            rowsForPlans(engine) / 500,
          );
        },
        { isLarge: true },
      );
      expect(plans).toHaveLength(2);
      expect(plans[0]).toMatch(/song_categories_category/);
      expect(plans[1]).toMatch(/songs_of_artist/);
      expect(plans.join("\n")).not.toMatch(/SCAN (songs|song_categories)|Seq Scan on (songs|song_cat)|TEMP B-TREE/);
    });
  });
});
