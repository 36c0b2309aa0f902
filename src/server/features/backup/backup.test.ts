import { createHash, randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildSchema, migrate, migrationNames } from "#server/database/migrate.ts";
import { derivedTables, tableKeys } from "#server/features/entities.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { createIntake } from "#server/features/payments/intake.ts";
import type { DataPlace } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { tableNames } from "#server/platform/db/snapshot.ts";
import { joinSite, siteIdName } from "#server/platform/site-id.ts";
import { restoreMark, UnfinishedRestoreError } from "#server/platform/unfinished-restore.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { freshPlace, type Place } from "#test/databases.ts";
import {
  adminToken,
  makeFile,
  makeOrder,
  makePackage,
  makeRequest,
  makeSong,
  makeStaff,
  makeUser,
  password,
  userToken,
} from "#test/factories.ts";
import { expectSums, ownAccount, transferComes, withBank } from "#test/payments.ts";
import { type Manifest, manifestHash, openArchive } from "./archive.ts";
import { BackupError, makeBackup } from "./backup.service.ts";
import { type RestoreOptions, restoreBackup } from "./restore.service.ts";
import { contentOf, tarEntries, writeTar } from "./tar.ts";

const appVersion = "1.2.3";
const secret = "the secret of the site that is backed up";

function placeOf({ dataDir, databaseUrl }: Place, givenKey?: string): DataPlace {
  return { dataDir, databaseUrl, keyFile: path.join(dataDir, "secret.key"), givenKey };
}

/** A site with a bit of everything, its secret in its file. */
async function site(engine: Engine): Promise<TestApp & { token: string; songUrl: string }> {
  const place = await freshPlace(engine);
  writeFileSync(path.join(place.dataDir, "secret.key"), secret);
  const app = await testApp(engine, { SECRET_KEY: "" }, { place });
  const token = await adminToken(app);
  const songUrl = await upload(app, token, 1);
  const user = await makeUser(app, { username: "linh", full_name: "Linh “Đàn” \\ \u2028" });
  const song = await makeSong(app, { title: "Mùa hạ cuối", audio_url: songUrl, duration: 12.5 });
  await makeSong(app, { is_premium: true, is_active: false, lyrics: "la\nla" });
  await app.send(`POST /api/songs/${song.id}/like`, { token: await userToken(app, { user }) });
  await app.send(`POST /api/songs/${song.id}/play`);
  await makeRequest(app, { user_id: user.id, song_id: song.id, staff_id: (await makeStaff(app)).id });
  return { ...app, token, songUrl };
}

async function upload(app: TestApp, token: string, seed: number, seconds = 1): Promise<string> {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(wav(seconds, seed))], "bài.wav", { type: "audio/wav" }));
  const answer = await app.send("POST /api/admin/upload-audio", { token, multipart });
  expect(answer.statusCode).toBe(200);
  return (answer.json() as { file_url: string }).file_url;
}

function backupTo(app: TestApp, name = "site.backup", options: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  const file = path.join(app.place.dataDir, name);
  return makeBackup({ place: placeOf(app.place), appVersion, file, ...options }).then((manifest) => ({
    file,
    manifest,
  }));
}

const restore = (place: Place, file: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ place: placeOf(place), file, ...options });

const moneyTables = [
  "transfers",
  "transfer_allocations",
  "transfer_refunds",
  "transfer_claims",
  "payment_links",
  "payment_providers",
  "receipts",
  "invoice_requests",
  "order_refunds",
] as const;

/** A folder without anything, and a database without tables. */
const emptyPlace = (engine: Engine) => freshPlace(engine, { migrated: false });

/** The lines of a table in a backup, in an order that both engines share. */
async function linesOf(file: string, table: string): Promise<string[]> {
  const archive = await openArchive(file);
  const lines: string[] = [];
  for await (const row of archive.rows(table)) lines.push(JSON.stringify(row));
  await archive.close();
  return lines.toSorted();
}

/** Returns the hashes of the files of a folder by path, without backups. */
function contentsOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\.backup|-(?:wal|shm)$/.test(file))
      .map((file) => [path.relative(folder, file), hashOf(readFileSync(file))])
      .toSorted(),
  );
}

/** Messages that wait in the outbox are marked: the site may have handled them after the backup. */
const changedByRestore = (name: string) => name.includes("outbox");

const hashOf = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** Writes an archive again, with entries and manifest as `change` leaves them and all hashes of the manifest right. */
async function rewritten(
  file: string,
  change: (entries: Map<string, Buffer>, manifest: Record<string, unknown> & Manifest) => void,
): Promise<string> {
  const entries = new Map<string, Buffer>();
  const source = await open(file, "r");
  for await (const entry of tarEntries(source)) {
    const pieces: Buffer[] = [];
    for await (const piece of contentOf(source, entry)) pieces.push(piece);
    entries.set(entry.name, Buffer.concat(pieces));
  }
  await source.close();
  const manifest = JSON.parse(String(entries.get("manifest.json"))) as Record<string, unknown> & Manifest;
  entries.delete("manifest.json");
  entries.delete("manifest.sha256");
  change(entries, manifest);
  const target = `${file}.${randomBytes(4).toString("hex")}.backup`;
  const handle = await open(target, "wx");
  const text = Buffer.from(JSON.stringify(manifest));
  entries.set("manifest.json", text);
  entries.set("manifest.sha256", Buffer.from(manifestHash(text)));
  await writeTar(handle, new Date(0), async (addFile) => {
    for (const [name, data] of entries) await addFile(name, data.length, pieces(data));
  });
  await handle.close();
  return target;
}

async function* pieces(data: Buffer): AsyncGenerator<Buffer> {
  yield data;
}

onOneEngine((engine) => {
  describe("makeBackup", () => {
    it("includes files added during the copy and survives removed ones", async () => {
      const app = await site(engine);
      const folder = path.join(app.place.dataDir, "uploads");
      const [late, going] = ["1", "f"].map((sign) => `audio/${sign.repeat(32)}.mp3`) as [string, string];
      writeFileSync(path.join(folder, going), "going");
      const { manifest } = await backupTo(app, "site.backup", {
        onProgress(step) {
          if (step !== "files" || existsSync(path.join(folder, late))) return;
          writeFileSync(path.join(folder, late), "late");
          rmSync(path.join(folder, going));
        },
      });
      const stored = manifest.entries.map(({ name }) => name);
      expect(stored).toContain(`uploads/${late}`);
      expect(stored).not.toContain(`uploads/${going}`);
      expect(manifest.missing_files).toEqual([]);
    });

    it("replaces a file only with force and leaves nothing when stopped", async () => {
      const app = await site(engine);
      const file = path.join(app.place.dataDir, "site.backup");
      writeFileSync(file, "precious");
      await expect(backupTo(app)).rejects.toThrow("--force");
      expect(readFileSync(file, "utf8")).toBe("precious");
      await backupTo(app, "site.backup", { force: true });
      await (await openArchive(file)).close();

      const before = readFileSync(file);
      const stop = new AbortController();
      const stopped = backupTo(app, "site.backup", {
        force: true,
        signal: stop.signal,
        onProgress: (step) => step === "verify" && stop.abort(),
      });
      await expect(stopped).rejects.toThrow();
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(readdirSync(app.place.dataDir).filter((name) => name.endsWith(".partial"))).toEqual([]);
      await expect(backupTo(app, "nowhere/site.backup")).rejects.toThrow(BackupError);
    });
  });

  describe("restoreBackup", () => {
    it("reports a SECRET_KEY that differs from the backup's", async () => {
      const { file } = await backupTo(await site(engine));
      const place = await emptyPlace(engine);
      const restored = await restore(place, file, { place: placeOf(place, "another key altogether") });
      expect(restored.otherKey).toBe(true);
    });
  });
});

onBothEngines((engine) => {
  describe("makeBackup", () => {
    it("taken under load restores to an equal site that plays and logs in", async () => {
      const app = await site(engine);
      const enough = new AbortController();
      const written: string[] = [];
      const load = (async () => {
        for (let n = 10; !enough.signal.aborted; n += 1) {
          written.push(await upload(app, app.token, n));
          await makeSong(app, { title: `Khi đang sao lưu ${n}`, audio_url: written.at(-1) ?? "" });
        }
      })();
      while (written.length < 3) await new Promise((next) => setTimeout(next, 10));
      const { file, manifest } = await backupTo(app).finally(() => enough.abort());
      await load;
      expect(manifest.missing_files).toEqual([]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(app.place.dataDir).filter((name) => name.endsWith(".partial"))).toEqual([]);
      expect(manifest.engine).toBe(engine);
      expect(manifest.app_version).toBe(appVersion);
      expect(manifest.migrations).toEqual(migrationNames);

      // Every song of the snapshot has its file.
      const stored = new Set(manifest.entries.map(({ name }) => `/${name}`));
      const songs = (await linesOf(file, "songs")).map(
        (line) => JSON.parse(line) as { title: string; audio_url: string },
      );
      expect(songs.length).toBeGreaterThanOrEqual(4);
      for (const song of songs.filter(({ title }) => title.startsWith("Khi"))) expect(stored).toContain(song.audio_url);

      const place = await emptyPlace(engine);
      const restored = await restore(place, file);
      expect(restored).toMatchObject({ aside: undefined, otherKey: false });
      expect(existsSync(restoreMark(place.dataDir))).toBe(false);
      expect(existsSync(path.join(place.dataDir, "restoring"))).toBe(false);
      expect(readFileSync(path.join(place.dataDir, "secret.key"), "utf8")).toBe(secret);
      expect(statSync(path.join(place.dataDir, "secret.key")).mode & 0o777).toBe(0o600);
      for (const { name, sha256 } of manifest.entries.filter((entry) => entry.name.startsWith("uploads/"))) {
        expect(hashOf(readFileSync(path.join(place.dataDir, name)))).toBe(sha256);
      }

      const again = path.join(place.dataDir, "again.backup");
      const second = await makeBackup({ place: placeOf(place), appVersion, file: again });
      expect(second.tables).toEqual(manifest.tables);
      const entriesOf = ({ entries }: Manifest) =>
        entries.filter(({ name }) => !changedByRestore(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(entriesOf(second)).toEqual(entriesOf(manifest));

      const other = await testApp(engine, { SECRET_KEY: "" }, { place });
      const played = await other.send(`GET ${app.songUrl}`);
      expect(played.statusCode).toBe(200);
      expect(hashOf(played.rawPayload)).toBe(hashOf(wav(1, 1)));
      const login = await other.send("POST /api/user/login", { form: { username: "linh", password } });
      expect(login.statusCode).toBe(200);
      const found = await other.send("GET /api/songs?search=mua+ha");
      expect(found.json()).toMatchObject([{ title: "Mùa hạ cuối", likes_count: 1, play_count: 1 }]);
      // Ids go on after the highest.
      const highest = Math.max(...songs.map((song) => (song as unknown as { id: number }).id));
      expect((await makeSong(other, { categories: [] })).id).toBeGreaterThan(highest);
    });

    it("brings back transfers, what they pay and receipts: the same money is known, and numbers go on", async () => {
      const app = await site(engine);
      await withBank(app);
      const { id: package_id } = await makePackage(app, { price: 49_000 });
      const newOrder = (to: TestApp) => makeOrder(to, { package_id, user_id: null });
      const order = await newOrder(app);
      const event: BankEvent = {
        provider: "sepay",
        providerId: "92704",
        direction: "in",
        amount: 60_000,
        memo: order.code,
        account: ownAccount,
        subAccount: "96247HM1",
        senderName: "NGUYEN VAN A",
        senderAccount: "1027236393",
        senderBank: "VCB",
        reference: "FT24255276428461",
        balance: 999_999_999_999,
        occurredAt: "2026-11-01T01:00:00.000Z",
      };
      const { taken } = await createIntake(app)([event], { source: "webhook", raw: () => "{}" });
      await app.outbox.flush();
      const refund = { amount: 11_000, reason: "Khách chuyển thừa" };
      expect(
        (await app.send(`POST /api/admin/payments/${taken[0]}/refund`, { token: app.token, json: refund })).statusCode,
      ).toBe(200);
      const now = new Date().toISOString();
      await app.db
        .insertInto("transfer_claims")
        .values({
          order_id: order.id,
          request_id: null,
          receipt_file: null,
          created_at: now,
          closed_at: null,
          closed_by: null,
        })
        .execute();
      const invoice = { company: "Công ty A", tax_code: "0100109106", address: "Hà Nội", email: "a@example.com" };
      await app.db
        .insertInto("invoice_requests")
        .values({ ...invoice, order_id: order.id, created_at: now })
        .execute();
      const givenBack = { amount: 9_000, reason: "Trùng", reference: "FT9", is_premium_taken: true } as const;
      await app.db
        .insertInto("order_refunds")
        .values({ ...givenBack, order_id: order.id, created_at: now, created_by: "lan" })
        .execute();
      await app.db
        .updateTable("premium_orders")
        .set({ refunded_amount: givenBack.amount })
        .where("id", "=", order.id)
        .execute();
      const link = { code: order.code, provider_code: 9_007_199_254_740_000, state: "open", amount: 49_000 } as const;
      await app.db
        .insertInto("payment_links")
        .values({ ...link, created_at: now, checked_at: now })
        .execute();
      await app.db
        .insertInto("payment_providers")
        .values({ provider: "sepay", received_at: now, poll_cursor: "{}" })
        .execute();

      const { file } = await backupTo(app);
      const place = await emptyPlace(engine);
      await restore(place, file);
      const other = await testApp(engine, { SECRET_KEY: "" }, { place });
      for (const table of moneyTables) {
        const rows = await app.db.selectFrom(table).selectAll().execute();
        expect(rows, table).toHaveLength(1);
        expect(await other.db.selectFrom(table).selectAll().execute(), table).toEqual(rows);
      }
      await expectSums(other);
      expect(await createIntake(other)([event], { source: "webhook" })).toEqual({ taken: [], known: taken });
      await transferComes(other, { amount: 49_000, memo: (await newOrder(other)).code });
      const receipts = other.db.selectFrom("receipts").select("number").orderBy("number");
      expect(await receipts.execute()).toEqual([{ number: 1 }, { number: 2 }]);
    });

    it("restores messages of the outbox as ones that nobody runs and whose result is not known", async () => {
      const app = await site(engine);
      await app.db.deleteFrom("outbox").execute();
      const time = "2026-05-01T08:00:00.000Z";
      const row = { topic: "t", payload: '{"a":1}', available_at: time, created_at: time, attempts: 1 };
      const done = { ...row, state: "done" as const, finished_at: time };
      const failed = { ...row, state: "failed" as const, finished_at: time, last_error: "no" };
      const running = { ...row, state: "running" as const, lease: "x", is_repeat: true };
      for (const values of [{ ...row, dedupe_key: "k" }, running, done, failed]) {
        await app.db.insertInto("outbox").values(values).execute();
      }
      const { file } = await backupTo(app);
      const place = await emptyPlace(engine);
      await restore(place, file);
      const other = await testApp(engine, { SECRET_KEY: "" }, { place });
      const waiting = { ...row, state: "pending", lease: null, is_repeat: false, is_result_unknown: true };
      expect(await other.db.selectFrom("outbox").selectAll().orderBy("id").execute()).toMatchObject([
        { ...waiting, dedupe_key: "k" },
        waiting,
        { ...done, is_result_unknown: false },
        { ...failed, is_result_unknown: false },
      ]);
    });

    it("lists missing and bucket files and leaves foreign files out", async () => {
      const app = await site(engine);
      const [gone, moved, unknown] = ["a", "b", "c"].map((sign) => `audio/${sign.repeat(32)}.mp3`) as [
        string,
        string,
        string,
      ];
      await makeSong(app, { audio_url: `/uploads/${gone}` });
      await makeSong(app, { audio_url: `R2:${moved}` });
      await makeSong(app, { audio_url: `R2:${unknown}` });
      await makeFile(app, { key: moved, place: "private", is_managed: true, sha256: "0".repeat(64), size: 7 });
      await app.db
        .insertInto("outbox")
        .values({
          topic: "files.remove",
          payload: JSON.stringify({ keys: [`audio/${"d".repeat(32)}.mp3`] }),
          available_at: new Date().toISOString(),
          created_at: new Date().toISOString(),
        })
        .execute();
      writeFileSync(path.join(app.place.dataDir, "uploads", "audio", "notes.txt"), "mine");
      const { manifest } = await backupTo(app);
      expect(manifest.missing_files).toEqual([gone]);
      expect(manifest.bucket_files).toEqual([
        { key: moved, place: "private", size: 7, sha256: "0".repeat(64) },
        { key: unknown, place: "unknown", size: null, sha256: null },
      ]);
      expect(manifest.entries.map(({ name }) => name)).not.toContain("uploads/audio/notes.txt");
    });

    it("includes every table but the derived ones", async () => {
      const app = await testApp(engine);
      const own = new Set<string>(["migrations", "versions", "search_positions", ...derivedTables]);
      const isSearchIndex = (name: string) => /_search(_|$)/.test(name);
      const names = [...(await tableNames(app.db))].filter((name) => !own.has(name) && !isSearchIndex(name));
      expect(tableKeys.map(({ name }) => name as string).toSorted()).toEqual(names.toSorted());
    });
  });

  describe("restoreBackup", () => {
    it("makes a site of its own, with an id of its own", async () => {
      const app = await site(engine);
      await joinSite(app.db, app.place);
      const { file } = await backupTo(app);
      const place = await emptyPlace(engine);
      writeFileSync(path.join(place.dataDir, siteIdName), "a".repeat(32));
      await restore(place, file);
      expect(existsSync(path.join(place.dataDir, siteIdName))).toBe(false);
      const { db, close } = await openDatabase(place);
      await joinSite(db, place);
      await close();
      const [first, second] = [app.place, place].map(({ dataDir }) =>
        readFileSync(path.join(dataDir, siteIdName), "utf8"),
      );
      expect(second).not.toBe(first);
      if (engine === "sqlite") return;
      const mixed = { ...placeOf(app.place), dataDir: place.dataDir };
      const made = makeBackup({ place: mixed, appVersion, file: path.join(place.dataDir, "mixed.backup") });
      await expect(made).rejects.toThrow("dùng chung một DATA_DIR");
    });

    it("refuses a target that has data or is in use, and changes nothing", async () => {
      const app = await site(engine);
      const { file } = await backupTo(app);
      const target = await site(engine);
      const rows = await target.db.selectFrom("songs").selectAll().execute();
      await expect(restore(target.place, file)).rejects.toThrow("đã có dữ liệu");
      await expect(restore(target.place, file, { force: true })).rejects.toThrow("đang dùng");
      expect(await target.db.selectFrom("songs").selectAll().execute()).toEqual(rows);
      expect((await target.send(`GET ${target.songUrl}`)).statusCode).toBe(200);
      expect(existsSync(restoreMark(target.place.dataDir))).toBe(false);
      await target.close();
      const before = contentsOf(target.place.dataDir);
      await expect(restore(target.place, file)).rejects.toThrow(BackupError);
      expect(contentsOf(target.place.dataDir)).toEqual(before);

      const { aside } = await restore(target.place, file, { force: true });
      expect(existsSync(path.join(aside ?? "", target.songUrl))).toBe(true);
      expect(existsSync(path.join(aside ?? "", "ngan-nga.db"))).toBe(engine === "sqlite");
      expect(existsSync(path.join(target.place.dataDir, target.songUrl))).toBe(false);
      const other = await testApp(engine, { SECRET_KEY: "" }, { place: target.place });
      expect((await other.send(`GET ${app.songUrl}`)).statusCode).toBe(200);
    });

    it("leaves nothing when it fails, and repairs a restore that was killed", async () => {
      const app = await site(engine);
      const { file } = await backupTo(app);
      const place = await emptyPlace(engine);
      for (const step of ["verify", "files", "tables"] as const) {
        const stop = new AbortController();
        const stopped = restore(place, file, { signal: stop.signal, onProgress: (at) => at === step && stop.abort() });
        await expect(stopped).rejects.toThrow();
        expect(contentsOf(place.dataDir)).toEqual({});
      }
      const stop = new AbortController();
      const opened = await openArchive(file, { signal: stop.signal });
      const names = opened.manifest.entries.map(({ name }) => name).filter((name) => name.startsWith("uploads/"));
      stop.abort(new Error("stopped"));
      await expect(opened.read(names[0] ?? "").next()).rejects.toThrow("stopped");
      await expect(opened.rows("songs").next()).rejects.toThrow("stopped");
      await opened.close();
      // As a kill at the worst moment leaves it: the new database in place, its files not yet.
      await restore(place, file);
      writeFileSync(restoreMark(place.dataDir), "");
      mkdirSync(path.join(place.dataDir, "restoring", "uploads"), { recursive: true });
      rmSync(path.join(place.dataDir, "uploads"), { recursive: true });
      await expect(openDatabase(place)).rejects.toThrow(UnfinishedRestoreError);
      await expect(makeBackup({ place: placeOf(place), appVersion, file: `${file}.2` })).rejects.toThrow(
        UnfinishedRestoreError,
      );
      await restore(place, file);
      const other = await testApp(engine, { SECRET_KEY: "" }, { place });
      expect((await other.send(`GET ${app.songUrl}`)).statusCode).toBe(200);
    });

    it("accepts an older backup, migrated by the next start, and refuses a newer one", async () => {
      const { file } = await backupTo(await site(engine));
      const newer = await rewritten(file, (_entries, manifest) => void manifest.migrations.push("9999-future"));
      const place = await emptyPlace(engine);
      await expect(restore(place, newer)).rejects.toThrow("phiên bản mới hơn");
      const format = await rewritten(file, (_entries, manifest) => void (manifest.format = 2));
      await expect(restore(place, format)).rejects.toThrow("định dạng 2");
      expect(contentsOf(place.dataDir)).toEqual({});

      const old = await emptyPlace(engine);
      const first = await openDatabase(old);
      await first.db.transaction().execute((tx) => buildSchema(tx, first.dialect, 1));
      await sql`insert into categories (name, name_key, category_type, is_active, is_featured, created_at)
        values ('Ru con', 'ru con', 'entertainment', ${true}, ${false}, '2026-01-02T03:04:05.678Z')`.execute(first.db);
      await first.close();
      const older = path.join(old.dataDir, "older.backup");
      const { migrations } = await makeBackup({ place: placeOf(old, secret), appVersion, file: older });
      expect(migrations).toEqual(migrationNames.slice(0, 1));
      await restore(place, older);
      const database = await openDatabase(place);
      expect(await migrate(database)).toEqual(migrationNames.slice(1));
      expect(await database.db.selectFrom("categories").select(["name", "is_active", "created_at"]).execute()).toEqual([
        { name: "Ru con", is_active: true, created_at: "2026-01-02T03:04:05.678Z" },
      ]);
      await database.close();
    });
  });
});

describe("an archive of the first format", () => {
  it("restores, though its headers were written by other code", async () => {
    const place = await emptyPlace("sqlite");
    const { manifest } = await restore(place, path.resolve("test/fixtures/backup/format-1.backup"));
    const database = await openDatabase(place);
    await migrate(database);
    await database.close();
    const app = await testApp("sqlite", { SECRET_KEY: "" }, { place });
    const [song] = (await app.send("GET /api/songs?search=mua+ha")).json() as { audio_url: string }[];
    const played = await app.send(`GET ${song?.audio_url}`);
    expect(played.statusCode).toBe(200);
    expect(hashOf(played.rawPayload)).toBe(manifest.entries[0]?.sha256);
  });
});

describe("a backup restored on the other database", () => {
  it.each([
    ["sqlite", "postgres"],
    ["postgres", "sqlite"],
  ] as const)("keeps every row from %s to %s", async (from, to) => {
    const { file, manifest } = await backupTo(await site(from));
    const place = await emptyPlace(to);
    await restore(place, file);
    const again = path.join(place.dataDir, "again.backup");
    const second = await makeBackup({ place: placeOf(place), appVersion, file: again });
    expect(second.engine).toBe(to);
    expect(second.tables).toEqual(manifest.tables);
    for (const { name } of manifest.tables.filter(({ name }) => !changedByRestore(name))) {
      expect(await linesOf(again, name)).toEqual(await linesOf(file, name));
    }
    const app = await testApp(to, { SECRET_KEY: "" }, { place });
    expect((await app.send("GET /api/songs?search=mua+ha")).json()).toHaveLength(1);
  });
});

describe("a broken archive", () => {
  it("is refused for a line of more than 16 MB, however small it is compressed", async () => {
    const { file } = await backupTo(await site("sqlite"));
    const place = await emptyPlace("sqlite");
    const withLine = (megabytes: number) =>
      rewritten(file, (entries, manifest) => {
        const name = "tables/songs.jsonl.zst";
        const line = Buffer.alloc(megabytes * 1024 * 1024, "a");
        line.write('{"title":"');
        line.write('"}\n', line.length - 3);
        const data = zstdCompressSync(line);
        expect(data.length).toBeLessThan(64 * 1024);
        entries.set(name, data);
        for (const table of manifest.tables) if (table.name === "songs") table.rows = 1;
        for (const entry of manifest.entries) {
          if (entry.name === name) Object.assign(entry, { size: data.length, sha256: hashOf(data) });
        }
      });
    for (const megabytes of [17, 256]) {
      const bomb = await withLine(megabytes);
      const refused = restore(place, bomb);
      await expect(refused).rejects.toThrow(BackupError);
      await expect(refused).rejects.toThrow("không đọc được bảng songs");
    }
    await expect(openArchive(await withLine(15)).then((archive) => archive.close())).resolves.toBeUndefined();
  });

  it("is refused before any change, at every position of the damage", async () => {
    const { file } = await backupTo(await site("sqlite"));
    const place = await emptyPlace("sqlite");
    const refused = async (broken: string, reason: string | RegExp = "") => {
      const error = await restore(place, broken).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error, broken).toBeInstanceOf(BackupError);
      expect((error as Error).message).toMatch(reason);
      expect(contentsOf(place.dataDir)).toEqual({});
    };
    const changed = `${file}.changed.backup`;
    const { size } = statSync(file);
    for (const length of [0, 1, 511, 512, Math.floor(size / 2), size - 1024, size - 512, size - 1]) {
      copyFileSync(file, changed);
      truncateSync(changed, length);
      await refused(changed);
    }
    const bytes = await readFile(file);
    for (let position = 0; position < size; position += 977) {
      const bad = Buffer.from(bytes);
      bad[position] = (bad[position] ?? 0) ^ (1 << (position % 8));
      writeFileSync(changed, bad);
      await refused(changed);
    }
    writeFileSync(changed, Buffer.concat([bytes, Buffer.alloc(512)]));
    await refused(changed);
    await refused(path.join(place.dataDir, "not-there"), "Không có file");

    const twice = `${file}.twice.backup`;
    const handle = await open(twice, "w");
    await writeTar(handle, new Date(0), async (addFile) => {
      for (let n = 0; n < 2; n += 1) await addFile("secret.key", 4, pieces(Buffer.from("key!")));
    });
    await handle.close();
    await refused(twice, "hai lần");

    const table = "tables/songs.jsonl.zst";
    await refused(await rewritten(file, (entries) => void entries.delete(table)), table);
    await refused(await rewritten(file, (entries) => void entries.delete("secret.key")), "secret.key");
    await refused(await rewritten(file, (entries) => void entries.set("extra", Buffer.from("x"))), "extra");
    await refused(
      await rewritten(file, (_entries, manifest) => {
        for (const each of manifest.tables) each.rows += 1;
      }),
      "dòng",
    );
    await refused(
      await rewritten(file, (_entries, manifest) => void (manifest.product = "other" as never)),
      "Ngân Nga",
    );
    for (const name of [
      "../evil",
      "uploads/../../evil",
      "uploads/audio/../../x.mp3",
      "/etc/passwd",
      "uploads/audio/x.mp3",
      "ngan-nga.db",
    ]) {
      const evil = await rewritten(file, (entries, manifest) => {
        const data = Buffer.from("evil");
        entries.set(name, data);
        manifest.entries.push({ name, size: data.length, sha256: hashOf(data) });
      });
      await refused(evil, "tên không hợp lệ");
    }
    const code = await rewritten(file, (entries, manifest) => {
      const name = "tables/x.jsonl.zst";
      const like = entries.get("tables/meta.jsonl.zst") ?? Buffer.alloc(0);
      entries.set(name, like);
      const meta = manifest.entries.find((entry) => entry.name === "tables/meta.jsonl.zst");
      manifest.entries.push({ name, size: like.length, sha256: meta?.sha256 ?? "" });
      manifest.tables.push({ name: "x", rows: manifest.tables.find((each) => each.name === "meta")?.rows ?? 0 });
    });
    await refused(code, "bảng không thuộc");
    await restore(place, file);
  });

  it("is not written from a damaged database", async () => {
    const app = await site("sqlite");
    await sql`pragma foreign_keys = off`.execute(app.db);
    await app.db.deleteFrom("categories").execute();
    await expect(backupTo(app)).rejects.toThrow("bị hỏng");
    expect(readdirSync(app.place.dataDir).filter((name) => name.includes("backup"))).toEqual([]);
  });
});
