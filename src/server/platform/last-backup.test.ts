import { readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "#test/folders.ts";
import { lastBackup, markBackup } from "./last-backup.ts";

const mark = { finished_at: "2026-11-22T20:30:00.000Z", bytes: 1234, missing_files: 0 };

test("the last backup is the one that was written down last", async () => {
  const folder = folderOf();
  expect(await lastBackup(folder)).toBeNull();
  await markBackup(folder, mark);
  await markBackup(folder, { ...mark, bytes: 5 });
  expect(await lastBackup(folder)).toEqual({ ...mark, bytes: 5 });
  expect(readdirSync(folder)).toEqual(["backup.last"]);
  expect(statSync(path.join(folder, "backup.last")).mode & 0o777).toBe(0o600);
});

test.each([
  "",
  "{",
  "null",
  '{"finished_at":"yesterday","bytes":1,"missing_files":0}',
  '{"bytes":1}',
])("a mark that can't be read is none: %j", async (text) => {
  const folder = folderOf();
  writeFileSync(path.join(folder, "backup.last"), text);
  expect(await lastBackup(folder)).toBeNull();
});
