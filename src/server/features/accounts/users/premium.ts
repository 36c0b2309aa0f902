/** Premium time: whether a subscription is in effect, and the subscription after each change (docs/rooms/orders-and-premium.md#premium-time). */
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

/** Premium that was given at a time (ISO). */
export type PastGrant = PremiumGrant & { at: string };

/**
 * Returns the subscription without a grant of before, at `now` (milliseconds): its days come off the end, and what would end before now is
 * no Premium any more. Days never end a permanent Premium. A permanent one that is taken back leaves what the other grants give, as if it had
 * never been.
 * @param others grants of the account that stay, needed for a permanent one alone.
 */
export function withdrawn(
  current: Subscription,
  { days }: Pick<PremiumGrant, "days">,
  others: readonly PastGrant[],
  now: number,
): Subscription {
  const { subscription_type, premium_expires_at, premium_package_id } = current;
  const held = { subscription_type, premium_expires_at, premium_package_id };
  if (subscription_type !== "premium" || (premium_expires_at === null) !== (days === "lifetime")) return held;
  if (days === "lifetime") {
    const inOrder = others.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    return unlessOver(
      inOrder.reduce((sum, grant) => extended(sum, grant, Date.parse(grant.at)), free),
      now,
    );
  }
  const end = Date.parse(premium_expires_at ?? "");
  if (end <= now) return held;
  return unlessOver({ ...held, premium_expires_at: after(end, -days) }, now);
}

/** Returns a subscription, or that without Premium for one that is over. */
function unlessOver(subscription: Subscription, now: number): Subscription {
  const { premium_expires_at } = subscription;
  return premium_expires_at !== null && Date.parse(premium_expires_at) <= now ? free : subscription;
}

/** The subscription of an account without Premium. */
export const free: Subscription = { subscription_type: "free", premium_expires_at: null, premium_package_id: null };

const after = (time: number, days: number) => new Date(Math.min(time + days * dayMs, lastTime)).toISOString();
