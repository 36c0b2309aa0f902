import { expect, it } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { freshPlace, onBothEngines } from "./databases.ts";
import { makeSong, makeUser } from "./factories.ts";

onBothEngines((engine) => {
  it.each(["one", "another"])("gives %s test a migrated database of its own", async () => {
    const database = await openDatabase(await freshPlace(engine));
    expect(await migrate(database)).toEqual([]);
    const user = await makeUser(database, { username: "Same" });
    expect(user.id).toBe(1);
    const song = await makeSong(database);
    expect(song).toMatchObject({ id: 1, is_active: true });
    await database.close();
  });

  it("gives two databases to a test that asks for two", async () => {
    const one = await openDatabase(await freshPlace(engine));
    const two = await openDatabase(await freshPlace(engine));
    await makeUser(one);
    expect(await two.db.selectFrom("users").select("id").execute()).toEqual([]);
    await one.close();
    await two.close();
  });

  it("gives an empty database to tests of the migrations", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    expect((await migrate(database)).length).toBeGreaterThan(0);
    await database.close();
  });
});
