/**
 * Receipts of payments (docs/rooms/orders-and-premium.md#receipts): numbered without gaps, issued in the transaction of the payment, cancelled when it
 * is taken back. The file is drawn when it is asked for.
 */
import type { Logger } from "pino";
import type { ReceiptLine } from "#contract/customers.ts";
import { ApiError } from "#contract/errors.ts";
import type { NotificationEvent } from "#contract/notifications.ts";
import {
  type AdminReceiptSeller,
  defaultReceiptSeller,
  ReceiptSeller,
  ReceiptSellerChange,
} from "#contract/receipts.ts";
import type { MailAttachment, Subject } from "#server/features/notifications/notifications.service.ts";
import { createSetting } from "#server/features/settings/settings.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import { versionOf } from "#server/platform/record-version.ts";
import type { FollowPayment, PaidKind, PaymentFacts } from "./payment-facts.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { type ReceiptRow, receiptsRepository } from "./receipts.repository.ts";

export type { FollowPayment, PaidKind, PaymentFacts } from "./payment-facts.ts";

export interface Receipts {
  /** Issues the receipt of a payment, or cancels it. */
  follow: FollowPayment;
  /** Removes the buyer of an order or request that is erased, or deleted next. */
  forget(tx: Tx, owner: { kind: PaidKind; id: number }): Promise<void>;
  /** Returns the receipt on a private page; issues it for a payment of before there were receipts. @throws ApiError `not_found` */
  fileOf(kind: PaidKind, token: string): Promise<Download>;
  /** Returns the receipt for a message that tells of a payment; nothing for any other. */
  attachmentsOf(event: NotificationEvent, subject: Subject): Promise<MailAttachment[]>;
  /** Returns the receipts of orders or requests, the newest first; also those that were taken back. */
  listOf(kind: PaidKind, ids: readonly number[]): Promise<ReceiptLine[]>;
  seller(): Promise<AdminReceiptSeller>;
  /** Updates the given fields. @throws ApiError `conflict` when another version was seen. */
  saveSeller(caller: AdminCaller, body: ReceiptSellerChange): Promise<AdminReceiptSeller>;
}

/** Finds the payment of an order or request by its private page, or by its id; undefined when it has none. */
export type FindPayment = (db: Db, which: { token: string } | { id: number }) => Promise<PaymentFacts | undefined>;

export interface ReceiptsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  log: Pick<Logger, "error">;
  payments: Record<PaidKind, FindPayment>;
  /** Returns the bank's numbers of the transfers that pay an order or request. */
  bankReferences(db: Db, kind: PaidKind, id: number): Promise<string[]>;
  /** Returns the whole đồng that transfers pay of it; 0 without a known transfer. */
  receivedFor(db: Db, kind: PaidKind, id: number): Promise<number>;
}

/** The messages that say that money came. */
const tellsOfPayment: ReadonlySet<NotificationEvent> = new Set([
  "premium_active",
  "gift_premium_ready",
  "order_needs_account",
  "request_paid",
]);

/** Held from the choice of a number until it is committed, so that none is left out or given twice. */
const numberLock = "receipt number";

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { database, log, payments, bankReferences, receivedFor } = deps;
  const { db, commit, dialect } = database;
  const seller = createSetting(
    { database, log },
    {
      key: "receipt_seller",
      schema: ReceiptSeller,
      standard: defaultReceiptSeller,
      name: "Người bán trên biên nhận",
      versionOf: (value) => versionOf(ReceiptSellerChange, value),
      trail: { name: "Người bán", tax_code: "Mã số thuế", address: "Địa chỉ" },
    },
  );

  async function issue(
    tx: Tx,
    { kind, id, amount, buyer, what, code, paid_at, reference }: PaymentFacts,
  ): Promise<void> {
    await dialect.lock(tx, numberLock);
    const repository = receiptsRepository(tx);
    const now = new Date().toISOString();
    // Less than the price where an administrator took less for enough; what is over is not of this order.
    const received = await receivedFor(tx, kind, id);
    const cancelled = await repository.lastCancelled(kind, id);
    // An order keeps the time of its first payment, which the cancelled receipt names.
    const isPaidAgain = paid_at === null || (cancelled !== undefined && paid_at <= cancelled);
    await repository.issue(kind, id, {
      seller: JSON.stringify(await seller.readFrom(tx)),
      buyer,
      what,
      code,
      amount: received === 0 ? amount : Math.min(amount, received),
      reference,
      paid_at: isPaidAgain ? now : paid_at,
      issued_at: now,
    });
  }

  const follow: FollowPayment = async (tx, facts) => {
    const { kind, id, isPaid, isConfirmed, amount } = facts;
    const repository = receiptsRepository(tx);
    if (!isPaid) await repository.cancel(kind, id, new Date().toISOString());
    else if (isConfirmed && amount > 0 && !(await repository.inEffect(kind, id))) await issue(tx, facts);
  };

  /** Returns the receipt of a payment; one that was paid before there were receipts gets its own now. */
  async function receiptOf({ kind, id }: PaymentFacts): Promise<ReceiptRow | undefined> {
    const found = await receiptsRepository(db).inEffect(kind, id);
    if (found) return found;
    return commit({ lock: `${kind} ${id}` }, async (tx) => {
      const facts = await payments[kind](tx, { id });
      if (facts) await follow(tx, facts);
      return receiptsRepository(tx).inEffect(kind, id);
    });
  }

  /** Draws the receipt of a payment; undefined when it has none. */
  async function drawn(facts: PaymentFacts | undefined): Promise<{ fileName: string; bytes: Buffer } | undefined> {
    if (!facts?.isPaid || !facts.isConfirmed || facts.amount === 0) return undefined;
    const row = await receiptOf(facts);
    if (!row) return undefined;
    const references = await bankReferences(db, facts.kind, facts.id);
    const known = references.length === 0 && row.reference !== null ? [row.reference] : references;
    const seller = ReceiptSeller.parse(JSON.parse(row.seller));
    return { fileName: `bien-nhan-${row.code}.pdf`, bytes: receiptPdf({ ...row, seller, references: known }) };
  }

  return {
    listOf: (kind, ids) => receiptsRepository(db).listOf(kind, ids),
    follow,

    forget: (tx, { kind, id }) => receiptsRepository(tx).erasePersons(kind, id),

    async fileOf(kind, token) {
      const file = await drawn(await payments[kind](db, { token }));
      if (!file) throw new ApiError("not_found", "Chưa có biên nhận: đơn này chưa được thanh toán và xác nhận");
      return { fileName: file.fileName, content: chunksOf(file.bytes) };
    },

    async attachmentsOf(event, { kind, id }) {
      if (kind === "user" || !tellsOfPayment.has(event)) return [];
      const file = await drawn(await payments[kind](db, { id }));
      return file ? [{ ...file, contentType: "application/pdf" }] : [];
    },

    seller: seller.readForAdmin,
    saveSeller: seller.save,
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
