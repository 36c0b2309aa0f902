import { expect, onTestFinished, test } from "vitest";
import { makeBackup } from "#server/features/backup/backup.service.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { appRelease } from "#server/platform/version.ts";
import { freshPlace, onBothEngines, type Place } from "#test/databases.ts";
import { migrationNames } from "./migrate.ts";
import { migratedBy, NewerDatabaseError, recordMigratedBy } from "./newer-database.ts";
import { openCurrentDatabase } from "./open-current.ts";

const open = (place: Place, isForRequests: boolean) =>
  openCurrentDatabase(place, createLog("silent"), { isForRequests });

onBothEngines((engine) => {
  /** A place whose database another release has migrated further. */
  async function migratedFurther(...names: string[]) {
    const place = await freshPlace(engine);
    const database = await openDatabase(place);
    onTestFinished(database.close);
    for (const name of names) {
      await database.db
        .insertInto("migrations" as "meta")
        .values({ name, ran_at: "2099-01-01" } as never)
        .execute();
    }
    return { place, db: database.db };
  }

  test.each(["0999-future", "9999-contract-songs"])("a database with %s is refused with what to do", async (name) => {
    const { place, db } = await migratedFurther("9998-expand-songs", name);
    await recordMigratedBy(db, "99.1.0");
    for (const isForRequests of [false, true]) {
      const error = await open(place, isForRequests).catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(NewerDatabaseError);
      const { message } = error as Error;
      expect(message).toContain(`mới hơn nâng cấp (99.1.0); phiên bản đang chạy (${appRelease})`);
      expect(message).toContain("npm run restore -- FILE --force");
      expect(message.includes("DATA_DIR/backups")).toBe(engine === "sqlite");
    }
    expect(await migratedBy(db)).toBe("99.1.0");
  });

  test("a database with unknown expansions is opened, and is not backed up without their tables", async () => {
    const { place } = await migratedFurther("9998-expand-songs");
    await (await open(place, true)).close();
    const backup = makeBackup({
      place: { ...place, keyFile: "", givenKey: "secret key of the tests" },
      appVersion: appRelease,
      file: `${place.dataDir}/site.backup`,
    });
    await expect(backup).rejects.toThrow("Hãy sao lưu bằng phiên bản đó");
  });

  test("a migration records its version", async () => {
    const place = await freshPlace(engine, { migrated: false });
    const { db, close } = await open(place, true);
    onTestFinished(close);
    expect(await migratedBy(db)).toBe(appRelease);
    expect(migrationNames.length).toBeGreaterThan(60);
  });
});
