import { type Kysely, sql } from "kysely";

/** What each change made of what, and the ways into the trail: work apart from logins, by person, by kind of record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit_log").addColumn("changes", "text").execute();
  const run = (text: string) => sql.raw(text).execute(db);
  const filters = "actor_kind, actor_id, entity, action";
  await run(`create index audit_log_work on audit_log (created_at, id, ${filters}) where action <> 'login'`);
  await run(`create index audit_log_logins on audit_log (created_at, id, ${filters}) where action = 'login'`);
  await run("create index audit_log_person on audit_log (actor_kind, actor_id, created_at, id, entity, action)");
  await run("create index audit_log_kind on audit_log (entity, created_at, id, actor_kind, actor_id, action)");
}
