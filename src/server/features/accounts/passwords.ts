/** Passwords are kept as argon2id hashes only. */
import { hash, verify } from "@node-rs/argon2";

export interface Passwords {
  /** Gives the PHC string to store. */
  hash(password: string): Promise<string>;
  /** Compares with a stored PHC string. Without one it works just as long and says no. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** OWASP's recommendation for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @param options argon2's cost; memory in KiB. Only tests make it cheaper. */
export function createPasswords(
  options: { memoryCost: number; timeCost: number; parallelism: number } = owasp,
): Passwords {
  const bytes = (password: string) => Buffer.from(password.normalize("NFC"));
  let nobody: Promise<string> | undefined;
  return {
    hash: (password) => hash(bytes(password), options),
    async verify(stored, password) {
      nobody ??= hash("nobody's password", options);
      const right = await verify(stored ?? (await nobody), bytes(password));
      return stored !== undefined && right;
    },
  };
}
