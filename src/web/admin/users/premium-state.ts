/** How Premium of a user is shown: its expiry and the package that it matches. */
import type { User } from "#contract/accounts.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import { maxPremiumDays } from "#contract/rules.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** An expiry of so few days is a warning. */
const fewDays = 7;

type Subscription = Pick<User, "subscription_type" | "premium_expires_at">;

/** Whether the plan of a user is Premium, also when it has expired. */
export const hasPremiumPlan = ({ subscription_type }: Pick<User, "subscription_type">) =>
  subscription_type === "premium";

/** The clock of a screen is behind by up to a minute, and must not show a day more than was given. */
const clockLag = 2 * 60 * 1000;

/** Days until Premium expires, of which the last has begun; negative or 0 after it, Infinity for permanent Premium. @param now milliseconds */
function daysLeft({ premium_expires_at }: Subscription, now: number): number {
  return premium_expires_at === null ? Infinity : (Date.parse(premium_expires_at) - now - clockLag) / dayMs;
}

/** Whether Premium has no expiry, or one so far away that it is shown as none. */
export function isPermanent(user: Subscription, now: number): boolean {
  return hasPremiumPlan(user) && daysLeft(user, now) > maxPremiumDays;
}

/** The expiry in words with the kind of its badge; undefined for a free user. @param now milliseconds */
export function expiryOf(
  user: Subscription,
  now: number,
): { label: string; kind: "gold" | "danger" | "warning" | "success" } | undefined {
  if (!hasPremiumPlan(user)) return undefined;
  if (isPermanent(user, now)) return { label: "Vĩnh viễn", kind: "gold" };
  const days = Math.ceil(daysLeft(user, now));
  if (days <= 0) return { label: "Hết hạn", kind: "danger" };
  return { label: `Còn ${days} ngày`, kind: days <= fewDays ? "warning" : "success" };
}

type Duration = Pick<PremiumPackage, "id" | "duration_days" | "is_lifetime">;

/** Returns the package whose duration differs from the rest of the user's Premium by at most a day. */
export function matchingPackage<P extends Duration>(
  user: Subscription,
  packages: readonly P[],
  now: number,
): P | undefined {
  if (!hasPremiumPlan(user)) return undefined;
  if (isPermanent(user, now)) return packages.find(({ is_lifetime }) => is_lifetime);
  const days = Math.ceil(daysLeft(user, now));
  return packages.find(({ duration_days }) => duration_days !== null && Math.abs(duration_days - days) <= 1);
}
