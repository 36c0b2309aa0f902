/** The tables of accounts. */
import { staffTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

export const accountEntities = {
  admins: { key: ["id"] },
  users: { key: ["id"], references: ["premium_packages"], trail: { entity: "user", name: "username" } },
  sessions: { key: ["token_hash"] },
  login_addresses: { key: ["kind", "account_id", "address"] },
  second_factors: {
    key: ["kind", "account_id"],
    topic: staffTopic,
    // The list of staff shows whether a member has one.
    silent: ["kind", "account_id", "sealed_secret", "last_step"],
    events: ["update", "delete"],
  },
  recovery_codes: { key: ["kind", "account_id", "code_hash"], references: ["second_factors"] },
  account_tokens: { key: ["token_id"] },
  staff: { key: ["id"], topic: staffTopic, trail: { entity: "staff", name: "full_name" } },
} as const satisfies Entities<
  "admins" | "users" | "sessions" | "login_addresses" | "second_factors" | "recovery_codes" | "account_tokens" | "staff"
>;
