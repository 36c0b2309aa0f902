import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex } from "#server/platform/db/text-index.ts";

/** Premium packages, the bank account, premium orders, and the keys of requests that must create once. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { engine, types: t } = dialect;
  const run = (text: string) => sql.raw(text).execute(db);
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("premium_packages")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull())
    .addColumn("price", t.ref, (c) => c.notNull().check(sql`price >= 0`))
    .addColumn("duration_days", "integer")
    .addColumn("is_lifetime", t.bool, (c) => c.notNull())
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("description", "text")
    .addColumn("sort_order", "integer", (c) => c.notNull())
    .addColumn("is_demo", t.bool, (c) => c.notNull())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addCheckConstraint(
      "premium_packages_duration",
      engine === "sqlite"
        ? sql`(is_lifetime = 1 and duration_days is null) or (is_lifetime = 0 and duration_days >= 1)`
        : sql`(is_lifetime and duration_days is null) or (not is_lifetime and duration_days >= 1)`,
    )
    .execute();
  const byBytes = (column: string) => dialect.byteOrder(sql.ref(column));
  for (const [name, columns] of Object.entries({
    premium_packages_by_place: sql`sort_order, id, is_active`,
    premium_packages_by_name: sql`${byBytes("name_key")}, id, is_active`,
    premium_packages_by_price: sql`price, id, is_active`,
    premium_packages_by_time: sql`created_at, id, is_active`,
  })) {
    await sql`create index ${sql.ref(name)} on premium_packages (${columns})`.execute(db);
  }
  const packageSearch = { table: "premium_packages", column: "search_text", index: "premium_packages_search" };
  await createTextIndex(db, engine, packageSearch);

  // No version before this one gave users a package.
  await run("alter table users drop column premium_package_id");
  const reference = "references premium_packages (id) on delete set null";
  await run(
    `alter table users add column premium_package_id ${engine === "sqlite" ? "integer" : "bigint"} ${reference}`,
  );
  await run("create index users_premium_end on users (premium_expires_at) where premium_expires_at is not null");
  await run("create index users_package on users (premium_package_id) where premium_package_id is not null");

  await table("bank_config")
    // Equal in every row, and unique: there is one row at most.
    .addColumn("only_one", "integer", (c) => c.notNull().defaultTo(1).unique().check(sql`only_one = 1`))
    .addColumn("bank_name", "text", (c) => c.notNull())
    .addColumn("bank_bin", "text")
    .addColumn("account_number", "text", (c) => c.notNull())
    .addColumn("account_holder", "text", (c) => c.notNull())
    .addColumn("branch", "text")
    .addColumn("swift_code", "text")
    .addColumn("qr_code_url", "text")
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();

  await table("premium_orders")
    .addColumn("code", "text", (c) => c.notNull().unique())
    .addColumn("page_token", "text", (c) => c.notNull().unique())
    .addColumn("package_id", t.ref, (c) => c.notNull().references("premium_packages.id"))
    .addColumn("user_id", t.ref, (c) => c.references("users.id").onDelete("set null"))
    .addColumn("user_name", "text", (c) => c.notNull())
    .addColumn("user_phone", "text", (c) => c.notNull())
    .addColumn("user_email", "text", (c) => c.notNull())
    .addColumn("user_address", "text")
    .addColumn("user_telegram", "text")
    .addColumn("user_facebook", "text")
    .addColumn("user_zalo", "text")
    .addColumn("package_name", "text", (c) => c.notNull())
    .addColumn("package_duration_days", "integer")
    .addColumn("is_lifetime", t.bool, (c) => c.notNull())
    .addColumn("payment_amount", t.ref, (c) => c.notNull())
    .addColumn("payment_method", "text", (c) => c.notNull())
    .addColumn("payment_reference", "text")
    .addColumn("payment_note", "text")
    .addColumn("status", "text", (c) =>
      c.notNull().check(sql`status in ('pending', 'confirmed', 'cancelled', 'completed')`),
    )
    .addColumn("payment_status", "text", (c) =>
      c.notNull().check(sql`payment_status in ('pending', 'paid', 'failed', 'refunded')`),
    )
    .addColumn("admin_notes", "text")
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .addColumn("paid_at", t.time)
    .addColumn("confirmed_at", t.time)
    .addColumn("completed_at", t.time)
    .addColumn("premium_granted_at", t.time)
    .addColumn("premium_expires_at", t.time)
    .execute();
  for (const [name, columns] of Object.entries({
    premium_orders_by_time: "created_at, id, status, payment_status, user_id, package_id",
    premium_orders_by_amount: "payment_amount, id, status, payment_status, user_id, package_id, created_at",
    // Filters that find few rows; deleting a user or a package looks for its orders.
    premium_orders_by_user: "user_id, id",
    premium_orders_by_package: "package_id, id",
  })) {
    await run(`create index ${name} on premium_orders (${columns})`);
  }
  await run(
    "create index premium_orders_paid on premium_orders (paid_at, package_id, payment_amount) where payment_status = 'paid'",
  );
  await run(
    "create index premium_orders_granted on premium_orders (premium_granted_at, user_id) where premium_granted_at is not null",
  );
  await createTextIndex(db, engine, {
    table: "premium_orders",
    column: "search_text",
    index: "premium_orders_search",
  });

  await db.schema
    .createTable("idempotency_keys")
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("caller", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("content_hash", "text", (c) => c.notNull())
    .addColumn("reply", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_key", ["scope", "caller", "key"])
    .execute();
  await db.schema.createIndex("idempotency_keys_time").on("idempotency_keys").column("created_at").execute();

  await createChangeTriggers(db, engine, [
    { topic: "site", tables: [{ table: "premium_packages" }, { table: "bank_config" }] },
    { topic: "orders", tables: [{ table: "premium_orders" }] },
  ]);
}
