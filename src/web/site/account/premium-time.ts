/** The Premium time of a user in words. */
import type { User } from "#contract/accounts.ts";
import { shortDateTime } from "../../lib/dates.ts";

type Subscription = Pick<User, "is_premium" | "subscription_type" | "premium_expires_at">;

export type PremiumTime =
  | { state: "free" | "lifetime" }
  | { state: "active"; expiresAt: string; msLeft: number }
  | { state: "ended"; expiresAt: string; msSince: number };

const day = 24 * 60 * 60_000;
/** Days before and after the end in which the site speaks of it. */
const noticeDays = 7;

/** Returns what Premium a user has. @param now milliseconds */
export function premiumTime(user: Subscription, now = Date.now()): PremiumTime {
  const { is_premium, subscription_type, premium_expires_at: expiresAt } = user;
  if (is_premium && expiresAt === null) return { state: "lifetime" };
  if (subscription_type !== "premium" || expiresAt === null) return { state: "free" };
  const msLeft = Date.parse(expiresAt) - now;
  if (is_premium) return { state: "active", expiresAt, msLeft: Math.max(0, msLeft) };
  return { state: "ended", expiresAt, msSince: Math.max(0, -msLeft) };
}

/** Returns the time that is left, in days, hours below two days: `còn 12 ngày`, `còn 5 giờ`, `còn chưa đầy một giờ`. */
export function timeLeft(ms: number): string {
  if (ms >= 2 * day) return `còn ${Math.floor(ms / day)} ngày`;
  const hours = Math.floor(ms / (60 * 60_000));
  return hours > 0 ? `còn ${hours} giờ` : "còn chưa đầy một giờ";
}

/** Returns the notice of an end that is near or was lately; undefined at other times. */
export function endNotice(time: PremiumTime): string | undefined {
  if (time.state === "active" && time.msLeft <= noticeDays * day) {
    return `Premium của bạn ${timeLeft(time.msLeft)}, đến ${shortDateTime(time.expiresAt)}.`;
  }
  if (time.state === "ended" && time.msSince <= noticeDays * day) {
    return `Premium của bạn đã hết hạn lúc ${shortDateTime(time.expiresAt)}.`;
  }
  return undefined;
}

/** Returns what the account page says of a Premium: its badge, its end, and the link to buy more; nobody needs more for life. */
export function premiumWords(time: PremiumTime): { badge: string; text: string; link?: string } {
  switch (time.state) {
    case "lifetime":
      return { badge: "Premium vĩnh viễn", text: "Premium của bạn không có ngày hết hạn." };
    case "active":
      return {
        badge: "Premium",
        text: `Đến ${shortDateTime(time.expiresAt)}, ${timeLeft(time.msLeft)}. Gia hạn sớm thì thời gian được cộng dồn.`,
        link: "Gia hạn",
      };
    case "ended":
      return {
        badge: "Đã hết hạn",
        text: `Premium của bạn đã hết hạn lúc ${shortDateTime(time.expiresAt)}.`,
        link: "Gia hạn",
      };
    case "free":
      return {
        badge: "Miễn phí",
        text: "Có Premium, bạn nghe được mọi bài hát và tải về máy.",
        link: "Xem các gói Premium",
      };
  }
}
