/** The rules of the bank account that customers pay to: one at most, with its uploaded QR code. */

import {
  type BankConfig,
  type BankConfigBody,
  BankConfigChange,
  type PaymentDetails,
  testAmount,
} from "#contract/bank.ts";
import { banks } from "#contract/banks.ts";
import type { ActivityAction } from "#contract/dashboard.ts";
import { ApiError } from "#contract/errors.ts";
import {
  assertVersion,
  changedDetails,
  masked,
  type RecordSensitiveChange,
  type ToldField,
} from "#server/features/audit/audit.service.ts";
import { type Files, pictureClaim } from "#server/features/files/files.service.ts";
import type { StoredFile } from "#server/features/media/media.service.ts";
import type { LinkAccount, PaymentLinks } from "#server/features/payment-providers/payment-links.service.ts";
import type { Pictures } from "#server/features/pictures/pictures.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { Caller, OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Download } from "#server/platform/http/router.ts";
import { dong } from "#server/platform/money.ts";
import { qrSvg } from "#server/platform/qr-code.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { appLinks } from "./app-links.ts";
import { type BankRow, bankRepository } from "./bank.repository.ts";
import { qrPng } from "./qr-picture.ts";
import { vietQr } from "./vietqr.ts";

/** How customers pay: `none` while no account is shown; `instant` where a service tells of transfers, `by_hand` where people look for them. */
export type PaymentWay = "none" | "by_hand" | "instant";

export interface Bank {
  /** Returns the account: the active one, to an administrator an inactive one too. @throws ApiError `not_found` */
  account(caller: Caller): Promise<BankConfig>;
  /**
   * Prepares a payment that is asked for: with payOS it gets a link of its own, unless that takes too long. Not within a transaction.
   * @param expiresAt ISO; null for a payment without an end.
   */
  preparePayment(payment: Payment, expiresAt: string | null): Promise<void>;
  /** Returns how customers pay now. Not within a transaction. */
  paymentWay(): Promise<PaymentWay>;
  /** Returns the numbers of the account, also of one that is switched off. */
  accountNumbers(): Promise<string[]>;
  /** Whether there is an account that customers pay to. */
  hasActiveAccount(): Promise<boolean>;
  /** Returns how to pay to the account of the payment's link, or to the active account; null when there is none. */
  paymentDetails(payment: Payment): Promise<PaymentDetails | null>;
  /** Returns a payment by which the account is tried out, also one that is switched off. @throws ApiError `not_found` */
  testPayment(): Promise<PaymentDetails>;
  /** Returns the QR code of a payment as a PNG to save; undefined for a payment without one. */
  qrPicture(payment: PaymentDetails | null): Promise<Download | undefined>;
  /** @throws ApiError `conflict` when there is one; `unsupported_type` or `too_large` for an unusable image. */
  add(caller: OfficeCaller, body: BankConfigBody): Promise<BankConfig>;
  /** Updates the given fields. @throws ApiError `not_found`; `unsupported_type` or `too_large` for an unusable image. */
  change(caller: OfficeCaller, id: number, body: BankConfigChange): Promise<BankConfig>;
  /** @throws ApiError `not_found` */
  remove(caller: OfficeCaller, id: number): Promise<void>;
}

/** A payment that a customer owes. */
export interface Payment {
  /** Whole đồng. */
  amount: number;
  /** Content of the transfer. */
  code: string;
}

export interface TransferOptions {
  /** Whether payments get links of payOS, which bring an account along. */
  makesLinks: boolean;
  /** Whether phones may open banking apps by links that tell vietqr.io of the payment. */
  hasAppLinks: boolean;
  /** Whether a service tells of transfers. */
  isInstant: boolean;
}

export interface BankDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  files: Pick<Files, "save" | "abandon" | "isManaging" | "setClaims">;
  links: Pick<PaymentLinks, "make" | "accountOf">;
  recordSensitive: RecordSensitiveChange;
  /** Draws the picture of a code to save. */
  pictures: Pick<Pictures, "ofTransfer">;
  transferOptions?: (() => Promise<TransferOptions>) | undefined;
  /** Of the site, to which a banking app may lead back. */
  publicUrl?: string | undefined;
}

export function createBank(deps: BankDeps): Bank {
  const {
    database: { db, commit },
    files,
    links,
    recordSensitive,
    pictures,
    transferOptions = async () => ({ makesLinks: false, hasAppLinks: false, isInstant: false }),
    publicUrl,
  } = deps;
  const repository = bankRepository(db);

  /** Draws a code with what it pays; a failure leaves the plain code. */
  async function slipOf(payment: PaymentDetails): Promise<Buffer> {
    const { vietqr, account_holder: holder, account_number: account, bank_name: bank, amount } = payment;
    const content = payment.transfer_content;
    return pictures.ofTransfer({ code: qrSvg(vietqr ?? ""), holder, account, bank, amount: dong(amount), content });
  }

  /** Stores the image of a body, if any, and runs the change with its address; a failed change leaves no file. */
  async function withImage<B extends BankConfigChange, T>(
    { qr_code_image, ...body }: B,
    task: (body: Omit<B, "qr_code_image">) => Promise<T>,
  ): Promise<T> {
    if (qr_code_image === undefined) return task(body);
    const stored: StoredFile = await files.save(bytesOf(qr_code_image), "image", await files.isManaging());
    try {
      return await task({ ...body, qr_code_url: stored.url });
    } catch (error) {
      await files.abandon([stored]);
      throw error;
    }
  }

  const claimImage = (tx: Tx, { id, qr_code_url }: BankRow, stored?: BankRow) =>
    files.setClaims(tx, { kind: "bank_account", id }, pictureClaim("qr_code_url", qr_code_url, stored?.qr_code_url));

  const record = (
    tx: Tx,
    caller: OfficeCaller,
    action: ActivityAction,
    { id, bank_name: name }: BankRow,
    details: readonly string[],
  ) =>
    recordSensitive(tx, caller, {
      action,
      entity: "bank_account",
      entityId: id,
      what: whatChanged[action] ?? "Tài khoản ngân hàng",
      name,
      details,
    });

  return {
    async account(caller) {
      const row = await repository.current();
      const isOffice = caller.kind === "admin" || caller.kind === "accountant";
      if (!row || (!row.is_active && !isOffice)) throw new ApiError("not_found", noAccount);
      return isOffice ? forAdmin(row) : { ...row, updated_by: null };
    },

    async preparePayment({ amount, code }, expiresAt) {
      const row = await repository.current();
      if (row?.is_active !== false) await links.make({ code, amount, expiresAt });
    },

    async paymentWay() {
      const [row, { makesLinks, isInstant }] = await Promise.all([repository.current(), transferOptions()]);
      const hasAccount = row ? row.is_active : makesLinks;
      if (!hasAccount) return "none";
      return isInstant ? "instant" : "by_hand";
    },

    async accountNumbers() {
      const row = await repository.current();
      return row ? [row.account_number] : [];
    },

    hasActiveAccount: async () => (await repository.current())?.is_active === true,

    async paymentDetails({ amount, code }) {
      const [row, link, { hasAppLinks, isInstant }] = await Promise.all([
        repository.current(),
        links.accountOf(code, amount),
        transferOptions(),
      ]);
      if (row?.is_active === false) return null;
      const payee = link ? payeeOf(link) : row && { ...payeeFields(row), transfer_content: code };
      if (!payee) return null;
      const { bank_bin: bankBin, account_number: accountNumber, account_holder, transfer_content: purpose } = payee;
      const own = ownCode(payee, amount);
      const vietqr = link?.amount === amount ? (link.vietqr ?? own) : own;
      return {
        ...payee,
        amount,
        vietqr,
        qr_svg: vietqr === null ? null : qrSvg(vietqr),
        is_instant: isInstant,
        app_links:
          bankBin !== null && hasAppLinks
            ? appLinks({ bankBin, accountNumber, accountHolder: account_holder, amount, purpose }, publicUrl)
            : [],
      };
    },

    async testPayment() {
      const row = await findOrThrow(repository.current(), noAccount);
      const payee = { ...payeeFields(row), transfer_content: testMemo };
      const vietqr = ownCode(payee, testAmount);
      return {
        ...payee,
        amount: testAmount,
        vietqr,
        qr_svg: vietqr === null ? null : qrSvg(vietqr),
        is_instant: false,
        app_links: [],
      };
    },

    async qrPicture(payment) {
      if (payment?.vietqr == null) return undefined;
      const picture = await slipOf(payment).catch(() => undefined);
      return {
        fileName: `QR-${payment.transfer_content.replace(/[^\w-]+/g, "-")}.png`,
        content: chunksOf(picture ?? qrPng(payment.vietqr)),
      };
    },

    add: (caller, body) =>
      withImage(body, (values) =>
        commit({ lock: "bank" }, async (tx) => {
          if (await bankRepository(tx).current()) {
            throw new ApiError("conflict", "Đã có tài khoản ngân hàng, bạn hãy sửa tài khoản đó");
          }
          const now = new Date().toISOString();
          const { bank_bin = null, branch = null, swift_code = null, qr_code_url = null } = values;
          const optional = { bank_bin, branch, swift_code, qr_code_url };
          const marks = { created_at: now, updated_at: now, updated_by: caller.name };
          const row = await bankRepository(tx).insert({ ...values, ...optional, ...marks });
          await claimImage(tx, row);
          await record(tx, caller, "create", row, [`số tài khoản: ${masked(row.account_number)}`]);
          return forAdmin(row);
        }),
      ),

    async change(caller, id, { version, ...body }) {
      await findOrThrow(repository.find(id), noAccount);
      const save = (values: Omit<BankConfigChange, "qr_code_image" | "version">) =>
        commit({ lock: "bank" }, async (tx) => {
          const stored = await findOrThrow(bankRepository(tx).find(id), noAccount);
          await assertVersion(tx, caller, version, forAdmin(stored).version, "bank_account", {
            id: stored.id,
            name: stored.bank_name,
          });
          const row = await bankRepository(tx).update(id, {
            ...values,
            updated_at: new Date().toISOString(),
            updated_by: caller.name,
          });
          await claimImage(tx, row, stored);
          await record(tx, caller, "update", row, changesOf(stored, row));
          return forAdmin(row);
        });
      return withCurrent(
        async () => forAdmin(await findOrThrow(repository.find(id), noAccount)),
        () => withImage(body, save),
      );
    },

    remove: (caller, id) =>
      commit({ lock: "bank" }, async (tx) => {
        const stored = await findOrThrow(bankRepository(tx).find(id), noAccount);
        await bankRepository(tx).remove(id);
        await files.setClaims(tx, { kind: "bank_account", id }, []);
        await record(tx, caller, "delete", stored, [`số tài khoản: ${masked(stored.account_number)}`]);
      }),
  };
}

const whatChanged: Partial<Record<ActivityAction, string>> = {
  create: "Thêm tài khoản ngân hàng",
  update: "Sửa tài khoản ngân hàng",
  delete: "Xóa tài khoản ngân hàng",
};

/** Returns what the trail and the messages tell of a change. */
function changesOf(before: BankRow, after: BankRow): string[] {
  const field = (label: string, read: (row: BankRow) => string | null, mask?: (text: string) => string): ToldField => ({
    label,
    from: read(before),
    to: read(after),
    ...(mask ? { mask } : {}),
  });
  const details = changedDetails([
    field("ngân hàng", ({ bank_name }) => bank_name),
    field("mã BIN", ({ bank_bin }) => bank_bin),
    field("số tài khoản", ({ account_number }) => account_number, masked),
    field("chủ tài khoản", ({ account_holder }) => account_holder, initials),
    field("chi nhánh", ({ branch }) => branch),
    field("SWIFT", ({ swift_code }) => swift_code),
    field("trạng thái", ({ is_active }) => (is_active ? "đang hiện" : "tạm ẩn")),
  ]);
  return before.qr_code_url === after.qr_code_url ? details : [...details, "ảnh QR mới"];
}

/** `Nguyễn Văn An` as `N… V… A…`. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ""}…`)
    .join(" ");
}

type Payee = Omit<PaymentDetails, "amount" | "vietqr" | "qr_svg" | "app_links" | "is_instant">;

/** Content of the payment by which the account is tried out; no code of an order or request. */
export const testMemo = "QUET THU";

/** Returns the VietQR of a payment; null for an account without a bank of NAPAS. */
function ownCode(payee: Payee, amount: number): string | null {
  const { bank_bin: bankBin, account_number: accountNumber, transfer_content: purpose } = payee;
  return bankBin === null ? null : vietQr({ bankBin, accountNumber, amount, purpose });
}

function payeeFields(row: BankRow): Omit<Payee, "transfer_content"> {
  const { bank_name, bank_bin, account_number, account_holder, branch, swift_code, qr_code_url } = row;
  return { bank_name, bank_bin, account_number, account_holder, branch, swift_code, qr_code_url };
}

/** Returns whom the money of a link goes to; the uploaded picture is that of another account. */
function payeeOf({ bankBin, account, holder, memo }: LinkAccount): Payee {
  return {
    bank_name: banks.find(({ bin }) => bin === bankBin)?.shortName ?? "Ngân hàng nhận tiền",
    bank_bin: bankBin,
    account_number: account,
    account_holder: holder,
    branch: null,
    swift_code: null,
    qr_code_url: null,
    transfer_content: memo,
  };
}

const noAccount = "Chưa có tài khoản ngân hàng";

function forAdmin(row: BankRow): BankRow & { version: string } {
  return { ...row, version: versionOf(BankConfigChange.omit({ qr_code_image: true }), row) };
}

async function* bytesOf(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, "base64");
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
