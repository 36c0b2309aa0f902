/**
 * Confirmations: the proof that the holder of a session has just given password and code again. Signed and stored nowhere
 * (docs/rooms/accounts.md#sensitive-changes).
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { hashToken } from "./sessions.ts";

export interface Confirmations {
  /** Returns the confirmation of a session, and when it ends (ISO). @param token of the session. */
  issue(token: string): { confirmation: string; expires_at: string };
  /** True until the confirmation of this very session ends. */
  isValid(token: string, confirmation: string): boolean;
}

const lifetimeMs = 5 * 60_000;
/** The end in milliseconds in base 36, and an HMAC-SHA-256 in base64url. */
const pattern = /^([0-9a-z]{1,10})\.([\w-]{43})$/;

/** @param key signs; a changed one ends all confirmations. */
export function createConfirmations(key: Buffer): Confirmations {
  const signature = (token: string, expires: number) =>
    createHmac("sha256", key)
      .update(`confirmation\n${hashToken(token)}\n${expires}`)
      .digest();

  return {
    issue(token) {
      const expires = Date.now() + lifetimeMs;
      return {
        confirmation: `${expires.toString(36)}.${signature(token, expires).toString("base64url")}`,
        expires_at: new Date(expires).toISOString(),
      };
    },

    isValid(token, confirmation) {
      const [, digits = "", signed = ""] = pattern.exec(confirmation) ?? [];
      if (digits === "") return false;
      const expires = Number.parseInt(digits, 36);
      return expires > Date.now() && timingSafeEqual(signature(token, expires), Buffer.from(signed, "base64url"));
    },
  };
}
