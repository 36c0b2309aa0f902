/**
 * Queries of hot paths, built and compiled once. Building and compiling in Kysely costs more than running on SQLite, so
 * compiled queries are cached by name and only their parameters change.
 */
import type { Compilable, CompiledQuery } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Db } from "./schema.ts";

class Parameter {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Returns the placeholder of the parameter with that index, typed as the parameter's value. */
export type Slot = <T>(index: number) => T;

const slot: Slot = <T>(index: number) => new Parameter(index) as T;
/**
 * Joins the values of the parts of a query.
 * @param parts the values of each @returns all values, one part after the other, and a function to the slots of a part, which count from 0
 */
export function joinParts<K extends string>(parts: Readonly<Record<K, readonly unknown[]>>) {
  const values: unknown[] = [];
  const starts = new Map<string, number>();
  for (const [name, own] of Object.entries<readonly unknown[]>(parts)) {
    starts.set(name, values.length);
    values.push(...own);
  }
  const slotsOf = (part: K, slots: Slot): Slot => {
    const start = starts.get(part) ?? 0;
    return (index) => slots(start + index);
  };
  return { values, slotsOf };
}

const compiledQueries = new WeakMap<Dialect, Map<string, CompiledQuery>>();

/**
 * Runs a query that is compiled at its first use.
 * @param name must be unique for each shape of query that `build` returns.
 */
export async function runPrepared<R>(
  db: Db,
  dialect: Dialect,
  name: string,
  parameters: readonly unknown[],
  build: (slot: Slot) => Compilable<R>,
): Promise<R[]> {
  let queries = compiledQueries.get(dialect);
  if (!queries) {
    queries = new Map();
    compiledQueries.set(dialect, queries);
  }
  let query = queries.get(name);
  if (!query) {
    query = build(slot).compile();
    queries.set(name, query);
  }
  const values = query.parameters.map((value) => (value instanceof Parameter ? parameters[value.index] : value));
  const { rows } = await db.executeQuery({ ...query, parameters: values } as CompiledQuery<R>);
  return rows;
}
