/** Hashes passwords with argon2id. */
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "#server/platform/at-most.ts";

export interface Passwords {
  /** Returns the PHC string to store. */
  hash(password: string): Promise<string>;
  /** Compares with a stored PHC string. Without one it returns false after the same time. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** OWASP's recommendation for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies libuv's threads, of which there are four; the others stay free for reading files. */
const maxConcurrentHashes = 2;

/** @param options argon2's cost, memory in KiB; tests make it cheaper. */
export function createPasswords(
  options: { memoryCost: number; timeCost: number; parallelism: number } = owasp,
): Passwords {
  const bytes = (password: string) => Buffer.from(password.normalize("NFC"));
  let placeholder: Promise<string> | undefined;
  const limit = atMost(maxConcurrentHashes);
  return {
    hash: (password) => limit(() => hash(bytes(password), options)),
    async verify(stored, password) {
      placeholder ??= hash("no account", options);
      const expected = stored ?? (await placeholder);
      const isCorrect = await limit(() => verify(expected, bytes(password)));
      return stored !== undefined && isCorrect;
    },
  };
}
