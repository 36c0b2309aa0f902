/** The services that tell of transfers: their settings, how they fare, and the calls that they make. */
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import type { PaymentConfig, PaymentConfigChange, PaymentProviderStatus } from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import { type Call, type Reading, type ReceivedEvent } from "./adapters/call.ts";
import { readCasso } from "./adapters/casso.ts";
import { readPayos } from "./adapters/payos.ts";
import { readSepay } from "./adapters/sepay.ts";
import type { BankEvent } from "./bank-event.ts";
import { canAsk } from "./payment-links.service.ts";
import { type ProviderRow, paymentProvidersRepository } from "./payment-providers.repository.ts";
import { type CurrentPayments, type PaymentSettings, signingSecretOf, unreadableSecrets } from "./payment-settings.ts";
import { createWrongCallCounter } from "./wrong-calls.ts";

export type { BankEvent } from "./bank-event.ts";

/** How a call ended. */
export const callOutcomes = ["taken", "test", "wrong_signature", "unreadable"] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export interface PaymentProviders {
  read(): Promise<PaymentConfig>;
  /** @throws ApiError `conflict` for another version. */
  save(caller: AdminCaller, body: PaymentConfigChange): Promise<PaymentConfig>;
  statuses(): Promise<PaymentProviderStatus[]>;
  /** @throws ApiError `not_found` for a service without a secret; `unavailable` when its secret can't be read. */
  assertTaking(provider: PaymentProvider): Promise<void>;
  /**
   * Takes a call: its transfers are kept when this returns.
   * @returns false for a wrong signature, which is counted.
   * @throws ApiError `not_found`, `unavailable`; `invalid` for a call with a right signature that can't be read: what can is kept.
   */
  receive(provider: PaymentProvider, call: Pick<Call, "body" | "headers">): Promise<boolean>;
  /** Numbers of calls of this process by how they ended. */
  outcomes(): { provider: PaymentProvider; outcome: CallOutcome; value: number }[];
  /** Writes down what is counted. */
  close(): Promise<void>;
}

export interface PaymentProvidersDeps {
  database: Pick<Database, "db">;
  settings: Pick<PaymentSettings, "current" | "show" | "save">;
  /** Keeps events, each once. */
  takeIn(
    events: readonly BankEvent[],
    options: { source: "webhook"; raw: (event: BankEvent) => string },
  ): Promise<unknown>;
  /** Returns the services that told of nothing though orders were placed; none by default. */
  silentProviders?: () => Promise<ReadonlySet<PaymentProvider>>;
  log: Pick<Logger, "error">;
}

export function createPaymentProviders({
  database: { db },
  settings,
  takeIn,
  silentProviders = async () => new Set(),
  log,
}: PaymentProvidersDeps): PaymentProviders {
  const repository = paymentProvidersRepository(db);
  const wrongCalls = createWrongCallCounter(db, log);
  const counts = new Map<string, number>();

  function count(provider: PaymentProvider, outcome: CallOutcome): void {
    const key = `${provider} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  async function statuses(): Promise<PaymentProviderStatus[]> {
    const [current, rows, silent] = await Promise.all([settings.current(), repository.all(), silentProviders()]);
    return paymentProviders.map((provider) => ({
      ...factsOf(
        provider,
        rows.find((row) => row.provider === provider),
      ),
      state: stateOf(current, provider),
      can_poll: canAsk(current, provider),
      is_silent: silent.has(provider),
    }));
  }

  function factsOf(provider: PaymentProvider, row: ProviderRow | undefined) {
    const pending = wrongCalls.pending(provider);
    return {
      provider,
      received_at: row?.received_at ?? null,
      wrong_signatures: (row?.wrong_signatures ?? 0) + (pending?.count ?? 0),
      wrong_at: pending?.at ?? row?.wrong_at ?? null,
      wrong_bytes: pending?.bytes ?? row?.wrong_bytes ?? null,
      unreadable_calls: row?.unreadable_calls ?? 0,
      unreadable_at: row?.unreadable_at ?? null,
      polled_at: row?.polled_at ?? null,
      poll_error: row?.poll_error ?? null,
    };
  }

  async function read(): Promise<PaymentConfig> {
    return { ...(await settings.show()), providers: await statuses() };
  }

  async function taking(provider: PaymentProvider): Promise<CurrentPayments> {
    const current = await settings.current();
    const state = stateOf(current, provider);
    if (state === "off") throw new ApiError("not_found");
    if (state === "unreadable") throw new ApiError("unavailable", unreadableSecrets);
    return current;
  }

  const keep = async (received: readonly ReceivedEvent[]) => {
    const raw = new Map(received.map((one) => [one.event, one.raw]));
    await takeIn([...raw.keys()], { source: "webhook", raw: (event) => raw.get(event) ?? "" });
  };

  return {
    read,
    statuses,

    async save(caller, body) {
      await withCurrent<unknown>(read, () => settings.save(caller, body));
      return read();
    },

    async assertTaking(provider) {
      await taking(provider);
    },

    async receive(provider, { body, headers }) {
      const current = await taking(provider);
      const call: Call = { body, headers, secret: signingSecretOf(current, provider), now: Date.now() };
      const reading = readCall(provider, call, current);
      if (reading.kind === "wrong_signature") {
        count(provider, "wrong_signature");
        wrongCalls.add(provider, body.length);
        return false;
      }
      if ("events" in reading) await keep(reading.events);
      const at = new Date().toISOString();
      if (reading.kind === "unreadable") {
        count(provider, "unreadable");
        await repository.addUnreadable(provider, at);
        log.error({ provider, reason: reading.reason, bytes: body.length }, "a signed payment call can't be read");
        throw new ApiError("invalid", `Không đọc được giao dịch: ${reading.reason}`);
      }
      count(provider, reading.kind === "test" ? "test" : "taken");
      await repository.noteCall(provider, at);
      return true;
    },

    outcomes: () =>
      paymentProviders.flatMap((provider) =>
        callOutcomes.map((outcome) => ({ provider, outcome, value: counts.get(`${provider} ${outcome}`) ?? 0 })),
      ),

    close: wrongCalls.close,
  };
}

function readCall(provider: PaymentProvider, call: Call, { sepay, casso }: CurrentPayments): Reading {
  if (provider === "sepay") return readSepay(call, sepay.method);
  return provider === "casso" ? readCasso(call, casso.method) : readPayos(call);
}

function stateOf({ signed, isUnreadable }: CurrentPayments, provider: PaymentProvider): PaymentProviderStatus["state"] {
  if (!signed.includes(provider)) return "off";
  return isUnreadable ? "unreadable" : "ready";
}
