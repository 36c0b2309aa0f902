import type * as Fs from "node:fs";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { openDatabase } from "./database.ts";
import { createWalSync } from "./wal-sync.ts";

type Done = Parameters<typeof Fs.fdatasync>[1];
/** The syncs that the disk works on, and whether it answers by itself. */
const disk = vi.hoisted(() => ({ waiting: [] as ((error: Error | null) => void)[], isHeld: true, syncs: 0 }));

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof Fs>()),
  fdatasync(_fd: number, done: Done) {
    disk.syncs += 1;
    if (disk.isHeld) disk.waiting.push(done as never);
    else setImmediate(done, null);
  },
}));
beforeEach(() => Object.assign(disk, { waiting: [], isHeld: true, syncs: 0 }));

const answer = (error: Error | null = null) => disk.waiting.shift()?.(error);
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));
const setting = (key: string) => ({ key, value: "1", updated_at: new Date().toISOString() });

async function open() {
  disk.isHeld = false;
  const database = await openDatabase(await freshPlace("sqlite"));
  onTestFinished(async () => {
    disk.isHeld = false;
    for (const done of disk.waiting.splice(0)) done(null);
    await database.close();
  });
  await database.db.selectFrom("settings").select("key").execute();
  Object.assign(disk, { isHeld: true, syncs: 0 });
  return database;
}

test("a write is answered when it is on the disk, and reads don't wait for that", async () => {
  const { db } = await open();
  const done: string[] = [];
  const write = (key: string) =>
    db
      .transaction()
      .execute((tx) => tx.insertInto("settings").values(setting(key)).execute())
      .then(() => done.push(key));
  const first = write("a");
  await expect.poll(() => disk.waiting).toHaveLength(1);
  const single = db
    .insertInto("settings")
    .values(setting("b"))
    .execute()
    .then(() => done.push("b"));
  const second = write("c");
  expect(await db.selectFrom("settings").select("key").where("key", "in", ["a", "b", "c"]).execute()).toHaveLength(3);
  await turns();
  expect(done).toEqual([]);
  answer();
  await first;
  // Both came while the disk worked on the first: they share the next sync.
  await expect.poll(() => disk.waiting).toHaveLength(1);
  expect(done).toEqual(["a"]);
  answer();
  await Promise.all([single, second]);
  expect(disk.syncs).toBe(2);
});

test("reads and transactions without a write sync nothing", async () => {
  const { db } = await open();
  await db.transaction().execute((tx) => tx.selectFrom("settings").select("key").execute());
  await db.selectFrom("settings").select("key").execute();
  expect(disk.syncs).toBe(0);
});

test("after a sync that failed no write is answered with success", async () => {
  const { db } = await open();
  const eio = Object.assign(new Error("i/o error"), { code: "EIO" });
  const failed = db.insertInto("settings").values(setting("a")).execute();
  await expect.poll(() => disk.waiting).toHaveLength(1);
  answer(eio);
  await expect(failed).rejects.toThrow("i/o error");
  disk.isHeld = false;
  await expect(db.insertInto("settings").values(setting("b")).execute()).rejects.toThrow("i/o error");
  await db.selectFrom("settings").select("key").execute();
});

test("what is asked for while a sync runs waits for the next one", async () => {
  const file = path.join((await freshPlace("sqlite")).dataDir, "log");
  writeFileSync(file, "");
  const log = createWalSync(file);
  onTestFinished(log.close);
  const done: number[] = [];
  const flushes = [1, 2, 3].map((n) => log.flush().then(() => done.push(n)));
  await turns();
  answer();
  await turns();
  expect(done).toEqual([1]);
  answer();
  await Promise.all(flushes);
  expect([done, disk.syncs]).toEqual([[1, 2, 3], 2]);
});
