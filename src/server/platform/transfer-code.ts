/**
 * Codes that customers write into a bank transfer: a prefix, seven random signs and a check sign. The alphabet leaves out 0, 1, I, L, O and
 * U; the check sign (Luhn in base 30) finds every mistyped sign and every swap of neighbours but that of its first and last one.
 */
import { randomInt } from "node:crypto";

const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomSigns = 7;

/** `HM` for orders, `HR` for song requests. */
export type CodePrefix = "HM" | "HR";

/** Returns a new code; it need not be unique. */
export function newTransferCode(prefix: CodePrefix): string {
  const signs = Array.from({ length: randomSigns }, () => alphabet[randomInt(alphabet.length)]).join("");
  return prefix + signs + checkSign(signs);
}

/** True for a text that is a code: upper case, without blanks, with the right check sign. */
export function isTransferCode(prefix: CodePrefix, text: string): boolean {
  if (text.length !== prefix.length + randomSigns + 1 || !text.startsWith(prefix)) return false;
  const signs = text.slice(prefix.length, -1);
  return [...signs].every((sign) => alphabet.includes(sign)) && text.at(-1) === checkSign(signs);
}

/** Returns the check sign: every other sign counts twice, from the last one on, as the sum of its digits in base 30. */
function checkSign(signs: string): string {
  const base = alphabet.length;
  let sum = 0;
  for (const [index, sign] of [...signs].reverse().entries()) {
    const value = alphabet.indexOf(sign) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / base) + (value % base);
  }
  return alphabet[(base - (sum % base)) % base] ?? "";
}
