/** SQL of the reconciliation inbox: lists, sums and details of transfers. */
import { type Selectable, sql } from "kysely";
import { mostCounted } from "#contract/counting.ts";
import { readOrderSearch } from "#contract/order-search.ts";
import {
  asideStates,
  exceptionStates,
  groupOf,
  narrowingStates,
  type TransferFilter,
  type TransferState,
  transferGroups,
  transferSorts,
  transferStates,
} from "#contract/payments.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, type ListFilter, listConditions, listReader } from "#server/platform/db/list.ts";
import { runPrepared } from "#server/platform/db/prepared.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import { type AllocationRow, type RefundRow, shownColumns } from "./ledger.repository.ts";

export type TransferRow = Pick<Selectable<Tables["transfers"]>, (typeof shownColumns)[number]>;
export type ClaimRow = Pick<
  Selectable<Tables["transfer_claims"]>,
  "id" | "order_id" | "request_id" | "receipt_file" | "created_at"
>;

const listOf = (states: readonly TransferState[]) => states.map((state) => `'${state}'`).join(", ");
const settledStates = transferStates.filter((state) => !(exceptionStates as readonly string[]).includes(state));
/** The partial index of the migration has the same words; those of `in` would lead SQLite to another index. */
export const isException = `state not in (${listOf(settledStates)})`;
/** The condition of one state of a group, and of all states outside of it. */
const narrowed = Object.fromEntries(
  narrowingStates.map((state) => [
    state,
    `state not in (${listOf(transferGroups[groupOf(state)].filter((other) => other !== state))})`,
  ]),
);

/** A search, days under the sort by amount, and the transfers of one order or request sort the rows that they find. */
const transferList: List<"transfers", (typeof shownColumns)[number], keyof typeof transferSorts.orders> = {
  table: "transfers",
  columns: shownColumns,
  filters: {
    state: "state",
    provider: "provider",
    order_id: "order_id",
    request_id: "request_id",
    code: "code",
    amount: "amount",
  },
  choices: { tab: { exceptions: isException }, only: narrowed },
  days: { column: "occurred_at", utcOffset: vietnamUtcOffset },
  search: { table: "transfers", column: "search_text", index: "transfers_search" },
  sorts: transferSorts,
  sortColumns: {
    occurred_at: { column: "occurred_at", isText: false },
    amount: { column: "amount", isText: false },
  },
};

/** Returns the filters that tab and search of a query stand for: the states, codes, an amount, or a text. */
function conditionsOf<Q extends Partial<TransferFilter>>({ state, only, search, ...query }: Q) {
  const tab = partOf(state, only);
  if (search === undefined) return { ...query, ...tab };
  const found = readOrderSearch(search);
  switch (found.kind) {
    case "text":
      return { ...query, ...tab, search: found.text };
    case "amount":
      return { ...query, ...tab, amount: found.amount };
    case "codes":
      return { ...query, ...tab, code: found.codes };
    case "similar":
      return { ...query, ...tab, code: [found.typed, ...found.codes] };
  }
}

/** Returns the condition of a tab and of the state that narrows it. */
function partOf(state: TransferFilter["state"], only: TransferFilter["only"]) {
  if (state === undefined) return { only };
  if (state !== "exceptions" && state !== "aside") return { state };
  if (only !== undefined && groupOf(only) === state) return { state: only };
  return state === "aside" ? { state: asideStates } : { tab: state };
}

/** Reads the list of transfers. */
export function transferListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, transferList);
  type Page = Parameters<typeof reader.page>[0];
  type Batches = Parameters<typeof reader.batches>[0];
  return {
    ids: (filter: Partial<TransferFilter>, limit: number) => reader.ids(conditionsOf(filter) as ListFilter, limit),
    page: (query: Partial<TransferFilter> & Pick<Page, "sort_by" | "sort_order" | "skip" | "limit">) =>
      reader.page(conditionsOf(query) as Page),
    batches: (query: Partial<TransferFilter> & Pick<Batches, "sort_by" | "sort_order">) =>
      reader.batches(conditionsOf(query) as Batches),
  };
}

/** Transfers of one state and direction. */
export interface TransferSum {
  state: TransferState;
  direction: "in" | "out";
  n: number;
  /** Whole đồng. */
  amount: number;
  allocated: number;
  refunded: number;
}

/** Transfers of one account on one day in Vietnam. */
export interface AccountDay {
  day: string;
  account: string;
  /** Whole đồng. */
  received: number;
  sent: number;
  allocated: number;
  refunded: number;
  ignored: number;
  /** The last time of the day at which the bank told the balance. */
  told_at: string | null;
  /** Received less sent until then, and after it. */
  until_told: number;
}

/** A balance that the bank told. */
export interface ToldBalance {
  day: string;
  account: string;
  balance: number;
}

/** Balances that are told at the last moment of one day: several where a bank tells the day alone. */
const mostToldAtOnce = 2000;

export type InboxRepository = ReturnType<typeof inboxRepository>;

export function inboxRepository(db: Db, dialect: Dialect) {
  const day = dialect.localDay(sql.ref<string>("occurred_at"), vietnamUtcOffset);
  const signed = sql`case direction when 'in' then amount else -amount end`;

  /** The transfers between two moments (ISO) with their day and the last moment of it at which the balance was told. */
  const toldRows = (
    from: string,
    until: string,
  ) => sql`select id, account, direction, amount, allocated, refunded, state,
      balance, occurred_at, ${day} as day,
      max(case when balance is not null then occurred_at end) over (partition by account, ${day}) as told_at
    from transfers where occurred_at >= ${from} and occurred_at < ${until}`;

  return {
    find: (id: number): Promise<TransferRow | undefined> =>
      db.selectFrom("transfers").select(shownColumns).where("id", "=", id).executeTakeFirst(),

    /** Returns all allocations of a transfer, also those that were undone, the latest first. */
    allocations: (id: number): Promise<AllocationRow[]> =>
      db
        .selectFrom("transfer_allocations")
        .selectAll()
        .where("transfer_id", "=", id)
        .orderBy("id", "desc")
        .limit(mostSteps)
        .execute(),

    /** Returns what other money of a sender's account pays, the latest first. */
    paidFrom: (account: string, besides: number): Promise<Pick<AllocationRow, "order_id" | "request_id">[]> =>
      db
        .selectFrom("transfers as t")
        .innerJoin("transfer_allocations as a", "a.transfer_id", "t.id")
        .select(["a.order_id", "a.request_id"])
        .where("t.sender_account", "=", account)
        .where("t.id", "<>", besides)
        .where("a.undone_at", "is", null)
        .orderBy("t.id", "desc")
        .limit(mostSteps)
        .execute(),

    /** Returns what money of some senders' accounts pays, the latest first. */
    paidFromAny: (
      accounts: readonly string[],
    ): Promise<(Pick<AllocationRow, "order_id" | "request_id"> & Pick<TransferRow, "id" | "sender_account">)[]> =>
      accounts.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom("transfers as t")
            .innerJoin("transfer_allocations as a", "a.transfer_id", "t.id")
            .select(["t.id", "a.order_id", "a.request_id", "t.sender_account"])
            .where("t.sender_account", "in", accounts)
            .where("a.undone_at", "is", null)
            .orderBy("t.id", "desc")
            .limit(mostPaid)
            .execute(),

    /** Returns all refunds of a transfer, also those that were undone, the latest first. */
    refunds: (id: number): Promise<RefundRow[]> =>
      db
        .selectFrom("transfer_refunds")
        .selectAll()
        .where("transfer_id", "=", id)
        .orderBy("id", "desc")
        .limit(mostSteps)
        .execute(),

    /** Sums the transfers that match a filter by state and direction. */
    sums(filter: TransferFilter): Promise<TransferSum[]> {
      const conditions = listConditions(dialect, transferList, conditionsOf(filter) as ListFilter);
      const { shape, values, where } = conditions;
      return runPrepared(db, dialect, `transfers sums ${shape}`, values, (slot) => ({
        compile: () =>
          sql<TransferSum>`select state, direction, count(*) as n, cast(sum(amount) as bigint) as amount,
              cast(sum(allocated) as bigint) as allocated, cast(sum(refunded) as bigint) as refunded
            from transfers where ${where(slot)} group by state, direction`.compile(db),
      }));
    },

    /** Sums the transfers between two moments (ISO) by day and account, in the order of the days. */
    async accountDays(from: string, until: string): Promise<AccountDay[]> {
      const sumOf = (what: ReturnType<typeof sql>) => sql`cast(coalesce(sum(${what}), 0) as bigint)`;
      const { rows } = await sql<AccountDay>`select day, account,
          ${sumOf(sql`case direction when 'in' then amount end`)} as received,
          ${sumOf(sql`case direction when 'out' then amount end`)} as sent,
          ${sumOf(sql`allocated`)} as allocated, ${sumOf(sql`refunded`)} as refunded,
          ${sumOf(sql`case when direction = 'in' and state = 'ignored' then amount - allocated - refunded end`)} as ignored,
          max(told_at) as told_at,
          ${sumOf(sql`case when occurred_at <= told_at then ${signed} end`)} as until_told
        from (${toldRows(from, until)}) as told group by day, account order by day, account`.execute(db);
      return rows;
    },

    /** Returns the balances of the last moments at which they were told on each day, in the order of the transfers. */
    async lastBalances(from: string, until: string): Promise<ToldBalance[]> {
      const { rows } = await sql<ToldBalance>`select day, account, balance
        from (${toldRows(from, until)}) as told where occurred_at = told_at and balance is not null
        order by day, account, id limit ${sql.lit(mostToldAtOnce)}`.execute(db);
      return rows;
    },

    /** Returns a page of the open claims of unpaid orders and requests, the oldest first, and their number, counted up to one more than `mostCounted`. */
    async claims({ skip, limit }: { skip: number; limit: number }): Promise<{ rows: ClaimRow[]; total: number }> {
      const open = db
        .selectFrom("transfer_claims as claim")
        .where("claim.closed_at", "is", null)
        // Looked up claim by claim: PostgreSQL would read all paid orders for a join.
        .where(({ eb, fn, selectFrom, val }) => {
          const order = selectFrom("premium_orders").select("payment_status").whereRef("id", "=", "claim.order_id");
          return eb(fn.coalesce(order, val("pending")), "=", "pending");
        })
        .where(({ eb, selectFrom }) =>
          eb(selectFrom("song_requests").select("paid_at").whereRef("id", "=", "claim.request_id"), "is", null),
        );
      const [rows, { n }] = await Promise.all([
        open
          .select(["claim.id", "claim.order_id", "claim.request_id", "claim.receipt_file", "claim.created_at"])
          .orderBy("claim.created_at")
          .orderBy("claim.id")
          .limit(limit)
          .offset(skip)
          .execute(),
        db
          .selectFrom(
            open
              .select("claim.id")
              .limit(mostCounted + 1)
              .as("found"),
          )
          .select((s) => s.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow(),
      ]);
      return { rows, total: n };
    },
  };
}

/** Allocations or refunds of one transfer that are shown. */
const mostSteps = 200;
/** Former payments of the senders of one page. */
const mostPaid = 2000;
