import { receiptFileRules } from "#contract/rules.ts";

/** Returns the error message of a file that must not be sent; the server checks its content. */
export function checkReceipt({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (type !== "" && !/^image\/(?:jpeg|png|webp)$/.test(type)) return receiptFileRules.wrongType;
  return size > receiptFileRules.maxBytes ? receiptFileRules.tooLarge : undefined;
}
