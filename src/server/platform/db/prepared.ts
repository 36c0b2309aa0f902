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
