/** The tables of accounts. */
import type { Generated } from "kysely";
import { staffTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface AdminTable {
  id: Generated<number>;
  email: string;
  email_key: string;
  password_hash: string;
  created_at: string;
  full_name: Generated<string>;
  role: Generated<"admin" | "accountant">;
  /** Closed accounts can't log in. */
  is_active: Generated<boolean>;
  /** Null once the invited has set a password, and for an account that was made by a command on the server. */
  invited_at: string | null;
}

interface UserTable {
  id: Generated<number>;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  full_name: string | null;
  password_hash: string;
  is_active: boolean;
  subscription_type: "free" | "premium";
  premium_expires_at: string | null;
  premium_package_id: number | null;
  /** When Premium was last given or ended; null for never, and for what was before this was noted. */
  premium_changed_at: string | null;
  search_text: string;
  created_at: string;
  /** Null for an e-mail that its owner has not confirmed. */
  email_verified_at: string | null;
}

interface SessionTable {
  token_hash: string;
  kind: "admin" | "user" | "staff";
  account_id: number;
  created_at: string;
  /** Last use, at most an hour old. */
  used_at: string;
  /** `used_at` plus the time that the session may rest unused. */
  expires_at: string;
  /** Browser and system at the login. */
  device: string | null;
}

interface LoginAddressTable {
  kind: "admin" | "user" | "staff";
  account_id: number;
  /** Keyed hash of the client's network. */
  address: string;
  /** Last successful login from there. */
  seen_at: string;
}

/** A second factor; one that is not enabled yet waits for its first code. */
interface SecondFactorTable {
  kind: "admin" | "staff";
  account_id: number;
  /** The shared secret, encrypted by the vault. */
  sealed_secret: string;
  /** The time step of the last code that was used; no code of this step or an earlier one is accepted. */
  last_step: number;
  enabled_at: string | null;
}

/** Recovery codes that are not used yet. */
interface RecoveryCodeTable {
  kind: "admin" | "staff";
  account_id: number;
  code_hash: string;
}

/** A link in an e-mail. Its token is derived from the row and the site's key, and stored nowhere. */
interface AccountTokenTable {
  /** Random, so that no id comes back after a restore: the link of an id would open another account then. */
  token_id: number;
  purpose: "password_reset" | "email_verification";
  kind: "admin" | "user" | "staff";
  account_id: number;
  /** Of the e-mail that the link is sent to; the link ends when the account has another one. */
  email_key: string;
  created_at: string;
  expires_at: string;
  /** When it was used, or replaced by a newer one. */
  ended_at: string | null;
}

interface StaffTable {
  id: Generated<number>;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  full_name: string;
  password_hash: string;
  phone: string | null;
  notes: string | null;
  is_active: boolean;
  is_supervisor: boolean;
  created_at: string;
}

export interface AccountTables {
  admins: AdminTable;
  users: UserTable;
  sessions: SessionTable;
  login_addresses: LoginAddressTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  account_tokens: AccountTokenTable;
  staff: StaffTable;
}

export const accountEntities = {
  admins: { key: ["id"] },
  users: {
    key: ["id"],
    references: ["premium_packages"],
    topic: null,
    trail: { entity: "user", name: "username" },
    fileOwner: null,
  },
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
  staff: { key: ["id"], topic: staffTopic, trail: { entity: "staff", name: "full_name" }, fileOwner: null },
} as const satisfies Entities<keyof AccountTables>;
