/**
 * The rules of Premium orders: the snapshot of a package, the private page, the payment, and Premium that is granted exactly once
 * (docs/decisions/0045-orders.md).
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
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
  type OrderSettings,
  type OrderStats,
  type OrderSum,
  orderStatuses,
  type PayableOrder,
  paymentStatuses,
} from "#contract/orders.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import { type Accounts, verifiedEmailOf, verifiedOwner } from "#server/features/accounts/accounts.service.ts";
import type { PersonalData } from "#server/features/accounts/users.service.ts";
import { type AuditEntry, assertVersion, auditOf, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { DailyWork } from "#server/features/daily-work.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import { type PremiumPackages, packageOnSale } from "#server/features/premium-packages/premium-packages.service.ts";
import { ordersTopic } from "#server/features/topics.ts";
import { vietnamDay, vietnamUtcOffset } from "#server/features/vietnam-time.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller, OfficeCaller, UserCaller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import { type Idempotency, keyOwner } from "#server/platform/idempotency.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { createVault } from "#server/platform/vault.ts";
import { xlsxFile } from "#server/platform/xlsx.ts";
import { createAccountReminders } from "./account-reminders.ts";
import { createOrderAccounts } from "./order-accounts.ts";
import { createOrderChanges, type OrderFields } from "./order-changes.ts";
import { createOrderExpiry } from "./order-expiry.ts";
import { createOrderNotices } from "./order-notices.ts";
import { isAwaitingPayment, isInBooks, payableUntil } from "./order-rules.ts";
import { readOrderSettings, saveOrderSettings } from "./order-settings.ts";
import { changesIn, dong, orderSummary } from "./order-summary.ts";
import { type NewOrder, type OrderRow, orderListReader, ordersRepository, type StateSum } from "./orders.repository.ts";
import { orderSheetColumns, orderSheetRows } from "./orders-sheet.ts";

export interface Orders {
  /**
   * Creates an order of the caller, if a user; else of the account whose verified e-mail it has, or of nobody. A user's free order gives its
   * Premium at once.
   * @param key `Idempotency-Key` of the request.
   * @throws ApiError `invalid` for an unknown or inactive package, `conflict` when its price is no longer the one that was shown or the
   * user had the free package before, `not_found` for a known key whose order is deleted.
   */
  create(caller: Caller, body: OrderBody, key: string | undefined): Promise<PayableOrder>;
  /** Returns an order as whoever has its address sees it; its user sees the account, too. @throws ApiError `not_found` */
  byPageToken(caller: Caller, token: string): Promise<PayableOrder>;
  /** Returns the picture of an order's QR code. @throws ApiError `not_found`, also for an order without a code. */
  qrPicture(token: string): Promise<Download>;
  /**
   * Attaches an order to the caller's account, until Premium was given.
   * @throws ApiError `not_found`; `conflict` for an order of another account, or one that gave its Premium.
   */
  attach(caller: UserCaller, token: string): Promise<PayableOrder>;
  /** Cancels an unpaid order for its customer; one that is cancelled stays so. @throws ApiError `not_found`; `conflict` for a paid one. */
  cancel(token: string): Promise<PayableOrder>;
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
   * @throws ApiError `not_found`; `invalid` for an unknown account; `conflict` for another account, or a payment that is awaited again, once
   * Premium was given.
   */
  change(caller: OfficeCaller, id: number, body: OrderChange): Promise<AdminOrderDetail>;
  /** @throws ApiError `not_found`; `conflict` for a paid or refunded order. */
  remove(caller: OfficeCaller, id: number): Promise<void>;
  /** Returns the income of some days in Vietnam, given in order up to today. */
  income(days: readonly string[]): Promise<Omit<IncomeStats, "new_premium" | "ending_premium">>;
  /** Counts users who received the time of an order, from the time `since` on. */
  countGranted(since: string): Promise<number>;
  /** The orders of a user, which stay without the account, and the kept replies of their requests. */
  personalData: readonly PersonalData[];
  /** Returns the codes of existing orders by id. */
  orderCodes(ids: readonly number[]): Promise<Map<number, string>>;
  /** Counts paid orders whose time no account received yet. */
  countUngranted(): Promise<number>;
  settings(): Promise<OrderSettings>;
  saveSettings(caller: AdminCaller, body: OrderSettings): Promise<OrderSettings>;
  /** Lets the orders of a user's verified e-mail join the account after the commit. */
  joinLater(tx: Tx, userId: number): Promise<void>;
  /** Reminds customers whose paid order has no account. */
  reminders: DailyWork;
  /** Registers the handlers of the outbox topics. */
  handle(): void;
  /** Schedules the end of unpaid orders. */
  start(): Promise<void>;
}

export interface OrdersDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  accounts: Pick<Accounts, "user" | "userByEmail" | "grantPremium">;
  bank: Pick<Bank, "paymentDetails" | "qrPicture">;
  packageNames: PremiumPackages["packageNames"];
  idempotency: Idempotency;
  outbox: Pick<Outbox, "add" | "on" | "flush">;
  log: Pick<Logger, "error">;
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
    outbox,
    log,
    notifications,
    key,
    oldKey,
    onCreated = () => {},
  } = deps;
  const { db, dialect, changes } = database;
  const repository = ordersRepository(db);
  const reader = orderListReader(db, dialect);
  const notices = createOrderNotices(notifications);
  const orderChanges = createOrderChanges({ dialect, accounts, notices, log });
  const following = { database, outbox, changes: orderChanges, notices, announce, log };
  const orderAccounts = createOrderAccounts({ ...following, verifiedEmail: verifiedEmailOf });
  const expiry = createOrderExpiry(following);
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

  const audit = (
    tx: Tx,
    caller: OfficeCaller,
    action: AuditEntry["action"],
    order: OrderRow,
    before = order,
    username?: string,
  ) =>
    recordAudit(tx, caller, {
      action,
      entity: "order",
      entityId: order.id,
      summary: orderSummary(before, order, username),
    });

  /** Returns how to pay an order now; null when nothing is to be paid, or no account is configured. */
  async function paymentOf(order: OrderRow) {
    const { payment_amount: amount, code, expires_at } = order;
    const isOver = expires_at !== null && expires_at <= new Date().toISOString();
    return isAwaitingPayment(order) && !isOver && amount > 0 ? bank.paymentDetails({ amount, code }) : null;
  }

  /** @param viewer who looks at it; undefined for nobody in particular. */
  const payable = async (row: OrderRow, viewer?: Caller): Promise<PayableOrder> => ({
    ...toCustomer(row, viewer?.kind === "user" ? viewer.id : undefined),
    payment: await paymentOf(row),
  });

  async function detailOf(row: OrderRow): Promise<AdminOrderDetail> {
    const { user_id, user_email } = row;
    const user = await (user_id === null ? accounts.userByEmail(user_email) : accounts.user(user_id).catch(unlessGone));
    const shown = user ? MatchingUser.parse(user) : null;
    return {
      ...forAdmin(row),
      matching_user: user_id === null ? shown : null,
      account: user_id === null ? null : shown,
    };
  }

  async function byPageToken(token: string): Promise<OrderRow> {
    const row = await repository.byPageToken(token);
    if (!row || row.erased_at !== null) throw notFound();
    return row;
  }

  /** Runs a change of the order with an address while no other one changes it. @throws ApiError `not_found` */
  async function writeByToken(token: string, task: (tx: Tx, stored: OrderRow) => Promise<OrderRow>): Promise<OrderRow> {
    const { id } = await byPageToken(token);
    return write(async (tx) => {
      const stored = await orderChanges.lock(tx, id);
      if (!stored) throw notFound();
      return task(tx, stored);
    });
  }

  /** Returns the fields of a free order that gives its user Premium at once. @throws ApiError `conflict` for a second one. */
  async function freeGrant(tx: Tx, userId: number, chosen: PremiumPackage, now: string): Promise<Partial<NewOrder>> {
    await orderChanges.assertFirstFree(tx, userId, chosen.id);
    // Before the order's row is written: deleting a user locks the account first, then its orders.
    const receiver = await orderChanges.grant(tx, userId, {
      is_lifetime: chosen.is_lifetime,
      package_duration_days: chosen.duration_days,
      package_id: chosen.id,
    });
    if (!receiver) throw new ApiError("conflict", "Tài khoản này không còn nữa, bạn đăng nhập lại nhé");
    return {
      status: "confirmed",
      payment_status: "paid",
      expires_at: null,
      paid_at: now,
      confirmed_at: now,
      premium_granted_at: now,
      premium_expires_at: receiver.premium_expires_at,
    };
  }

  async function insert(tx: Tx, { payment_amount, ...body }: OrderBody, userId: number | null): Promise<OrderRow> {
    const chosen = await packageOnSale(tx, body.package_id);
    if (!chosen) throw invalidField("package_id", "Gói này không còn bán, vui lòng chọn gói khác");
    if (payment_amount != null && payment_amount !== chosen.price) {
      throw new ApiError("conflict", `Giá của gói này vừa đổi thành ${dong(chosen.price)}, vui lòng xem lại rồi đặt`);
    }
    const time = Date.now();
    const now = new Date(time).toISOString();
    const { unpaid_days } = await readOrderSettings(tx, log);
    const joined = userId === null ? await verifiedOwner(tx, body.user_email) : undefined;
    const waiting = { status: "pending", payment_status: "pending", premium_granted_at: null } as const;
    const given = userId !== null && chosen.price === 0 ? await freeGrant(tx, userId, chosen, now) : {};
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
        user_id: userId ?? joined ?? null,
        is_joined_by_email: joined !== undefined,
        package_name: chosen.name,
        package_duration_days: chosen.duration_days,
        is_lifetime: chosen.is_lifetime,
        payment_amount: chosen.price,
        payment_method: "bank_transfer",
        payment_reference: null,
        ...waiting,
        admin_notes: null,
        created_at: now,
        updated_at: now,
        paid_at: null,
        confirmed_at: null,
        completed_at: null,
        premium_expires_at: null,
        expires_at: payableUntil({ expires_at: null }, waiting, time, unpaid_days),
        ...given,
      });
      if (!row) continue;
      await notices.received(tx, row);
      return row;
    }
    throw new Error("No free order code was found");
  }

  return {
    async create(caller, body, key) {
      const userId = caller.kind === "user" ? caller.id : null;
      let isNew = false;
      const { id } = await idempotency.once(
        { scope: "premium-orders", caller: keyOwner(userId), key, content: body },
        async (tx) => {
          isNew = true;
          const row = await insert(tx, body, userId);
          return { id: row.id };
        },
      );
      if (isNew) onCreated();
      announce();
      const row = await repository.find(id);
      if (!row || row.erased_at !== null) throw notFound();
      return payable(row, caller);
    },

    byPageToken: async (caller, token) => payable(await byPageToken(token), caller),

    async attach(caller, token) {
      return payable(await writeByToken(token, (tx, stored) => orderAccounts.attach(tx, caller, stored)), caller);
    },

    async cancel(token) {
      const row = await writeByToken(token, async (tx, stored) => {
        if (isAwaitingPayment(stored)) return orderChanges.apply(tx, stored, { status: "cancelled" }, "customer");
        if (stored.status === "cancelled" && stored.payment_status === "pending") return stored;
        throw new ApiError(
          "conflict",
          "Đơn hàng này đã có thanh toán nên không hủy được nữa, bạn liên hệ chúng tôi nhé",
        );
      });
      return payable(row);
    },

    async qrPicture(token) {
      const picture = await bank.qrPicture(await paymentOf(await byPageToken(token)));
      if (!picture) throw new ApiError("not_found", "Đơn hàng này không có mã QR");
      return picture;
    },

    async ofUser({ id }, { skip, limit }) {
      const { rows, total } = await reader.page({ user_id: id, sort_by: "created_at", skip, limit });
      return { rows: rows.map((row) => toCustomer(row, id)), total };
    },

    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: rows.map(forAdmin), total };
    },
    async stats(filter) {
      const [sums, ungranted] = await Promise.all([
        repository.sums(dialect, filter),
        filter.granted === "yes" ? [] : repository.sums(dialect, { ...filter, granted: "none" }),
      ]);
      return { ...statsOf(sums), ungranted: sumOf(ungranted) };
    },
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
        changes: changesIn(summary),
        created_at,
      }));
    },

    async change(caller, id, { version, ...body }) {
      const receiver = body.user_id == null ? undefined : await receiverOf(accounts, body.user_id);
      const save = async (tx: Tx) => {
        await dialect.lock(tx, `order ${id}`);
        const stored = await findOrThrow(tx, id);
        const entry = { entity: "order", entityId: id, summary: stored.code } as const;
        await assertVersion(tx, caller, version, forAdmin(stored).version, entry);
        if (stored.erased_at !== null) {
          throw new ApiError(
            "conflict",
            "Thông tin khách của đơn hàng này đã xóa theo thời hạn lưu giữ, không sửa được nữa",
          );
        }
        const row = await orderChanges.apply(tx, stored, await fieldsOf(tx, stored, body), "operator");
        await audit(tx, caller, "update", row, stored, receiver?.username);
        return row;
      };
      return withCurrent(
        async () => detailOf(await findOrThrow(db, id)),
        async () => detailOf(await write(save)),
      );
    },

    async remove(caller, id) {
      await write(async (tx) => {
        await dialect.lock(tx, `order ${id}`);
        const stored = await findOrThrow(tx, id);
        if (isInBooks(stored)) {
          throw new ApiError(
            "conflict",
            "Đơn hàng đã thanh toán hoặc đã hoàn tiền ở lại trong sổ nên không xóa được. Bạn hủy đơn hoặc đánh dấu đã hoàn tiền nhé.",
          );
        }
        await ordersRepository(tx).remove(id);
        await notices.forget(tx, id);
        await audit(tx, caller, "delete", stored);
      });
      await dialect.eraseDeleted(db);
    },

    async income(days) {
      const first = days[0] ?? "";
      const [paid, made] = await Promise.all([
        repository.income(first, dialect),
        repository.sums(dialect, { from: first }),
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
      };
    },

    countGranted: (since) => repository.countGranted(since),

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
    countUngranted: () => repository.countUngranted(),

    settings: () => readOrderSettings(db, log),
    saveSettings: (caller, body) => saveOrderSettings(database, caller, body),
    joinLater: orderAccounts.joinLater,
    reminders: createAccountReminders(following),
    handle() {
      orderAccounts.handle();
      expiry.handle();
    },
    start: expiry.start,
  };
}

/**
 * Returns the fields that an administrator's change sets.
 * @throws ApiError `conflict` for another account, or a payment that is awaited again, once Premium was given.
 */
async function fieldsOf(tx: Tx, stored: OrderRow, body: OrderChange): Promise<OrderFields> {
  const { user_id = stored.user_id, payment_status = stored.payment_status } = body;
  const isGranted = stored.premium_granted_at !== null;
  const isNewPayment = payment_status !== stored.payment_status;
  if (isGranted && user_id !== stored.user_id) {
    throw new ApiError("conflict", "Premium của đơn hàng này đã được cộng, không đổi tài khoản được nữa");
  }
  if (isGranted && isNewPayment && payment_status === "pending") {
    throw new ApiError(
      "conflict",
      "Premium của đơn hàng này đã được cộng nên không chờ thanh toán lại được. Bạn có thể đánh dấu đã hoàn tiền.",
    );
  }
  const fields: OrderFields = { ...body };
  if (user_id !== stored.user_id) fields.is_joined_by_email = false;
  if (isNewPayment && payment_status === "paid") {
    // Money that came late takes an order up again that ended without a word of an administrator.
    const isTakenUp = stored.status === "cancelled" && stored.end_reason !== "operator" && body.status === undefined;
    if (isTakenUp) fields.status = "pending";
    const joined = stored.user_id ?? user_id ?? (await verifiedOwner(tx, stored.user_email));
    if (user_id === null && stored.user_id === null && joined != null) {
      fields.user_id = joined;
      fields.is_joined_by_email = true;
    }
  }
  return fields;
}

const notFound = () => new ApiError("not_found", "Không tìm thấy đơn hàng");

async function findOrThrow(db: Db, id: number): Promise<OrderRow> {
  const row = await ordersRepository(db).find(id);
  if (!row) throw notFound();
  return row;
}

/** @throws any other error. */
function unlessGone(error: unknown): undefined {
  if (!isApiError(error) || error.code !== "not_found") throw error;
}

/** @throws ApiError `invalid` */
function receiverOf(accounts: Pick<Accounts, "user">, id: number): Promise<User> {
  return accounts.user(id).catch((error: unknown) => {
    if (isApiError(error) && error.code === "not_found") throw invalidField("user_id", "Không tìm thấy tài khoản này");
    throw error;
  });
}

function forAdmin(row: OrderRow): AdminOrder & { version: string } {
  const { status, payment_status, payment_reference, payment_note, admin_notes, user_id, end_message } = row;
  const fields = { status, payment_status, payment_reference, payment_note, admin_notes, user_id, end_message };
  return { ...toAdmin(row), version: versionOf(fields) };
}

/** Returns all of an order but what the administrator wrote. */
function toOwner(row: OrderRow): Omit<AdminOrder, "version" | "admin_notes" | "payment_reference"> {
  const { admin_notes: _notes, payment_reference: _reference, ...order } = toAdmin(row);
  return order;
}

function toAdmin({ is_lifetime, is_joined_by_email: _joined, ...order }: OrderRow): Omit<AdminOrder, "version"> {
  return { ...order, package_is_lifetime: is_lifetime };
}

/** @param viewerId the user who looks at it; undefined for whoever has the address. */
function toCustomer(order: OrderRow, viewerId?: number): CustomerOrder {
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
  const isHidden = order.is_joined_by_email && order.premium_granted_at === null && user_id !== viewerId;
  return { ...shown, has_account: user_id !== null && !isHidden };
}

function sumOf(rows: readonly OrderSum[]): OrderSum {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  };
}

function statsOf(sums: readonly StateSum[]): Omit<OrderStats, "ungranted"> {
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
