/** Services that told of nothing though orders were placed: perhaps their webhook or their link to the bank is broken. */
import type { PaymentConfigBody } from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { pollStateRepository } from "./poll-state.repository.ts";
import { pollStateOf } from "./poll-state.ts";

export interface SilenceDeps {
  db: Db;
  settings: () => Promise<PaymentConfigBody>;
  /** Returns when the settings were last saved: a service that was just set up could not tell of what was before. ISO. */
  savedAt: () => Promise<string | undefined>;
  /** Returns when the newest order with something to pay was placed between two times; ISO, the second one excluded. */
  newestOrder(from: string, until: string): Promise<string | undefined>;
  now?: () => number;
}

const hourMs = 3600_000;
/** Orders of before don't count: whoever did not pay until then does not pay. */
const longestMs = 24 * hourMs;

/**
 * Returns a function that finds the silent services: configured ones whose last transfer, by webhook or poll, is older than the newest
 * order that has waited for an hour; of the last day, and since the settings were saved.
 */
export function createSilence({ db, settings, savedAt, newestOrder, now = () => Date.now() }: SilenceDeps) {
  return async (): Promise<ReadonlySet<PaymentProvider>> => {
    const current = await settings();
    const configured = paymentProviders.filter((provider) => isTelling(current, provider));
    if (configured.length === 0) return new Set();
    const time = now();
    const saved = (await savedAt()) ?? "";
    const dayAgo = new Date(time - longestMs).toISOString();
    const hourAgo = new Date(time - hourMs).toISOString();
    const order = await newestOrder(saved > dayAgo ? saved : dayAgo, hourAgo);
    if (order === undefined) return new Set();
    const rows = await pollStateRepository(db).all();
    const heardAt = (provider: PaymentProvider) => {
      const row = rows.find((each) => each.provider === provider);
      return [row?.received_at ?? "", pollStateOf(row?.poll_cursor).newest_at ?? ""].sort().at(-1) ?? "";
    };
    return new Set(configured.filter((provider) => heardAt(provider) < order));
  };
}

/** Whether a service should tell of transfers: its calls are signed, or it is asked. */
function isTelling({ sepay, casso, payos }: PaymentConfigBody, provider: PaymentProvider): boolean {
  if (provider === "payos") return payos.makes_links && payos.checksum_key !== "";
  const { secret, api_token } = provider === "sepay" ? sepay : casso;
  return secret !== "" || api_token !== "";
}
