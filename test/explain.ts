/** Shows how the engine would run the queries that a piece of work makes. */
import { CompiledQuery, sql } from "kysely";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { TestApp } from "./app.ts";

/**
 * Runs `work` on a connection of its own and gives a plan for each query it made. PostgreSQL is kept from scanning the
 * tiny tables of a test where an index would serve.
 */
export async function plansOf(app: TestApp, work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const made: CompiledQuery[] = [];
  const database = await openDatabase({ ...app.config, onQuery: (query) => made.push(query) });
  try {
    await work(database);
    const queries = made.splice(0);
    return await database.db.connection().execute(async (db) => {
      if (app.engine === "postgres") await sql`set enable_seqscan = off`.execute(db);
      const plans: string[] = [];
      for (const { sql: text, parameters } of queries) {
        const explain = app.engine === "sqlite" ? "explain query plan" : "explain";
        const { rows } = await db.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
        );
        plans.push(rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n"));
      }
      return plans;
    });
  } finally {
    await database.close();
  }
}
