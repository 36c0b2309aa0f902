/** All SQL of Premium orders. */
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { fold } from "#contract/fold.ts";
import { readOrderSearch } from "#contract/order-search.ts";
import {
  type OrderFilter,
  type OrderStatus,
  type OrderSum,
  type OrderTab,
  orderSorts,
  type PaymentStatus,
} from "#contract/orders.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import type { PayableCustomer } from "#server/features/payments/payables-port.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { keptConditions, type List, listConditions, listReader } from "#server/platform/db/list.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

/** Columns of an order but the text that a search matches. */
const orderColumns = [
  "id",
  "code",
  "page_token",
  "package_id",
  "user_id",
  "user_name",
  "user_phone",
  "user_email",
  "user_address",
  "user_telegram",
  "user_facebook",
  "user_zalo",
  "package_name",
  "package_duration_days",
  "is_lifetime",
  "payment_amount",
  "received_amount",
  "payment_method",
  "payment_reference",
  "payment_note",
  "status",
  "payment_status",
  "admin_notes",
  "created_at",
  "updated_at",
  "paid_at",
  "confirmed_at",
  "completed_at",
  "premium_granted_at",
  "premium_expires_at",
  "erased_at",
  "expires_at",
  "end_reason",
  "end_message",
  "is_joined_by_email",
  "is_gift",
  "receiver_id",
  "refunded_amount",
  "premium_taken_at",
] as const satisfies (keyof Tables["premium_orders"])[];

export type OrderRow = Pick<Selectable<Tables["premium_orders"]>, (typeof orderColumns)[number]>;
/** The states of a gift that, once paid for, waits for its receiver alone. */
export const readyGift = "is_gift and status in ('confirmed', 'completed')";
/** The partial index of the migration has the same words. */
const ungranted = `payment_status = 'paid' and premium_granted_at is null and erased_at is null and not (${readyGift})`;
export type NewOrder = Omit<Insertable<Tables["premium_orders"]>, "search_text" | "erased_at">;

const isEnded = "payment_status in ('failed', 'refunded')";
/** Each order matches one of them; the partial indexes of the migrations have the same words. `ungranted` holds cancelled ones that were paid, too: their money waits for somebody. */
const tabs: Readonly<Record<OrderTab, string>> = {
  waiting: "payment_status = 'pending' and status <> 'cancelled' and received_amount = 0",
  part: "payment_status = 'pending' and status <> 'cancelled' and received_amount > 0",
  ungranted,
  done: `payment_status = 'paid' and status <> 'cancelled' and (premium_granted_at is not null or erased_at is not null or (${readyGift}))`,
  ended: `${isEnded} or (status = 'cancelled' and (payment_status <> 'paid' or premium_granted_at is not null or erased_at is not null))`,
};

/** A search, and days under the sort by amount, sort the rows that they find; so do the filters by user and by package. */
const orderList: List<"premium_orders", (typeof orderColumns)[number], keyof typeof orderSorts.orders> = {
  table: "premium_orders",
  columns: orderColumns,
  filters: {
    status: "status",
    payment_status: "payment_status",
    user_id: "user_id",
    package_id: "package_id",
    code: "code",
    payment_amount: "payment_amount",
  },
  choices: {
    tab: tabs,
    account: { none: "user_id is null" },
    granted: { none: ungranted, yes: "premium_granted_at is not null" },
    invoice: { wanted: "premium_orders.id in (select order_id from invoice_requests)" },
    refund: { some: "refunded_amount > 0" },
  },
  days: { column: "created_at", utcOffset: vietnamUtcOffset },
  search: {
    table: "premium_orders",
    column: "search_text",
    index: "premium_orders_search",
    codes: { column: "code", pattern: /^HM[0-9A-Z]{4,}$/ },
  },
  kept: keptSums.premium_order_sums,
  sorts: orderSorts,
  sortColumns: {
    created_at: { column: "created_at", isText: false },
    payment_amount: { column: "payment_amount", isText: false },
  },
};

/** Reads the lists of orders. */
export function orderListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, orderList);
  return {
    page: (query: Parameters<typeof reader.page>[0]) => reader.page({ ...query, ...searchOf(query) }),
    batches: (query: Parameters<typeof reader.batches>[0]) => reader.batches({ ...query, ...searchOf(query) }),
    ids: (filter: Parameters<typeof reader.ids>[0], limit: number) =>
      reader.ids({ ...filter, ...searchOf(filter) }, limit),
  };
}

/** Returns the filters that a search stands for: codes, an amount, or the text. */
function searchOf({ search }: { search?: string | undefined }) {
  if (search === undefined) return undefined;
  const found = readOrderSearch(search);
  switch (found.kind) {
    case "text":
      return { search: found.text };
    case "amount":
      return { search: undefined, payment_amount: found.amount };
    case "codes":
      return { search: undefined, code: found.codes };
    case "similar":
      return { search: undefined, code: [found.typed, ...found.codes] };
  }
}

/** Returns the text that a search for orders matches: a phone number with and without its blanks. */
export function orderSearchText({
  code,
  user_name,
  user_phone,
  user_email,
}: Pick<NewOrder, "code" | "user_name" | "user_phone" | "user_email">): string {
  return fold([code, user_name, user_phone, user_phone.replace(/[^\d+]/g, ""), user_email].join(" "));
}

/** Orders of one pair of states. */
export interface StateSum {
  status: OrderStatus;
  payment_status: PaymentStatus;
  orders: number;
  /** Whole đồng. */
  amount: number;
}

/** Sum of the payments for a package on one day, less what was given back. */
export interface IncomeSum {
  day: string;
  package_id: number;
  orders: number;
  /** Whole đồng. */
  amount: number;
}

/** The index of orders without an account has the same expression. */
const emailIs = (email: string) => sql<SqlBool>`lower(user_email) = ${email}`;

const refundedSum = sql<number>`cast(coalesce(sum(refunded_amount), 0) as bigint)`;

export function ordersRepository(db: Db) {
  return {
    find: (id: number): Promise<OrderRow | undefined> =>
      db.selectFrom("premium_orders").select(orderColumns).where("id", "=", id).executeTakeFirst(),

    ofUser: (userId: number): Promise<OrderRow[]> =>
      db.selectFrom("premium_orders").select(orderColumns).where("user_id", "=", userId).orderBy("id").execute(),

    /** Returns the ids of orders with codes; those that were erased keep theirs. */
    async idsOf(codes: readonly string[]): Promise<number[]> {
      if (codes.length === 0) return [];
      const rows = await db.selectFrom("premium_orders").select("id").where("code", "in", codes).execute();
      return rows.map(({ id }) => id);
    },

    /** Returns those of some orders that are neither paid nor refunded. */
    async unpaidOf(ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const unpaid = db
        .selectFrom("premium_orders")
        .select("id")
        .where("id", "in", ids)
        .where("payment_status", "not in", ["paid", "refunded"]);
      return (await unpaid.execute()).map(({ id }) => id);
    },

    /** Returns the gifts that a user took, the latest first. */
    takenBy: (userId: number): Promise<OrderRow[]> =>
      db
        .selectFrom("premium_orders")
        .select(orderColumns)
        .where("receiver_id", "=", userId)
        .orderBy("id", "desc")
        .execute(),

    /** Returns the other orders that gave a user Premium, which was not taken back. */
    grantsOf: (userId: number, exceptId: number) =>
      db
        .selectFrom("premium_orders")
        .select(["id", "is_lifetime", "package_duration_days", "package_id", "premium_granted_at"])
        .where((e) =>
          e.or([e.and([e("user_id", "=", userId), e("is_gift", "=", false)]), e("receiver_id", "=", userId)]),
        )
        .where("id", "<>", exceptId)
        .where("premium_granted_at", "is not", null)
        .where("premium_taken_at", "is", null)
        .execute(),

    /** Locks all orders of a user, and the gifts that they took, until the transaction ends. */
    async lockOfUser(userId: number, { forUpdate }: Pick<Dialect, "forUpdate">): Promise<void> {
      const orders = db
        .selectFrom("premium_orders")
        .select("id")
        .where((e) => e.or({ user_id: userId, receiver_id: userId }))
        .orderBy("id");
      await orders.modifyEnd(forUpdate).execute();
    },

    byPageToken: (token: string): Promise<OrderRow | undefined> =>
      db.selectFrom("premium_orders").select(orderColumns).where("page_token", "=", token).executeTakeFirst(),

    /** Returns orders by their addresses; those that were erased have none. */
    byPageTokens: (tokens: readonly string[]): Promise<OrderRow[]> =>
      db
        .selectFrom("premium_orders")
        .select(orderColumns)
        .where("page_token", "in", tokens)
        .where("erased_at", "is", null)
        .execute(),

    /** @returns undefined when the code is taken. */
    insert: (values: NewOrder): Promise<OrderRow | undefined> =>
      db
        .insertInto("premium_orders")
        .values({ ...values, search_text: orderSearchText(values) })
        .onConflict((conflict) => conflict.column("code").doNothing())
        .returning(orderColumns)
        .executeTakeFirst(),

    update: (id: number, change: Updateable<Tables["premium_orders"]>): Promise<OrderRow> =>
      db
        .updateTable("premium_orders")
        .set(change)
        .where("id", "=", id)
        .returning(orderColumns)
        .executeTakeFirstOrThrow(),

    /** Returns some of the orders that nobody paid until a time (ISO), those that ended first. */
    async expired(now: string, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom("premium_orders")
        .select("id")
        .where("expires_at", "<=", now)
        .orderBy("expires_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns when the newest order with something to pay was placed between two times. @param until excluded. */
    newestAsking: async (from: string, until: string): Promise<string | undefined> =>
      (
        await db
          .selectFrom("premium_orders")
          .select("created_at")
          .where("created_at", ">=", from)
          .where("created_at", "<", until)
          .where("payment_amount", ">", 0)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst()
      )?.created_at,

    /** Returns the orders of an e-mail that have no account and gave nothing. @param email `caseless`. */
    async unownedOf(email: string): Promise<number[]> {
      const rows = await db
        .selectFrom("premium_orders")
        .select("id")
        .where(emailIs(email))
        .where("user_id", "is", null)
        .where("premium_granted_at", "is", null)
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Whether an order was made with an e-mail. @param email `caseless`. */
    async hasEmail(id: number, email: string): Promise<boolean> {
      const found = db.selectFrom("premium_orders").select("id").where("id", "=", id).where(emailIs(email));
      return (await found.executeTakeFirst()) !== undefined;
    },

    /** Whether a user received the time of a free order of a package. */
    async hasFree(userId: number, packageId: number): Promise<boolean> {
      const found = await db
        .selectFrom("premium_orders")
        .select("id")
        .where("user_id", "=", userId)
        .where("package_id", "=", packageId)
        .where("payment_amount", "=", 0)
        .where("premium_granted_at", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Returns the paid orders without an account that were paid between two times (ISO), oldest first. */
    async unownedPaid(from: string, to: string): Promise<number[]> {
      const rows = await db
        .selectFrom("premium_orders")
        .select("id")
        .where(sql<SqlBool>`${sql.raw(ungranted)}`)
        // The plus keeps SQLite from reading all orders without an account along the index of their users.
        .where(sql<SqlBool>`+user_id is null`)
        .where("paid_at", ">=", from)
        .where("paid_at", "<", to)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("premium_orders").where("id", "=", id).execute();
    },

    /** Sums what came of paid orders, less what of it was given back, by day of payment in Vietnam and package, from a day (`YYYY-MM-DD`) on; days without any are left out. */
    async income(since: string, { byteOrder }: Pick<Dialect, "byteOrder">): Promise<IncomeSum[]> {
      const { rows } = await sql<IncomeSum>`select day, package_id, cast(sum(n) as bigint) as orders,
          cast(sum(amount) as bigint) as amount
        from premium_income_sums where payment_status = 'paid' and ${byteOrder(sql.ref("day"))} >= ${since}
        group by day, package_id having sum(n) <> 0`.execute(db);
      return rows;
    },

    /** Sums what was given back, in part or whole, of orders that were paid from a time (ISO) on. */
    async refundedOfPaid(since: string): Promise<OrderSum> {
      return db
        .selectFrom("premium_orders")
        .select((s) => [s.fn.countAll<number>().as("orders"), refundedSum.as("amount")])
        .where("refunded_amount", ">", 0)
        .where("paid_at", ">=", since)
        .executeTakeFirstOrThrow();
    },

    /** Sums what was given back, in part or whole, of the orders that match a filter. */
    async refunded(dialect: Dialect, filter: OrderFilter): Promise<OrderSum> {
      const those = { ...filter, ...searchOf(filter), refund: "some" as const };
      const { shape, values, where } = listConditions(dialect, orderList, those);
      const [sum] = await runPrepared(db, dialect, `premium_orders refunded ${shape}`, values, (slot) => ({
        compile: () =>
          sql<OrderSum>`select count(*) as orders, ${refundedSum} as amount from premium_orders where ${where(slot)}`.compile(
            db,
          ),
      }));
      return sum ?? { orders: 0, amount: 0 };
    },

    /** Returns code and customer of some orders. */
    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("premium_orders")
        .select(["id", "code", "user_name"])
        .where("id", "in", ids)
        .execute();
      return new Map(rows.map(({ id, code, user_name }) => [id, `${code} · ${user_name}`]));
    },

    /** Counts those of some orders of which a part came, with what they lack in đồng, and those whose time would be nobody's. */
    async confirmable(ids: readonly number[]): Promise<{ part: number; lacking: number; unowned: number }> {
      const isPart = sql`(${sql.raw(tabs.part)})`;
      const { rows } = await sql<{ part: number; lacking: number; unowned: number }>`select
          count(case when ${isPart} then 1 end) as part,
          cast(coalesce(sum(case when ${isPart} then payment_amount - received_amount end), 0) as bigint) as lacking,
          count(case when user_id is null and not is_gift and premium_granted_at is null then 1 end) as unowned
        from premium_orders
        where id in (${sql.join(ids)}) and status <> 'cancelled'
          and (payment_status = 'pending' or (payment_status = 'paid' and status = 'pending'))`.execute(db);
      return rows[0] ?? { part: 0, lacking: 0, unowned: 0 };
    },

    /** Counts those of some orders that are paid and whose time nobody received; gifts that wait for their receiver aside. */
    async countUngranted(ids: readonly number[]): Promise<number> {
      const { n } = await db
        .selectFrom("premium_orders")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("id", "in", ids)
        .where(sql<SqlBool>`(${sql.raw(ungranted)})`)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the sum of some orders in whole đồng. */
    async amountOf(ids: readonly number[]): Promise<number> {
      if (ids.length === 0) return 0;
      const { amount } = await db
        .selectFrom("premium_orders")
        .select(sql<number>`cast(coalesce(sum(payment_amount), 0) as bigint)`.as("amount"))
        .where("id", "in", ids)
        .executeTakeFirstOrThrow();
      return amount;
    },

    /** Counts users who received the time of an order, from the time `since` on. */
    async countGranted(since: string): Promise<number> {
      const { n } = await db
        .selectFrom("premium_orders")
        .select(sql<number>`count(distinct case when is_gift then receiver_id else user_id end)`.as("n"))
        .where("premium_granted_at", ">=", since)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Sums the orders that match a filter by their states. */
    sums(dialect: Dialect, filter: OrderFilter): Promise<StateSum[]> {
      const kept = keptConditions(dialect, orderList, filter);
      if (kept) {
        const { shape, values, where } = kept.conditions;
        return runPrepared(db, dialect, `premium_orders kept sums ${shape}`, values, (slot) => ({
          compile: () =>
            sql<StateSum>`select status, payment_status, cast(sum(n) as bigint) as orders,
                cast(sum(amount) as bigint) as amount
              from ${sql.table(kept.table)} where ${where(slot)} group by status, payment_status
              having sum(n) <> 0`.compile(db),
        }));
      }
      const { shape, values, where } = listConditions(dialect, orderList, { ...filter, ...searchOf(filter) });
      return runPrepared(db, dialect, `premium_orders sums ${shape}`, values, (slot) => ({
        compile: () =>
          sql<StateSum>`select status, payment_status, count(*) as orders,
              cast(sum(case payment_status
                when 'paid' then (case when received_amount > 0 then received_amount else payment_amount end) - refunded_amount
                when 'refunded' then refunded_amount else payment_amount end) as bigint) as amount
            from premium_orders where ${where(slot)} group by status, payment_status`.compile(db),
      }));
    },
  };
}

/** Columns of an order as something that a transfer pays. */
const payableColumns = [
  "id",
  "code",
  "user_name",
  "package_name",
  "payment_amount",
  "received_amount",
  "status",
  "payment_status",
  "end_reason",
  "is_gift",
  "created_at",
  "erased_at",
] as const satisfies (keyof Tables["premium_orders"])[];
export type PayableOrderRow = Pick<Selectable<Tables["premium_orders"]>, (typeof payableColumns)[number]>;

/** Reads orders as the reconciliation of transfers shows them. */
export function orderPayablesReader(db: Db) {
  const rows = () => db.selectFrom("premium_orders").select(payableColumns);
  const customers = () =>
    db
      .selectFrom("premium_orders")
      .select(["id", "user_name as name", "user_phone as phone", "user_email as email"])
      .where("erased_at", "is", null);
  return {
    byId: async (ids: readonly number[]): Promise<PayableOrderRow[]> =>
      ids.length === 0 ? [] : rows().where("id", "in", ids).execute(),

    byCode: async (codes: readonly string[]): Promise<PayableOrderRow[]> =>
      codes.length === 0 ? [] : rows().where("code", "in", codes).execute(),

    /** Returns the customers of orders that wait for their money, the latest first. */
    waiting: (limit: number): Promise<PayableCustomer[]> =>
      customers()
        .where("payment_status", "=", "pending")
        .where("status", "<>", "cancelled")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    customers: (ids: readonly number[]): Promise<PayableCustomer[]> => customers().where("id", "in", ids).execute(),

    /** Returns unpaid orders of an amount that were made between two times (ISO), the latest first. */
    unpaidOf: (amount: number, from: string, to: string, limit: number): Promise<PayableOrderRow[]> =>
      rows()
        .where("payment_amount", "=", amount)
        .where("created_at", ">=", from)
        .where("created_at", "<=", to)
        .where("payment_status", "=", "pending")
        .where("erased_at", "is", null)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),
  };
}
