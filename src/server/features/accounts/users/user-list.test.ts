import { type RawBuilder, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { UserFilter, UserListQuery } from "#contract/accounts.ts";
import { buildSchema, migrate, migrationNames } from "#server/database/migrate.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { List } from "#server/platform/db/list.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import { makeUser } from "#test/factories.ts";
import { userListReader } from "../accounts.repository.ts";

type Query = Record<string, string>;
const readerOf = ({ db, database }: TestApp) => userListReader(db, database.dialect);
const names = (rows: readonly { username: string }[]) => rows.map(({ username }) => username);

/** The names on a page. Its total must be that of the count. */
async function page(app: TestApp, query: Query): Promise<string[]> {
  const reader = readerOf(app);
  const { rows, total } = await reader.page(UserListQuery.parse(query));
  expect(total).toBe(await reader.total(UserFilter.parse(query)));
  return names(rows);
}

/** All names, read in batches. */
async function all(app: TestApp, query: Query): Promise<string[]> {
  const found: string[] = [];
  for await (const rows of readerOf(app).batches(UserListQuery.parse(query))) found.push(...names(rows));
  return found;
}

/**
 * Adds users by one statement; their names are in another order than their ids. One in 20 is inactive, one in 10 has Premium.
 * @param createdAt text of a time, made from the serial number `i`.
 */
async function addUsers({ db, database }: TestApp, count: number, createdAt: RawBuilder<unknown>): Promise<void> {
  await sql`insert into users (username, username_key, email, email_key, password_hash, is_active, subscription_type, search_text, created_at)
    with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(count)})
    select name, name, name || '@example.com', name || '@example.com', '', i % 20 <> 0,
      case when i % 10 = 1 then 'premium' else 'free' end, name, cast(${createdAt} as ${database.dialect.types.time})
    from (select i, 'u' || (i * 7919 % 100003) as name from counting) as named`.execute(db);
}

onBothEngines((engine) => {
  describe("the list of users", () => {
    test("sorts by what is asked, either way, equal ones by id", async () => {
      const app = await testApp(engine);
      const time = "2026-05-01T08:00:00.000Z";
      for (const username of ["mai", "Hoa_2", "an_1", "an1", "Zoe", "9x"]) {
        await makeUser(app, { username, created_at: username === "9x" ? "2026-04-01T08:00:00.000Z" : time });
      }
      const byName = ["9x", "an1", "an_1", "Hoa_2", "mai", "Zoe"];
      const byTime = ["Zoe", "an1", "an_1", "Hoa_2", "mai", "9x"];
      for (const list of [page, all]) {
        expect(await list(app, {})).toEqual(byTime);
        expect(await list(app, { sort_order: "asc" })).toEqual(byTime.toReversed());
        expect(await list(app, { sort_by: "username" })).toEqual(byName);
        expect(await list(app, { sort_by: "username", sort_order: "desc" })).toEqual(byName.toReversed());
        expect(await list(app, { sort_by: "email", sort_order: "desc" })).toHaveLength(6);
      }
    });

    test("filters, alone and together", async () => {
      const app = await testApp(engine);
      await makeUser(app, { username: "one" });
      await makeUser(app, { username: "two", is_active: false });
      await makeUser(app, { username: "three", subscription_type: "premium" });
      for (const list of [page, all]) {
        expect(await list(app, { is_active: "true" })).toEqual(["three", "one"]);
        expect(await list(app, { is_active: "false" })).toEqual(["two"]);
        expect(await list(app, { subscription_type: "premium" })).toEqual(["three"]);
        expect(await list(app, { subscription_type: "free", is_active: "true" })).toEqual(["one"]);
        expect(await list(app, { subscription_type: "premium", is_active: "false" })).toEqual([]);
      }
    });

    test("takes both days of a range whole, as Vietnam has them", async () => {
      const app = await testApp(engine);
      const times = {
        before: "2026-01-30T16:59:59.999Z",
        first: "2026-01-30T17:00:00.000Z",
        last: "2026-02-01T16:59:59.999Z",
        after: "2026-02-01T17:00:00.000Z",
      };
      for (const [username, created_at] of Object.entries(times)) await makeUser(app, { username, created_at });
      for (const list of [page, all]) {
        expect(await list(app, { from: "2026-01-31", to: "2026-02-01" })).toEqual(["last", "first"]);
        expect(await list(app, { from: "2026-01-31" })).toEqual(["after", "last", "first"]);
        expect(await list(app, { to: "2026-01-31" })).toEqual(["first", "before"]);
        expect(await list(app, { from: "2026-02-01", to: "2026-02-01" })).toEqual(["last"]);
        expect(await list(app, { from: "2000-01-01", to: "2100-12-31" })).toHaveLength(4);
      }
    });

    test("is searched by name and e-mail, folded; signs match themselves", async () => {
      const app = await testApp(engine);
      await makeUser(app, { username: "duc", full_name: "Đặng Văn Đức", email: "Duc.100%@example.com" });
      await makeUser(app, { username: "hoa", full_name: 'Hoa "Mưa\\Hạ*" _', email: "hoa@example.com" });
      for (const list of [page, all]) {
        for (const search of ["đặng", "DANG VAN", "duc.100%", "100%", "đứ"]) {
          expect(await list(app, { search }), search).toEqual(["duc"]);
        }
        for (const search of ["mua\\ha", '"', 'a*"', '\\Ha*"', '"mưa\\hạ*" _', "_"]) {
          expect(await list(app, { search }), search).toEqual(["hoa"]);
        }
        for (const search of [
          "%_",
          "0%",
          "*",
          "d%c",
          "h_a",
          '%_\\"*',
          "' or 1=1 --",
          "hoa OR duc",
          "NEAR(hoa duc)",
          "*:*",
          "hoa*",
        ]) {
          expect(await list(app, { search }), search).toEqual([]);
        }
        // Combining marks alone are no letters.
        for (const search of ["\u0301", "\u0323\u0302", " "]) expect(await list(app, { search })).toHaveLength(2);
        expect(await list(app, { search: "example", sort_by: "username", is_active: "true" })).toEqual(["duc", "hoa"]);
      }
    });

    test("pages, with the total on every page and beyond the last", async () => {
      const app = await testApp(engine);
      for (let i = 0; i < 5; i++) await makeUser(app, { username: `user${i}` });
      const read = async (query: Query) => {
        const { rows, total } = await readerOf(app).page(UserListQuery.parse({ ...query, sort_by: "username" }));
        return [names(rows).join(" "), total];
      };
      expect(await read({ limit: "2" })).toEqual(["user0 user1", 5]);
      expect(await read({ limit: "2", skip: "4" })).toEqual(["user4", 5]);
      expect(await read({ limit: "2", skip: "5" })).toEqual(["", 5]);
      expect(await read({ limit: "5" })).toEqual(["user0 user1 user2 user3 user4", 5]);
      expect(await read({ skip: "1000000000", limit: "100" })).toEqual(["", 5]);
      expect(await read({ search: "nobody" })).toEqual(["", 0]);
    });

    test("carries neither hash nor search text", async () => {
      const app = await testApp(engine);
      const {
        password_hash: _hash,
        search_text: _text,
        username_key: _name,
        email_key: _email,
        premium_changed_at: _changed,
        ...user
      } = await makeUser(app);
      const { rows } = await readerOf(app).page(UserListQuery.parse({}));
      expect(rows).toEqual([user]);
    });
  });

  describe("batches of users", () => {
    const sameTime = sql`'2026-05-01T08:00:00.000Z'`;

    test("hold all rows once and in order, also those with equal times", async () => {
      const app = await testApp(engine);
      await addUsers(app, 1000, sameTime);
      const ids: number[] = [];
      const sizes: number[] = [];
      for await (const rows of readerOf(app).batches({ sort_by: "created_at" })) {
        sizes.push(rows.length);
        ids.push(...rows.map(({ id }) => id));
        expect(Object.keys(rows[0] ?? {}).filter((key) => key.startsWith("after_"))).toEqual([]);
      }
      expect(sizes).toEqual([500, 500]);
      expect(ids).toEqual(Array.from({ length: 1000 }, (_, i) => 1000 - i));
      expect((await all(app, { is_active: "false", sort_by: "username" })).length).toBe(50);
    });

    test("by the end of Premium hold all rows once and in order, also many with one end and many without any", async () => {
      const app = await testApp(engine);
      await addUsers(app, 2300, sameTime);
      const end = (id: number) => (id <= 700 ? "2026-06-01T00:00:00.000Z" : `2026-07-01T00:00:00.${id % 1000}Z`);
      await app.db
        .updateTable("users")
        .set({ premium_expires_at: end(1) })
        .where("id", "<=", 700)
        .execute();
      for (let id = 701; id <= 1000; id += 100) {
        await app.db
          .updateTable("users")
          .set({ premium_expires_at: end(id) })
          .where("id", "=", id)
          .execute();
      }
      for (const sort_order of ["asc", "desc"] as const) {
        const found: { id: number; premium_expires_at: string | null }[] = [];
        for await (const rows of readerOf(app).batches({ sort_by: "premium_expires_at", sort_order }))
          found.push(...rows);
        const key = (row: (typeof found)[0]) =>
          `${row.premium_expires_at ?? "9999"} ${String(row.id).padStart(5, "0")}`;
        const keys = found.map(key);
        expect(new Set(found.map(({ id }) => id)).size).toBe(2300);
        expect(keys).toHaveLength(2300);
        expect(keys).toEqual(sort_order === "asc" ? keys.toSorted() : keys.toSorted().toReversed());
      }
    });

    test("leave the database free between two of them, and keep each lasting row exactly once", async () => {
      const app = await testApp(engine);
      await addUsers(app, 1600, sameTime);
      for (const sort_order of ["asc", "desc"] as const) {
        const before = await all(app, { sort_by: "username" });
        const gone: string[] = [];
        const found: string[] = [];
        for await (const rows of readerOf(app).batches({ sort_by: "username", sort_order })) {
          found.push(...names(rows));
          // A transaction needs SQLite's only connection.
          await app.db.transaction().execute(async (tx) => {
            await makeUser({ db: tx }, { username: `a${sort_order}${found.length}` });
            await makeUser({ db: tx }, { username: `z${sort_order}${found.length}` });
            const removed = await tx
              .deleteFrom("users")
              .where("username", "in", before.slice(found.length - 10, found.length + 10))
              .returning("username")
              .execute();
            gone.push(...names(removed));
          });
        }
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(sort_order === "asc" ? found.toSorted() : found.toSorted().toReversed());
        expect(before.filter((name) => !found.includes(name) && !gone.includes(name))).toEqual([]);
      }
    });
  });

  test("users of the version before are found after the migration", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    onTestFinished(database.close);
    const { db, dialect } = database;
    await db.transaction().execute((tx) => buildSchema(tx, dialect, migrationNames.indexOf("0012-user-list")));
    await sql`insert into users (username, username_key, email, email_key, full_name, password_hash, created_at)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < 1200)
      select 'u' || i, 'u' || i, 'u' || i, 'u' || i, 'Trần Thị Ước ' || i, '', cast('2026-05-01T08:00:00.000Z' as ${dialect.types.time})
      from counting`.execute(db);
    await migrate(database);
    const find = async (search: string) =>
      names((await userListReader(db, dialect).page(UserListQuery.parse({ search }))).rows);
    expect(await find("thi uoc 1199")).toEqual(["u1199"]);
    expect(await find("ước 500")).toEqual(["u500"]);
    await db.updateTable("users").set({ search_text: "moi tinh" }).where("username", "=", "u500").execute();
    expect([await find("uoc 500"), await find("moi tinh")]).toEqual([[], ["u500"]]);
    await db.deleteFrom("users").where("username", "=", "u500").execute();
    expect(await find("moi tinh")).toEqual([]);
  });

  test("each sort and filter of many users is read along an index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const spread = sql`'2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z'`;
    await addUsers(app, rowsForPlans(engine), spread);
    // No server of the embedded database runs ANALYZE; PostgreSQL does by itself.
    if (engine === "postgres") await sql`vacuum analyze users`.execute(app.db);

    async function plans(query: Query) {
      const parsed = UserListQuery.parse(query);
      const made = await plansOf(
        app,
        async ({ db, dialect }) => {
          const reader = userListReader(db, dialect);
          let batches = 0;
          for await (const _ of reader.batches(parsed)) if (++batches === 2) break;
          await reader.page(parsed);
        },
        { isLarge: true },
      );
      return made.filter((plan) => !/count|Aggregate|_sums/i.test(plan)).map(withoutPage);
    }
    const filters: Query[] = [
      {},
      { is_active: "true" },
      { is_active: "false" },
      { subscription_type: "free" },
      { subscription_type: "premium" },
      { subscription_type: "free", is_active: "false" },
      { subscription_type: "premium", is_active: "true" },
    ];
    const manyDays = { from: "2026-01-01", to: "2026-12-31" };
    const fewDays = { from: "2026-03-11", to: "2026-03-12" };
    for (const sort_by of Object.keys(UserListQuery.shape.sort_by.def.innerType.enum)) {
      for (const sort_order of ["asc", "desc"]) {
        const ranges = sort_by === "created_at" ? [{}, manyDays] : [{}];
        for (const filter of filters.flatMap((filter) => ranges.map((range) => ({ ...filter, ...range })))) {
          const query = { ...filter, sort_by, sort_order, skip: "60" };
          const [first, second, ...others] = await plans(query);
          for (const plan of [first, second, ...others]) {
            expect(plan, JSON.stringify(query)).toMatch(/INDEX (users_by_|sqlite_autoindex_users)|Index (Only )?Scan/);
            expect(plan, JSON.stringify(query)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan|SCAN users$/m);
          }
          // The second batch begins where the first one ends.
          expect(second, JSON.stringify(query)).toMatch(/SEARCH users .*[<>]\?|Index Cond: .*ROW\(/);
        }
        for (const tab of ["premium", "locked"]) {
          for (const plan of await plans({ tab, sort_by, sort_order })) {
            expect(plan, tab).toMatch(/users_by_|sqlite_autoindex_users/);
            if (tab === "locked" || sort_by === "premium_expires_at") expect(plan, tab).not.toMatch(/TEMP B-TREE|Sort/);
          }
        }
        // These sort the rows that they find.
        for (const tab of ["expiring", "ended"]) {
          for (const plan of await plans({ tab, sort_by, sort_order })) expect(plan, tab).toMatch(/users_by_/);
        }
        for (const plan of await plans({ ...fewDays, sort_by, sort_order })) expect(plan).toMatch(/users_by_/);
        for (const plan of await plans({ search: "u1234", sort_by, sort_order })) expect(plan).toMatch(/users_search/);
      }
    }
  });
});

test("a list has no sort by a column with NULL without a value that stands for it", () => {
  type Sortable = List<"users", "id", "x">["sortColumns"]["x"];
  const sortable: Sortable = { column: "created_at", isText: false };
  // @ts-expect-error The engines would put NULL at opposite ends.
  const expires: Sortable = { column: "premium_expires_at", isText: false };
  const withValue: Sortable = { column: "premium_expires_at", none: "9999", isText: false };
  expect([sortable, expires, withValue]).toHaveLength(3);
});
