/**
 * Requests that must create once: the reply of a creation is kept under the client's `Idempotency-Key` for a day, written in the creating
 * transaction. A retry with the same content is given the first reply, one with other content is refused.
 */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { ApiError, invalidField } from "#contract/errors.ts";
import type { Database } from "./db/database.ts";
import type { Tx } from "./db/schema.ts";
import { idempotencyRepository } from "./idempotency.repository.ts";

const lifeMs = 24 * 60 * 60_000;
const usableKey = /^[!-~]{1,200}$/;

/** Returns the `Idempotency-Key` of a request; undefined without one. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders | undefined): string | undefined {
  const key = headers?.["idempotency-key"];
  return Array.isArray(key) ? key.join() : key;
}

/** Returns whose keys a user's are, or for null those of all anonymous callers. */
export function keyOwner(userId: number | null): string {
  return userId === null ? "" : `user ${userId}`;
}

export interface Creation {
  /** Names the endpoint. */
  scope: string;
  /** The owner of the keys, by `keyOwner`. */
  caller: string;
  /** The header of the request; undefined without one. */
  key: string | undefined;
  /** All that the request says. JSON of equal contents must be equal. */
  content: unknown;
}

export interface Idempotency {
  /**
   * Creates in a transaction, once for each key. @returns the reply of `create`, which must survive JSON; with a known key the first one.
   * @throws ApiError `invalid` for an unusable key, or one that came with other content before.
   */
  once<T>(creation: Creation, create: (tx: Tx) => Promise<T>): Promise<T>;
  /** Removes the keys of a caller with their replies. */
  forget(tx: Tx, caller: string): Promise<void>;
  /** Removes expired keys with their replies, as each creation with a key does. */
  sweep(): Promise<void>;
}

/** @param now returns milliseconds. */
export function createIdempotency(
  { db, commit }: Pick<Database, "db" | "commit">,
  log: Pick<Logger, "warn">,
  now: () => number = () => Date.now(),
): Idempotency {
  /** Removes expired keys, outside of the creating transaction, which must not wait for another one's sweep. */
  async function sweep(): Promise<void> {
    await idempotencyRepository(db)
      .sweep(new Date(now() - lifeMs).toISOString())
      .catch((err: unknown) => log.warn({ err }, "expired idempotency keys could not be removed"));
  }

  return {
    async once<T>({ scope, caller, key, content }: Creation, create: (tx: Tx) => Promise<T>): Promise<T> {
      if (key === undefined) return commit(create);
      if (!usableKey.test(key)) {
        throw invalidField("Idempotency-Key", "Idempotency-Key phải có từ 1 đến 200 ký tự ASCII, không có dấu cách");
      }
      const name = { scope, caller, key };
      const content_hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
      await sweep();
      return commit(async (tx) => {
        const keys = idempotencyRepository(tx);
        if (await keys.take(name, { content_hash, created_at: new Date(now()).toISOString() })) {
          const reply = await create(tx);
          await keys.setReply(name, JSON.stringify(reply));
          return reply;
        }
        const first = await keys.find(name);
        if (!first) throw new ApiError("conflict");
        if (first.content_hash !== content_hash) {
          throw invalidField("Idempotency-Key", "Idempotency-Key này đã được dùng cho một nội dung khác");
        }
        return JSON.parse(first.reply) as T;
      });
    },
    sweep,
    forget: (tx, caller) => idempotencyRepository(tx).removeOf(caller),
  };
}
