/**
 * Enforces the contract's rate limits. Own code and not @fastify/rate-limit's hook: see `docs/rooms/http-and-limits.md#rate-limits`.
 */
import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { RateLimit, TokenKind } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isDatabaseError } from "#server/platform/db/dialect.ts";
import { accountOf } from "../caller.ts";
import type { RateLimiter } from "../router.ts";
import { clientNetwork } from "./client-network.ts";
import { type HitStore, type Limit, memoryHits, tableHits } from "./rate-limits.repository.ts";

const minute = 60_000;

interface Rule extends Limit {
  /** The key of a counter: an address, an address and an account, or an account for all unknown addresses. */
  by: "address" | "address and account" | "account";
  /** Counted in the memory of each process: a row in the database would cost more than what it limits. */
  isLocal?: true;
}

/** Facts about the account of a login, which may be given by name or by e-mail. */
export interface LoginAccounts {
  /** Returns the one name of the account. */
  loginName(kind: TokenKind, login: string): Promise<string>;
  /** True for an address that the account logged in from before. */
  isKnownAddress(kind: TokenKind, login: string, address: string): Promise<boolean>;
  /** Returns the name that an account logs in with. */
  loginOf(kind: TokenKind, id: number): Promise<string>;
}

/** A password that a caller gives again is a try to log in, and counts with those. */
const ruleNames = {
  login: "login",
  password: "login",
  form: "form",
  play: "play",
  download: "download",
  read: "read",
  page: "page",
  webhook: "webhook",
  wrong_signature: "wrong_signature",
} as const satisfies Record<RateLimit["name"], string>;

/**
 * A request must satisfy all rules of its limit; those by address are counted before the body is read. They are
 * loose: a mobile carrier's customers share a few addresses.
 */
const rules: Record<(typeof ruleNames)[RateLimit["name"]], readonly Rule[]> = {
  login: [
    { max: 100, window: minute, pauses: [], by: "address" },
    // After the tenth try in a minute one more for each pause.
    { max: 10, window: minute, pauses: [1, 2, 4, 8, 16, 30].map((n) => n * minute), by: "address and account" },
    // Against guesses from many addresses. The owner's known address is not held up, so nobody can lock another out.
    {
      max: 50,
      window: 60 * minute,
      pauses: [1, 2, 4, 8, 16, 30].map((n) => n * minute),
      pausesAtOnce: true,
      by: "account",
    },
  ],
  form: [{ max: 60, window: 10 * minute, pauses: [], by: "address" }],
  play: [{ max: 600, window: minute, pauses: [], by: "address" }],
  download: [{ max: 120, window: 10 * minute, pauses: [], by: "address" }],
  // For 160 people behind one address, as many as may be connected: each reads 7 answers a minute that nobody has read before.
  read: [{ max: 1200, window: minute, pauses: [], by: "address", isLocal: true }],
  // A visitor opens one page from the server; all further ones are made in the browser.
  page: [{ max: 300, window: minute, pauses: [], by: "address", isLocal: true }],
  // A service sends one call for each transfer and at most eight more; a bank account has a few in a second at most.
  webhook: [{ max: 1200, window: minute, pauses: [], by: "address", isLocal: true }],
  wrong_signature: [{ max: 60, window: minute, pauses: [], by: "address", isLocal: true }],
};

/** Bytes of recordings that one address may leave behind in a day. */
const recordingBytes = { max: 300 * 1024 * 1024, window: 24 * 60 * minute };

export interface CountBytes {
  /**
   * Counts the bytes of a file that a stranger leaves behind. @param bytes negative to take back what was counted.
   * @returns 0, or the milliseconds until the address may send so much again: then nothing is counted.
   */
  countBytes(address: string, bytes: number): Promise<number>;
}

export interface ForgetLogins {
  /** Forgets the tries to log in to an account: those of one address, and those of all unknown ones. */
  forgetLogins(kind: TokenKind, login: string, address: string): Promise<void>;
}

/**
 * Makes the hooks of rate limits. Keys are HMACs: the plain hash of an IPv4 address is found again by trying them all. A
 * refusal is a 429 with `Retry-After` in seconds; refused tries do not prolong it. While the database fails, requests pass and the log
 * has the error; any other error fails the request.
 * @param secret the same for all processes that share the counts.
 */
export function createRateLimiter(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  log: Pick<Logger, "error">,
  accounts: LoginAccounts,
  secret: Buffer,
): RateLimiter & ForgetLogins & CountBytes {
  const local = memoryHits();
  const store: HitStore = dialect.shared ? tableHits(db) : local;
  const keyedHash = (name: string, index: number, key: string) =>
    createHmac("sha256", secret).update(`rate limit\n${name} ${index} ${key}`).digest("base64url");

  /** @throws TypeError for an anonymous caller: the endpoint's record is wrong. */
  async function ownLogin({ caller }: FastifyRequest): Promise<{ kind: TokenKind; login: string }> {
    if (caller.kind === "anonymous") throw new TypeError('The limit "password" counts callers with a token only.');
    const { kind, id } = accountOf(caller);
    return { kind, login: await accounts.loginOf(kind, id) };
  }

  /** Returns the key to count by; undefined for a request that the rule lets pass. */
  async function keyOf({ by }: Rule, limit: RateLimit, request: FastifyRequest): Promise<string | undefined> {
    const address = clientNetwork(request.ip || "");
    if (by === "address" || !isByAccount(limit)) return address;
    const { kind, login } = limit.name === "password" ? await ownLogin(request) : loginIn(request, limit);
    const name = await accounts.loginName(kind, login);
    if (by === "address and account") return `${address} ${name}`;
    return (await accounts.isKnownAddress(kind, login, request.ip)) ? undefined : `${kind} ${name}`;
  }

  /** Counts by the store; 0 while the database fails. */
  function counted(count: () => Promise<number>): Promise<number> {
    return count().catch((err: unknown) => {
      if (!isDatabaseError(err)) throw err;
      log.error({ err }, "rate limits are not counted");
      return 0;
    });
  }

  /** Counts a request by some rules of a limit. @throws ApiError `rate_limited` */
  async function enforce(limit: RateLimit, byAccount: boolean, request: FastifyRequest, reply: FastifyReply) {
    const name = ruleNames[limit.name];
    for (const [index, rule] of rules[name].entries()) {
      if ((rule.by !== "address") !== byAccount) continue;
      const wait = await counted(async () => {
        const key = await keyOf(rule, limit, request);
        if (key === undefined) return 0;
        return (rule.isLocal ? local : store).hit(keyedHash(name, index, key), rule, Date.now());
      });
      if (wait > 0) {
        reply.header("retry-after", Math.ceil(wait / 1000));
        throw new ApiError("rate_limited");
      }
    }
  }

  const limiter: RateLimiter = (limit) => ({
    onRequest: (request, reply) => enforce(limit, false, request, reply),
    ...(isByAccount(limit) ? { preHandler: (request, reply) => enforce(limit, true, request, reply) } : {}),
  });

  async function forgetLogins(kind: TokenKind, login: string, address: string): Promise<void> {
    try {
      const name = await accounts.loginName(kind, login);
      for (const [index, { by }] of rules.login.entries()) {
        if (by === "address") continue;
        const key = by === "account" ? `${kind} ${name}` : `${clientNetwork(address)} ${name}`;
        await store.forget(keyedHash("login", index, key));
      }
    } catch (err) {
      if (!isDatabaseError(err)) throw err;
      log.error({ err }, "counted logins could not be forgotten");
    }
  }

  const countBytes = (address: string, bytes: number) =>
    counted(() => store.add(keyedHash("recordings", 0, clientNetwork(address)), bytes, recordingBytes, Date.now()));

  return Object.assign(limiter, { forgetLogins, countBytes });
}

function isByAccount(limit: RateLimit): limit is Extract<RateLimit, { name: "login" | "password" }> {
  return limit.name === "login" || limit.name === "password";
}

/** @throws TypeError where the request has no such field: the endpoint's record is wrong. */
function loginIn({ body }: FastifyRequest, limit: RateLimit & { name: "login" }): { kind: TokenKind; login: string } {
  const login = (body as Record<string, unknown> | undefined)?.[limit.key];
  if (typeof login !== "string") throw new TypeError(`The body has no text that the limit "${limit.name}" counts by.`);
  return { kind: limit.account, login };
}
