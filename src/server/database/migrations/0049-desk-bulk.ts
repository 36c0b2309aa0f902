import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

const kinds = "check (actor_kind in ('admin', 'accountant', 'staff'))";

/** Bulk jobs of supervisors. SQLite changes a check with its column only. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  const steps =
    engine === "sqlite"
      ? [
          "alter table bulk_jobs rename column actor_kind to former_kind",
          `alter table bulk_jobs add column actor_kind text not null default 'admin' ${kinds}`,
          "update bulk_jobs set actor_kind = former_kind",
          "alter table bulk_jobs drop column former_kind",
        ]
      : [
          "alter table bulk_jobs drop constraint bulk_jobs_actor_kind_check",
          `alter table bulk_jobs add constraint bulk_jobs_actor_kind_check ${kinds}`,
        ];
  for (const step of steps) await sql.raw(step).execute(db);
}
