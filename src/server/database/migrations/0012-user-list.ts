import { type Kysely, sql } from "kysely";
import { fold } from "#contract/fold.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex } from "#server/platform/db/text-index.ts";

/** The text by which users are searched, and an index for each sort of their list with the columns of all its filters. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("search_text", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await fillSearchText(db);
  await createTextIndex(db, dialect.engine, { table: "users", column: "search_text", index: "users_search" });

  // Now part of the index for the sort by time.
  await db.schema.dropIndex("users_created").execute();
  const byBytes = (column: string) => dialect.byteOrder(sql.ref(column));
  for (const [name, columns] of Object.entries({
    users_by_time: sql`created_at, id, is_active, subscription_type`,
    users_by_username: sql`${byBytes("username_key")}, id, is_active, subscription_type, created_at`,
    users_by_email: sql`${byBytes("email_key")}, id, is_active, subscription_type, created_at`,
  })) {
    await sql`create index ${sql.ref(name)} on users (${columns})`.execute(db);
  }
}

const pageRows = 500;

interface User {
  id: number;
  username: string;
  full_name: string | null;
  email: string;
}

async function fillSearchText(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<User>`select id, username, full_name, email from users
      where id > ${last} order by id limit ${sql.lit(pageRows)}`.execute(db);
    const texts = rows.map(({ id, username, full_name, email }) => {
      const text = fold([username, full_name ?? "", email].join(" "));
      return sql`(cast(${id} as bigint), cast(${text} as text))`;
    });
    if (texts.length > 0) {
      await sql`with texts (id, text) as (values ${sql.join(texts)})
        update users set search_text = texts.text from texts where users.id = texts.id`.execute(db);
    }
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.id ?? last;
  }
}
