/** Recovery codes: 80 random bits each, so that a plain SHA-256 of one is as safe as that of a token. */
import { createHash, randomBytes } from "node:crypto";
import { base32 } from "./totp.ts";

const count = 10;
const bytes = 10;

/** Returns ten new codes: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => (base32(randomBytes(bytes)).match(/.{4}/g) ?? []).join("-"));
}

/** Returns the value of `recovery_codes.code_hash` for a code. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(normalisedCode(code)).digest("hex");
}

/** Returns a code as it is compared: without blanks and hyphens, in capitals. */
export function normalisedCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}
