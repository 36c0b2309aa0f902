/** The table of counted requests. */
import type { Entities } from "../../db/entity.ts";

interface RateLimitTable {
  key: string;
  hits: number;
  resets_at: string;
}

export interface RateLimitTables {
  rate_limits: RateLimitTable;
}

export const rateLimitEntities = {
  rate_limits: { key: ["key"] },
} as const satisfies Entities<keyof RateLimitTables>;
