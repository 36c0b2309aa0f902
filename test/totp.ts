/** Codes of a second factor as an app makes them, from the secret as it is shown. */
import { totpCode } from "#server/features/accounts/second-factor/totp.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the bytes of a base32 text without padding. */
export function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of a secret. @param steps from the present one; the server takes -1, 0 and 1 */
export function codeOf(secret: string, steps = 0): string {
  return totpCode(bytesOf(secret), Math.floor(Date.now() / 30_000) + steps);
}
