import { sql } from "kysely";
import { expect, it } from "vitest";
import { type TableKey, tableKeys } from "#server/features/entities.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import {
  makeAdmin,
  makeBank,
  makeCategory,
  makeContact,
  makeGift,
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeTransfer,
  makeUser,
  makeWord,
} from "#test/factories.ts";
import { buildSchema, migrate, migrationNames, migrationsUpTo } from "./migrate.ts";

const time = "2026-05-01T08:00:00.000Z";

/** Values of a user before the column `search_text` came. */
const olderUser = { search_text: undefined } as object;

/** A database of the version before, with rows in all tables and one removed account that left its session. */
async function olderDatabase(engine: Engine): Promise<Database> {
  const database = await openDatabase(await freshPlace(engine, { migrated: false }));
  const { db, dialect } = database;
  await db.transaction().execute((tx) => buildSchema(tx, dialect, migrationNames.indexOf("0006-ids")));
  const user = await makeUser(database, olderUser);
  const admin = await makeAdmin(database);
  await makeSession(database, "user", user.id);
  await makeSession(database, "admin", admin.id);
  const gone = await makeUser(database, olderUser);
  await makeSession(database, "user", gone.id);
  await db.deleteFrom("users").where("id", "=", gone.id).execute();
  const category = await makeCategory(database);
  for (const title of ["Mưa hạ", "Nắng đông"]) await makeSong(database, { title, categories: [category.id] });
  const { id: song_id } = await makeSong(database, { title: "Gió thu", categories: [category.id] });
  await db.insertInto("song_likes").values({ song_id, user_id: user.id, created_at: time }).execute();
  await db.insertInto("song_listens").values({ song_id, listener: "l", counted_at: time }).execute();
  await db.insertInto("song_play_days").values({ day: "2026-05-01", song_id, plays: 3 }).execute();
  await makeContact(database);
  await db.insertInto("settings").values({ key: "k", value: "{}", updated_at: time }).execute();
  await db.insertInto("meta").values({ key: "k", value: "v" }).execute();
  await db.insertInto("rate_limits").values({ key: "k", hits: 1, resets_at: time }).execute();
  await sql`insert into audio_files (key, place, sha256, size, created_at)
    values ('audio/a.mp3', 'disk', '', 1, ${time})`.execute(db);
  await db
    .insertInto("outbox")
    .values({ topic: "t", payload: "{}", attempts: 0, available_at: time, created_at: time })
    .execute();
  await db
    .insertInto("audit_log")
    .values(auditRow(song_id + 10))
    .execute();
  return database;
}

const auditRow = (entity_id: number) => ({
  actor_kind: "system" as const,
  actor_id: null,
  actor_name: "",
  action: "delete",
  entity: "song",
  entity_id,
  summary: "",
  created_at: time,
});

async function rowsOf({ db }: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of tableKeys.filter(({ name }) => olderTables.has(name))) {
    rows[name] = await db
      .selectFrom(name)
      .selectAll()
      .orderBy(sql.join(key.map((column) => sql.ref(column))))
      .execute();
  }
  return rows;
}
const olderTables = new Set<string>(
  [
    "meta",
    "admins",
    "users",
    "sessions",
    "categories",
    "songs",
    "song_categories",
    "song_likes",
    "song_listens",
  ].concat(["song_play_days", "settings", "support_contacts", "outbox", "audit_log", "rate_limits"]),
);

/** Indexes and triggers with their SQL, and the tables' columns, constraints and keys without AUTOINCREMENT. */
async function definitions({ db }: Database): Promise<unknown[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_master
    where name <> 'sqlite_sequence' and name not like '%audio_files%' order by type, name`.execute(db);
  return rows.map((row) => ({ ...row, sql: row.sql?.replace(" autoincrement", "") ?? null }));
}

onBothEngines((engine) => {
  it("keeps all rows, keys and triggers of a database of the version before, but sessions without account", async () => {
    const database = await olderDatabase(engine);
    const { db, dialect } = database;
    const before = await rowsOf(database);
    const shape = engine === "sqlite" ? await definitions(database) : [];
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    await migrate(database, { list: migrationsUpTo("0006-ids") });
    const after = await rowsOf(database);
    expect(after.sessions).toHaveLength(2);
    // A later migration adds a row of its own.
    after.meta = after.meta?.filter((row) => (row as { key: string }).key === "k") ?? [];
    expect({ ...after, sessions: 0 }).toEqual({ ...before, sessions: 0 });
    if (engine === "sqlite") expect(await definitions(database)).toEqual(expect.arrayContaining(shape));
    expect(await dialect.problems(db)).toEqual([]);

    const search = dialect.textSearch({ table: "songs", column: "search_text", index: "songs_search" }, "nang d");
    const found = await sql<{ title: string }>`select title from songs
      where ${search.condition((index) => search.parameters[index] ?? "")}`.execute(db);
    expect(found.rows).toEqual([{ title: "Nắng đông" }]);
    await db.deleteFrom("songs").execute();
    const left = await rowsOf(database);
    for (const name of ["song_categories", "song_likes", "song_listens", "song_play_days"]) {
      expect(left[name], name).toEqual([]);
    }
    const orphan = db.insertInto("song_likes").values({ song_id: 1, user_id: 1, created_at: time }).execute();
    await expect(orphan).rejects.toThrow(/foreign key/i);
    await database.close();
  });

  it("gives the id of no removed row again", async () => {
    const database = await olderDatabase(engine);
    await migrate(database);
    const { db } = database;
    await db.deleteFrom("song_categories").execute();
    await makeBank(database);
    await makeOrder(database);
    // One without orders, which can be removed.
    await makePackage(database);
    await makeStaff(database);
    const request_id = (await makeRequest(database)).id;
    await db.insertInto("request_songs").values({ request_id, number: 1, file: "a.mp3", created_at: time }).execute();
    await db
      .insertInto("request_events")
      .values({ request_id, kind: "received", actor_kind: "customer", created_at: time })
      .execute();
    const review = { stars: 5, is_public: false, is_story_quoted: false, created_at: time, updated_at: time };
    await db
      .insertInto("request_reviews")
      .values({ ...review, request_id })
      .execute();
    const { id: song_id } = await makeSong(database, { categories: [] });
    await db
      .insertInto("song_examples")
      .values({ song_id, occasion: "Sinh nhật", sort_order: 0, created_at: time })
      .execute();
    const { id: gift_id } = await makeGift(database, { request_id });
    const thanks = { gift_id, sending_id: "a", text: "Cảm ơn", created_at: time };
    await db.insertInto("gift_thanks").values(thanks).execute();
    await db
      .insertInto("request_messages")
      .values({ request_id, author_kind: "customer", text: "Chào", client_id: "a", created_at: time })
      .execute();
    const lyrics = { number: 1, text: "Lời", state: "waiting", sent_at: time, sent_by: "An", notes: "[]" } as const;
    await db
      .insertInto("request_lyrics")
      .values({ ...lyrics, request_id })
      .execute();
    await db.insertInto("saved_replies").values({ title: "Chào", text: "Chào bạn", created_at: time }).execute();
    await db
      .insertInto("deliveries")
      .values({
        event: "test",
        recipient_kind: "admin",
        recipient_name: "Lan",
        data: "{}",
        channel: "email",
        state: "kept",
        attempts: 0,
        search_text: "lan",
        created_at: time,
      })
      .execute();
    await db.insertInto("admin_notices").values({ event: "test", data: "{}" }).execute();
    const { id: transfer_id } = await makeTransfer(database);
    const share = { transfer_id, amount: 1000, created_at: time, created_by: "Lan" };
    await db.insertInto("transfer_allocations").values(share).execute();
    await db
      .insertInto("transfer_tellings")
      .values({ transfer_id, provider: "sepay", provider_id: "1", source: "poll", told_at: time })
      .execute();
    await db
      .insertInto("transfer_refunds")
      .values({ ...share, reason: "Trả lại" })
      .execute();
    await db.insertInto("transfer_claims").values({ created_at: time }).execute();
    await db
      .insertInto("payment_links")
      .values({
        code: "HM2345678K",
        provider_code: 1,
        state: "asked",
        amount: 1000,
        created_at: time,
        checked_at: time,
      })
      .execute();
    const papers = { order_id: null, request_id: null };
    const receipt = { seller: "{}", buyer: "Lan", what: "Gói", code: "HM2345678K", amount: 1000 };
    await db
      .insertInto("receipts")
      .values({ ...papers, ...receipt, number: 1, paid_at: time, issued_at: time })
      .execute();
    const invoice = { company: "A", tax_code: "0101234567", address: "Hà Nội", email: "a@example.com" };
    const { id: order_id, package_id } = await makeOrder(database);
    await db
      .insertInto("invoice_requests")
      .values({ order_id, ...invoice, created_at: time })
      .execute();
    await db
      .insertInto("order_refunds")
      .values({ order_id, amount: 1000, created_at: time, created_by: "lan" })
      .execute();
    const item = {
      entity: "category",
      entity_id: 1,
      name: "Thiền",
      name_key: "thien",
      names: "{}",
      facts: "{}",
    } as const;
    await db
      .insertInto("bin")
      .values({ ...item, deleted_at: time, deleted_by: "lan" })
      .execute();
    const job = { kind: "delete_songs", options: "{}", undo_of: null, state: "done", total: 1 } as const;
    await db
      .insertInto("bulk_jobs")
      .values({ ...job, actor_kind: "admin", actor_id: 1, actor_name: "lan", created_at: time })
      .execute();
    const view = { screen: "/admin/orders", name: "Đơn lớn", query: "{}", is_shared: false, created_at: time };
    const { id: admin_id } = await makeAdmin(database);
    await db
      .insertInto("list_views")
      .values({ ...view, admin_id, staff_id: null, removed_at: null })
      .execute();
    const { id: word_id, user_id } = await makeWord(database);
    const playlist = { user_id, token: "t", title: "Đi đường", refusal: null, created_at: time, updated_at: time };
    await db.insertInto("playlists").values(playlist).execute();
    await db.insertInto("word_lines").values({ word_id, text: "Câu hát" }).execute();
    const [heard] = await db.selectFrom("songs").select("id").execute();
    const ofUser = { user_id };
    const played = { song_id: heard?.id ?? 0, day: "2026-05-01", played_at: time };
    await db
      .insertInto("user_plays")
      .values({ ...ofUser, ...played })
      .execute();
    await db
      .insertInto("history_pauses")
      .values({ ...ofUser, created_at: time })
      .execute();
    await db
      .insertInto("word_reviews")
      .values({ user_id, word_id, client_id: "a", rating: "good", reviewed_at: time })
      .execute();
    // Those that others refer to, without references.
    await makeWord(database, { user_id });
    await makeUser(database);
    await makeSong(database, { categories: [] });
    await makeAdmin(database);
    await makeOrder(database, { package_id });
    await makePackage(database);
    await makeTransfer(database);
    await makeGift(database);
    await makeRequest(database);
    for (const { name } of tableKeys.filter(hasGeneratedId)) {
      const [row] = (await db.selectFrom(name).selectAll().orderBy("id", "desc").limit(1).execute()) as {
        id: number;
      }[];
      expect(row, name).toBeDefined();
      const removed = row?.id ?? 0;
      await db.deleteFrom(name).where("id", "=", removed).execute();
      const { id: _, ...values } = row as Record<string, unknown> & { id: number };
      const added = await db
        .insertInto(name)
        .values(values as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      expect(added.id, name).toBeGreaterThan(removed);
    }
    await database.close();
  });

  it("ends the sessions of a removed account", async () => {
    const database = await openDatabase(await freshPlace(engine));
    const { db } = database;
    for (const [kind, table, make] of [
      ["user", "users", () => makeUser(database, olderUser)],
      ["admin", "admins", () => makeAdmin(database)],
      ["staff", "staff", () => makeStaff(database)],
    ] as const) {
      const [gone, other] = [await make(), await make()];
      for (const { id } of [gone, gone, other]) await makeSession(database, kind, id);
      await db.deleteFrom(table).where("id", "=", gone.id).execute();
      const left = await db.selectFrom("sessions").select("account_id").where("kind", "=", kind).execute();
      expect(left).toEqual([{ account_id: other.id }]);
    }
    await database.close();
  });
});

it("on SQLite continues after the highest id that the audit trail names", async () => {
  const database = await olderDatabase("sqlite");
  const { entity_id } = await database.db.selectFrom("audit_log").select("entity_id").executeTakeFirstOrThrow();
  await migrate(database);
  expect((await makeSong(database)).id).toBe((entity_id ?? 0) + 1);
  await database.close();
});

const hasGeneratedId = ({ key }: TableKey) => key.length === 1 && key[0] === "id";
