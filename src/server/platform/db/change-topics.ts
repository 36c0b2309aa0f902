/**
 * Change topics: which tables and columns raise them, and the triggers that do, for both engines. Features declare their topics; a
 * migration creates the triggers. See docs/rooms/outbox-and-live.md#topics-and-caches.
 */
import { type Kysely, sql } from "kysely";
import type { Topic } from "./changes.ts";
import type { Engine } from "./dialect.ts";

type ChangeEvent = "insert" | "update" | "delete";

export interface WatchedTable {
  readonly table: string;
  /** Columns whose update counts; all of them without. */
  readonly columns?: readonly string[];
  /** Columns whose update does not count, in the place of `columns`: one that is added later counts once the triggers are created anew. */
  readonly except?: readonly string[];
  readonly events?: readonly ChangeEvent[];
}

export interface ChangeTopic {
  readonly topic: Topic;
  readonly tables: readonly WatchedTable[];
}

/**
 * Creates the triggers of topics, for migrations, in place of those it created before for the same tables and topics. A migration
 * states them as they are at its time.
 */
export async function createChangeTriggers(
  db: Kysely<unknown>,
  engine: Engine,
  topics: readonly ChangeTopic[],
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const { topic, tables } of topics) {
    if (engine === "sqlite") await run(`insert or ignore into versions values ('${topic}', 1)`);
    for (const declared of tables) {
      const table = await withColumns(db, engine, declared);
      const statements = engine === "sqlite" ? sqliteTriggers(topic, table) : postgresTriggers(topic, table);
      for (const statement of statements) await run(statement);
    }
  }
}

/** Names the columns that a declaration leaves to the schema. */
async function withColumns(db: Kysely<unknown>, engine: Engine, declared: WatchedTable): Promise<WatchedTable> {
  const { table, except, ...rest } = declared;
  if (!except) return declared;
  const query =
    engine === "sqlite"
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) order by name`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} order by column_name collate "C"`;
  const names = (await query.execute(db)).rows.map(({ name }) => name);
  const unknown = except.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no columns ${unknown.join(", ")}`);
  return { ...rest, table, columns: names.filter((name) => !except.includes(name)) };
}

const allEvents: readonly ChangeEvent[] = ["insert", "update", "delete"];

function eventsOf({ columns, events = allEvents }: WatchedTable): { event: ChangeEvent; clause: string }[] {
  return events.map((event) => ({
    event,
    clause: event === "update" && columns ? `update of ${columns.join(", ")}` : event,
  }));
}

function sqliteTriggers(topic: Topic, watchedTable: WatchedTable): string[] {
  const { table } = watchedTable;
  const name = `${table}_raises_${topic}`;
  return [
    ...allEvents.map((event) => `drop trigger if exists ${name}_${event}`),
    ...eventsOf(watchedTable).map(
      ({ event, clause }) =>
        `create trigger ${name}_${event} after ${clause} on ${table}
          begin update versions set value = value + 1 where topic = '${topic}'; end`,
    ),
  ];
}

function postgresTriggers(topic: Topic, watchedTable: WatchedTable): string[] {
  const { table } = watchedTable;
  const name = `${table}_raises_${topic}`;
  const clauses = eventsOf(watchedTable).map(({ clause }) => clause);
  if (clauses.includes("delete")) clauses.push("truncate");
  return [
    `drop trigger if exists ${name} on ${table}`,
    `create trigger ${name} after ${clauses.join(" or ")} on ${table}
      for each statement execute function notify_change('${topic}')`,
  ];
}
