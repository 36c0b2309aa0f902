/** The rules of the bank account that customers pay to: one at most, with its uploaded QR code. */
import type { BankConfig, BankConfigBody, BankConfigChange, PaymentDetails } from "#contract/bank.ts";
import { ApiError } from "#contract/errors.ts";
import { type AuditEntry, recordAudit } from "#server/features/audit/audit.service.ts";
import { type Files, pictureClaim } from "#server/features/files/files.service.ts";
import type { StoredFile } from "#server/features/media/media.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { qrSvg } from "#server/platform/qr-code.ts";
import { type BankRow, bankRepository } from "./bank.repository.ts";
import { qrPng } from "./qr-picture.ts";
import { vietQr } from "./vietqr.ts";

export interface Bank {
  /** Returns the account: the active one, to an administrator an inactive one too. @throws ApiError `not_found` */
  account(caller: Caller): Promise<BankConfig>;
  /** Returns how to pay to the active account; null when there is none. */
  paymentDetails(payment: Payment): Promise<PaymentDetails | null>;
  /** Returns the QR code of a payment as a PNG to save; undefined for a payment without one. */
  qrPicture(payment: PaymentDetails | null): Promise<Download | undefined>;
  /** @throws ApiError `conflict` when there is one; `unsupported_type` or `too_large` for an unusable image. */
  add(caller: AdminCaller, body: BankConfigBody): Promise<BankConfig>;
  /** Updates the given fields. @throws ApiError `not_found`; `unsupported_type` or `too_large` for an unusable image. */
  change(caller: AdminCaller, id: number, body: BankConfigChange): Promise<BankConfig>;
  /** @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** Returns the name of the account by its id. */
  accountNames(ids: readonly number[]): Promise<Map<number, string>>;
}

/** A payment that a customer owes. */
export interface Payment {
  /** Whole đồng. */
  amount: number;
  /** Content of the transfer. */
  code: string;
}

export interface BankDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  outbox: Pick<Outbox, "flush">;
  files: Pick<Files, "save" | "abandon" | "isManaging" | "setClaims">;
}

export function createBank({ database: { db, dialect, changes }, outbox, files }: BankDeps): Bank {
  const repository = bankRepository(db);

  /** Runs one change at a time, then invalidates this process's caches and starts the removal of a replaced image. */
  async function write<T>(task: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(async (tx) => {
      await dialect.lock(tx, "bank");
      return task(tx);
    });
    changes.committed(siteTopic);
    outbox.flush().catch(() => {});
    return result;
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

  const audit = (tx: Tx, caller: AdminCaller, action: AuditEntry["action"], { id, bank_name }: BankRow) =>
    recordAudit(tx, caller, { action, entity: "bank_account", entityId: id, summary: bank_name });

  return {
    async account(caller) {
      const row = await repository.current();
      if (!row || (!row.is_active && caller.kind !== "admin")) throw notFound();
      return row;
    },

    async paymentDetails({ amount, code }) {
      const row = await repository.current();
      if (!row?.is_active) return null;
      const { bank_name, bank_bin, account_number, account_holder, branch, swift_code, qr_code_url } = row;
      const vietqr =
        bank_bin === null ? null : vietQr({ bankBin: bank_bin, accountNumber: account_number, amount, purpose: code });
      return {
        bank_name,
        bank_bin,
        account_number,
        account_holder,
        branch,
        swift_code,
        qr_code_url,
        transfer_content: code,
        vietqr,
        qr_svg: vietqr === null ? null : qrSvg(vietqr),
      };
    },

    async qrPicture(payment) {
      if (payment?.vietqr == null) return undefined;
      return { fileName: `QR-${payment.transfer_content}.png`, content: chunksOf(qrPng(payment.vietqr)) };
    },

    add: (caller, body) =>
      withImage(body, (values) =>
        write(async (tx) => {
          if (await bankRepository(tx).current()) {
            throw new ApiError("conflict", "Đã có tài khoản ngân hàng, bạn hãy sửa tài khoản đó");
          }
          const now = new Date().toISOString();
          const { bank_bin = null, branch = null, swift_code = null, qr_code_url = null } = values;
          const optional = { bank_bin, branch, swift_code, qr_code_url };
          const row = await bankRepository(tx).insert({ ...values, ...optional, created_at: now, updated_at: now });
          await claimImage(tx, row);
          await audit(tx, caller, "create", row);
          return row;
        }),
      ),

    async change(caller, id, body) {
      await findOrThrow(db, id);
      return withImage(body, (values) =>
        write(async (tx) => {
          const stored = await findOrThrow(tx, id);
          const row = await bankRepository(tx).update(id, { ...values, updated_at: new Date().toISOString() });
          await claimImage(tx, row, stored);
          await audit(tx, caller, "update", row);
          return row;
        }),
      );
    },

    remove: (caller, id) =>
      write(async (tx) => {
        const stored = await findOrThrow(tx, id);
        await bankRepository(tx).remove(id);
        await files.setClaims(tx, { kind: "bank_account", id }, []);
        await audit(tx, caller, "delete", stored);
      }),

    async accountNames(ids) {
      const row = await repository.current();
      return new Map(row && ids.includes(row.id) ? [[row.id, row.bank_name]] : []);
    },
  };
}

const notFound = () => new ApiError("not_found", "Chưa có tài khoản ngân hàng");

async function findOrThrow(db: Db, id: number): Promise<BankRow> {
  const row = await bankRepository(db).find(id);
  if (!row) throw notFound();
  return row;
}

async function* bytesOf(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, "base64");
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
