/** Counts tries: in the database if several processes share it, else in this process's memory. */
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

/** Times in milliseconds. */
export interface Limit {
  /** Free tries in one window. */
  max: number;
  window: number;
  /** Waits after each further try; the last one repeats. Empty: the next window opens instead. */
  pauses: readonly number[];
  /** The first pause follows the last free try, instead of the rest of the window. */
  pausesAtOnce?: boolean;
}

/** The number of the try that the first pause follows. */
const pausedFrom = ({ max, pausesAtOnce }: Limit) => (pausesAtOnce ? max : max + 1);

export interface HitStore {
  /**
   * Counts a try, unless it is refused.
   * @returns 0 if it is allowed, else the milliseconds until the next one is.
   */
  hit(key: string, limit: Limit, now: number): Promise<number>;
  /**
   * Counts a quantity, unless it would exceed `max` of the window. @param amount negative to take back what was counted.
   * @returns 0 if it is counted, else the milliseconds until the window ends.
   */
  add(key: string, amount: number, limit: Pick<Limit, "max" | "window">, now: number): Promise<number>;
  /** Counts anew. */
  forget(key: string): Promise<void>;
}

const sweepEvery = 60_000;
/** How long a used-up window is remembered after its end. */
const memoryOf = (limit: Limit) => limit.pauses.at(-1) ?? 0;

/** Counts in this process. Beyond `maxKeys` the oldest key is forgotten. */
export function memoryHits(maxKeys = 100_000): HitStore {
  interface Entry {
    hits: number;
    resetsAt: number;
    forgetAt: number;
  }
  const entries = new Map<string, Entry>();
  let sweepAt = 0;

  function sweep(now: number): void {
    if (now < sweepAt) return;
    sweepAt = now + sweepEvery;
    for (const [key, entry] of entries) if (entry.forgetAt <= now) entries.delete(key);
  }

  return {
    async hit(key, limit, now) {
      sweep(now);
      const { max, window, pauses } = limit;
      const old = entries.get(key);
      if (old && old.hits >= max && old.resetsAt > now) return old.resetsAt - now;
      const fresh = !old || (old.resetsAt <= now && (old.hits < max || old.forgetAt <= now));
      const hits = fresh ? 1 : old.hits + 1;
      const pause = pauses[Math.min(hits - pausedFrom(limit), pauses.length - 1)];
      const resetsAt = fresh ? now + window : pause === undefined ? old.resetsAt : now + pause;
      entries.delete(key);
      entries.set(key, { hits, resetsAt, forgetAt: resetsAt + memoryOf(limit) });
      if (entries.size > maxKeys) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      return 0;
    },

    async add(key, amount, { max, window }, now) {
      sweep(now);
      const old = entries.get(key);
      const entry = old && old.resetsAt > now ? old : { hits: 0, resetsAt: now + window, forgetAt: now + window };
      if (entry.hits + amount > max) return entry.resetsAt - now;
      entries.set(key, { ...entry, hits: entry.hits + amount });
      return 0;
    },

    async forget(key) {
      entries.delete(key);
    },
  };
}

/** Counts in the table `rate_limits`, by one statement for each try, so that simultaneous tries are all counted. */
export function tableHits(db: Db): HitStore {
  const time = (at: number) => new Date(at).toISOString();
  let sweepAt = 0;

  /** Returns the milliseconds until the window of a key ends. */
  async function waitOf(key: string, now: number): Promise<number> {
    const row = await db.selectFrom("rate_limits").select("resets_at").where("key", "=", key).executeTakeFirst();
    return row ? Math.max(1, Date.parse(row.resets_at) - now) : 1;
  }

  return {
    async hit(key, limit, now) {
      const { max, window, pauses } = limit;
      if (now >= sweepAt) {
        sweepAt = now + sweepEvery;
        await db
          .deleteFrom("rate_limits")
          .where("resets_at", "<=", time(now - 60 * 60_000))
          .execute();
      }
      const opened = sql<boolean>`rate_limits.resets_at <= ${time(now)}`;
      const fresh = sql<boolean>`(${opened} and (rate_limits.hits < ${max} or rate_limits.resets_at <= ${time(now - memoryOf(limit))}))`;
      const paused = pauses.map((pause, index) => {
        const last = index === pauses.length - 1;
        return sql`when rate_limits.hits ${sql.raw(last ? ">=" : "=")} ${pausedFrom(limit) - 1 + index} then ${time(now + pause)}`;
      });
      const counted = await db
        .insertInto("rate_limits")
        .values({ key, hits: 1, resets_at: time(now + window) })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({
              hits: sql`case when ${fresh} then 1 else rate_limits.hits + 1 end`,
              resets_at: sql`case when ${fresh} then ${time(now + window)} ${sql.join(paused, sql` `)} else rate_limits.resets_at end`,
            })
            .where(sql<boolean>`(rate_limits.hits < ${max} or ${opened})`),
        )
        .returning("hits")
        .executeTakeFirst();
      return counted ? 0 : waitOf(key, now);
    },

    async add(key, amount, { max, window }, now) {
      if (amount > max) return window;
      const opened = sql<boolean>`rate_limits.resets_at <= ${time(now)}`;
      const counted = await db
        .insertInto("rate_limits")
        .values({ key, hits: amount, resets_at: time(now + window) })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({
              hits: sql`case when ${opened} then 0 else rate_limits.hits end + ${amount}`,
              resets_at: sql`case when ${opened} then ${time(now + window)} else rate_limits.resets_at end`,
            })
            .where(sql<boolean>`(${opened} or rate_limits.hits + ${amount} <= ${max})`),
        )
        .returning("hits")
        .executeTakeFirst();
      return counted ? 0 : waitOf(key, now);
    },

    async forget(key) {
      await db.deleteFrom("rate_limits").where("key", "=", key).execute();
    },
  };
}
