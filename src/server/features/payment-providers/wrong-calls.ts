/** Counts calls with a wrong signature: exactly, and without a write for each of a flood. */
import type { Logger } from "pino";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { paymentProvidersRepository, type WrongCalls } from "./payment-providers.repository.ts";

/** Time between two writes of one process, milliseconds. */
const pauseMs = 5000;

export interface WrongCallCounter {
  /** Counts a call. @param bytes of its body. */
  add(provider: PaymentProvider, bytes: number): void;
  /** Returns the calls of this process that are not written down yet. */
  pending(provider: PaymentProvider): WrongCalls | undefined;
  /** Writes down what is counted. */
  flush(): Promise<void>;
  /** Writes down what is counted, and counts no more. */
  close(): Promise<void>;
}

export function createWrongCallCounter(db: Db, log: Pick<Logger, "error">): WrongCallCounter {
  const counted = new Map<PaymentProvider, WrongCalls>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    for (const provider of paymentProviders) {
      const calls = counted.get(provider);
      if (!calls) continue;
      counted.delete(provider);
      try {
        await paymentProvidersRepository(db).addWrong(provider, calls);
      } catch (err) {
        merge(provider, calls);
        log.error({ err, provider }, "wrong calls of a payment provider could not be written down");
        schedule();
        return;
      }
    }
  }

  function merge(provider: PaymentProvider, earlier: WrongCalls): void {
    const later = counted.get(provider);
    counted.set(provider, later ? { ...later, count: later.count + earlier.count } : earlier);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), pauseMs).unref();
  }

  return {
    add(provider, bytes) {
      const count = (counted.get(provider)?.count ?? 0) + 1;
      counted.set(provider, { count, at: new Date().toISOString(), bytes });
      schedule();
    },
    pending: (provider) => counted.get(provider),
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}
