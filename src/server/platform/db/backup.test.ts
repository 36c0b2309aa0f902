import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildSchema, migrate } from "#server/database/migrate.ts";
import { openCurrentDatabase } from "#server/database/open-current.ts";
import { createLog } from "#server/platform/log.ts";
import { backupDatabase, dropOldCopies } from "./backup.ts";
import { openDatabase } from "./database.ts";
import { connectSqlite } from "./sqlite.ts";

describe("backups of the embedded database", () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "ngan-nga-backup-"));
    file = path.join(dataDir, "ngan-nga.db");
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("contain committed data, also while the database is in use, and are private to the owner", async () => {
    const writer = connectSqlite(file);
    writer.exec("create table t (n integer); insert into t values (1), (2)");
    writer.exec("begin immediate; insert into t values (3)");
    const copy = await backupDatabase(file, path.join(dataDir, "backups"));
    writer.exec("commit");
    writer.close();
    const read = connectSqlite(copy, { readonly: true });
    expect(read.prepare("select count(*) from t").pluck().get()).toBe(2);
    read.close();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it("keep the three newest for two weeks, the newest longer, and leave other files", async () => {
    connectSqlite(file).close();
    const folder = path.join(dataDir, "backups");
    const onDay = (day: number) => new Date(Date.UTC(2026, 0, day));
    const made: string[] = [];
    for (const day of [1, 2, 3, 4, 5]) {
      made.push(path.basename(await backupDatabase(file, folder, onDay(day))));
    }
    writeFileSync(path.join(folder, "notes.txt"), "mine");
    const remaining = (today: number) => {
      dropOldCopies(folder, onDay(today));
      return readdirSync(folder).toSorted();
    };
    expect(remaining(5)).toEqual([...made.slice(-3), "notes.txt"]);
    expect(remaining(17)).toEqual([...made.slice(-3), "notes.txt"]);
    expect(remaining(18)).toEqual([...made.slice(-2), "notes.txt"]);
    expect(remaining(100)).toEqual([...made.slice(-1), "notes.txt"]);
  });

  it("leave no partial file after a failure", async () => {
    writeFileSync(file, "not a database at all, but long enough to be read as one".repeat(100));
    const folder = path.join(dataDir, "backups");
    await expect(backupDatabase(file, folder)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are made before a migration of a database with data only", async () => {
    const calls: string[] = [];
    const first = await openDatabase({ dataDir, databaseUrl: undefined });
    await migrate(first, { backup: async () => void calls.push("empty") });
    await migrate(first, { backup: async () => void calls.push("up to date") });
    expect(calls).toEqual([]);
    await first.close();

    const older = connectSqlite(file);
    older.exec("delete from migrations where name = '0002-site'");
    older.close();
    const again = await openDatabase({ dataDir, databaseUrl: undefined });
    const failing = migrate(again, {
      backup: async () => {
        calls.push("older");
        throw new Error("no room for a backup");
      },
    });
    await expect(failing).rejects.toThrow("no room for a backup");
    expect(calls).toEqual(["older"]);
    await again.close();
  });

  it("are made when an older database is opened", async () => {
    const older = await openDatabase({ dataDir, databaseUrl: undefined });
    await older.db.transaction().execute((tx) => buildSchema(tx, older.dialect, 1));
    await older.close();
    const folder = path.join(dataDir, "backups");
    const silent = createLog("silent");
    await (await openCurrentDatabase({ dataDir, databaseUrl: undefined }, silent)).close();
    expect(readdirSync(folder)).toHaveLength(1);
    await (await openCurrentDatabase({ dataDir, databaseUrl: undefined }, silent)).close();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("are removed at a start when they are old", async () => {
    const folder = path.join(dataDir, "backups");
    connectSqlite(file).close();
    for (const day of [1, 2]) await backupDatabase(file, folder, new Date(Date.UTC(2026, 0, day)));
    await (await openCurrentDatabase({ dataDir, databaseUrl: undefined }, createLog("silent"))).close();
    expect(readdirSync(folder).filter((name) => name.startsWith("ngan-nga-2026-01-01"))).toEqual([]);
  });
});
