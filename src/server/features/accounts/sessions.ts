/** Session tokens: random and opaque. The database stores their SHA-256 only, so that it contains no usable token. */
import { createHash, randomBytes } from "node:crypto";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Lifetime of a session in milliseconds. */
export const sessionLifetime = {
  user: 30 * day,
  admin: 12 * hour,
  adminRemembered: 30 * day,
} as const;

/** Returns a new token: 32 random bytes in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the value of `sessions.token_hash` for a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Format of a token. */
export const tokenPattern = /^[\w-]{43}$/;
