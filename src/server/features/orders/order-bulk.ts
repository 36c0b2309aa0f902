/** What bulk jobs do with orders: the confirmation of the button, and taking it back. */
import { ApiError } from "#contract/errors.ts";
import { OrderFilter } from "#contract/orders.ts";
import type { BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { OrderPaymentPort } from "#server/features/payments/payment-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { dong } from "#server/platform/money.ts";
import { noOrder, type OrderCommand } from "./order-life.ts";
import { type OrderRow, orderListReader, ordersRepository } from "./orders.repository.ts";

export interface OrderBulkDeps {
  database: Pick<Database, "dialect">;
  payments: Pick<OrderPaymentPort, "unpay">;
  /** Saves fields of a locked order, with all that follows. */
  save(tx: Tx, caller: OfficeCaller, stored: OrderRow, fields: SavedFields): Promise<OrderRow>;
  onPaymentChanged(tx: Tx, id: number, name: string): Promise<void>;
}
type SavedFields = Extract<OrderCommand, { kind: "save" }>["fields"];

/** What taking a confirmation back needs: the order must be as it left it. */
interface Confirmed {
  updated_at: string;
}

const lockOf = (id: number) => `order ${id}`;
const find = (tx: Tx, id: number) => findOrThrow(ordersRepository(tx).find(id), noOrder);

export function orderBulkWorks({ database: { dialect }, payments, save, onPaymentChanged }: OrderBulkDeps): BulkWork[] {
  async function confirm({ caller }: BulkRun, tx: Tx, id: number): Promise<BulkOutcome> {
    const stored = await find(tx, id);
    const { status, payment_status } = stored;
    if (payment_status === "paid" && (status === "confirmed" || status === "completed")) return { state: "unchanged" };
    if (status === "cancelled" || (payment_status !== "pending" && payment_status !== "paid")) {
      throw new ApiError("conflict", "Đơn hàng này đã hủy, bị từ chối hoặc đã hoàn tiền");
    }
    const next = status === "completed" ? "completed" : "confirmed";
    const row = await save(tx, caller, stored, { payment_status: "paid", status: next });
    return { state: "changed", undo: { updated_at: row.updated_at } satisfies Confirmed };
  }

  async function takeBack({ caller }: BulkRun, tx: Tx, id: number, undo: unknown): Promise<BulkOutcome> {
    const stored = await find(tx, id);
    if (stored.payment_status !== "paid") return { state: "unchanged" };
    if (stored.updated_at !== (undo as Confirmed).updated_at) {
      throw new ApiError("conflict", "Đơn hàng này đã được thay đổi sau khi xác nhận");
    }
    await payments.unpay(tx, caller, id, stored.received_amount, []);
    await onPaymentChanged(tx, id, caller.name);
    return { state: "changed" };
  }

  return [
    {
      kind: "confirm_orders",
      roles: ["admin", "accountant"],
      filter: OrderFilter,
      choose: (from, filter, limit) => orderListReader(from, dialect).ids(filter, limit),
      names: (from, ids) => ordersRepository(from).names(ids),
      amount: (from, ids) => ordersRepository(from).amountOf(ids),
      async notes(from, ids) {
        const { part, lacking, unowned } = await ordersRepository(from).confirmable(ids);
        return [
          ...(part > 0 ? [`${part} đơn mới nhận một phần, còn thiếu ${dong(lacking)}: xác nhận là nhận đủ.`] : []),
          ...(unowned > 0
            ? [`${unowned} đơn chưa gắn tài khoản: chỉ cộng Premium khi có tài khoản đã xác minh cùng email.`]
            : []),
        ];
      },
      async leftover(from, ids) {
        const count = await ordersRepository(from).countUngranted(ids);
        return count === 0 ? null : `${count} chưa có tài khoản nhận Premium`;
      },
      run: (run) => run.each((tx, id) => confirm(run, tx, id), lockOf),
      undo: (run) => run.each((tx, id, undo) => takeBack(run, tx, id, undo), lockOf),
    },
  ];
}
