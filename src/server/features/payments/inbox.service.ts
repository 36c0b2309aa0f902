/** The reads of the reconciliation inbox (docs/rooms/payments.md#the-inbox). */
import {
  type ListedTransfer,
  type Payable,
  type TransferClaim,
  type TransferDay,
  type TransferDetail,
  type TransferFilter,
  type TransferListQuery,
  type TransferState,
  type TransferStats,
  transferStates,
} from "#contract/payments.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Download } from "#server/platform/http/router.ts";
import { createSheetExport } from "#server/platform/sheet-export.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import type { AllocationRow } from "./ledger.repository.ts";
import { codeMarks } from "./matching.ts";
import type { Payables } from "./payables-port.ts";
import { likeliestFor, suggestionsFor } from "./suggestions.ts";
import { tellingsRepository } from "./tellings.repository.ts";
import { tellingView } from "./tellings.service.ts";
import { daysOf } from "./transfer-days.ts";
import { inboxRepository, type TransferRow, type TransferSum, transferListReader } from "./transfer-list.repository.ts";
import { transferSheetColumns } from "./transfer-sheet.ts";
import { allocationView, refundView, transferView } from "./transfer-views.ts";

export interface Inbox {
  page(query: TransferListQuery): Promise<{ rows: ListedTransfer[]; total: number }>;
  /** Sums all transfers that match. */
  stats(filter: TransferFilter): Promise<TransferStats>;
  /** Returns the days of a range that have transfers, the latest first; without a range the last 30, and never more than the last 92 of it. */
  days(range: { from?: string | undefined; to?: string | undefined }): Promise<TransferDay[]>;
  /** @throws ApiError `not_found` */
  transfer(id: number): Promise<TransferDetail>;
  /** Returns at most 20 orders and requests that a search finds, unpaid ones first. */
  payables(search: string | undefined): Promise<Payable[]>;
  /** Returns the open words of customers whose money is not seen yet, the oldest first. */
  claims(query: { skip: number; limit: number }): Promise<{ rows: TransferClaim[]; total: number }>;
  /** Returns an Excel file of all transfers that match, newest first; it is made while it is taken. */
  exportFile(filter: TransferFilter): Download;
  /** Returns the address of such a file, which lives a minute and needs no token. */
  exportLink(filter: TransferFilter): string;
  /** @param link of an address of `exportLink`. @throws ApiError `forbidden` for an invalid or expired one. */
  exportOfLink(link: string): Download;
}

export interface InboxDeps {
  database: Pick<Database, "db" | "dialect">;
  orders: Payables;
  requests: Payables;
  files: Pick<Files, "signedUrl">;
  /** Seals the links of exports. */
  key: Buffer;
  oldKey?: Buffer | undefined;
}

export const noTransfer = "Không tìm thấy giao dịch";
const dayMs = 24 * 60 * 60_000;
const defaultDays = 30;
const mostDays = 92;
/** Days before the first one whose last balance the first gap is counted from. */
const earlierDays = 31;
const mostPayables = 20;

export function createInbox({ database, orders, requests, files, key, oldKey }: InboxDeps): Inbox {
  const { db, dialect } = database;
  const repository = inboxRepository(db, dialect);
  const reader = transferListReader(db, dialect);
  const sheets = createSheetExport({
    name: "Giao dịch",
    fileName: "giao-dich",
    path: "/api/admin/payments/export/file",
    purpose: "transfer exports",
    columns: transferSheetColumns,
    batches: (filter: TransferFilter) => reader.batches({ ...filter, sort_by: "occurred_at" }),
    key,
    oldKey,
  });

  /** Returns the orders and requests that some rows name. */
  async function payablesOf(rows: readonly Pick<AllocationRow, "order_id" | "request_id">[]): Promise<Payable[]> {
    const [ofOrders, ofRequests] = await Promise.all([
      orders.byId([...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]),
      requests.byId([...new Set(rows.flatMap(({ request_id }) => request_id ?? []))]),
    ]);
    return [...ofOrders, ...ofRequests];
  }

  async function detail(row: TransferRow): Promise<TransferDetail> {
    const [allocations, refunds, tellings] = await Promise.all([
      repository.allocations(row.id),
      repository.refunds(row.id),
      tellingsRepository(db).of(row.id),
    ]);
    const payables = await payablesOf([row, ...allocations]);
    const named = payables.filter(({ kind, id }) => id === (kind === "order" ? row.order_id : row.request_id));
    return {
      ...transferView(row),
      source: row.source,
      told_by: row.told_by,
      tellings: tellings.map((telling) => tellingView(telling, row)),
      marks: codeMarks(row.memo, row.reason === "several" ? null : row.code),
      allocations: allocations.map((allocation) => allocationView(allocation, payables)),
      refunds: refunds.map(refundView),
      suggestions: await suggestionsFor(row, { orders, requests, paidFrom: repository.paidFrom }, named),
    };
  }

  return {
    async page(query) {
      const { rows, total } = await reader.page(query);
      const likeliest = await likeliestFor(rows, { orders, requests, paidFromAny: repository.paidFromAny });
      return { rows: rows.map((row) => ({ ...transferView(row), suggestion: likeliest.get(row.id) ?? null })), total };
    },

    stats: async (filter) => statsOf(await repository.sums(filter)),

    async days({ from, to }) {
      const last = to ?? (from === undefined ? vietnamDay(Date.now()) : dayAfter(from, mostDays - 1));
      const earliest = dayAfter(last, 1 - mostDays);
      const wanted = from ?? dayAfter(last, 1 - defaultDays);
      const first = wanted < earliest ? earliest : wanted;
      const bounds = [
        startOfVietnamDay(dayAfter(first, -earlierDays)).toISOString(),
        startOfVietnamDay(dayAfter(last, 1)).toISOString(),
      ] as const;
      const [sums, told] = await Promise.all([repository.accountDays(...bounds), repository.lastBalances(...bounds)]);
      return daysOf(sums, told, first);
    },

    transfer: async (id) => detail(await findOrThrow(repository.find(id), noTransfer)),

    async payables(search) {
      if (search === undefined) return [];
      const found = await Promise.all([orders, requests].map((one) => one.search(search, mostPayables)));
      return found
        .flat()
        .sort((a, b) => Number(a.is_paid) - Number(b.is_paid) || (a.created_at < b.created_at ? 1 : -1))
        .slice(0, mostPayables);
    },

    async claims(query) {
      const { rows, total } = await repository.claims(query);
      const payables = await payablesOf(rows);
      return {
        total,
        rows: rows.flatMap(({ id, order_id, request_id, receipt_file, created_at }) => {
          const payable = payables.find((one) => one.id === (one.kind === "order" ? order_id : request_id));
          const receipt_url = receipt_file === null ? null : files.signedUrl(receipt_file, "admin");
          return payable ? [{ id, payable, receipt_url, created_at }] : [];
        }),
      };
    },

    ...sheets,
  };
}

/** Returns a day (`YYYY-MM-DD`) some days after another one. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function statsOf(sums: readonly TransferSum[]): TransferStats {
  const incoming = sums.filter(({ direction }) => direction === "in");
  const sum = (rows: readonly TransferSum[], value: (row: TransferSum) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const ofState = (state: TransferState) =>
    sum(
      sums.filter((row) => row.state === state),
      ({ n }) => n,
    );
  return {
    total: sum(sums, ({ n }) => n),
    received: sum(incoming, ({ amount }) => amount),
    allocated: sum(incoming, ({ allocated }) => allocated),
    refunded: sum(incoming, ({ refunded }) => refunded),
    open: sum(
      incoming.filter(({ state }) => state !== "ignored"),
      ({ amount, allocated, refunded }) => amount - allocated - refunded,
    ),
    states: Object.fromEntries(transferStates.map((state) => [state, ofState(state)])) as TransferStats["states"],
  };
}
