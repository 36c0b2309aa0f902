/** Shows how the engine would run the queries that a piece of work makes. */
import { CompiledQuery, sql } from "kysely";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import type { TestApp } from "./app.ts";

/**
 * Returns how many rows a table needs before its plans are looked at. PostgreSQL chooses by them; SQLite does not, since nothing runs
 * ANALYZE, and needs the two batches that `work` reads.
 */
export const rowsForPlans = (engine: Engine): number => (engine === "postgres" ? 100_000 : 12_000);

/**
 * Runs `work` on a connection of its own and gives a plan for each query it made, its lines indented by their depth.
 * @param options.isLarge leaves PostgreSQL its choice; else it is kept from scanning the tiny tables of a test where an index would serve.
 */
export async function plansOf(
  app: TestApp,
  work: (database: Database) => Promise<unknown>,
  { isLarge = false } = {},
): Promise<string[]> {
  const made: CompiledQuery[] = [];
  const database = await openDatabase({ ...app.config, onQuery: (query) => made.push(query) });
  try {
    await work(database);
    const queries = made.splice(0);
    return await database.db.connection().execute(async (db) => {
      if (app.engine === "postgres" && !isLarge) await sql`set enable_seqscan = off`.execute(db);
      const plans: string[] = [];
      for (const { sql: text, parameters } of queries) {
        const explain = app.engine === "sqlite" ? "explain query plan" : "explain";
        const { rows } = await db.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
        );
        plans.push(app.engine === "sqlite" ? indented(rows) : rows.map((row) => row["QUERY PLAN"]).join("\n"));
      }
      return plans;
    });
  } finally {
    await database.close();
  }
}

/** SQLite's lines name the line that they belong to. */
function indented(rows: readonly Record<string, unknown>[]): string {
  const depths = new Map<unknown, number>();
  const lines = rows.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `${"  ".repeat(depth)}${detail}`;
  });
  return lines.join("\n");
}

/**
 * Returns the part of a plan that finds and orders the rows of a page; the whole plan of a query without a page. What stands above
 * it joins and orders the few rows of the page.
 */
export function withoutPage(plan: string): string {
  const lines = plan.split("\n");
  const depth = (line: string) => line.search(/[^ ]/);
  const start = lines.findIndex((line) => /^ *(->)? *Limit|(CO-ROUTINE|MATERIALIZE) picked/.test(line));
  if (start === -1) return plan;
  const page = lines.slice(start + 1);
  const end = page.findIndex((line) => depth(line) <= depth(lines[start] ?? ""));
  return page.slice(0, end === -1 ? undefined : end).join("\n");
}
