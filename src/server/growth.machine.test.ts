/**
 * Rows that lists, counts, sums and the dashboard read, at 1 % and at 10 % of the data set of a big site: never more than twice as much for ten
 * times the data. Measured in pages of the database, so that a busy machine changes nothing. Sums and days of transfers do read all of them, in one
 * index (docs/rooms/payments.md#the-inbox).
 */
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { keptSums } from "#server/database/kept-sums.ts";
import { compactSums } from "#server/platform/db/kept-sums.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { adminToken, makeCategory, makePackage, makeSession, makeStaff } from "#test/factories.ts";
import { pagesRead } from "#test/pages-read.ts";

// A hundredth, as the data: both sizes have more rows than a total counts.
vi.mock("#contract/counting.ts", () => ({ mostCounted: 100 }));

/** Pages by which a tree that is deeper for each of 20 rows, or rows that stand on one more page, are allowed to differ. */
const allowance = 24;

/** Fills a site: `scale` songs and users, twice as many orders and deliveries, and so on. */
async function fill(app: TestApp, scale: number): Promise<Record<"admin" | "user" | "staff", string>> {
  const { db, engine } = app;
  const { types: t } = app.database.dialect;
  const day = (days: RawBuilder<unknown>) =>
    engine === "sqlite"
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${days}) || ' days')`
      : sql`(now() - (${days}) * interval '1 day')`;
  /** 200 days, those of the last 30 among them. */
  const time = day(sql`i % 200`);
  const bool = (condition: RawBuilder<unknown>) => sql`cast(${condition} as ${t.bool})`;
  const rows = (count: number) =>
    sql`with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(count)})`;
  const from = sql`from counting`;
  const ref = (id: number) => sql`cast(${sql.lit(id)} as ${t.ref})`;

  const categories = [await makeCategory(app), await makeCategory(app)];
  const { id: package_id } = await makePackage(app);
  const { id: rare } = await makePackage(app);
  const member = await makeStaff(app);
  const texts = sql`case when i = 777 then 'dac biet' when i % 2 = 0 then 'nguyen van' else 'tran thi' end || ' ' || i`;
  const phone = sql`('0' || (100000000 + i * 48271 % 899999))`;
  await sql`insert into songs (title, artist, audio_url, is_active, is_featured, is_premium, is_demo, search_text, created_at, updated_at, lyrics)
    ${rows(scale)} select 'Mưa hạ ' || i, 'Ca sĩ', 'https://example.com/' || i || '.mp3', ${bool(sql`i % 20 <> 0`)}, ${bool(sql`i % 9 = 0`)},
      ${bool(sql`i % 5 = 0`)}, ${bool(sql`i < 0`)}, 'mua ha ' || i || ' ca si', ${time}, ${time}, '' ${from}`.execute(
    db,
  );
  for (const [place, { id }] of categories.entries()) {
    await sql`insert into song_categories (song_id, category_id, position)
      select id, ${ref(id)}, ${sql.lit(place)} from songs where id % 2 = ${sql.lit(place)}`.execute(db);
  }
  await sql`insert into users (username, username_key, email, email_key, password_hash, is_active, subscription_type, premium_expires_at,
      search_text, created_at)
    ${rows(scale)} select 'u' || i, 'u' || i, 'u' || i || '@example.com', 'u' || i || '@example.com', '', ${bool(sql`i % 20 <> 0`)},
      case when i % 10 = 1 then 'premium' else 'free' end, case when i % 10 = 1 then ${day(sql`-(i % 30)`)} end,
      'u' || i || ' ' || ${texts}, ${time} ${from}`.execute(db);
  const account = await db.selectFrom("users").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  await sql`insert into premium_orders (code, page_token, package_id, user_id, user_name, user_phone, user_email, package_name, is_lifetime,
      payment_amount, payment_method, status, payment_status, search_text, created_at, updated_at, paid_at, premium_granted_at)
    ${rows(2 * scale)} select 'HM' || (1000000000 + i * 7919 % 100003), 't' || i, case when i % 7 = 0 then ${ref(rare)} else ${ref(package_id)} end,
      case when i <= 20 then ${ref(account.id)} end, 'n', ${phone}, 'e' || i, 'p', ${bool(sql`i < 0`)}, 49000, 'bank_transfer',
      case i % 4 when 0 then 'pending' when 1 then 'cancelled' else 'completed' end, case i % 4 when 0 then 'pending' when 1 then 'failed' else 'paid' end,
      'hm' || (1000000000 + i * 7919 % 100003) || ' ' || ${texts} || ' ' || ${phone}, ${time}, ${time},
      case when i % 4 > 1 then ${time} end, case when i % 4 > 1 then ${time} end ${from}`.execute(db);
  const first = await db.selectFrom("premium_orders").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  await sql`insert into song_requests (code, page_token, customer_name, customer_email, request_content, status, staff_id, due_at, queue,
      agreed_price, search_text, created_at, updated_at)
    ${rows(scale / 2)} select 'c' || i, 't' || i, 'n', 'e', 'r', case i % 4 when 0 then 'new' when 1 then 'processing' else 'completed' end,
      case when i % 4 = 0 then null else ${ref(member.id)} end, ${time}, ${time}, 0, 'c' || i || ' ' || ${texts}, ${time}, ${time}
      ${from}`.execute(db);
  await sql`insert into request_events (request_id, kind, actor_kind, created_at)
    select id, 'received', 'customer', created_at from song_requests`.execute(db);
  await sql`insert into song_play_days (day, song_id, plays)
    select ${app.database.dialect.localDay(day(sql`days.i`) as RawBuilder<string>, 7)}, songs.id, songs.id % 13 + 1
    from songs cross join (${rows(5)} select i * 3 as i ${from}) as days`.execute(db);
  await sql`insert into deliveries (event, recipient_kind, recipient_id, recipient_name, email, data, channel, state, attempts, search_text,
      created_at)
    ${rows(2 * scale)} select case when i % 3 = 0 then 'admin_new_order' else 'order_received' end, 'user', i, 'n', 'e' || i, '{}', 'email',
      case when i % 50 = 0 then 'failed' else 'sent' end, 1, ${texts}, ${time} ${from}`.execute(db);
  await sql`insert into audit_log (actor_kind, actor_name, action, entity, entity_id, summary, created_at)
    ${rows(scale)} select 'system', '', 'update', 'song', i, 'x', ${time} ${from}`.execute(db);
  const states = sql`case when i % 50 = 3 then 'late' when i % 20 = 1 then 'under' when i % 20 = 2 then 'unmatched' when i % 50 = 5 then 'outgoing'
    when i % 50 = 6 then 'ignored' else 'matched' end`;
  await sql`insert into transfers (provider, provider_id, source, direction, amount, memo, account, occurred_at, received_at, state, code, order_id,
      allocated, refunded, balance, search_text, updated_at)
    ${rows(2 * scale)} select case when i % 3 = 0 then 'casso' else 'sepay' end, 'p' || i, 'webhook', case when i % 50 = 5 then 'out' else 'in' end,
      40000 + i % 97 * 1000, 'm', '0071001234567', ${time}, ${time}, ${states}, 'HM' || (1000000000 + i * 7919 % 100003),
      case when i <= 20 then ${ref(first.id)} end, 0, 0, i, 'hm' || (1000000000 + i * 7919 % 100003) || ' ' || ${texts}, ${time} ${from}`.execute(
    db,
  );
  await sql`insert into transfer_claims (order_id, created_at)
    select id, created_at from premium_orders where id % 5 = 1 and payment_status = 'pending'`.execute(db);
  await compactSums(app.database, Object.values(keptSums));
  if (engine === "postgres") await vacuum(app);
  return {
    admin: await adminToken(app),
    user: await makeSession(app, "user", account.id),
    staff: await makeSession(app, "staff", member.id),
  };
}

/** Vacuums until all rows are visible to all: a transaction that ran meanwhile keeps its pages from being read in the index alone. */
async function vacuum({ db }: TestApp): Promise<void> {
  const left = async () => {
    await sql`vacuum analyze`.execute(db);
    const { rows } = await sql<{ relname: string }>`select relname from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relallvisible < relpages`.execute(db);
    return rows.map(({ relname }) => relname);
  };
  await expect.poll(left).toEqual([]);
}

/** Each call with its query. The dashboard is read a second time: what it sums over rows is shown for ten seconds. */
const calls: readonly (readonly [as: "admin" | "user" | "staff" | "visitor", path: string])[] = [
  ["admin", "/api/premium-orders"],
  ["admin", "/api/premium-orders?skip=500&limit=20"],
  ["admin", "/api/premium-orders?sort_by=payment_amount"],
  ["admin", "/api/premium-orders?status=pending"],
  ["admin", "/api/premium-orders?payment_status=paid&status=completed&skip=100"],
  ["admin", "/api/premium-orders?package_id=2"],
  ["admin", "/api/premium-orders?package_id=2&status=pending"],
  ["admin", "/api/premium-orders?user_id=1"],
  ["admin", "/api/premium-orders?from=2000-01-01"],
  ["admin", "/api/premium-orders?search=nguyen"],
  ["admin", "/api/premium-orders?search=nguyen&status=pending"],
  ["admin", "/api/premium-orders?search=dac+biet"],
  ["admin", "/api/premium-orders?search=khongaico"],
  ["admin", "/api/premium-orders?search=HM1000&limit=10"],
  ["admin", "/api/premium-orders?search=hm1000052880"],
  ["admin", "/api/premium-orders?search=0100606608"],
  ["admin", "/api/premium-orders?search=49.000"],
  ...["waiting", "ungranted", "done", "ended"].map((tab) => ["admin", `/api/premium-orders?tab=${tab}`] as const),
  ["admin", "/api/premium-orders/tabs"],
  ["admin", "/api/premium-orders/stats?tab=done"],
  ["admin", "/api/premium-orders/stats"],
  ["admin", "/api/premium-orders/stats?status=completed"],
  ["admin", "/api/premium-orders/stats?from=2000-01-01&to=2099-01-01"],
  ["user", "/api/user/orders"],
  ["admin", "/api/admin/users"],
  ["admin", "/api/admin/users?skip=500&limit=20&sort_by=email"],
  ["admin", "/api/admin/users?subscription_type=premium&is_active=true"],
  ["admin", "/api/admin/users?search=nguyen"],
  ["admin", "/api/admin/users?search=dac+biet"],
  ["admin", "/api/admin/users?search=khongaico"],
  ...["premium", "locked"].map((tab) => ["admin", `/api/admin/users?tab=${tab}`] as const),
  // Under another sort, these two sort the rows that they find (docs/rooms/lists.md#tabs).
  ...["expiring", "ended"].map((tab) => ["admin", `/api/admin/users?tab=${tab}&sort_by=premium_expires_at`] as const),
  ["admin", "/api/admin/users?sort_by=premium_expires_at"],
  ["admin", "/api/admin/users/tabs"],
  ["admin", "/api/admin/users/count"],
  ["admin", "/api/admin/users/count?is_active=true"],
  ["admin", "/admin/users"],
  ["admin", "/api/admin/deliveries"],
  ["admin", "/api/admin/deliveries?state=failed&skip=20"],
  ["admin", "/api/admin/deliveries?event=admin_new_order"],
  ["admin", "/api/admin/deliveries?search=nguyen"],
  ["admin", "/api/admin/deliveries/tabs"],
  ["admin", "/api/song-requests?limit=10"],
  ["admin", "/api/song-requests?status=new&limit=10"],
  ["admin", "/api/song-requests?search=nguyen"],
  ...["working", "wishes", "late", "closed"].map((tab) => ["admin", `/api/song-requests?tab=${tab}&limit=10`] as const),
  // Under another sort, the few free requests are sorted as they are found (docs/rooms/lists.md#tabs).
  ["admin", "/api/song-requests?tab=available&sort_by=queue&limit=10"],
  ["admin", "/api/song-requests/tabs"],
  ["admin", "/api/song-requests/stats/count"],
  ["staff", "/api/staff/requests/stats"],
  ["admin", "/api/admin/payments"],
  ["admin", "/api/admin/payments?skip=500&limit=20&sort_by=amount"],
  ["admin", "/api/admin/payments?state=exceptions"],
  ["admin", "/api/admin/payments?state=new"],
  ["admin", "/api/admin/payments?state=matched&provider=casso"],
  ["admin", "/api/admin/payments?state=under"],
  ["admin", "/api/admin/payments?state=over"],
  ["admin", "/api/admin/payments?state=late"],
  ["admin", "/api/admin/payments?state=unmatched"],
  ["admin", "/api/admin/payments?state=outgoing"],
  ["admin", "/api/admin/payments?state=ignored"],
  ["admin", "/api/admin/payments?order_id=1"],
  ["admin", "/api/admin/payments?search=nguyen"],
  ["admin", "/api/admin/payments?search=nguyen&state=exceptions"],
  ["admin", "/api/admin/payments?search=dac+biet"],
  ["admin", "/api/admin/payments?search=khongaico"],
  ["admin", "/api/admin/payments?search=hm1000052880"],
  ["admin", "/api/admin/payments?search=49.000"],
  ["admin", "/api/admin/payments/claims"],
  ["admin", "/api/admin/payments/payables?search=nguyen"],
  ["admin", "/api/admin/dashboard/stats"],
  ["visitor", "/api/songs"],
  ["visitor", "/api/songs?skip=500"],
  ["visitor", "/api/songs?category_id=1"],
  ["visitor", "/api/songs?featured=true"],
  ["visitor", "/api/songs/count"],
  ["visitor", "/api/songs/count?category_id=1"],
  ["visitor", "/api/categories/with-song-count"],
  ["admin", "/api/songs?skip=500"],
];

async function measure(engine: TestApp["engine"], scale: number): Promise<Map<string, number>> {
  const queries: CompiledQuery[] = [];
  const app = await testApp(
    engine,
    {},
    {
      place: await freshPlace(engine, { reusable: false }),
      onQuery: (query) => queries.push(query),
    },
  );
  const tokens: Record<string, string> = await fill(app, scale);
  const read = new Map<string, number>();
  for (const [as, path] of calls) {
    const options = as === "visitor" ? {} : { token: tokens[as] };
    if (path.includes("dashboard")) await app.send(`GET ${path}`, options);
    queries.length = 0;
    const answer = await app.send(`GET ${path}`, options);
    expect(answer.statusCode, `${path} ${answer.body.slice(0, 200)}`).toBe(200);
    read.set(`${as} ${path}`, await pagesRead(app, [...queries]));
  }
  await app.close();
  return read;
}

onBothEngines((engine) => {
  test("no list, count, sum or dashboard reads more than twice as much at ten times the data", async () => {
    const small = await measure(engine, 1000);
    const large = await measure(engine, 10_000);
    const grown = [...large].flatMap(([call, pages]) => {
      const before = small.get(call) ?? 0;
      return pages > 2 * before + allowance ? [`${call}: ${before} → ${pages} pages`] : [];
    });
    expect(grown).toEqual([]);
    // The measure sees what it is for.
    expect(large.get("admin /api/premium-orders")).toBeGreaterThan(0);
  }, 300_000);
});
