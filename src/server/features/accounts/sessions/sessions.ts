/** Session tokens: random and opaque. The database stores their SHA-256 only, so that it contains no usable token. */
import { createHash, randomBytes } from "node:crypto";
import type { CallerKind } from "#server/platform/http/caller.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A session that is not used for this time ends, milliseconds. */
export const sessionLifetime = {
  user: 30 * day,
  staff: 30 * day,
  admin: 12 * hour,
  adminRemembered: 30 * day,
} as const;

/** An address that an account did not log in from for this time is forgotten, milliseconds. */
export const loginAddressLifetime = 90 * day;

/** Uses within this time of the recorded one are not recorded, milliseconds: a write for each request would be too many. */
const recordEvery = hour;

/**
 * Returns the new times of a session that is used, or undefined while the recorded use is recent enough. The time that it may
 * rest is the distance of the recorded times.
 */
export function timesAfterUse(
  { used_at, expires_at }: { used_at: string; expires_at: string },
  now: number,
): { used_at: string; expires_at: string } | undefined {
  const used = Date.parse(used_at);
  if (now - used < recordEvery) return undefined;
  const time = (at: number) => new Date(at).toISOString();
  return { used_at: time(now), expires_at: time(now + Date.parse(expires_at) - used) };
}

/** Returns the name of the lock that a login shares and that a change of the account holds alone. */
export function sessionsLock(kind: CallerKind, accountId: number): string {
  return `sessions ${kind} ${accountId}`;
}

/** Returns a new token: 32 random bytes in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the value of `sessions.token_hash` for a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the id of a session among those of its account: the first 48 bits of `token_hash`. */
export function sessionId(tokenHash: string): number {
  return Number.parseInt(tokenHash.slice(0, 12), 16);
}

/** Format of a token. */
export const tokenPattern = /^[\w-]{43}$/;
