/**
 * New migrations at 100,000 songs and 200,000 orders, on both engines: none keeps others from a busy table for a second, and one that
 * expands takes nothing from the release before it (docs/rooms/database.md#migrations).
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createIndexOnline, updateInBatches } from "#server/platform/db/online-changes.ts";
import { freshPlace, onBothEngines } from "#test/databases.ts";
import { makePackage } from "#test/factories.ts";
import { migrate, migrations, migrationsUpTo, type NamedMigration } from "./migrate.ts";

const songs = 100_000;
const maxWaitMs = 1000;
/** The last one that was made before the rule. */
const before = "0071-order-refunds";
const hotTables = ["songs", "premium_orders"];

async function bigSite(engine: Database["dialect"]["engine"]): Promise<{ migrating: Database; using: Database }> {
  const place = await freshPlace(engine, { migrated: false });
  const open = async () => {
    const database = await openDatabase(place);
    onTestFinished(database.close);
    return database;
  };
  const migrating = await open();
  await migrate(migrating, { list: migrationsUpTo(before) });
  const { db, dialect } = migrating;
  const { id: package_id } = await makePackage(migrating);
  const rows = (count: number) =>
    sql`with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(count)})`;
  const bool = (value: string) => sql`cast(${sql.raw(value)} as ${dialect.types.bool})`;
  const now = sql`cast(${new Date().toISOString()} as ${dialect.types.time})`;
  await sql`insert into songs (title, artist, audio_url, is_active, is_featured, is_premium, is_demo, search_text, created_at, updated_at, lyrics)
    ${rows(songs)} select 'Mưa hạ ' || i, 'Ca sĩ', 'https://example.com/' || i || '.mp3', ${bool("i % 20 <> 0")}, ${bool("i % 9 = 0")},
      ${bool("i % 5 = 0")}, ${bool("i < 0")}, 'mua ha ' || i || ' ca si', ${now}, ${now}, 'Mưa rơi trên phố' from counting`.execute(
    db,
  );
  await sql`insert into premium_orders (code, page_token, package_id, user_name, user_phone, user_email, package_name, is_lifetime, payment_amount,
      payment_method, status, payment_status, search_text, created_at, updated_at)
    ${rows(2 * songs)} select 'HM' || (1000000000 + i), 't' || i, cast(${sql.lit(package_id)} as ${dialect.types.ref}), 'n', '0901234567', 'e' || i, 'p',
      ${bool("i < 0")}, 49000, 'bank_transfer', 'pending', 'pending', 'hm' || i, ${now}, ${now} from counting`.execute(
    db,
  );
  if (engine === "postgres") await sql`vacuum analyze`.execute(db);
  return { migrating, using: await open() };
}

/** Names and types of all columns, and those that must be given. */
async function columnsOf({ db }: Database): Promise<Map<string, boolean>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [
        `${name}.${column.name} ${column.dataType}`,
        !(column.isNullable || column.hasDefaultValue || column.isAutoIncrementing),
      ]),
    ),
  );
}

/** Runs migrations while others use the tables. @returns what breaks the rule. */
async function faultsOf({ migrating, using }: Awaited<ReturnType<typeof bigSite>>, list: NamedMigration[]) {
  const faults: string[] = [];
  for (const [index, { name }] of list.entries()) {
    const columns = await columnsOf(using);
    const waits = watch(using);
    await migrate(migrating, { list: [...migrationsUpTo(before), ...list.slice(0, index + 1)] });
    const longest = await waits.stop();
    if (longest > maxWaitMs) faults.push(`${name}: others waited for more than a second`);
    if (!name.includes("-expand-")) continue;
    const now = await columnsOf(using);
    for (const column of columns.keys()) if (!now.has(column)) faults.push(`${name}: takes ${column}`);
    for (const [column, isRequired] of now) {
      const isNewTable = ![...columns.keys()].some((known) => known.startsWith(`${column.split(".")[0]}.`));
      if (isRequired && !columns.get(column) && !isNewTable) faults.push(`${name}: demands ${column}`);
    }
  }
  return faults;
}

/** Writes into the busy tables all the time. On the embedded database, whose site does not run meanwhile, the event loop alone is watched. */
function watch({ db, dialect }: Database): { stop(): Promise<number> } {
  const over = new AbortController();
  let longest = 0;
  const probes = (dialect.engine === "sqlite" ? [undefined] : hotTables).map(async (table) => {
    for (let id = 1; !over.signal.aborted; id += 7) {
      const began = performance.now();
      if (table)
        await sql`update ${sql.table(table)} set search_text = search_text where id = ${id % songs}`.execute(db);
      else await pause(5);
      longest = Math.max(longest, performance.now() - began);
      await pause(5);
    }
  });
  return {
    async stop() {
      // A probe that waits shows how long.
      over.abort();
      await Promise.all(probes);
      return longest;
    },
  };
}

const migration = (
  name: string,
  up: (db: Kysely<unknown>, dialect: Database["dialect"]) => Promise<unknown>,
  isOnline?: true,
) =>
  ({
    name,
    migration: { up: async (db, dialect) => void (await up(db, dialect)), ...(isOnline && { isOnline }) },
  }) satisfies NamedMigration;
const run = (text: string) => (db: Kysely<unknown>) => sql.raw(text).execute(db);

onBothEngines((engine) => {
  test("new migrations keep to the rule, and what breaks it is found", async () => {
    const site = await bigSite(engine);
    expect(await faultsOf(site, migrations.slice(migrationsUpTo(before).length))).toEqual([]);

    const good = [
      migration("9001-expand-mood", run("alter table premium_orders add column mood text")),
      migration(
        "9002-expand-fill-mood",
        (db) => updateInBatches(db, "premium_orders", { set: sql`mood = 'calm'` }),
        true,
      ),
      migration(
        "9003-expand-index-mood",
        (db, dialect) =>
          createIndexOnline(db, dialect, { name: "orders_mood", on: "premium_orders (mood, search_text)" }),
        true,
      ),
    ];
    // The embedded database builds an index at once; nobody else writes then.
    const known = engine === "sqlite" ? good.slice(0, 2) : good;
    expect(await faultsOf(site, known)).toEqual([]);

    // However fast the machine is, the rows are held for more than a second.
    const hold =
      engine === "sqlite"
        ? "with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000000) select count(*) from n"
        : "select pg_sleep(2)";
    const faults = await faultsOf(site, [
      ...known,
      migration("9004-expand-rename", run("alter table songs rename column title to name")),
      migration("9005-expand-all-songs", async (db) => {
        await run("update songs set search_text = search_text || ' x'")(db);
        await run(hold)(db);
      }),
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^9004-expand-rename: takes songs\.title /),
      expect.stringMatching(/^9004-expand-rename: demands songs\.name /),
      "9005-expand-all-songs: others waited for more than a second",
    ]);
  });
});
