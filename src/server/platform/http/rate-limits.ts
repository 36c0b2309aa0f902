/**
 * How often one may call: the named limits of the contract. Own code and not @fastify/rate-limit's hook, see
 * `docs/decisions/0007-rate-limits.md`.
 */
import { createHmac } from "node:crypto";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { RateLimit } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type HitStore, type Limit, memoryHits, tableHits } from "./rate-limits.repository.ts";
import type { RateLimiter } from "./router.ts";

const minute = 60_000;

interface Rule extends Limit {
  /** What is counted together. */
  key(request: FastifyRequest, accountOf: AccountOf): string | Promise<string>;
}

/** The one name of the account that a login means, which may be given by name or by e-mail. */
export type AccountOf = (login: string) => Promise<string>;

/** One /64 counts as one address: a home has as many IPv6 addresses as it likes. */
const address = (request: FastifyRequest) => normalizeIP(request.ip || "");

async function accountAndAddress(request: FastifyRequest, accountOf: AccountOf): Promise<string> {
  const { username } = request.body as { username: string };
  return `${address(request)} ${await accountOf(username)}`;
}

/** All of a call's rules must agree. Addresses alone are counted loosely: a mobile carrier's customers share a few. */
const rules: Record<RateLimit, readonly Rule[]> = {
  login: [
    { max: 100, window: minute, pauses: [], key: address },
    // After the tenth try in a minute one more for each pause.
    { max: 10, window: minute, pauses: [1, 2, 4, 8, 16, 30].map((n) => n * minute), key: accountAndAddress },
  ],
  form: [{ max: 60, window: 10 * minute, pauses: [], key: address }],
  play: [{ max: 600, window: minute, pauses: [], key: address }],
};

/**
 * Gives the hook of each named limit. Keys are HMACs: the plain sum of an IPv4 address is found again by trying them all. A refusal
 * is a 429 with `Retry-After` in seconds; refused tries do not prolong it. When the counts can't be kept, calls pass and the log tells.
 * @param secret the same for all processes that share the counts.
 */
export function createRateLimiter(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  log: Pick<Logger, "error">,
  accountOf: AccountOf,
  secret: Buffer,
): RateLimiter {
  const store: HitStore = dialect.shared ? tableHits(db) : memoryHits();
  return (name) => async (request, reply) => {
    const count = async (rule: Rule, index: number) => {
      const text = `rate limit\n${name} ${index} ${await rule.key(request, accountOf)}`;
      return store.hit(createHmac("sha256", secret).update(text).digest("base64url"), rule, Date.now());
    };
    for (const [index, rule] of rules[name].entries()) {
      const wait = await count(rule, index).catch((err: unknown) => {
        log.error({ err }, "rate limits are not counted");
        return 0;
      });
      if (wait > 0) {
        reply.header("retry-after", Math.ceil(wait / 1000));
        throw new ApiError("rate_limited");
      }
    }
  };
}
