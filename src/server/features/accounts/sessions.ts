/** Sessions: opaque random tokens of which the database keeps the SHA-256 only, so that it gives no usable token away. */
import { createHash, randomBytes } from "node:crypto";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** How long a session lives, in milliseconds. */
export const sessionLength = {
  user: 30 * day,
  admin: 12 * hour,
  adminRemembered: 30 * day,
} as const;

/** A new token: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What stands in `sessions.token_hash` for a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What a token of ours looks like. */
export const tokenPattern = /^[\w-]{43}$/;
