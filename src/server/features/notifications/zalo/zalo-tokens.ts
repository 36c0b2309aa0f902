/**
 * The tokens of the Official Account. A refresh token is good once: one process at a time exchanges it, by a lease that is written down in
 * the settings, and the new pair is committed before anyone uses it. No transaction is open while Zalo is called.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseError } from "#server/platform/db/dialect.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { verdictOf, wordsOf } from "./zalo-answers.ts";
import type { TokenPair, ZaloApi } from "./zalo-api.ts";
import { type Opened, objectionTo, type Saved, type ZaloSettings } from "./zalo-settings.ts";

export type TokenResult =
  | { state: "ready"; accessToken: string; secretKey: string }
  /** Not until a person has done something. @param reason in Vietnamese. */
  | { state: "stopped"; reason: string }
  /** @param reason in Vietnamese. */
  | { state: "later"; reason: string };

export interface ZaloTokens {
  /**
   * Returns an access token that is good for some time.
   * @param refused one that Zalo refused.
   * @param reserveMs how much longer it has to last.
   */
  get(options?: { refused?: string; reserveMs?: number }): Promise<TokenResult>;
}

interface ZaloTokensDeps {
  settings: ZaloSettings;
  api: ZaloApi;
  /** Stops the channel in the transaction, and tells the administrators. */
  stop(tx: Tx, saved: Opened, reason: string): Promise<Saved>;
  /** Milliseconds of a lease, and between two looks at that of another process. */
  leaseMs?: number | undefined;
  lookMs?: number | undefined;
}

/** Longer than a call of Zalo with the writing of its answer. */
const defaultLeaseMs = 60_000;
const defaultLookMs = 250;
const defaultReserveMs = 5 * 60_000;
const writeRetryMs = 1_000;

export function createZaloTokens(deps: ZaloTokensDeps): ZaloTokens {
  const { settings, api, stop, leaseMs = defaultLeaseMs, lookMs = defaultLookMs } = deps;

  type Claim = TokenResult | { state: "busy" } | { state: "mine"; saved: Opened };

  /** Returns the stored token when it is good, or takes the lease for another one. */
  const claim = (holder: string, refused: string | undefined, reserveMs: number): Promise<Claim> =>
    settings.change<Claim>(async (_tx, saved) => {
      const objection = objectionTo(saved);
      if (objection !== undefined || !saved?.opened) {
        return { result: { state: "stopped", reason: objection ?? "Zalo chưa được thiết lập." } };
      }
      if (saved.stopped) return { result: { state: "stopped", reason: saved.stopped.reason } };
      const { access_token: accessToken, secret_key: secretKey } = saved.opened;
      const lasts = saved.token_expires_at === null || Date.parse(saved.token_expires_at) > Date.now() + reserveMs;
      if (accessToken !== "" && accessToken !== refused && lasts) {
        return { result: { state: "ready", accessToken, secretKey } };
      }
      if (saved.renewal && Date.parse(saved.renewal.until) > Date.now()) return { result: { state: "busy" } };
      const renewal = { holder, until: new Date(Date.now() + leaseMs).toISOString() };
      return { result: { state: "mine", saved }, save: { ...saved, renewal } };
    });

  async function renew(saved: Opened, holder: string): Promise<TokenResult | undefined> {
    const { secret_key: secretKey = "", refresh_token: refreshToken = "" } = saved.opened ?? {};
    const answer = await api.refresh({ appId: saved.app_id, secretKey, refreshToken });
    if ("access_token" in answer) {
      await untilWritten(() => storePair(refreshToken, answer));
      return undefined;
    }
    const verdict = verdictOf(answer);
    const isFinal = answer.kind === "number" && answer.error !== 0 && verdict !== "retry";
    if (!isFinal) {
      await release(holder);
      return { state: "later", reason: `Chưa đổi được token: ${wordsOf(answer)}` };
    }
    const reason = `Không đổi được token: ${wordsOf(answer)}. Hãy cấp quyền lại cho ứng dụng rồi nhập Access Token và Refresh Token mới.`;
    const isStopped = await settings.change(async (tx, current) => {
      // Another process may have stored a new pair since.
      if (current?.opened?.refresh_token !== refreshToken) return { result: false };
      return { result: true, save: { ...(await stop(tx, current, reason)), renewal: null } };
    });
    return isStopped ? { state: "stopped", reason } : undefined;
  }

  /** Stores a new pair in the place of the one whose refresh token it took; what the administrator entered meanwhile stays. */
  const storePair = (refreshToken: string, pair: TokenPair): Promise<undefined> =>
    settings.change(async (_tx, current) => {
      if (current?.opened?.refresh_token !== refreshToken) return { result: undefined };
      const { access_token, refresh_token } = pair;
      const token_expires_at = new Date(Date.now() + pair.expires_in * 1000).toISOString();
      const save: Saved = { ...current, token_expires_at, renewal: null };
      return { result: undefined, save, secrets: { ...current.opened, access_token, refresh_token } };
    });

  const release = (holder: string): Promise<undefined> =>
    settings.change(async (_tx, current) => {
      if (current?.renewal?.holder !== holder) return { result: undefined };
      return { result: undefined, save: { ...current, renewal: null } };
    });

  /** Writes the new pair again while the database is away: Zalo gives no other one for the old token. */
  async function untilWritten(write: () => Promise<undefined>): Promise<void> {
    const end = performance.now() + leaseMs;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isDatabaseError(error) || performance.now() > end) throw error;
        await pause(writeRetryMs);
      }
    }
  }

  return {
    async get({ refused, reserveMs = defaultReserveMs } = {}) {
      const holder = randomUUID();
      const end = performance.now() + leaseMs;
      for (;;) {
        const claimed = await claim(holder, refused, reserveMs);
        if (claimed.state === "mine") {
          const failure = await renew(claimed.saved, holder);
          if (failure) return failure;
        } else if (claimed.state !== "busy") {
          return claimed;
        } else if (performance.now() > end) {
          return { state: "later", reason: "Một tiến trình khác đang đổi token của Zalo" };
        } else {
          await pause(lookMs);
        }
      }
    },
  };
}
