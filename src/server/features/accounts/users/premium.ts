/** Premium time: whether a subscription is in effect, and the subscription after each change (docs/decisions/0044-premium-time.md). */
import type { UserRow } from "../accounts.repository.ts";

export type Subscription = Pick<UserRow, "subscription_type" | "premium_expires_at" | "premium_package_id">;

/** Premium that is given to a user. */
export interface PremiumGrant {
  /** Days of 24 hours. */
  days: number | "lifetime";
  /** The package that it comes from. */
  packageId: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Times are compared as texts, whose years have four digits. */
const lastTime = Date.parse("9999-12-31T23:59:59.999Z");

/** True when an account may hear Premium songs at a time (ISO). */
export function isPremium(
  user: Pick<UserRow, "is_active" | "subscription_type" | "premium_expires_at">,
  now = new Date().toISOString(),
): boolean {
  return (
    user.is_active &&
    user.subscription_type === "premium" &&
    (user.premium_expires_at === null || user.premium_expires_at > now)
  );
}

/** Returns the subscription that a grant sets from `now` on (milliseconds), whatever there was before. */
export function upgraded({ days, packageId }: PremiumGrant, now: number): Subscription {
  return {
    subscription_type: "premium",
    premium_expires_at: days === "lifetime" ? null : after(now, days),
    premium_package_id: packageId,
  };
}

/**
 * Returns the subscription with a grant added: from its expiry on, or from `now` on (milliseconds) when that is later. A permanent one
 * stays as it is. A grant without a package keeps the package of before.
 */
export function extended(current: Subscription, { days, packageId }: PremiumGrant, now: number): Subscription {
  const { subscription_type, premium_expires_at, premium_package_id } = current;
  const isPaid = subscription_type === "premium";
  if (isPaid && premium_expires_at === null) return { subscription_type, premium_expires_at, premium_package_id };
  const expiry = isPaid && premium_expires_at !== null ? Date.parse(premium_expires_at) : now;
  return upgraded({ days, packageId: packageId ?? premium_package_id }, Math.max(now, expiry));
}

/** The subscription of an account without Premium. */
export const free: Subscription = { subscription_type: "free", premium_expires_at: null, premium_package_id: null };

const after = (time: number, days: number) => new Date(Math.min(time + days * dayMs, lastTime)).toISOString();
