import type { User } from "#contract/accounts.ts";
import { shortDateTime } from "../../../lib/dates.ts";

/** Returns until when a user has Premium, and what buying more does to it. */
export function premiumStatusText({ premium_expires_at }: Pick<User, "premium_expires_at">): string {
  return premium_expires_at === null
    ? "Tài khoản của bạn có Premium vĩnh viễn."
    : `Tài khoản của bạn có Premium đến ${shortDateTime(premium_expires_at)}. Mua thêm thì thời gian được cộng dồn.`;
}
