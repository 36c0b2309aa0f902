import { type RawBuilder, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { migrate, migrationsUpTo } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import { filesRepository } from "./files.repository.ts";

onBothEngines((engine) => {
  test("an older version's moves keep what they were: settled, in transit or failed", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    onTestFinished(database.close);
    await migrate(database, { list: migrationsUpTo("0036-desk") });
    const add = (key: string, problem: RawBuilder<unknown>) =>
      sql`insert into files (key, kind, visibility, place, is_managed, is_removed, size, problem, created_at)
        values (${key}, 'audio', 'public', 'bucket', ${true}, ${false}, 1, ${problem}, '2026-05-01T08:00:00.000Z')`.execute(
        database.db,
      );
    await add("audio/1.wav", sql`null`);
    await add("audio/2.wav", sql`''`);
    await add("audio/3.wav", sql`'File đọc lại khác với file đã ghi'`);
    expect(await migrate(database)).toContain("0037-files-in-transit");
    const rows = await database.db
      .selectFrom("files")
      .select(["key", "is_in_transit", "problem"])
      .orderBy("key")
      .execute();
    expect(rows).toEqual([
      { key: "audio/1.wav", is_in_transit: false, problem: null },
      { key: "audio/2.wav", is_in_transit: true, problem: null },
      { key: "audio/3.wav", is_in_transit: false, problem: "File đọc lại khác với file đã ghi" },
    ]);
    const files = filesRepository(database.db);
    expect(await files.usage()).toEqual({ bucket: 3, private: 0, moving: 1, stuck: 1, toClose: 0 });
    expect(await files.anyProblem()).toBe("File đọc lại khác với file đã ghi");
  });
});
