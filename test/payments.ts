/** Transfers for tests: how they come, and the sums that must hold after whatever was done with them. */

import type { Insertable, Selectable } from "kysely";
import { expect } from "vitest";
import { settleTopic } from "#server/features/payments/topics.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import type { TestApp } from "./app.ts";
import { makeBank, makeTransfer } from "./factories.ts";
import { addQuietly } from "./outbox.ts";

/** The site's account number. */
export const ownAccount = "0071001234567";

/** Configures the account to which transfers come. */
export async function withBank(app: TestApp): Promise<void> {
  await makeBank(app, { account_number: ownAccount });
}

/** Keeps a transfer to the site's account and lets the worker look at it. @returns the transfer afterwards. */
export async function transferComes(
  app: TestApp,
  values: Partial<Insertable<Tables["transfers"]>>,
): Promise<Selectable<Tables["transfers"]>> {
  const { id } = await makeTransfer(app, { account: ownAccount, ...values });
  await settleAgain(app, id);
  return transferOf(app, id);
}

/** Lets the worker look at a transfer once more. */
export async function settleAgain(app: TestApp, id: number): Promise<void> {
  await addQuietly(app, app.outbox, settleTopic, { id });
  await app.outbox.flush();
}

export function transferOf({ db }: Pick<TestApp, "db">, id: number): Promise<Selectable<Tables["transfers"]>> {
  return db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/**
 * Checks the sums: what a transfer pays and what was sent back is never more than came, and its sums, and those of orders and requests, are
 * those of the rows that are in effect.
 */
export async function expectSums({ db }: Pick<TestApp, "db">): Promise<void> {
  const transfers = await db.selectFrom("transfers").selectAll().execute();
  const allocations = await db.selectFrom("transfer_allocations").selectAll().where("undone_at", "is", null).execute();
  const refunds = await db.selectFrom("transfer_refunds").selectAll().where("undone_at", "is", null).execute();
  const sum = <T extends { amount: number }>(rows: readonly T[], isWanted: (row: T) => boolean) =>
    rows.filter(isWanted).reduce((total, { amount }) => total + amount, 0);
  for (const { id, amount, allocated, refunded, state } of transfers) {
    expect([id, allocated]).toEqual([id, sum(allocations, ({ transfer_id }) => transfer_id === id)]);
    expect([id, refunded]).toEqual([id, sum(refunds, ({ transfer_id }) => transfer_id === id)]);
    expect(amount - allocated - refunded).toBeGreaterThanOrEqual(0);
    if (state === "matched") expect([id, allocated + refunded]).toEqual([id, amount]);
  }
  const orders = await db.selectFrom("premium_orders").select(["id", "received_amount", "refunded_amount"]).execute();
  const givenBack = await db.selectFrom("order_refunds").selectAll().where("undone_at", "is", null).execute();
  for (const { id, received_amount, refunded_amount } of orders) {
    expect([id, received_amount]).toEqual([id, sum(allocations, ({ order_id }) => order_id === id)]);
    expect([id, refunded_amount]).toEqual([id, sum(givenBack, ({ order_id }) => order_id === id)]);
  }
  const requests = await db.selectFrom("song_requests").select(["id", "received_amount"]).execute();
  for (const { id, received_amount } of requests) {
    expect([id, received_amount]).toEqual([id, sum(allocations, ({ request_id }) => request_id === id)]);
  }
}
