/** Measures queries by the pages of the database that they read; pages do not depend on how busy the machine is. */
import { readFileSync } from "node:fs";
import SQLite from "better-sqlite3";
import { CompiledQuery } from "kysely";
import type { TestApp } from "./app.ts";

const pageBytes = 4096;

/**
 * Runs the reading ones of some queries again and returns the pages that they read together: on PostgreSQL by its own count, on SQLite by
 * the reads of a connection that has nothing cached (needs Linux).
 */
export function pagesRead(
  app: TestApp,
  queries: readonly Pick<CompiledQuery, "sql" | "parameters">[],
): Promise<number> {
  const reads = queries.filter(
    ({ sql }) => /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql),
  );
  return app.engine === "sqlite" ? Promise.resolve(sqlitePages(app, reads)) : postgresPages(app, reads);
}

function sqlitePages(app: TestApp, queries: readonly Pick<CompiledQuery, "sql" | "parameters">[]): number {
  const file = app.database.file ?? "";
  const checkpoint = new SQLite(file);
  checkpoint.pragma("wal_checkpoint(truncate)");
  checkpoint.close();
  let pages = 0;
  for (const { sql, parameters } of queries) {
    const db = new SQLite(file, { readonly: true });
    try {
      // The schema is read with the first statement.
      db.prepare("select count(*) from sqlite_master").get();
      const statement = db.prepare(sql);
      const values = parameters.map((value) => (typeof value === "boolean" ? Number(value) : value));
      const before = bytesRead();
      statement.all(...values);
      pages += Math.round((bytesRead() - before) / pageBytes);
    } finally {
      db.close();
    }
  }
  return pages;
}

/** Bytes that this thread has read from files, those of the system's cache included. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync("/proc/thread-self/io", "utf8"))?.[1]);
}

async function postgresPages(
  { db }: TestApp,
  queries: readonly Pick<CompiledQuery, "sql" | "parameters">[],
): Promise<number> {
  let pages = 0;
  for (const { sql, parameters } of queries) {
    const explained = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(explained);
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    for (const kind of ["Shared Hit Blocks", "Shared Read Blocks", "Temp Read Blocks"]) pages += plan?.[kind] ?? 0;
  }
  return pages;
}
