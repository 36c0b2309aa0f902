/** Time-based one-time passwords (RFC 6238): HMAC-SHA-1, six digits, steps of 30 seconds, as all apps make them. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Bytes of a secret, as RFC 4226 recommends for SHA-1. */
export const secretBytes = 20;
const stepMs = 30_000;
const digits = 6;
/** Steps that the clock of a phone may be off. */
const tolerance = 1;
const base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the number of the time step. @param now milliseconds */
export function stepAt(now: number): number {
  return Math.floor(now / stepMs);
}

/** Returns the code of a time step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the time step whose code this is, one before and one after the present included; undefined for a wrong code. */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  if (given.length !== digits) return undefined;
  let found: number | undefined;
  for (let step = stepAt(now) - tolerance; step <= stepAt(now) + tolerance; step++) {
    if (timingSafeEqual(given, Buffer.from(totpCode(secret, step)))) found = step;
  }
  return found;
}

/** Returns bytes in base32 (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters.charAt(Number.parseInt(group.padEnd(5, "0"), 2)))
    .join("");
}

/** Returns the address from which an app takes the secret. @param account e-mail or user name */
export function otpauthUri(secret: Buffer, account: string): string {
  const issuer = encodeURIComponent("Ngân Nga");
  const parameters = `secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${parameters}`;
}
