import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/**
 * All stored files and those who use them. Files that object storage manages come over at once; those of the disk, and all claims,
 * are added in steps by the next start (`files_adoption` in `meta` holds how far it is). Until then nothing is open.
 */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("files")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("visibility", "text", (c) =>
      c.notNull().check(sql`visibility in ('public', 'signed', 'staff', 'admin')`),
    )
    .addColumn("place", "text", (c) => c.notNull().check(sql`place in ('disk', 'bucket', 'private')`))
    .addColumn("is_managed", t.bool, (c) => c.notNull())
    .addColumn("is_removed", t.bool, (c) => c.notNull())
    .addColumn("sha256", "text")
    .addColumn("size", t.ref, (c) => c.notNull())
    .addColumn("duration", t.real)
    .addColumn("problem", "text")
    .addColumn("lease", "text")
    .addColumn("lease_until", t.time)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("unclaimed_since", t.time)
    .execute();
  await run("create index files_unclaimed on files (unclaimed_since) where unclaimed_since is not null");
  await run("create index files_unmeasured on files (key) where sha256 is null");
  await db.schema
    .createTable("file_claims")
    .addColumn("owner_kind", "text", (c) => c.notNull())
    .addColumn("owner_id", t.ref, (c) => c.notNull())
    .addColumn("file_key", "text", (c) => c.notNull().references("files.key"))
    .addColumn("visibility", "text")
    .addColumn("name", "text")
    .addPrimaryKeyConstraint("file_claims_key", ["owner_kind", "owner_id", "file_key"])
    .execute();
  await db.schema.createIndex("file_claims_file").on("file_claims").column("file_key").execute();

  const now = new Date().toISOString();
  // Of a file whose removal had begun, copies may lie in several places.
  await run(`insert into files (key, kind, visibility, place, is_managed, is_removed, sha256, size, duration, problem, created_at,
      unclaimed_since)
    select key, 'audio', 'signed', case when place = 'none' then 'disk' else place end, ${engine === "sqlite" ? "1" : "true"},
      place = 'none', sha256, size, duration, case when place = 'none' then coalesce(problem, '') else problem end, created_at,
      '${now}'
    from audio_files`);
  await run("drop table audio_files");
  await run(`update outbox set topic = 'files.remove',
      payload = replace(replace(replace(payload, '"urls"', '"keys"'), '/uploads/', ''), 'R2:', '')
    where topic = 'media.remove'`);
  await run("update outbox set topic = 'files.place' where topic = 'audio.place'");
  await run("insert into meta (key, value) values ('files_adoption', '{}')");

  await createChangeTriggers(db, engine, [
    { topic: "catalogue", tables: [{ table: "files", columns: ["place", "is_managed"], events: ["update"] }] },
  ]);
}
