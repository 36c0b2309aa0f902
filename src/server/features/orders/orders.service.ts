/**
 * Premium orders: the snapshot of a package, the private page, the payment, and Premium that is granted exactly once
 * (docs/rooms/orders-and-premium.md#the-order). The rules of their life stand in `order-life.ts`.
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { User } from "#contract/accounts.ts";
import type { IncomeStats } from "#contract/dashboard.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import { codePrefixes } from "#contract/order-search.ts";
import type {
  AdminOrder,
  AdminOrderDetail,
  AdminOrderSettings,
  CustomerOrder,
  Invoice,
  OrderBody,
  OrderChange,
  OrderEvent,
  OrderFilter,
  OrderListQuery,
  OrderRefundBody,
  OrderSettingsChange,
  OrderStats,
  OrderTab,
  PayableOrder,
} from "#contract/orders.ts";
import type { OrderPaymentState } from "#contract/payment-state.ts";
import type { TakenGift } from "#contract/premium-gifts.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import { type Accounts, verifiedEmailOf, verifiedOwner } from "#server/features/accounts/accounts.service.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import { assertVersion, auditOf, forgetChanges, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Bank, PaymentWay } from "#server/features/bank/bank.service.ts";
import type { BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { GiftSource } from "#server/features/gifts/gift-port.ts";
import type { GiftStore } from "#server/features/gifts/gifts.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Payables } from "#server/features/payments/payables-port.ts";
import type { OrderPaymentPort } from "#server/features/payments/payment-port.ts";
import { type PremiumPackages, packageOnSale } from "#server/features/premium-packages/premium-packages.service.ts";
import type { FollowPayment } from "#server/features/receipts/receipts.service.ts";
import { ordersTopic, paymentsTopic } from "#server/features/topics.ts";
import type { DailyWork } from "#server/platform/daily-work.ts";
import { afterCommit } from "#server/platform/db/commit.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller, OfficeCaller, UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Download } from "#server/platform/http/router.ts";
import { type Idempotency, keyOwner } from "#server/platform/idempotency.ts";
import { dong } from "#server/platform/money.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { createWatch } from "#server/platform/watch.ts";
import { createAccountReminders } from "./account-reminders.ts";
import { createOrderAccounts } from "./order-accounts.ts";
import { orderBulkWorks } from "./order-bulk.ts";
import { createOrderChanges, type OrderChangesDeps } from "./order-changes.ts";
import { createOrderExpiry } from "./order-expiry.ts";
import { createOrderExport } from "./order-export.ts";
import { addGift, createOrderGifts, giverGift } from "./order-gifts.ts";
import { orderInvoicesRepository } from "./order-invoices.repository.ts";
import {
  assertDeletable,
  assertFirstFree,
  assertHasPage,
  assertInvoiceable,
  noOrder,
  type OrderCommand,
  orderNotFound,
  payableUntil,
} from "./order-life.ts";
import { createOrderNotices } from "./order-notices.ts";
import { createOrderPayables } from "./order-payables.ts";
import { createOrderPayments } from "./order-payments.ts";
import { orderRefundsRepository } from "./order-refunds.repository.ts";
import { adminOrderSettings, readOrderSettings, saveOrderSettings } from "./order-settings.ts";
import { changesIn, orderChanges as changesOfOrder, orderSummary, type RefundNote } from "./order-summary.ts";
import { createOrderSums } from "./order-sums.ts";
import {
  createOrderViews,
  customerOrder,
  ownGift,
  ownOrder,
  paymentStateOf,
  type TransfersOf,
  versionOfOrder,
} from "./order-views.ts";
import { type NewOrder, type OrderRow, orderListReader, ordersRepository } from "./orders.repository.ts";

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
  /** Tells how the payment of an order stands, at once and after each change. @throws ApiError `not_found` */
  watchPayment(token: string, signal: AbortSignal): Promise<AsyncIterable<{ data: OrderPaymentState }>>;
  /** Returns the picture of an order's QR code. @throws ApiError `not_found`, also for an order without a code. */
  qrPicture(token: string): Promise<Download>;
  /**
   * Attaches an order to the caller's account, until Premium was given.
   * @throws ApiError `not_found`; `conflict` for an order of another account, or one that gave its Premium.
   */
  attach(caller: UserCaller, token: string): Promise<PayableOrder>;
  /** Keeps what the VAT invoice of an order needs; null for none. @throws ApiError `not_found`; `conflict` when it is too late. */
  setInvoice(token: string, invoice: Invoice | null): Promise<PayableOrder>;
  /**
   * Gives the caller's account the time of a gift, once.
   * @throws ApiError `not_found`; `conflict` for one that another account took, or that nobody may take now.
   */
  takeGift(caller: UserCaller, secret: string): Promise<TakenGift>;
  /** Returns the secret of the gift with a code. @throws ApiError `not_found` */
  giftSecret(code: string): Promise<string>;
  /** The source that the gifts ask, of orders. */
  giftSource: GiftSource;
  /** Returns the orders of gifts that a user took, the latest first. */
  giftsOf(userId: number): Promise<AdminOrder[]>;
  /** Cancels an unpaid order for its customer; one that is cancelled stays so. @throws ApiError `not_found`; `conflict` for a paid one. */
  cancel(token: string): Promise<PayableOrder>;
  /** Returns the orders of a user, newest first. */
  ofUser(caller: UserCaller, query: { skip: number; limit: number }): Promise<{ rows: CustomerOrder[]; total: number }>;
  page(query: OrderListQuery): Promise<{ rows: AdminOrder[]; total: number }>;
  /** Sums all orders that match. */
  stats(filter: OrderFilter): Promise<OrderStats>;
  /** Counts the orders of each tab of the list. */
  tabs(filter: OrderFilter): Promise<TabCounts<OrderTab>>;
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
  /**
   * Notes that money of a paid order was given back, in part or all that is left, and takes the Premium that the order gave if so wished.
   * @throws ApiError `not_found`; `invalid` for more than is left; `conflict` when another version was seen, for an order that is not paid,
   * or without Premium to take.
   */
  refund(caller: OfficeCaller, id: number, body: OrderRefundBody): Promise<AdminOrderDetail>;
  /**
   * Undoes a refund; Premium that was taken with it is given again.
   * @throws ApiError `not_found`; `conflict` when another version was seen, or for one that is undone.
   */
  undoRefund(caller: OfficeCaller, id: number, refundId: number, seen: string | undefined): Promise<AdminOrderDetail>;
  /** @throws ApiError `not_found`; `conflict` for a paid or refunded order. */
  remove(caller: OfficeCaller, id: number): Promise<void>;
  /** Returns the income of some days in Vietnam, given in order up to today, and the sum of those from `earlier` until them. */
  income(
    days: readonly string[],
    earlier: string,
  ): Promise<Pick<IncomeStats, "days" | "before" | "packages" | "refunded" | "placed">>;
  /** Counts users who received the time of an order, from the time `since` on. */
  countGranted(since: string): Promise<number>;
  /** The orders of a user, which stay without the account, and the kept replies of their requests. */
  personalData: readonly PersonalData[];
  settings(): Promise<AdminOrderSettings>;
  /** @throws ApiError `conflict` when another version was seen. */
  saveSettings(caller: AdminCaller, body: OrderSettingsChange): Promise<AdminOrderSettings>;
  /** Reminds customers whose paid order has no account. */
  reminders: DailyWork;
  /** What the reconciliation of transfers reads. */
  payables: Payables;
  /** Payment by transfers. */
  payments: OrderPaymentPort;
  /** What bulk jobs do with orders. */
  bulkWorks: readonly BulkWork[];
  /** Registers the handlers of the outbox topics. */
  handle(): void;
  /** Schedules the end of unpaid orders. */
  start(): Promise<void>;
}

export interface OrdersDeps extends Pick<OrderChangesDeps, "extraDaysOf"> {
  database: Pick<Database, "db" | "dialect" | "commit" | "changes">;
  accounts: Pick<
    Accounts,
    "user" | "userByEmail" | "usernames" | "grantPremium" | "hasPermanentPremium" | "withdrawPremium" | "withoutPremium"
  >;
  bank: Pick<Bank, "paymentDetails" | "paymentWay" | "preparePayment" | "qrPicture">;
  packageNames: PremiumPackages["packageNames"];
  idempotency: Idempotency;
  outbox: Pick<Outbox, "add" | "on">;
  log: Pick<Logger, "error">;
  notifications: Pick<Notifications, "notify" | "notifyAdmins" | "withdraw" | "forget">;
  /** What is known of the transfers for an order, and the whole đồng of some orders that came and pay nothing, by their ids. */
  transfersOf: TransfersOf;
  excessOf(orderIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Called in the transaction that deletes an order, before it. */
  onRemove(tx: Tx, orderId: number): Promise<void>;
  /** Keeps the gifts that orders buy. */
  gifts: GiftStore;
  /** Seals the links of exports. */
  key: Buffer;
  oldKey?: Buffer | undefined;
  /** Called in the transaction of each change of an order. */
  onPayment: FollowPayment;
  /** Called for each new order. */
  onCreated?: () => void;
  /** Called in the transaction in which a person changes how an order is paid. @param name of the person */
  onPaymentChanged?: (tx: Tx, id: number, name: string) => Promise<void>;
}

const noRefund = "Không tìm thấy lần hoàn tiền này";

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
    transfersOf,
    excessOf,
    extraDaysOf,
    gifts,
    onRemove,
    onPayment,
    key,
    oldKey,
    onCreated = () => {},
    onPaymentChanged = async () => {},
  } = deps;
  const { db, dialect, commit } = database;
  const repository = ordersRepository(db);
  const invoices = orderInvoicesRepository(db);
  const reader = orderListReader(db, dialect);
  const giftOf = gifts.of;
  const notices = createOrderNotices(notifications, giftOf);
  const orderChanges = createOrderChanges({ dialect, accounts, notices, extraDaysOf, giftOf, onPayment, log });
  const orderGifts = createOrderGifts({ database, changes: orderChanges, notices, store: gifts });
  const following = { database, outbox, changes: orderChanges, notices, log };
  const orderAccounts = createOrderAccounts({ ...following, verifiedEmail: verifiedEmailOf });
  const expiry = createOrderExpiry(following);
  const views = createOrderViews({
    accounts,
    bank,
    transfersOf,
    invoiceOf: invoices.find,
    giftOf: (row) => giverGift(db, gifts, row),
    refundsOf: orderRefundsRepository(db).ofOrder,
  });
  const watchPayment = createWatch<OrderPaymentState>({
    changes: database.changes,
    topics: [ordersTopic, paymentsTopic],
    async read(tokens) {
      const rows = await repository.byPageTokens(tokens);
      const excess = await excessOf(rows.map(({ id }) => id));
      return new Map(rows.map((row) => [row.page_token, paymentStateOf(row, excess.get(row.id) ?? 0)]));
    },
  });
  const { exportFile, exportLink, exportOfLink } = createOrderExport({
    reader,
    invoicesOf: invoices.ofOrders,
    giftsOf: (ids) => gifts.ofMany(db, ids),
    key,
    oldKey,
  });
  const { stats, tabs, income } = createOrderSums({ database, packageNames });

  async function byPageToken(token: string): Promise<OrderRow> {
    const row = await repository.byPageToken(token);
    if (!row) throw orderNotFound();
    assertHasPage(row);
    return row;
  }

  /** Runs a command on the order with an address. @throws ApiError `not_found`; of a refusal */
  async function runByToken(token: string, command: OrderCommand): Promise<OrderRow> {
    const { id } = await byPageToken(token);
    return commit(async (tx) => {
      const stored = await orderChanges.lock(tx, id);
      if (!stored) throw orderNotFound();
      return orderChanges.run(tx, stored, command);
    });
  }

  /** Returns the fields of a free order that gives its user Premium at once. @throws ApiError `conflict` for a second one. */
  async function freeGrant(tx: Tx, userId: number, chosen: PremiumPackage, now: string): Promise<Partial<NewOrder>> {
    assertFirstFree(await orderChanges.hadFree(tx, userId, chosen.id));
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

  async function insert(
    tx: Tx,
    { payment_amount, invoice, gift, ...body }: OrderBody,
    userId: number | null,
    pays: PaymentWay,
  ): Promise<OrderRow> {
    const chosen = await packageOnSale(tx, body.package_id);
    if (!chosen) throw invalidField("package_id", "Gói này không còn bán, vui lòng chọn gói khác");
    if (payment_amount != null && payment_amount !== chosen.price) {
      throw new ApiError("conflict", `Giá của gói này vừa đổi thành ${dong(chosen.price)}, vui lòng xem lại rồi đặt`);
    }
    if (gift && chosen.price === 0) {
      throw invalidField("gift", "Gói miễn phí không mua tặng được: người nhận tự lấy gói này, không tốn gì");
    }
    const time = Date.now();
    const now = new Date(time).toISOString();
    const { unpaid_days } = await readOrderSettings(tx, log);
    const joined = userId === null && !gift ? await verifiedOwner(tx, body.user_email) : undefined;
    const waiting = { status: "pending", payment_status: "pending" } as const;
    const given = userId !== null && chosen.price === 0 ? await freeGrant(tx, userId, chosen, now) : {};
    for (let left = codeTries; left > 0; left--) {
      const row = await ordersRepository(tx).insert({
        ...body,
        code: newTransferCode(codePrefixes.order),
        page_token: randomBytes(16).toString("base64url"),
        user_id: userId ?? joined ?? null,
        is_joined_by_email: joined !== undefined,
        is_gift: gift != null,
        package_name: chosen.name,
        package_duration_days: chosen.duration_days,
        is_lifetime: chosen.is_lifetime,
        payment_amount: chosen.price,
        payment_method: "bank_transfer",
        ...waiting,
        created_at: now,
        updated_at: now,
        expires_at: payableUntil(time, unpaid_days),
        ...given,
      });
      if (!row) continue;
      if (invoice) await orderInvoicesRepository(tx).save(row.id, invoice, now);
      if (gift) await addGift(tx, gifts, row.id, gift);
      await notices.received(tx, row, pays);
      return row;
    }
    throw new Error("No free order code was found");
  }

  /** Runs a command of the back office on a locked order, with all that follows and its entry in the trail. */
  async function runForOffice(
    tx: Tx,
    caller: OfficeCaller,
    stored: OrderRow,
    command: OrderCommand,
    { receiver, refund }: { receiver?: User | undefined; refund?: RefundNote } = {},
  ): Promise<OrderRow> {
    const { id } = stored;
    const row = await orderChanges.run(tx, stored, command);
    const name = orderSummary(stored, row, receiver?.username);
    await recordAudit(tx, caller, {
      action: "update",
      entity: "order",
      id,
      name,
      changes: changesOfOrder(stored, row, refund),
    });
    if (row.payment_status !== stored.payment_status) await onPaymentChanged(tx, id, caller.name);
    return row;
  }

  /** Saves fields of a locked order, with all that follows. A payment that is set to refunded, or back, is one refund more, or none. */
  async function saveFields(
    tx: Tx,
    caller: OfficeCaller,
    stored: OrderRow,
    fields: Omit<OrderChange, "version">,
    receiver?: User,
  ): Promise<OrderRow> {
    const row = await runForOffice(tx, caller, stored, { kind: "save", fields }, { receiver });
    const amount = row.refunded_amount - stored.refunded_amount;
    const refunds = orderRefundsRepository(tx);
    const { id: order_id, updated_at } = row;
    if (amount < 0) await refunds.undo(order_id, updated_at, caller.name);
    if (amount > 0) await refunds.add({ order_id, amount, created_at: updated_at, created_by: caller.name });
    return row;
  }

  /** Runs a change of a locked order in the version that was seen. @throws ApiError `not_found`; `conflict` with the order as it is */
  function changeSeen(
    caller: OfficeCaller,
    id: number,
    seen: string | undefined,
    task: (tx: Tx, stored: OrderRow) => Promise<OrderRow>,
  ): Promise<AdminOrderDetail> {
    const change = async (tx: Tx) => {
      const stored = await findOrThrow(ordersRepository(tx).find(id), noOrder);
      await assertVersion(tx, caller, seen, versionOfOrder(stored), "order", { id, name: stored.code });
      return task(tx, stored);
    };
    return withCurrent(
      async () => views.detail(await findOrThrow(repository.find(id), noOrder)),
      async () => views.detail(await commit({ lock: `order ${id}` }, change)),
    );
  }
  const payments = createOrderPayments({ database, accounts, changes: orderChanges });

  return {
    bulkWorks: orderBulkWorks({ database, payments, save: saveFields, onPaymentChanged }),

    async create(caller, body, key) {
      const userId = caller.kind === "user" ? caller.id : null;
      const pays = await bank.paymentWay();
      const { id } = await idempotency.once(
        { scope: "premium-orders", caller: keyOwner(userId), key, content: body },
        async (tx) => {
          const row = await insert(tx, body, userId, pays);
          afterCommit(tx, onCreated);
          return { id: row.id };
        },
      );
      const row = await repository.find(id);
      if (!row) throw orderNotFound();
      assertHasPage(row);
      await views.prepare(row);
      return views.payable(row, caller);
    },

    byPageToken: async (caller, token) => views.payable(await byPageToken(token), caller),
    attach: async (caller, token) =>
      views.payable(await runByToken(token, { kind: "attach", userId: caller.id }), caller),
    async setInvoice(token, invoice) {
      const { id } = await byPageToken(token);
      const row = await commit({ lock: `order ${id}` }, async (tx) => {
        const stored = await findOrThrow(ordersRepository(tx).find(id), noOrder);
        assertHasPage(stored);
        const time = Date.now();
        assertInvoiceable(stored, time);
        if (invoice === null) await orderInvoicesRepository(tx).remove(id);
        else await orderInvoicesRepository(tx).save(id, invoice, new Date(time).toISOString());
        return stored;
      });
      return views.payable(row);
    },

    takeGift: orderGifts.take,
    giftSecret: orderGifts.secretOf,
    giftSource: orderGifts.source,
    async giftsOf(userId) {
      return views.listed(await repository.takenBy(userId));
    },

    cancel: async (token) => views.payable(await runByToken(token, { kind: "cancel" })),

    async watchPayment(token, signal) {
      await byPageToken(token);
      return watchPayment(token, signal);
    },

    async qrPicture(token) {
      const picture = await bank.qrPicture(await views.paymentOf(await byPageToken(token)));
      if (!picture) throw new ApiError("not_found", "Đơn hàng này không có mã QR");
      return picture;
    },

    async ofUser({ id }, { skip, limit }) {
      const { rows, total } = await reader.page({ user_id: id, sort_by: "created_at", skip, limit });
      return { rows: rows.map((row) => customerOrder(row, id)), total };
    },

    async page(query) {
      const { rows, total } = await reader.page(query);
      return { rows: await views.listed(rows), total };
    },
    stats,
    tabs,
    income,
    exportFile,
    exportLink,
    exportOfLink,

    order: async (id) => views.detail(await findOrThrow(repository.find(id), noOrder)),

    async history(id) {
      await findOrThrow(repository.find(id), noOrder);
      const entries = await auditOf(db, "order", id, historyEntries);
      return entries.map(({ id: entry, actor_name, summary, created_at }) => ({
        id: entry,
        actor_name,
        changes: changesIn(summary),
        created_at,
      }));
    },

    async change(caller, id, { version, ...fields }) {
      const receiver = fields.user_id == null ? undefined : await receiverOf(accounts, fields.user_id);
      return changeSeen(caller, id, version, (tx, stored) => saveFields(tx, caller, stored, fields, receiver));
    },

    refund(caller, id, { amount, reason, reference = null, premium, end_message: message = null, version }) {
      const is_premium_taken = premium === "take";
      return changeSeen(caller, id, version, async (tx, stored) => {
        const command = { kind: "refund", amount, takesPremium: is_premium_taken, message } as const;
        const row = await runForOffice(tx, caller, stored, command, { refund: { reason, reference } });
        const made = { created_at: row.updated_at, created_by: caller.name };
        await orderRefundsRepository(tx).add({ order_id: id, amount, reason, reference, is_premium_taken, ...made });
        return row;
      });
    },

    undoRefund(caller, id, refundId, seen) {
      return changeSeen(caller, id, seen, async (tx, stored) => {
        const refunds = orderRefundsRepository(tx);
        const found = await findOrThrow(refunds.find(refundId), noRefund);
        if (found.order_id !== id) throw new ApiError("not_found", noRefund);
        if (found.undone_at !== null) throw new ApiError("conflict", "Lần hoàn tiền này đã được hoàn tác rồi");
        const command = { kind: "undoRefund", amount: found.amount, tookPremium: found.is_premium_taken } as const;
        const row = await runForOffice(tx, caller, stored, command);
        await refunds.undo(id, row.updated_at, caller.name, refundId);
        return row;
      });
    },

    async remove(caller, id) {
      await commit({ lock: `order ${id}` }, async (tx) => {
        const stored = await findOrThrow(ordersRepository(tx).find(id), noOrder);
        assertDeletable(stored);
        await onRemove(tx, id);
        await ordersRepository(tx).remove(id);
        await notices.forget(tx, id);
        const summary = orderSummary(stored, stored);
        await recordAudit(tx, caller, { action: "delete", entity: "order", id, name: summary });
        await forgetChanges(tx, "order", [id]);
      });
      await dialect.eraseDeleted(db);
    },

    countGranted: (since) => repository.countGranted(since),

    personalData: [
      {
        name: "orders",
        async read(userId) {
          const rows = await repository.ofUser(userId);
          const asked = await invoices.ofOrders(rows.map(({ id }) => id));
          const own = async (row: OrderRow) =>
            ownOrder(row, asked.get(row.id) ?? null, row.is_gift ? await gifts.personal(db, row.id) : null);
          return Promise.all(rows.map(own));
        },
        async remove(tx, userId) {
          // A deleted order takes its row, then its messages: in the other order the two would wait for each other.
          await ordersRepository(tx).lockOfUser(userId, dialect);
          await idempotency.forget(tx, keyOwner(userId));
        },
      },
      {
        name: "premium_gifts",
        async read(userId) {
          const rows = await repository.takenBy(userId);
          const ids = rows.map(({ id }) => id);
          const given = await gifts.ofMany(db, ids);
          return rows.map((row) => ownGift(row, given.get(row.id)));
        },
        // Its orders are locked with the user's own.
        remove: async () => {},
      },
    ],

    settings: () => adminOrderSettings(db, log),
    saveSettings: (caller, body) => saveOrderSettings(database, log, caller, body),
    reminders: createAccountReminders(following),
    payables: createOrderPayables(database),
    payments,
    handle() {
      orderAccounts.handle();
      expiry.handle();
    },
    start: expiry.start,
  };
}

/** Returns when the newest order with something to pay was placed between two times (ISO), the second one excluded. */
export function newestOrderAsking(db: Db, from: string, until: string): Promise<string | undefined> {
  return ordersRepository(db).newestAsking(from, until);
}

/** Returns the order with an address that waits for money, also one that has ended. @throws ApiError `not_found`; `conflict` */
export async function orderToPay(db: Db, token: string): Promise<{ id: number }> {
  const row = await ordersRepository(db).byPageToken(token);
  if (!row) throw orderNotFound();
  assertHasPage(row);
  if (row.payment_status === "pending" && row.payment_amount > 0) return { id: row.id };
  throw new ApiError("conflict", "Đơn hàng này không chờ chuyển khoản nữa, bạn tải lại trang nhé");
}

/** @throws ApiError `invalid` */
function receiverOf(accounts: Pick<Accounts, "user">, id: number): Promise<User> {
  return accounts.user(id).catch((error: unknown) => {
    if (isApiError(error) && error.code === "not_found") throw invalidField("user_id", "Không tìm thấy tài khoản này");
    throw error;
  });
}
