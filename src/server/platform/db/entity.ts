/**
 * The record of a table: what backups, change topics, the audit trail and the registry of files have to know of it
 * (docs/rooms/database.md#one-record-for-an-entity).
 */
import type { ChangeTopic, WatchedTable } from "./change-topics.ts";
import type { Topic } from "./changes.ts";
import type { Tables } from "./schema.ts";

type TableName = keyof Tables;

interface AnyEntity {
  /** Columns of the primary key; the database generates `id` and no other. */
  readonly key: readonly string[];
  /** Tables that its foreign keys name: they come before it in a backup. */
  readonly references?: readonly TableName[];
  /** The topic that its changes raise; a migration creates the triggers. */
  readonly topic?: Topic | null;
  /** Columns whose update does not raise it: counters, and what nobody is shown. One that is added later raises it. */
  readonly silent?: readonly string[];
  /** Changes that raise it; all by default. */
  readonly events?: WatchedTable["events"];
  /** Its name in the audit trail, with the column that holds the present name of a row. */
  readonly trail?: { readonly entity: string; readonly name: string };
  /** The name under which its rows own files. */
  readonly fileOwner?: string | null;
}

interface Columns<T extends TableName> extends AnyEntity {
  readonly key: readonly (keyof Tables[T] & string)[];
  readonly silent?: readonly (keyof Tables[T] & string)[];
  readonly trail?: undefined;
}

/** A table whose rows people change: it says of topic and files also that it has none. */
interface Trailed<T extends TableName> extends Omit<Columns<T>, "trail"> {
  readonly trail: { readonly entity: string; readonly name: keyof Tables[T] & string };
  readonly topic: Topic | null;
  readonly fileOwner: string | null;
}

export type Entity<T extends TableName> = Columns<T> | Trailed<T>;

/** The records of some tables; one that is forgotten does not compile. */
export type Entities<T extends TableName> = { readonly [K in T]: Entity<K> };

/** Returns the names of the tables, each after those that it references. @throws Error for references in a circle. */
export function tablesInOrder<T extends string>(entities: Readonly<Record<T, AnyEntity>>): T[] {
  const ordered = new Set<T>();
  const add = (table: T, path: readonly string[]) => {
    if (path.includes(table)) throw new Error(`Tables reference each other: ${[...path, table].join(" → ")}`);
    for (const other of entities[table].references ?? []) add(other as T, [...path, table]);
    ordered.add(table);
  };
  for (const table of Object.keys(entities) as T[]) add(table, []);
  return [...ordered];
}

/** Returns the topics that the tables raise. */
export function topicsOf(entities: Readonly<Record<string, AnyEntity>>): ChangeTopic[] {
  const raising = Object.entries(entities).flatMap(([table, { topic, silent, events }]) =>
    !topic ? [] : { topic, table: { table, ...(silent && { except: silent }), ...(events && { events }) } },
  );
  return [...Map.groupBy(raising, ({ topic }) => topic)].map(([topic, tables]) => ({
    topic,
    tables: tables.map(({ table }) => table),
  }));
}
