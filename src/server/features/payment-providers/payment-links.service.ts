/**
 * Links of payOS, which tells of money for its own links alone: each has a number of its own, and mostly an account of its own
 * (docs/rooms/payments.md#polling-and-links).
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { PaymentConfigBody } from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { PayosClient, PayosKeys, PayosLink, PayosLinkState } from "./clients/payos-client.ts";
import { type PaymentLinkRow, paymentLinksRepository } from "./payment-links.repository.ts";

export type { PaymentLinkRow };

/** Where the money of a link goes. */
export interface LinkAccount {
  /** Whole đồng that the link was made for. */
  amount: number;
  bankBin: string;
  account: string;
  holder: string;
  /** Content of the transfer; the order is found without it. */
  memo: string;
  /** VietQR of the whole amount, as payOS made it. */
  vietqr: string | null;
}

export interface PaymentLinks {
  /**
   * Asks payOS for a link, when it is configured to make them; one for a code and amount. A link that does not come in time is noted, and
   * never an error. Not within a transaction.
   * @param payment.expiresAt ISO; null for one without an end.
   */
  make(payment: { code: string; amount: number; expiresAt: string | null }): Promise<void>;
  /** Returns the account of a code's link that takes this amount or more; undefined when none does, or payOS is not configured. */
  accountOf(code: string, amount: number): Promise<LinkAccount | undefined>;
  /** Returns links that may have got money, those asked about longest ago first. */
  toCheck(limit: number): Promise<PaymentLinkRow[]>;
  /** Notes that payOS is being asked about a link. */
  noteCheck(link: PaymentLinkRow): Promise<void>;
  /** Notes what payOS said of a link; undefined for one that it does not know. */
  noteState(link: PaymentLinkRow, state: PayosLinkState | undefined): Promise<void>;
}

export interface PaymentLinksDeps {
  database: Pick<Database, "db" | "commit">;
  settings: () => Promise<PaymentConfigBody>;
  payos: Pick<PayosClient, "create">;
  /** Address of the site. */
  publicUrl: string | undefined;
  log: Pick<Logger, "warn" | "error">;
  /** Milliseconds that an order waits for its link. */
  waitMs?: number | undefined;
}

/** Less than the ten seconds that browsers give the order itself. */
const defaultWaitMs = 7_000;
/** Tries to find a number that was never used, among 2^53. */
const numberTries = 3;
const dayMs = 24 * 3600_000;
/** The life of a link for a payment without an end. */
const longestDays = 180;
/** Time for money on its way, once a link has ended; what comes later is told by the webhook alone. */
const lateMs = dayMs;
/** Time after its own end, for a link that payOS never says to have ended. */
const forgottenMs = 7 * dayMs;

/** Returns the keys of payOS, when all are there. */
export function payosKeys({ payos }: Pick<PaymentConfigBody, "payos">): PayosKeys | undefined {
  const { client_id, api_key, checksum_key } = payos;
  return client_id !== "" && api_key !== "" && checksum_key !== "" ? { client_id, api_key, checksum_key } : undefined;
}

/** Whether a service is configured to be asked what was missed. */
export function canAsk(config: PaymentConfigBody, provider: PaymentProvider): boolean {
  return provider === "payos" ? payosKeys(config) !== undefined : config[provider].api_token !== "";
}

export function createPaymentLinks(deps: PaymentLinksDeps): PaymentLinks {
  const { database, settings, payos, publicUrl = "https://payos.vn", log, waitMs = defaultWaitMs } = deps;
  const { db, commit } = database;
  const repository = paymentLinksRepository(db);

  /** Notes that a link is asked for. @returns undefined when one was asked for already. */
  const begin = (code: string, amount: number, expiresAt: string) =>
    commit({ lock: `payment link ${code}` }, async (tx) => {
      const links = paymentLinksRepository(tx);
      if (await links.has(code, amount)) return undefined;
      const now = new Date().toISOString();
      const marks = { created_at: now, checked_at: now, expires_at: expiresAt };
      return links.insert({ code, amount, provider_code: newProviderCode(), state: "asked", ...marks });
    });

  async function ask(keys: PayosKeys, row: PaymentLinkRow, expiresAt: string): Promise<PayosLink> {
    const signal = AbortSignal.timeout(waitMs);
    let orderCode = row.provider_code;
    for (let left = numberTries; left > 0; left--) {
      const { code, amount } = row;
      const asked = { orderCode, amount, description: descriptionOf(code), returnUrl: publicUrl, expiresAt };
      const link = await payos.create(keys, asked, signal);
      if (link !== "taken") return link;
      orderCode = newProviderCode();
      await repository.update(row.id, { provider_code: orderCode });
    }
    throw new Error("No free number was found");
  }

  return {
    async make({ code, amount, expiresAt }) {
      try {
        const current = await settings();
        const keys = payosKeys(current);
        if (!keys || !current.payos.makes_links) return;
        const end = expiresAt ?? new Date(Date.now() + longestDays * dayMs).toISOString();
        const row = await begin(code, amount, end);
        if (!row) return;
        try {
          const link = await ask(keys, row, end);
          const { linkId, bankBin, account, accountHolder, memo, vietqr } = link;
          const named = { link_id: linkId, bank_bin: bankBin, account, account_holder: accountHolder, memo, vietqr };
          await repository.update(row.id, { state: "open", ...named });
        } catch (err) {
          log.warn({ err, code }, "payOS made no link; the order is paid to the bank account");
          await repository.update(row.id, { state: "failed" });
        }
      } catch (err) {
        log.error({ err, code }, "no payment link was asked for");
      }
    },

    async accountOf(code, amount) {
      if (!payosKeys(await settings())) return undefined;
      const row = await repository.usable(code, amount, new Date().toISOString());
      if (!row || row.bank_bin === null || row.account === null) return undefined;
      const { account, bank_bin: bankBin, vietqr } = row;
      return { amount: row.amount, bankBin, account, holder: row.account_holder ?? "", memo: row.memo ?? code, vietqr };
    },

    toCheck: (limit) => repository.toCheck(limit),

    noteCheck: ({ id }) => repository.update(id, { checked_at: new Date().toISOString() }),

    async noteState({ id, state, ended_at, expires_at }, found) {
      const now = Date.now();
      if (!found && state === "asked") return repository.update(id, { state: "failed" });
      const hasEnded = !found || found.hasEnded;
      const ended = hasEnded ? (ended_at ?? new Date(now).toISOString()) : null;
      const isClosed =
        (ended !== null && Date.parse(ended) + lateMs <= now) ||
        (expires_at !== null && Date.parse(expires_at) + forgottenMs <= now);
      return repository.update(id, { state: isClosed ? "closed" : "open", ended_at: ended });
    },
  };
}

/** Returns a number that payOS takes as `orderCode`, from 1 to 2^53 - 1. */
function newProviderCode(): number {
  const bits = randomBytes(8).readBigUInt64BE() & BigInt(Number.MAX_SAFE_INTEGER);
  return Math.max(1, Number(bits));
}

/** Returns the content of a transfer for payOS, which takes nine signs for a bank that is not linked: the code without its first one. */
const descriptionOf = (code: string): string => code.slice(-9);

/** Returns the code of the order or request that a link was made for, however old. @param providerCode `orderCode` of payOS. */
export async function codeOfProviderOrder(db: Db, providerCode: number): Promise<string | undefined> {
  return (await paymentLinksRepository(db).byProviderCode(providerCode))?.code;
}

/** Returns the code whose links alone have this account; undefined for an account that links of several codes share. */
export async function codeOfLinkAccount(db: Db, account: string): Promise<string | undefined> {
  const codes = await paymentLinksRepository(db).codesOfAccount(account);
  return codes.length === 1 ? codes[0] : undefined;
}
