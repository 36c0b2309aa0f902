/** Encrypts credentials of other services and secrets of accounts for the database: AES-256-GCM with a key derived from `SECRET_KEY`. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface Vault {
  seal(text: string): string;
  /** Returns undefined for a text that was sealed with another key or modified. */
  open(sealed: string): string | undefined;
}

const algorithm = "aes-256-gcm";
const version = "v1";

/**
 * @param purpose separates keys: a text sealed for one purpose does not open for another.
 * @param oldSecret also opens, but does not seal.
 */
export function createVault(secret: Buffer, purpose: string, oldSecret?: Buffer): Vault {
  const keyOf = (from: Buffer) => Buffer.from(hkdfSync("sha256", from, Buffer.alloc(0), `ngan-nga ${purpose}`, 32));
  const key = keyOf(secret);
  const openingKeys = oldSecret === undefined ? [key] : [key, keyOf(oldSecret)];
  return {
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, iv);
      const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [version, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"))].join(".");
    },
    open(sealed) {
      const [prefix, iv = "", tag = "", data = ""] = sealed.split(".");
      if (prefix !== version) return undefined;
      for (const openingKey of openingKeys) {
        try {
          const decipher = createDecipheriv(algorithm, openingKey, Buffer.from(iv, "base64url"), { authTagLength: 16 });
          decipher.setAuthTag(Buffer.from(tag, "base64url"));
          return decipher.update(data, "base64url", "utf8") + decipher.final("utf8");
        } catch {
          // Sealed with the other key, or modified.
        }
      }
      return undefined;
    },
  };
}
