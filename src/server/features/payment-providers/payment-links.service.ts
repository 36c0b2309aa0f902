/** Links of payOS, which tells of money for its own links alone: each has a number of its own, and mostly an account of its own. */
import type { Db } from "#server/platform/db/schema.ts";
import { paymentLinksRepository } from "./payment-links.repository.ts";

/** Returns the code of the order or request that a link was made for, however old. @param providerCode `orderCode` of payOS. */
export async function codeOfProviderOrder(db: Db, providerCode: number): Promise<string | undefined> {
  return (await paymentLinksRepository(db).byProviderCode(providerCode))?.code;
}

/** Returns the code whose links alone have this account; undefined for an account that links of several codes share. */
export async function codeOfLinkAccount(db: Db, account: string): Promise<string | undefined> {
  const codes = await paymentLinksRepository(db).codesOfAccount(account);
  return codes.length === 1 ? codes[0] : undefined;
}
