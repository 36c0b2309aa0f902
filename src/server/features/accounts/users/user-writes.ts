/** Shared steps of all that writes users and staff members: registration, the administrator, the owner of the account. */

import type { User } from "#contract/accounts.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { forgetChanges } from "#server/features/audit/audit.service.ts";
import { classifyDbError, type Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import { accountsRepository, type NamedKind, type UserRow } from "../accounts.repository.ts";
import { isCommonPassword } from "../common-passwords.ts";
import { accountTokensRepository } from "../links/account-tokens.repository.ts";
import type { Passwords } from "../passwords.ts";
import { free, isPremium, type Subscription } from "./premium.ts";

/** Data about users that another feature holds, for the export and the deletion of an account. */
export interface PersonalData {
  /** Field of the export. */
  name: string;
  /** Returns all of a user's data. */
  read(userId: number): Promise<unknown>;
  /** Removes what would outlive the user's row, in the transaction that deletes the row. @param emailKey of the account's e-mail. */
  remove(tx: Tx, userId: number, emailKey: string): Promise<void>;
}

/** Messages of the 409 for a name that another account has. */
export const takenMessages = { username: "Tên đăng nhập đã tồn tại", email: "Email đã được sử dụng" } as const;
const commonPassword = "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé";

/** Returns the public view of a user. */
export function presentUser(
  user: Omit<UserRow, "password_hash" | "username_key" | "email_key" | "search_text" | "premium_changed_at">,
): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    full_name: user.full_name,
    is_active: user.is_active,
    is_premium: isPremium(user),
    subscription_type: user.subscription_type,
    premium_expires_at: user.premium_expires_at,
    premium_package_id: user.premium_package_id,
    created_at: user.created_at,
    is_email_verified: user.email_verified_at !== null,
  };
}

/** Returns a user whom no other transaction changes until this one ends. @throws ApiError 404. */
export async function lockUser(tx: Tx, dialect: Dialect, id: number): Promise<UserRow> {
  await dialect.lock(tx, `user ${id}`);
  const user = await accountsRepository(tx).userById(id);
  if (!user) throw new ApiError("not_found", "Không tìm thấy người dùng");
  return user;
}

/** Changes the Premium of a locked user. */
export function setSubscription(tx: Tx, user: UserRow, subscription: Subscription): Promise<UserRow> {
  return accountsRepository(tx).updateUser(user, { ...subscription, premium_changed_at: new Date().toISOString() });
}

/** @throws ApiError 422 for one of the most common passwords. @param field of the error. */
export async function assertUncommon(password: string, field = "password"): Promise<void> {
  if (await isCommonPassword(password)) throw invalidField(field, commonPassword);
}

/** Returns user name and e-mail, as far as they are given, with the columns that find them. */
export function namesOf<T extends { username?: string | undefined; email?: string | undefined }>({
  username,
  email,
}: T) {
  return {
    ...(username === undefined ? {} : { username, username_key: caseless(username) }),
    ...(email === undefined ? {} : { email, email_key: caseless(email) }),
  };
}

/** @throws ApiError 409 when another account of the kind than `exceptId` has the user name or the e-mail. */
async function assertNamesAvailable(
  db: Db,
  kind: NamedKind,
  names: ReturnType<typeof namesOf>,
  exceptId?: number,
): Promise<void> {
  const field = await accountsRepository(db).takenField(kind, names, exceptId);
  if (field) throw new ApiError("conflict", takenMessages[field]);
}

/**
 * Adds a user without Premium.
 * @param write runs the insertion, in a transaction where there is more to write; `db` by itself otherwise.
 * @throws ApiError 422 for one of the most common passwords, 409 when the name or the e-mail is taken.
 */
export async function addUser(
  db: Db,
  passwords: Passwords,
  body: {
    username: string;
    email: string;
    full_name?: string | null | undefined;
    password: string;
    is_active: boolean;
  },
  write: (insert: (db: Db) => Promise<UserRow>) => Promise<UserRow>,
): Promise<UserRow> {
  const { username, email, full_name = null, password, is_active } = body;
  await assertUncommon(password);
  const names = { username, username_key: caseless(username), email, email_key: caseless(email) };
  await assertNamesAvailable(db, "user", names);
  const password_hash = await passwords.hash(password);
  const created_at = new Date().toISOString();
  return write(async (inner) => {
    const values = { ...names, full_name, password_hash, is_active, ...free, created_at };
    const user = await accountsRepository(inner).addUser(values);
    if (user) return user;
    await assertNamesAvailable(inner, "user", names);
    throw new ApiError("conflict");
  });
}

/**
 * Runs a change of an account's names, or the creation of an account.
 * @param id of the account; undefined for a new one.
 * @throws ApiError 409 when another account of the kind has one of them, also by a concurrent change.
 */
export async function withNamesAvailable<T>(
  db: Db,
  kind: NamedKind,
  id: number | undefined,
  names: ReturnType<typeof namesOf>,
  change: () => Promise<T>,
): Promise<T> {
  await assertNamesAvailable(db, kind, names, id);
  try {
    return await change();
  } catch (error) {
    if (classifyDbError(error) === "conflict") await assertNamesAvailable(db, kind, names, id);
    throw error;
  }
}

/** Deletes a locked user with all data, and ends the sessions; rows that stay for others lose their reference. */
export async function deleteUser(
  tx: Tx,
  { id, email_key }: UserRow,
  personalData: readonly PersonalData[],
  endSessions: (tx: Tx, kind: "user", id: number) => Promise<void>,
): Promise<void> {
  for (const { remove } of personalData) await remove(tx, id, email_key);
  await accountsRepository(tx).removeUser(id);
  await endSessions(tx, "user", id);
  await accountTokensRepository(tx).removeOf("user", id);
  await forgetChanges(tx, "user", [id]);
}
