/** The indexes of a searched column, made by migrations; docs/decisions/0010-search.md, 0057-searches.md. */
import { type Kysely, sql } from "kysely";
import type { Engine, SearchedColumn } from "./dialect.ts";

/** Creates the index that `textSearch` uses for three letters and more, and fills it from the rows that are there. */
export async function createTextIndex(
  db: Kysely<unknown>,
  engine: Engine,
  { table, column, index }: SearchedColumn,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (engine === "postgres") {
    await run(`create index ${index} on ${table} using gin (${column} gin_trgm_ops)`);
    return;
  }
  await run(`create virtual table ${index} using fts5(
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`);
  // Every five letters in a row are a word of the index, as the hex of their bytes.
  const pieces = (row: string) => `insert into ${index} (rowid, pieces)
    select ${row}.id, group_concat(hex(substr(${row}.${column}, position, 5)), ' ')
    from search_positions`;
  const add = `${pieces("new")} where position <= length(new.${column});`;
  const remove = `delete from ${index} where rowid = old.id;`;
  await run(`${pieces(table)} join ${table} on position <= length(${table}.${column}) group by ${table}.id`);
  await run(`create trigger ${index}_insert after insert on ${table} begin ${add} end`);
  await run(`create trigger ${index}_delete after delete on ${table} begin ${remove} end`);
  await run(`create trigger ${index}_update after update of ${column} on ${table} begin ${remove} ${add} end`);
}

/**
 * Creates the index that `textSearch` uses for one and two letters, and fills it from the rows that are there. On PostgreSQL the trigrams
 * of `createTextIndex` hold the beginnings of words.
 */
export async function createWordIndex(
  db: Kysely<unknown>,
  engine: Engine,
  { table, column, index }: SearchedColumn,
): Promise<void> {
  if (engine === "postgres") return;
  const run = (text: string) => sql.raw(text).execute(db);
  const words = `${index}_words`;
  await run(`create virtual table ${words} using fts5(
    beginnings, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`);
  // The first letter and the first two of every word are words of the index, as the hex of their bytes.
  const beginnings = (row: string) => `insert into ${words} (rowid, beginnings)
    select ${row}.id, group_concat(hex(substr(${row}.${column}, position, 1)) || ' ' || hex(substr(${row}.${column}, position, 2)), ' ')
    from search_positions`;
  const begins = (row: string) => `position <= length(${row}.${column})
    and (position = 1 or substr(${row}.${column}, position - 1, 1) = ' ')`;
  const add = `${beginnings("new")} where ${begins("new")};`;
  const remove = `delete from ${words} where rowid = old.id;`;
  await run(`${beginnings(table)} join ${table} on ${begins(table)} group by ${table}.id`);
  await run(`create trigger ${words}_insert after insert on ${table} begin ${add} end`);
  await run(`create trigger ${words}_delete after delete on ${table} begin ${remove} end`);
  await run(`create trigger ${words}_update after update of ${column} on ${table} begin ${remove} ${add} end`);
}
