import { expect, it } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { forEachEngine, freshPlace } from "./databases.ts";
import { makeSong, makeUser } from "./factories.ts";

forEachEngine((engine) => {
  it("gives each test a migrated database of its own", async () => {
    for (const _ of [1, 2]) {
      const place = await freshPlace(engine);
      const database = await openDatabase(place);
      expect(await migrate(database)).toEqual([]);
      await makeUser(database, { username: "Same" });
      const song = await makeSong(database);
      expect(song.is_active).toBe(true);
      await database.close();
    }
  });
});
