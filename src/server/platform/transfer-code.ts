/** Makes the codes of bank transfers; what a code is stands in the contract. */
import { randomInt } from "node:crypto";
import { checkSign, codeAlphabet, randomSigns } from "#contract/transfer-code.ts";

/** Returns a new code; it need not be unique. */
export function newTransferCode(prefix: string): string {
  const signs = Array.from({ length: randomSigns }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
  return prefix + signs + checkSign(signs);
}
