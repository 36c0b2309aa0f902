/** Second factors: the shared secret of an account, kept sealed, and the codes that are used up. */
import { randomBytes } from "node:crypto";
import { ApiError, type ErrorReason } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { createVault } from "#server/platform/vault.ts";
import { hashRecoveryCode, newRecoveryCodes, normalisedCode } from "./recovery-codes.ts";
import { type FactorAccount, secondFactorRepository } from "./second-factor.repository.ts";
import { matchingStep, secretBytes } from "./totp.ts";

export type { FactorAccount } from "./second-factor.repository.ts";

/** Which of its codes an account used. */
export type UsedCode = "totp" | "recovery";

export interface SecondFactors {
  /**
   * Uses up the code of a login. @returns undefined for an account without a second factor.
   * @throws ApiError 401 with the reason `totp_required` without a code, `totp_invalid` for a wrong or used one.
   */
  checkLogin(tx: Tx, account: FactorAccount, code: string | undefined): Promise<UsedCode | undefined>;
  /** Uses up a code. @returns what it was, or the message why it is refused. */
  consume(tx: Tx, account: FactorAccount, code: string): Promise<{ used: UsedCode } | { refusal: string }>;
  /** Makes a new secret, which counts once `confirm` has seen a code of it. */
  begin(tx: Tx, account: FactorAccount): Promise<Buffer>;
  /** Enables the factor that `begin` made. @returns its recovery codes, or the message why the code is refused. */
  confirm(tx: Tx, account: FactorAccount, code: string): Promise<{ recoveryCodes: string[] } | { refusal: string }>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(tx: Tx, account: FactorAccount): Promise<string[]>;
  /**
   * Encrypts all secrets with the present key, so that the former one is needed no more.
   * @returns how many, and how many enabled ones neither key decrypts.
   */
  reseal(): Promise<{ resealed: number; unreadable: number }>;
}

export interface SecondFactorsDeps {
  database: Pick<Database, "commit">;
  /** Encrypts the secrets. */
  key: Buffer;
  /** Decrypts those that were stored before the key changed. */
  oldKey?: Buffer | undefined;
}

const wrongCode = "Mã xác thực không đúng hoặc đã được dùng";
const unreadableSecret =
  "Không đọc được khóa xác thực vì SECRET_KEY của máy chủ đã thay đổi. Hãy dùng một mã khôi phục, hoặc nhờ người giữ máy chủ tắt xác thực hai bước.";

export function createSecondFactors({ database: { commit }, key, oldKey }: SecondFactorsDeps): SecondFactors {
  const vault = createVault(key, "second factors", oldKey);

  function secretOf(sealed: string): Buffer | undefined {
    const text = vault.open(sealed);
    return text === undefined ? undefined : Buffer.from(text, "base64url");
  }

  const consume: SecondFactors["consume"] = async (tx, account, text) => {
    const repository = secondFactorRepository(tx);
    const code = normalisedCode(text);
    if (!/^\d{6}$/.test(code)) {
      const isUsed = await repository.useRecoveryCode(account, hashRecoveryCode(code));
      return isUsed ? { used: "recovery" } : { refusal: wrongCode };
    }
    const secret = secretOf((await repository.find(account))?.sealed_secret ?? "");
    if (!secret) return { refusal: unreadableSecret };
    const step = matchingStep(secret, code, Date.now());
    if (step === undefined || !(await repository.useStep(account, step))) return { refusal: wrongCode };
    return { used: "totp" };
  };

  const renewRecoveryCodes: SecondFactors["renewRecoveryCodes"] = async (tx, account) => {
    const codes = newRecoveryCodes();
    await secondFactorRepository(tx).replaceRecoveryCodes(account, codes.map(hashRecoveryCode));
    return codes;
  };

  return {
    consume,
    renewRecoveryCodes,

    async checkLogin(tx, account, code) {
      const factor = await secondFactorRepository(tx).find(account);
      if (!factor?.enabled_at) return undefined;
      if (code === undefined) {
        throw unauthenticated("totp_required", "Nhập mã xác thực hai bước để tiếp tục đăng nhập");
      }
      const result = await consume(tx, account, code);
      if ("refusal" in result) throw unauthenticated("totp_invalid", result.refusal);
      return result.used;
    },

    async begin(tx, account) {
      const secret = randomBytes(secretBytes);
      await secondFactorRepository(tx).begin(account, vault.seal(secret.toString("base64url")));
      return secret;
    },

    async confirm(tx, account, text) {
      const repository = secondFactorRepository(tx);
      const factor = await repository.find(account);
      const secret = factor && secretOf(factor.sealed_secret);
      const step = secret && matchingStep(secret, normalisedCode(text), Date.now());
      if (step === undefined) {
        return { refusal: "Mã xác thực không đúng. Hãy kiểm tra giờ của điện thoại rồi nhập mã mới nhất." };
      }
      await repository.enable(account, { last_step: step, enabled_at: new Date().toISOString() });
      return { recoveryCodes: await renewRecoveryCodes(tx, account) };
    },

    reseal: () =>
      commit(async (tx) => {
        const repository = secondFactorRepository(tx);
        let [resealed, unreadable] = [0, 0];
        for await (const { kind, account_id: id, sealed_secret, enabled_at } of inTurns(await repository.all())) {
          const text = vault.open(sealed_secret);
          if (text === undefined) {
            if (enabled_at !== null) unreadable++;
            continue;
          }
          await repository.reseal({ kind, id }, sealed_secret, vault.seal(text));
          resealed++;
        }
        if (resealed > 0) {
          const summary = "Khóa mã hóa của xác thực hai bước";
          await recordAudit(tx, { kind: "system" }, { action: "update", entity: "settings", id: null, name: summary });
        }
        return { resealed, unreadable };
      }),
  };
}

function unauthenticated(reason: ErrorReason, message: string): ApiError {
  return new ApiError("unauthenticated", message, undefined, undefined, reason);
}
