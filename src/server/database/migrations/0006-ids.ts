import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The account tables by the kind of their sessions. */
const accountTables = { user: "users", admin: "admins" };

/** Ids are never given twice, and sessions end with their account. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [kind, table] of Object.entries(accountTables)) {
    // A session without its account would belong to the next account with that id.
    await run(`delete from sessions where kind = '${kind}' and account_id not in (select id from ${table})`);
  }
  if (engine === "sqlite") await neverReuseIds(db);
  for (const [kind, table] of Object.entries(accountTables)) await createSessionsTrigger(db, engine, kind, table);
}

/** Creates the trigger that ends the sessions of a removed account. */
export async function createSessionsTrigger(
  db: Kysely<unknown>,
  engine: Dialect["engine"],
  kind: string,
  table: string,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const remove = `delete from sessions where kind = '${kind}' and account_id = old.id;`;
  if (engine === "sqlite") {
    await run(`create trigger ${table}_sessions after delete on ${table} begin ${remove} end`);
    return;
  }
  await run(`create or replace function end_sessions_of_${table}() returns trigger language plpgsql as $$
    begin ${remove} return null; end $$`);
  await run(`create trigger ${table}_sessions after delete on ${table}
    for each row execute function end_sessions_of_${table}()`);
}

interface Definition {
  name: string;
  table: string;
  sql: string;
}

/**
 * Builds the tables with generated ids anew, with AUTOINCREMENT. Foreign keys can't be switched off within a transaction, and
 * dropping a table deletes the rows that refer to it. So the tables that refer to others are built anew too: all rows move to
 * copies without keys, then the tables are dropped, those that refer first. Indexes and triggers come back last, so that the
 * copying fires none; the search index keeps its rows, since no id changes.
 */
async function neverReuseIds(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const definitions = async (condition: string) =>
    (
      await sql<Definition>`select name, tbl_name as "table", sql from sqlite_master
        where sql is not null and ${sql.raw(condition)} order by rowid`.execute(db)
    ).rows;
  const tables = await definitions(
    `type = 'table' and (sql like '%"id" integer primary key%' or sql like '%references%')`,
  );
  const names = tables.map(({ name }) => `'${name}'`).join();
  const dependents = await definitions(`type in ('index', 'trigger') and tbl_name in (${names})`);
  for (const { name } of tables) await run(`create table copy_of_${name} as select * from ${name}`);
  // Tables stand in the order of their creation, a referenced one before those that refer to it.
  for (const { name } of tables.toReversed()) await run(`drop table ${name}`);
  for (const { name, sql: text } of tables) {
    await run(text.replace('"id" integer primary key', '"id" integer primary key autoincrement'));
    await run(`insert into ${name} select * from copy_of_${name}`);
    await run(`drop table copy_of_${name}`);
  }
  for (const { sql: text } of dependents) await run(text);
  // The trail names ids of rows that are gone.
  for (const [entity, table] of [
    ["song", "songs"],
    ["category", "categories"],
    ["user", "users"],
    ["admin", "admins"],
    ["support", "support_contacts"],
  ]) {
    const highest = `(select max(entity_id) from audit_log where entity = '${entity}')`;
    await run(`update sqlite_sequence set seq = max(seq, coalesce(${highest}, 0)) where name = '${table}'`);
    await run(`insert into sqlite_sequence (name, seq) select '${table}', ${highest}
      where ${highest} is not null and not exists (select 1 from sqlite_sequence where name = '${table}')`);
  }
}
