/**
 * Queries of hot paths, built and compiled once. Kysely's building and compiling costs more than SQLite's answer, so a
 * query is kept by name and only its parameters change.
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

/** Stands in a query for the parameter of that index; typed as the value that will be there. */
export type Slot = <T>(index: number) => T;

const slot: Slot = <T>(index: number) => new Parameter(index) as T;
const kept = new WeakMap<Dialect, Map<string, CompiledQuery>>();

/**
 * Runs a query that is compiled at its first use.
 * @param name must differ wherever `build` gives another shape of query.
 */
export async function runPrepared<R>(
  db: Db,
  dialect: Dialect,
  name: string,
  parameters: readonly unknown[],
  build: (slot: Slot) => Compilable<R>,
): Promise<R[]> {
  let queries = kept.get(dialect);
  if (!queries) {
    queries = new Map();
    kept.set(dialect, queries);
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
