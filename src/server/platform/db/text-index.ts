/** The indexes of a searched column, made by migrations; docs/rooms/catalogue.md#search. */
import { type Kysely, sql } from "kysely";
import type { Engine, SearchedColumn, WordColumn } from "./dialect.ts";

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

/**
 * PostgreSQL's terms of a text of words: each word, and each two that follow one another after a "+". "¶" is no word, but stands between
 * words that do not follow one another. Its cost keeps the planner from making the terms of rows while it searches.
 */
const phraseTerms = `create or replace function phrase_terms(words text) returns tsvector
  language sql immutable strict parallel safe cost 10000 as $$
    select coalesce(array_to_tsvector(array_agg(distinct term)), ''::tsvector)
    from (
      select word, lead(word) over (order by place) as next
      from unnest(string_to_array(ltrim(words), ' ')) with ordinality as each (word, place)
    ) as pairs,
    lateral (values (word), (case when next <> '¶' then '+' || word || ' ' || next end)) as terms (term)
    where word not in ('', '¶') and term is not null
  $$`;

/** Creates the index that `wordSearch` uses; on SQLite of an empty table. */
export async function createPhraseIndex(
  db: Kysely<unknown>,
  engine: Engine,
  { table, key, column, index }: WordColumn,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (engine === "postgres") {
    await run(phraseTerms);
    await run(`create index ${index} on ${table} using gin (phrase_terms(${column}))`);
    // The terms of thousands of long texts for statistics that change no plan.
    await run(`alter index ${index} alter column 1 set statistics 0`);
    await run(`alter table ${table} alter column ${column} set statistics 0`);
    return;
  }
  // Everything but blanks and ASCII signs is a letter of a word.
  await run(
    `create virtual table ${index} using fts5(${column}, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  );
  const add = `insert into ${index} (rowid, ${column}) values (new.${key}, new.${column});`;
  const remove = `delete from ${index} where rowid = old.${key};`;
  await run(`create trigger ${index}_insert after insert on ${table} begin ${add} end`);
  await run(`create trigger ${index}_delete after delete on ${table} begin ${remove} end`);
  await run(`create trigger ${index}_update after update of ${column} on ${table} begin ${remove} ${add} end`);
}
