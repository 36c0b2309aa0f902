/** The state of a gift, and the day on which it opens. */
import { invalidField } from "#contract/errors.ts";
import { mostDaysAhead } from "#contract/gift-rules.ts";
import type { giftStates } from "#contract/gifts.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import type { GiftRow } from "./gifts.repository.ts";

export type GiftState = (typeof giftStates)[number];

/** @param holding what it holds now; undefined while it may not be opened. */
export function stateOf(
  { is_open, opens_at }: Pick<GiftRow, "is_open" | "opens_at">,
  holding: object | undefined,
  now: number,
): GiftState {
  if (!is_open || holding === undefined) return "closed";
  return opens_at !== null && Date.parse(opens_at) > now ? "waiting" : "open";
}

/** Returns the day on which a gift opens as `YYYY-MM-DD`; null for one that is open from the start. */
export const openingDay = ({ opens_at }: Pick<GiftRow, "opens_at">): string | null =>
  opens_at === null ? null : vietnamDay(Date.parse(opens_at));

const dayMs = 24 * 60 * 60_000;

/**
 * Returns the time from which a gift is open.
 * @param day `YYYY-MM-DD`. @param field of an error. @param stored the day until now, which stays although it is over.
 * @throws ApiError `invalid` for a day that is over, or far off
 */
export function openingOf(
  day: string | null | undefined,
  now: number,
  field: string,
  stored: string | null = null,
): string | null {
  if (day == null) return null;
  if (day !== stored) {
    if (day < vietnamDay(now)) throw invalidField(field, "Ngày mở quà không được trước hôm nay");
    if (day > vietnamDay(now + mostDaysAhead * dayMs)) throw invalidField(field, "Ngày mở quà xa nhất là một năm nữa");
  }
  return startOfVietnamDay(day).toISOString();
}
