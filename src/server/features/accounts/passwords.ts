/** Passwords are kept as argon2id hashes only. */
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "#server/platform/at-most.ts";

export interface Passwords {
  /** Gives the PHC string to store. */
  hash(password: string): Promise<string>;
  /** Compares with a stored PHC string. Without one it works just as long and says no. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** OWASP's recommendation for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes libuv's threads, of which there are four; the others stay free for the files that are being played. */
const hashesAtOnce = 2;

/** @param options argon2's cost; memory in KiB. Only tests make it cheaper. */
export function createPasswords(
  options: { memoryCost: number; timeCost: number; parallelism: number } = owasp,
): Passwords {
  const bytes = (password: string) => Buffer.from(password.normalize("NFC"));
  let nobody: Promise<string> | undefined;
  const turn = atMost(hashesAtOnce);
  return {
    hash: (password) => turn(() => hash(bytes(password), options)),
    async verify(stored, password) {
      nobody ??= hash("nobody's password", options);
      const compared = stored ?? (await nobody);
      const right = await turn(() => verify(compared, bytes(password)));
      return stored !== undefined && right;
    },
  };
}
