/**
 * The addresses of stored files. A file has one key, `audio/<32 hex digits>.<extension>`, and two addresses: `/uploads/<key>`,
 * which the site answers, and `R2:<key>`, by which songs name a file that object storage manages. No zod here: public pages load
 * this module.
 */
const localPrefix = "/uploads/";
const storagePrefix = "R2:";

/** The folders of stored files, on the disk and in a bucket alike. */
export const fileFolders = ["audio", "samples", "images", "references", "finished", "receipts", "attachments"] as const;
export type FileFolder = (typeof fileFolders)[number];

/** Matches a key within other text. */
export const fileKeyPattern = `(?:${fileFolders.join("|")})/[0-9a-f]{32}\\.[a-z0-9]{1,8}`;
const wholeKey = new RegExp(`^${fileKeyPattern}$`);

/** True for the key of a stored file. */
export function isFileKey(text: string): boolean {
  return wholeKey.test(text);
}

/** Returns the key of `/uploads/<key>` or `R2:<key>`; undefined for every other address. */
export function fileKeyOf(address: string): string | undefined {
  const prefix = [localPrefix, storagePrefix].find((start) => address.startsWith(start));
  const key = prefix === undefined ? undefined : address.slice(prefix.length);
  return key !== undefined && isFileKey(key) ? key : undefined;
}

/** True for addresses of this site's files, also for malformed ones that no file can have. */
export function isOwnAddress(address: string): boolean {
  return address.startsWith(localPrefix) || isStorageAddress(address);
}

/** True for `R2:…`. */
export function isStorageAddress(address: string): boolean {
  return address.startsWith(storagePrefix);
}

/** Returns the address that browsers load: `/uploads/…` for `R2:…`, any other as it is. */
export function servedAddress(address: string): string {
  return isStorageAddress(address) ? localPrefix + address.slice(storagePrefix.length) : address;
}

export function localAddress(key: string): string {
  return localPrefix + key;
}

export function storageAddress(key: string): string {
  return storagePrefix + key;
}
