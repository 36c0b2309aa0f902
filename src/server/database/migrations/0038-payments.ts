import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex, createWordIndex } from "#server/platform/db/text-index.ts";

/** Transfers on the bank account, what they pay, how they are asked for; receipts. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { engine, types: t } = dialect;
  const run = (text: string) => sql.raw(text).execute(db);
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  for (const owner of ["premium_orders", "song_requests"]) {
    await db.schema
      .alterTable(owner)
      .addColumn("received_amount", t.ref, (c) => c.notNull().defaultTo(0))
      .execute();
  }

  await table("transfers")
    .addColumn("provider", "text", (c) => c.notNull().check(sql`provider in ('sepay', 'casso', 'payos', 'statement')`))
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull().check(sql`source in ('webhook', 'poll', 'statement')`))
    .addColumn("money_key", "text", (c) => c.unique())
    .addColumn("direction", "text", (c) => c.notNull().check(sql`direction in ('in', 'out')`))
    .addColumn("amount", t.ref, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("memo", "text", (c) => c.notNull())
    .addColumn("account", "text", (c) => c.notNull())
    .addColumn("sub_account", "text")
    .addColumn("sender_name", "text")
    .addColumn("sender_account", "text")
    .addColumn("sender_bank", "text")
    .addColumn("reference", "text")
    .addColumn("provider_order", t.ref)
    .addColumn("balance", t.ref)
    .addColumn("occurred_at", t.time, (c) => c.notNull())
    .addColumn("received_at", t.time, (c) => c.notNull())
    .addColumn("raw", "text")
    .addColumn("state", "text", (c) =>
      c
        .notNull()
        .check(
          sql`state in ('new', 'matched', 'under', 'over', 'late', 'duplicate', 'unmatched', 'outgoing', 'ignored')`,
        ),
    )
    .addColumn("reason", "text")
    .addColumn("note", "text")
    .addColumn("code", "text")
    .addColumn("order_id", t.ref, (c) => c.references("premium_orders.id").onDelete("set null"))
    .addColumn("request_id", t.ref, (c) => c.references("song_requests.id").onDelete("set null"))
    .addColumn("allocated", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("refunded", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("decided_by", "text")
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("erased_at", t.time)
    .addUniqueConstraint("transfers_provider_id", ["provider_id", "provider"])
    .addCheckConstraint("transfers_spent", sql`allocated >= 0 and refunded >= 0 and allocated + refunded <= amount`)
    .execute();
  for (const [name, columns] of Object.entries({
    // The sums of days and of all pages are read in this index alone.
    transfers_by_time: "occurred_at, id, state, provider, direction, amount, allocated, refunded, account, balance",
    transfers_by_state: "state, occurred_at, id, provider, direction, amount, allocated, refunded",
    // Without it SQLite would sort what the one above finds.
    transfers_by_state_amount: "state, amount, id, provider",
    transfers_by_amount: "amount, id, state, provider, occurred_at",
  })) {
    await run(`create index ${name} on transfers (${columns})`);
  }
  await run("create index transfers_unerased on transfers (updated_at, id) where erased_at is null");
  // The list of what waits for a person has the same words.
  await run(`create index transfers_exceptions on transfers (occurred_at, id, state, provider)
    where state not in ('new', 'matched', 'outgoing', 'ignored')`);
  await run("create index transfers_by_code on transfers (code) where code is not null");
  await run("create index transfers_by_order on transfers (order_id, id) where order_id is not null");
  await run("create index transfers_by_request on transfers (request_id, id) where request_id is not null");
  await run(`create index song_requests_awaited on song_requests (agreed_price, accepted_at, id)
    where accepted_at is not null and paid_at is null`);
  const search = { table: "transfers", column: "search_text", index: "transfers_search" };
  await createTextIndex(db, engine, search);
  await createWordIndex(db, engine, search);

  await table("transfer_allocations")
    .addColumn("transfer_id", t.ref, (c) => c.notNull().references("transfers.id").onDelete("cascade"))
    .addColumn("order_id", t.ref, (c) => c.references("premium_orders.id").onDelete("set null"))
    .addColumn("request_id", t.ref, (c) => c.references("song_requests.id").onDelete("set null"))
    .addColumn("amount", t.ref, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("extra_days", "integer")
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("undone_at", t.time)
    .addColumn("undone_by", "text")
    .execute();
  await run("create index transfer_allocations_by_transfer on transfer_allocations (transfer_id, id)");
  await run("create index transfer_allocations_by_order on transfer_allocations (order_id) where order_id is not null");
  await run(
    "create index transfer_allocations_by_request on transfer_allocations (request_id) where request_id is not null",
  );

  await table("transfer_refunds")
    .addColumn("transfer_id", t.ref, (c) => c.notNull().references("transfers.id").onDelete("cascade"))
    .addColumn("amount", t.ref, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("reference", "text")
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("outgoing_id", t.ref, (c) => c.references("transfers.id").onDelete("set null"))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("undone_at", t.time)
    .addColumn("undone_by", "text")
    .execute();
  await run("create index transfer_refunds_by_transfer on transfer_refunds (transfer_id, id)");
  await run(
    "create index transfer_refunds_by_outgoing on transfer_refunds (outgoing_id) where outgoing_id is not null",
  );

  await table("transfer_claims")
    .addColumn("order_id", t.ref, (c) => c.references("premium_orders.id").onDelete("cascade"))
    .addColumn("request_id", t.ref, (c) => c.references("song_requests.id").onDelete("cascade"))
    .addColumn("receipt_file", "text")
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("closed_at", t.time)
    .addColumn("closed_by", "text")
    .execute();
  await run("create unique index transfer_claims_by_order on transfer_claims (order_id) where order_id is not null");
  await run(
    "create unique index transfer_claims_by_request on transfer_claims (request_id) where request_id is not null",
  );
  await run("create index transfer_claims_open on transfer_claims (created_at, id) where closed_at is null");

  await table("payment_links")
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("provider_code", t.ref, (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('asked', 'open', 'failed', 'closed')`))
    .addColumn("link_id", "text")
    .addColumn("amount", t.ref, (c) => c.notNull())
    .addColumn("bank_bin", "text")
    .addColumn("account", "text")
    .addColumn("account_holder", "text")
    .addColumn("memo", "text")
    .addColumn("vietqr", "text")
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("expires_at", t.time)
    .addColumn("checked_at", t.time, (c) => c.notNull())
    .addColumn("ended_at", t.time)
    .execute();
  await run("create index payment_links_by_code on payment_links (code, id)");
  await run("create index payment_links_by_account on payment_links (account) where account is not null");
  await run("create index payment_links_open on payment_links (checked_at, id) where state in ('asked', 'open')");

  await db.schema
    .createTable("payment_providers")
    .addColumn("provider", "text", (c) => c.primaryKey())
    .addColumn("received_at", t.time)
    .addColumn("wrong_signatures", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("wrong_at", t.time)
    .addColumn("wrong_bytes", "integer")
    .addColumn("unreadable_calls", t.ref, (c) => c.notNull().defaultTo(0))
    .addColumn("unreadable_at", t.time)
    .addColumn("poll_cursor", "text")
    .addColumn("polled_at", t.time)
    .addColumn("poll_error", "text")
    .execute();

  await table("receipts")
    .addColumn("number", t.ref, (c) => c.notNull().unique())
    .addColumn("order_id", t.ref, (c) => c.references("premium_orders.id").onDelete("set null"))
    .addColumn("request_id", t.ref, (c) => c.references("song_requests.id").onDelete("set null"))
    .addColumn("seller", "text", (c) => c.notNull())
    .addColumn("buyer", "text", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("amount", t.ref, (c) => c.notNull())
    .addColumn("reference", "text")
    .addColumn("paid_at", t.time, (c) => c.notNull())
    .addColumn("issued_at", t.time, (c) => c.notNull())
    .addColumn("cancelled_at", t.time)
    .execute();
  for (const owner of ["order", "request"]) {
    const column = `${owner}_id`;
    await run(`create unique index receipts_of_${owner} on receipts (${column}) where cancelled_at is null`);
    await run(`create index receipts_by_${owner} on receipts (${column}, id) where ${column} is not null`);
  }

  await table("invoice_requests")
    .addColumn("order_id", t.ref, (c) => c.notNull().unique().references("premium_orders.id").onDelete("cascade"))
    .addColumn("company", "text", (c) => c.notNull())
    .addColumn("tax_code", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await createChangeTriggers(db, engine, [
    {
      topic: "payments",
      tables: [
        { table: "transfers" },
        { table: "transfer_allocations" },
        { table: "transfer_refunds" },
        { table: "transfer_claims" },
        { table: "payment_providers" },
      ],
    },
    { topic: "orders", tables: [{ table: "receipts" }, { table: "invoice_requests" }] },
  ]);
}
