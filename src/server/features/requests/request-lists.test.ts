import { sql } from "kysely";
import { expect, test } from "vitest";
import { RequestListQuery, requestSorts, StaffRequestQuery } from "#contract/requests.ts";
import type { Database } from "#server/platform/db/database.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import { makeStaff, makeUser } from "#test/factories.ts";
import { type DeskPart, deskReader, requestListReader, requestsRepository } from "./requests.repository.ts";

type Query = Record<string, string>;

onBothEngines((engine) => {
  test("the lists of many requests are read along an index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const members = [await makeStaff(app), await makeStaff(app), await makeStaff(app)].map(({ id }) => id);
    const { id: user_id } = await makeUser(app);
    const { types } = app.database.dialect;
    const rows = rowsForPlans(engine);
    const time = (month: number) =>
      sql`cast('202${sql.lit(month)}-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z' as ${types.time})`;
    await sql`insert into song_requests (code, page_token, customer_name, customer_email, request_content, status, user_id, staff_id, due_at,
        queue, agreed_price, search_text, created_at, updated_at)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rows)})
      select 'c' || i, 't' || i, 'n', 'e', 'r',
        case when i % 40 = 0 then 'new' when i % 40 = 1 then 'processing' when i % 9 = 0 then 'cancelled' else 'completed' end,
        case when i % ${sql.lit(rows / 20)} = 0 then cast(${user_id} as bigint) end,
        case when i % 80 = 0 then null when i % 3 = 0 then cast(${members[0]} as bigint) when i % 3 = 1 then cast(${members[1]} as bigint)
          else cast(${members[2]} as bigint) end,
        ${time(6)}, ${time(6)}, 0, 'c' || i, ${time(5)}, ${time(5)} from counting`.execute(app.db);
    await sql`insert into request_songs (request_id, number, file, created_at)
      select id, 1, 'f', created_at from song_requests`.execute(app.db);
    // No server of the embedded database runs ANALYZE; PostgreSQL does by itself.
    if (engine === "postgres") await sql`vacuum analyze song_requests, request_songs`.execute(app.db);

    /** The plan of a page; that of its total follows. */
    async function adminPlan(query: Query) {
      const parsed = RequestListQuery.parse({ ...query, skip: "60" });
      const made = await plansOf(app, ({ db, dialect }) => requestListReader(db, dialect).page(parsed), {
        isLarge: true,
      });
      return withoutPage(made[0] ?? "");
    }
    const days = { from: "2025-01-01", to: "2025-12-31" };
    const ofMember: Query[] = [{ staff_id: String(members[0]) }, { staff_id: String(members[1]), status: "cancelled" }];
    const filters: Query[] = [{}, { status: "completed" }, { status: "new" }];
    for (const sort_by of Object.keys(requestSorts.orders)) {
      const ranges = sort_by === "created_at" ? [{}, days] : [{}];
      const indexed = sort_by === "queue" ? [...filters, ...ofMember] : filters;
      for (const sort_order of ["asc", "desc"]) {
        for (const filter of indexed.flatMap((each) => ranges.map((range) => ({ ...each, ...range })))) {
          const plan = await adminPlan({ ...filter, sort_by, sort_order });
          expect(plan, JSON.stringify({ filter, sort_by })).toMatch(/song_requests_by/);
          expect(plan, JSON.stringify({ filter, sort_by })).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
        }
      }
      for (const tab of ["working", "late", "closed"]) {
        const plan = await adminPlan({ tab, sort_by });
        expect(plan, tab).toMatch(/song_requests_by/);
        expect(plan, tab).not.toMatch(/Seq Scan|SCAN song_requests$/m);
        if (tab !== "late" || sort_by === "queue") expect(plan, tab).not.toMatch(/TEMP B-TREE|Sort/);
      }
      for (const tab of ["available", "wishes"]) {
        expect(await adminPlan({ tab, sort_by }), tab).toMatch(/song_requests_(available|wishes|by_)/);
      }
      // These sort the rows that they find.
      for (const filter of ofMember) expect(await adminPlan({ ...filter, sort_by })).toMatch(/song_requests_by_/);
      expect(await adminPlan({ search: "c1234", sort_by })).toMatch(/song_requests_search/);
    }

    const ownPlans = await plansOf(
      app,
      ({ db, dialect }) =>
        requestListReader(db, dialect).page({ user_id, sort_by: "created_at", sort_order: "desc", skip: 0, limit: 20 }),
      { isLarge: true },
    );
    // The page is full, so its total is counted.
    expect(ownPlans).toHaveLength(2);
    for (const plan of ownPlans) expect(withoutPage(plan)).toMatch(/song_requests_by_user/);

    async function deskPlan(query: Query, parts: readonly DeskPart[]) {
      const { scope: _scope, ...parsed } = StaffRequestQuery.parse({ ...query, skip: "60" });
      const read = ({ db, dialect }: Pick<Database, "db" | "dialect">) =>
        deskReader(db, dialect).page(parsed, parts, members[0] ?? 0);
      return withoutPage((await plansOf(app, read, { isLarge: true }))[0] ?? "");
    }
    const desks: DeskPart[][] = [
      ["wishes", "mine", "closed"],
      ["available"],
      ["wishes", "mine", "others"],
      ["wishes", "mine", "available", "closed"],
    ];
    for (const parts of desks) {
      for (const filter of parts.includes("available") ? [{}, { status: "new" } as const] : filters) {
        const plan = await deskPlan(filter, parts);
        const about = JSON.stringify({ parts, filter });
        if (parts.includes("mine")) expect(plan, about).toMatch(/song_requests_by_(staff|queue)/);
        if (parts.includes("wishes")) expect(plan, about).toMatch(/song_requests_wishes/);
        if (parts.includes("available")) expect(plan, about).toMatch(/song_requests_(available|by_staff)/);
        expect(plan, about).toMatch(/INDEX song_requests_|Index (Only )?Scan/);
        expect(plan, about).not.toMatch(/Seq Scan|SCAN song_requests$/m);
        // Only the few rows of all parts are sorted, once they are limited.
        const ordered = plan
          .replace(/(SCAN part(s|_\d)?)\n *USE TEMP B-TREE FOR ORDER BY/g, "$1")
          .replace(/-> +Sort .*\n +Sort Key: \(0\), part\.queue, part\.id\n +-> +Append/, "");
        expect(ordered, about).not.toMatch(/TEMP B-TREE|-> +(Incremental )?Sort\b/);
      }
      const plan = await deskPlan({ search: "c1234" }, parts);
      expect(plan, parts.join()).toMatch(/song_requests_(search|available)/);
    }

    const others = await plansOf(
      app,
      async ({ db, dialect }) => {
        const repository = requestsRepository(db);
        await repository.latestFiles([1, 2, 3]);
        await repository.deliveredOf([1, 2, 3]);
        await repository.countByStatus(dialect, members[0]);
        await repository.countAvailable();
        await repository.versions(7);
        await repository.events(7);
        await repository.byPageToken("t7");
        await repository.ofUser(1);
        await repository.waitingFor(1, 20);
      },
      { isLarge: true },
    );
    for (const plan of others) {
      // Events are few here; PostgreSQL reads so small a table at once.
      if (/request_events/.test(plan) && engine === "postgres") continue;
      expect(plan).not.toMatch(/Seq Scan|SCAN (?!.*USING COVERING INDEX)\w+$/m);
    }
  });
});
