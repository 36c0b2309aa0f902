/**
 * The rules of Premium orders: the snapshot of a package, the private page, the payment, and Premium that is granted exactly once
 * (docs/decisions/0045-orders.md).
 */
import { randomBytes } from "node:crypto";
import type { User } from "#contract/accounts.ts";
import type { IncomeStats } from "#contract/dashboard.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import {
  type AdminOrder,
  type AdminOrderDetail,
  type CustomerOrder,
  MatchingUser,
  type OrderBody,
  type OrderChange,
  type OrderEvent,
  type OrderFilter,
  type OrderListQuery,
  type OrderStats,
  type OrderSum,
  orderStatuses,
  type PayableOrder,
  paymentStatuses,
} from "#contract/orders.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { PersonalData } from "#server/features/accounts/users.service.ts";
import { type AuditEntry, auditOf, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import { type PremiumPackages, packageOnSale } from "#server/features/premium-packages/premium-packages.service.ts";
import { ordersTopic } from "#server/features/topics.ts";
import { startOfVietnamDay, vietnamDay, vietnamUtcOffset } from "#server/features/vietnam-time.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller, UserCaller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import { type Idempotency, keyOwner } from "#server/platform/idempotency.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { createVault } from "#server/platform/vault.ts";
import { xlsxFile } from "#server/platform/xlsx.ts";
import { createOrderNotices } from "./order-notices.ts";
import { type OrderRow, orderListReader, ordersRepository, type StateSum } from "./orders.repository.ts";
import { orderSheetColumns, orderSheetRows } from "./orders-sheet.ts";

export interface Orders {
  /**
   * Creates an order of the caller, if a user, or of nobody.
   * @param key `Idempotency-Key` of the request.
   * @throws ApiError `invalid` for an unknown or inactive package, `conflict` when its price is no longer the one that was shown.
   */
  create(caller: Caller, body: OrderBody, key: string | undefined): Promise<PayableOrder>;
  /** @throws ApiError `not_found` */
  byPageToken(token: string): Promise<PayableOrder>;
  /** Returns the picture of an order's QR code. @throws ApiError `not_found`, also for an order without a code. */
  qrPicture(token: string): Promise<Download>;
  /** Returns the orders of a user, newest first. */
  ofUser(caller: UserCaller, query: { skip: number; limit: number }): Promise<{ rows: CustomerOrder[]; total: number }>;
  page(query: OrderListQuery): Promise<{ rows: AdminOrder[]; total: number }>;
  /** Sums all orders that match. */
  stats(filter: OrderFilter): Promise<OrderStats>;
  /** Returns an Excel file of all orders that match, newest first; it is made while it is taken. */
  exportFile(filter: OrderFilter): Download;
  /** Returns the address of such a file, which lives a minute and needs no token, so that a browser can save it by itself. */
  exportLink(filter: OrderFilter): string;
  /** @param link of an address of `exportLink`. @throws ApiError `forbidden` for an invalid or expired one. */
  exportOfLink(link: string): Download;
  /** Returns who changed an order, newest first. @throws ApiError `not_found` */
  history(id: number): Promise<OrderEvent[]>;
  /** @throws ApiError `not_found` */
  order(id: number): Promise<AdminOrderDetail>;
  /**
   * Updates the given fields, and grants Premium once the order is paid and confirmed or completed.
   * @throws ApiError `not_found`; `invalid` for an unknown account, `conflict` for an order that has another one.
   */
  change(caller: AdminCaller, id: number, body: OrderChange): Promise<AdminOrderDetail>;
  /** @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** Returns the income of some days in Vietnam, given in order up to today. */
  income(days: readonly string[]): Promise<Omit<IncomeStats, "ending_premium">>;
  /** The orders of a user, which stay without the account, and the kept replies of their requests. */
  personalData: readonly PersonalData[];
  /** Returns the codes of existing orders by id. */
  orderCodes(ids: readonly number[]): Promise<Map<number, string>>;
}

export interface OrdersDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  accounts: Pick<Accounts, "user" | "userByEmail" | "grantPremium">;
  bank: Pick<Bank, "paymentDetails" | "qrPicture">;
  packageNames: PremiumPackages["packageNames"];
  idempotency: Idempotency;
  notifications: Pick<Notifications, "notify" | "notifyAdmins" | "withdraw" | "forget" | "committed">;
  /** Seals the links of exports. */
  key: Buffer;
  oldKey?: Buffer | undefined;
  /** Called for each new order. */
  onCreated?: () => void;
}

/** Milliseconds in which a download may begin. */
const linkLife = 60_000;

/** Entries of an order's history that are shown. */
const historyEntries = 100;

/** More tries than 22 billion codes will ever need. */
const codeTries = 10;

export function createOrders(deps: OrdersDeps): Orders {
  const {
    database,
    accounts,
    bank,
    packageNames,
    idempotency,
    notifications,
    key,
    oldKey,
    onCreated = () => {},
  } = deps;
  const { db, dialect, changes } = database;
  const repository = ordersRepository(db);
  const reader = orderListReader(db, dialect);
  const notices = createOrderNotices(notifications);
  const links = createVault(key, "order exports", oldKey);

  const exportFile = (filter: OrderFilter): Download => ({
    fileName: `don-hang-${vietnamDay(Date.now())}.xlsx`,
    content: xlsxFile({
      name: "Đơn hàng",
      columns: orderSheetColumns,
      rows: orderSheetRows(reader.batches({ ...filter, sort_by: "created_at" })),
      utcOffset: vietnamUtcOffset,
    }),
  });

  /** Must be called after a commit of changes. */
  function announce(): void {
    changes.committed(ordersTopic);
    notifications.committed();
  }

  async function write<T>(task: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(task);
    announce();
    return result;
  }

  const audit = (tx: Tx, caller: AdminCaller, action: AuditEntry["action"], { id, code }: OrderRow) =>
    recordAudit(tx, caller, { action, entity: "order", entityId: id, summary: code });

  /** Returns how to pay an order now; null when nothing is to be paid, or no account is configured. */
  async function paymentOf({ payment_status, status, payment_amount, code }: CustomerOrder) {
    const isAwaited = payment_status === "pending" && status !== "cancelled" && payment_amount > 0;
    return isAwaited ? bank.paymentDetails({ amount: payment_amount, code }) : null;
  }

  const payable = async (order: CustomerOrder): Promise<PayableOrder> => ({
    ...order,
    payment: await paymentOf(order),
  });

  async function detailOf(row: OrderRow): Promise<AdminOrderDetail> {
    const user = row.user_id === null ? await accounts.userByEmail(row.user_email) : undefined;
    return { ...toAdmin(row), matching_user: user ? MatchingUser.parse(user) : null };
  }

  async function byPageToken(token: string): Promise<CustomerOrder> {
    const row = await repository.byPageToken(token);
    if (!row || row.erased_at !== null) throw notFound();
    return toCustomer(row);
  }

  async function insert(tx: Tx, { payment_amount, ...body }: OrderBody, userId: number | null): Promise<CustomerOrder> {
    const chosen = await packageOnSale(tx, body.package_id);
    if (!chosen) throw invalidField("package_id", "Gói này không còn bán, vui lòng chọn gói khác");
    if (payment_amount != null && payment_amount !== chosen.price) {
      throw new ApiError("conflict", `Giá của gói này vừa đổi thành ${dong(chosen.price)}, vui lòng xem lại rồi đặt`);
    }
    const now = new Date().toISOString();
    const { user_address = null, user_telegram = null, user_facebook = null, user_zalo = null } = body;
    for (let left = codeTries; left > 0; left--) {
      const row = await ordersRepository(tx).insert({
        ...body,
        user_address,
        user_telegram,
        user_facebook,
        user_zalo,
        payment_note: body.payment_note ?? null,
        code: newTransferCode("HM"),
        page_token: randomBytes(16).toString("base64url"),
        user_id: userId,
        package_name: chosen.name,
        package_duration_days: chosen.duration_days,
        is_lifetime: chosen.is_lifetime,
        payment_amount: chosen.price,
        payment_method: "bank_transfer",
        payment_reference: null,
        status: "pending",
        payment_status: "pending",
        admin_notes: null,
        created_at: now,
        updated_at: now,
        paid_at: null,
        confirmed_at: null,
        completed_at: null,
        premium_granted_at: null,
        premium_expires_at: null,
      });
      if (!row) continue;
      await notices.received(tx, row);
      return toCustomer(row);
    }
    throw new Error("No free order code was found");
  }

  /** Gives the user of an order its time. @returns undefined when the account was deleted meanwhile. */
  async function grant(tx: Tx, userId: number, order: OrderRow): Promise<User | undefined> {
    const days = order.is_lifetime ? "lifetime" : (order.package_duration_days ?? 0);
    try {
      return await accounts.grantPremium(tx, userId, { days, packageId: order.package_id });
    } catch (error) {
      if (isApiError(error) && error.code === "not_found") return undefined;
      throw error;
    }
  }

  return {
    async create(caller, body, key) {
      const userId = caller.kind === "user" ? caller.id : null;
      let isNew = false;
      const order = await idempotency.once(
        { scope: "premium-orders", caller: keyOwner(userId), key, content: body },
        (tx) => {
          isNew = true;
          return insert(tx, body, userId);
        },
      );
      if (isNew) onCreated();
      announce();
      return payable(order);
    },

    byPageToken: async (token) => payable(await byPageToken(token)),

    async qrPicture(token) {
      const picture = await bank.qrPicture(await paymentOf(await byPageToken(token)));
      if (!picture) throw new ApiError("not_found", "Đơn hàng này không có mã QR");
      return picture;
    },

    async ofUser({ id }, { skip, limit }) {
      const { rows, total } = await reader.page({ user_id: id, sort_by: "created_at", skip, limit });
      return { rows: rows.map(toCustomer), total };
    },

    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: rows.map(toAdmin), total };
    },
    stats: async (filter) => statsOf(await repository.sums(dialect, filter)),
    exportFile,
    exportLink(filter) {
      const link = links.seal(JSON.stringify({ filter, until: Date.now() + linkLife }));
      return `/api/premium-orders/export/file?${new URLSearchParams({ link })}`;
    },
    exportOfLink(link) {
      const text = links.open(link);
      const { filter, until } = JSON.parse(text ?? '{"until":0}') as { filter: OrderFilter; until: number };
      if (until <= Date.now()) throw new ApiError("forbidden", "Đường dẫn tải đã hết hạn, vui lòng bấm xuất lại");
      return exportFile(filter);
    },

    order: async (id) => detailOf(await findOrThrow(db, id)),

    async history(id) {
      await findOrThrow(db, id);
      const entries = await auditOf(db, "order", id, historyEntries);
      return entries.map(({ id: entry, actor_name, summary, created_at }) => ({
        id: entry,
        actor_name,
        summary,
        created_at,
      }));
    },

    async change(caller, id, body) {
      if (body.user_id != null) await assertUserExists(accounts, body.user_id);
      const order = await write(async (tx) => {
        await dialect.lock(tx, `order ${id}`);
        const stored = await findOrThrow(tx, id);
        if (stored.erased_at !== null) {
          throw new ApiError(
            "conflict",
            "Thông tin khách của đơn hàng này đã xóa theo thời hạn lưu giữ, không sửa được nữa",
          );
        }
        const { user_id = stored.user_id, status = stored.status, payment_status = stored.payment_status } = body;
        if (stored.user_id !== null && user_id !== stored.user_id) {
          throw new ApiError("conflict", "Đơn hàng này đã thuộc về một tài khoản khác");
        }
        const now = new Date().toISOString();
        const isPaid = payment_status === "paid" && (status === "confirmed" || status === "completed");
        const isDue = isPaid && user_id !== null && stored.premium_granted_at === null;
        // Before the order's row is written: deleting a user locks the account first, then its orders.
        const receiver = isDue ? await grant(tx, user_id, stored) : undefined;
        const row = await ordersRepository(tx).update(id, {
          ...body,
          updated_at: now,
          ...(payment_status === "paid" && stored.paid_at === null ? { paid_at: now } : {}),
          ...(status === "confirmed" && stored.confirmed_at === null ? { confirmed_at: now } : {}),
          ...(status === "completed" && stored.completed_at === null ? { completed_at: now } : {}),
          ...(receiver ? { premium_granted_at: now, premium_expires_at: receiver.premium_expires_at } : {}),
        });
        await audit(tx, caller, "update", row);
        if (receiver) await notices.granted(tx, row);
        return row;
      });
      return detailOf(order);
    },

    remove: (caller, id) =>
      write(async (tx) => {
        await dialect.lock(tx, `order ${id}`);
        const stored = await findOrThrow(tx, id);
        await ordersRepository(tx).remove(id);
        await notices.forget(tx, id);
        await audit(tx, caller, "delete", stored);
      }),

    async income(days) {
      const first = days[0] ?? "";
      const since = startOfVietnamDay(first).toISOString();
      const [paid, made, new_premium] = await Promise.all([
        repository.income(since, dialect),
        repository.sums(dialect, { from: first }),
        repository.countGranted(since),
      ]);
      const byDay = Map.groupBy(paid, ({ day }) => day);
      const byPackage = Map.groupBy(paid, ({ package_id }) => package_id);
      const names = await packageNames([...byPackage.keys()]);
      return {
        days: days.map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
        packages: [...byPackage]
          .map(([package_id, sums]) => ({ package_id, name: names.get(package_id) ?? "", ...sumOf(sums) }))
          .sort((a, b) => b.amount - a.amount || a.package_id - b.package_id),
        payments: statsOf(made).payments,
        new_premium,
      };
    },

    personalData: [
      {
        name: "orders",
        read: async (userId) => (await repository.ofUser(userId)).map(toOwner),
        async remove(tx, userId) {
          // A deleted order takes its row, then its messages: in the other order the two would wait for each other.
          await ordersRepository(tx).lockOfUser(userId, dialect);
          await idempotency.forget(tx, keyOwner(userId));
        },
      },
    ],

    orderCodes: async (ids) => new Map((await repository.codes(ids)).map(({ id, code }) => [id, code])),
  };
}

const notFound = () => new ApiError("not_found", "Không tìm thấy đơn hàng");

async function findOrThrow(db: Db, id: number): Promise<OrderRow> {
  const row = await ordersRepository(db).find(id);
  if (!row) throw notFound();
  return row;
}

/** @throws ApiError `invalid` */
async function assertUserExists(accounts: Pick<Accounts, "user">, id: number): Promise<void> {
  await accounts.user(id).catch((error: unknown) => {
    if (isApiError(error) && error.code === "not_found") throw invalidField("user_id", "Không tìm thấy tài khoản này");
    throw error;
  });
}

/** Returns all of an order but what the administrator wrote. */
function toOwner(row: OrderRow): Omit<AdminOrder, "admin_notes" | "payment_reference"> {
  const { admin_notes: _notes, payment_reference: _reference, ...order } = toAdmin(row);
  return order;
}

function toAdmin({ is_lifetime, ...order }: OrderRow): AdminOrder {
  return { ...order, package_is_lifetime: is_lifetime };
}

function toCustomer(order: OrderRow): CustomerOrder {
  const {
    user_id,
    user_phone: _phone,
    user_address: _address,
    user_telegram: _telegram,
    user_facebook: _facebook,
    user_zalo: _zalo,
    payment_reference: _reference,
    payment_note: _note,
    admin_notes: _notes,
    paid_at: _paid,
    updated_at: _updated,
    erased_at: _erased,
    ...shown
  } = toAdmin(order);
  return { ...shown, has_account: user_id !== null };
}

function sumOf(rows: readonly OrderSum[]): OrderSum {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  };
}

function statsOf(sums: readonly StateSum[]): OrderStats {
  const { orders: total, amount } = sumOf(sums);
  return {
    total,
    amount,
    payments: Object.fromEntries(
      paymentStatuses.map((state) => [state, sumOf(sums.filter(({ payment_status }) => payment_status === state))]),
    ) as OrderStats["payments"],
    statuses: Object.fromEntries(
      orderStatuses.map((state) => [state, sumOf(sums.filter(({ status }) => status === state)).orders]),
    ) as OrderStats["statuses"],
  };
}

/** Returns an amount as screens show it: `299.000 VND`. */
function dong(amount: number): string {
  return `${amount.toLocaleString("vi-VN")} VND`;
}
