/** "Tôi đã chuyển khoản": the customer's word, with a picture or without one, for banks of which no provider tells. */
import { ApiError } from "#contract/errors.ts";
import type { CustomerClaim } from "#contract/payment-state.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore, StoredFile } from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { CountBytes } from "#server/platform/http/limits/rate-limits.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import { type ClaimRow, type ClaimTarget, claimsRepository } from "./claims.repository.ts";

export interface ClaimBody {
  kind: ClaimTarget["kind"];
  /** Address of the private page. */
  token: string;
  receipt: UploadedFile | undefined;
  /** Of the client. */
  address: string;
}

export interface Claims {
  /**
   * Notes that the customer says to have paid. Said again it changes nothing, but a picture replaces the one before.
   * @throws ApiError `not_found`; `conflict` for what does not wait for money; `unsupported_type` for a file that is no picture;
   * `rate_limited` for too many bytes of one address.
   */
  claim(body: ClaimBody): Promise<CustomerClaim>;
  /** Removes the claim of an order or request with its picture, in the transaction that deletes or erases that. */
  forget(tx: Tx, target: ClaimTarget): Promise<void>;
  /** Returns what the customer sees beside the payment itself. */
  factsOf(target: ClaimTarget): Promise<{ excess_amount: number; claim: CustomerClaim | null }>;
  /** Returns the whole đồng that came for some orders or requests and pay nothing yet, by id. */
  excessOf(kind: ClaimTarget["kind"], ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface ClaimsDeps {
  database: Pick<Database, "db" | "commit">;
  files: Pick<Files, "keep" | "abandon" | "isManaging" | "setClaims">;
  store: Pick<MediaStore, "accept">;
  /** Undefined where no limits count. */
  countBytes: CountBytes["countBytes"] | undefined;
  /** Returns what waits for money at the address of a private page, also what has ended. @throws ApiError `not_found`; `conflict` */
  toPay: Readonly<Record<ClaimTarget["kind"], (db: Db, token: string) => Promise<{ id: number }>>>;
}

const tooManyToday = "Hôm nay đã nhận nhiều ảnh từ mạng của bạn. Bạn vẫn báo được mà không kèm ảnh";
const lost = { field: "receipt", message: "Chưa nhận được ảnh này, bạn thử gửi lại nhé" };

export function createClaims({ database: { db, commit }, files, store, countBytes, toPay }: ClaimsDeps): Claims {
  /** Checks and stores a picture. @throws ApiError */
  async function keep(upload: UploadedFile): Promise<StoredFile> {
    const received = await store.accept(upload, "receipt");
    try {
      const [stored] = await files.keep([received], await files.isManaging());
      return stored as StoredFile;
    } finally {
      await received.discard();
    }
  }

  /** Writes the claim. @param file the picture that came with it. */
  function save({ kind, token }: ClaimBody, id: number, file: StoredFile | undefined): Promise<ClaimRow> {
    return commit({ lock: `${kind} ${id}` }, async (tx) => {
      await toPay[kind](tx, token);
      const repository = claimsRepository(tx);
      const stored = (await repository.of({ kind, id })) ?? (await repository.insert({ kind, id }, now()));
      if (!file) return stored;
      const owner = { kind: "transfer_claim", id: stored.id } as const;
      await files.setClaims(tx, owner, [{ key: file.key, kind: "receipt", visibility: "admin", missing: lost }]);
      return repository.setReceipt(stored.id, file.key);
    });
  }

  /** Runs `save` with a picture, which leaves nothing behind when that fails. */
  async function saveWith(body: ClaimBody, id: number, upload: UploadedFile): Promise<ClaimRow> {
    const { address } = body;
    if (countBytes && (await countBytes(address, upload.size)) > 0) {
      throw new ApiError("rate_limited", tooManyToday, [{ field: "receipt", message: tooManyToday }]);
    }
    let file: StoredFile | undefined;
    try {
      file = await keep(upload);
      return await save(body, id, file);
    } catch (error) {
      if (file) await files.abandon([file]);
      await countBytes?.(address, -upload.size);
      throw error;
    }
  }

  return {
    async claim(body) {
      const { id } = await toPay[body.kind](db, body.token);
      return claimOf(await (body.receipt ? saveWith(body, id, body.receipt) : save(body, id, undefined)));
    },

    async forget(tx, target) {
      const stored = await claimsRepository(tx).of(target);
      if (!stored) return;
      await files.setClaims(tx, { kind: "transfer_claim", id: stored.id }, []);
      await claimsRepository(tx).remove(stored.id);
    },

    async factsOf(target) {
      const repository = claimsRepository(db);
      const [claim, excess] = await Promise.all([repository.of(target), repository.excess(target.kind, [target.id])]);
      return { excess_amount: excess.get(target.id) ?? 0, claim: claim ? claimOf(claim) : null };
    },

    excessOf: (kind, ids) => claimsRepository(db).excess(kind, ids),
  };
}

const now = () => new Date().toISOString();

function claimOf({ created_at, receipt_file }: ClaimRow): CustomerClaim {
  return { claimed_at: created_at, has_receipt: receipt_file !== null };
}
