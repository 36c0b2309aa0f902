/** The links in e-mails that open an account. Their tokens are made when the e-mail is sent, and stored nowhere. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { SecretEvent, SecretPath } from "#server/features/notifications/notifications.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { accountsRepository } from "../accounts.repository.ts";
import { staffRepository } from "../staff/staff.repository.ts";
import { accountTokensRepository, type TokenPurpose } from "./account-tokens.repository.ts";

export interface AccountLinks {
  /** Returns the path of the link of an event. */
  path: SecretPath;
  /** Returns the id of the row that a token stands for; undefined for a token that this site did not make. */
  idOf(purpose: TokenPurpose, token: string): number | undefined;
}

/** An invitation is a link that sets a password for the first time. */
const purposeOf: Record<SecretEvent, TokenPurpose> = {
  password_reset: "password_reset",
  admin_invitation: "password_reset",
  email_verification: "email_verification",
};

/** Whether a link works now: it was not used or replaced, and the account still has the e-mail that it was sent to. */
export async function isAccountLinkUsable(
  db: Db,
  dialect: Dialect,
  event: SecretEvent,
  tokenId: number,
): Promise<boolean> {
  const row = await accountTokensRepository(db).usable(purposeOf[event], tokenId, new Date().toISOString());
  if (!row) return false;
  const owner = {
    user: accountsRepository(db).userByEmail,
    admin: accountsRepository(db).adminByEmail,
    staff: staffRepository(db, dialect).byLogin,
  }[row.kind];
  return (await owner(row.email_key))?.id === row.account_id;
}

export const verifyEmailPath = "/api/user/verify-email";

/** The id in base 36, and an HMAC-SHA-256 in base64url. */
const tokenPattern = /^([0-9a-z]{1,10})\.([\w-]{43})$/;

/** @param oldKey also verifies, but does not sign. */
export function createAccountLinks({ key, oldKey }: { key: Buffer; oldKey?: Buffer | undefined }): AccountLinks {
  const signature = (purpose: TokenPurpose, id: number, by: Buffer) =>
    createHmac("sha256", by).update(`account link\n${purpose}\n${id}`).digest();
  const tokenOf = (purpose: TokenPurpose, id: number) =>
    `${id.toString(36)}.${signature(purpose, id, key).toString("base64url")}`;

  return {
    path(event, data) {
      const token = tokenOf(purposeOf[event], data.token_id);
      if (!("account" in data)) return `${verifyEmailPath}?token=${token}`;
      // Behind the #, which no browser sends: not in a log, a cache or the address that another site is told.
      return `/reset-password#account=${data.account}&token=${token}`;
    },

    idOf(purpose, token) {
      const [, digits = "", signed = ""] = tokenPattern.exec(token) ?? [];
      if (digits === "") return undefined;
      const id = Number.parseInt(digits, 36);
      const actual = Buffer.from(signed, "base64url");
      const isOurs = (by: Buffer) => timingSafeEqual(signature(purpose, id, by), actual);
      return [key, ...(oldKey ? [oldKey] : [])].some(isOurs) ? id : undefined;
    },
  };
}
