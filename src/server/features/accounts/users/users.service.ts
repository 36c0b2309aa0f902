/** Users, as the administrator manages them. */
import type { UserFilter, UserListQuery, UserTab } from "#contract/accounts.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import {
  type AdminUser,
  type PremiumDaysQuery,
  type UpgradeQuery,
  type UserBody,
  UserChange,
  type UserStatistics,
} from "#contract/users.ts";
import {
  assertVersion,
  changedDetails,
  fieldChanges,
  masked,
  type RecordSensitiveChange,
  recordAudit,
  shownTime,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import type { BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { accountsRepository, type UserRow, userListReader } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Passwords } from "../passwords.ts";
import { extended, free, type PremiumGrant, type Subscription, upgraded } from "./premium.ts";
import { premiumReminders } from "./premium-reminders.ts";
import { userBulkWorks } from "./user-bulk.ts";
import {
  addUser,
  assertUncommon,
  deleteUser,
  lockUser,
  namesOf,
  type PersonalData,
  presentUser,
  setSubscription,
  withNamesAvailable,
} from "./user-writes.ts";

export { premiumReminders } from "./premium-reminders.ts";
export type { PersonalData } from "./user-writes.ts";

export interface Users {
  list(query: UserListQuery): Promise<{ rows: AdminUser[]; total: number }>;
  /** @throws ApiError 404. */
  user(id: number): Promise<AdminUser>;
  count(filter: UserFilter): Promise<{ total: number }>;
  /** Yields all users of a filter in batches, the newest first. */
  batches(filter: UserFilter): AsyncIterable<AdminUser[]>;
  /** Counts the users of each tab of the list. */
  tabs(filter: UserFilter): Promise<TabCounts<UserTab>>;
  statistics(): Promise<UserStatistics>;
  /** @throws ApiError 422 for one of the most common passwords, 409 when the name or the e-mail is taken. */
  create(caller: AdminCaller, body: UserBody): Promise<AdminUser>;
  /**
   * Updates the given fields. A new e-mail or password, or locking the account, ends its sessions.
   * @throws ApiError 404, 422 for one of the most common passwords, 409 when the name or the e-mail is taken.
   */
  update(caller: AdminCaller, id: number, body: UserChange): Promise<AdminUser>;
  /** Deletes a user with all data. @throws ApiError 404. */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** Locks an account and ends its sessions, or unlocks it. @throws ApiError 404. */
  toggleActive(caller: AdminCaller, id: number): Promise<AdminUser>;
  /** Sets Premium from now on. @throws ApiError 404, 422 for an unknown package. */
  upgrade(caller: OfficeCaller, id: number, query: UpgradeQuery): Promise<AdminUser>;
  /** Adds days of Premium to what the user has. @throws ApiError 404, 422 for an unknown package. */
  addDays(caller: OfficeCaller, id: number, query: PremiumDaysQuery): Promise<AdminUser>;
  /** Ends Premium at once. @throws ApiError 404. */
  downgrade(caller: OfficeCaller, id: number): Promise<AdminUser>;
  /** What bulk jobs do with users. */
  bulkWorks: readonly BulkWork[];
}

export interface UsersDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "endSessions">;
  personalData: readonly PersonalData[];
  findPackage: FindPackage;
  notifications: Pick<Notifications, "notify" | "withdraw">;
  recordSensitive: RecordSensitiveChange;
}

/** Returns a Premium package, active or not; undefined when there is none. */
export type FindPackage = (tx: Tx, id: number) => Promise<{ is_lifetime: boolean } | undefined>;

const userTrail: TrailFields<UserRow, UserChange> = {
  username: "Tên đăng nhập",
  email: "Email",
  full_name: "Họ và tên",
  is_active: "Đang hoạt động",
  subscription_type: { label: "Gói", show: (type) => (type === "premium" ? "Premium" : "Miễn phí") },
  premium_expires_at: { label: "Premium đến", show: shownTime },
  password: null,
};

export function createUsers(deps: UsersDeps): Users {
  const { database, passwords, accounts, personalData, findPackage, notifications, recordSensitive } = deps;
  const { db, commit, dialect } = database;
  const reader = userListReader(db, dialect);

  /** Names a user in the trail, whose entries outlive the account, so they must hold no personal data. */
  const unnamed = (id: number) => ({ id, name: `số ${id}` });

  async function grantOf(tx: Tx, days: number, packageId: number | undefined): Promise<PremiumGrant> {
    if (packageId === undefined) return { days, packageId: null };
    const found = await findPackage(tx, packageId);
    if (!found) throw invalidField("premium_package_id", "Không tìm thấy gói Premium");
    return { days: found.is_lifetime ? "lifetime" : days, packageId };
  }

  const nameOf = ({ days }: PremiumGrant) => (days === "lifetime" ? "Premium vĩnh viễn" : `Premium ${days} ngày`);

  /** Saves the subscription of a locked user. */
  async function subscribe(
    tx: Tx,
    caller: OfficeCaller,
    user: UserRow,
    { subscription, details }: { subscription: Subscription; details: string },
  ): Promise<UserRow> {
    const changed = await setSubscription(tx, user, subscription);
    await notifications.withdraw(tx, premiumReminders(user.id));
    await recordAudit(tx, caller, {
      action: "update",
      entity: "user",
      ...unnamed(user.id),
      details: [details],
      changes: fieldChanges(userTrail, user, changed),
    });
    return changed;
  }

  /** Locks the account of a locked row, which ends its sessions, or unlocks it. */
  async function setActive(tx: Tx, caller: OfficeCaller, user: UserRow, is_active: boolean): Promise<UserRow> {
    const changed = await accountsRepository(tx).updateUser(user, { is_active });
    if (!is_active) await accounts.endSessions(tx, "user", user.id);
    await recordAudit(tx, caller, {
      action: "update",
      entity: "user",
      ...unnamed(user.id),
      details: [is_active ? "mở khóa" : "khóa"],
      changes: fieldChanges(userTrail, user, changed),
    });
    return changed;
  }

  /** Changes the subscription of a user. @param change returns the new one, and the details for the audit trail. */
  async function changeSubscription(
    caller: OfficeCaller,
    id: number,
    change: (tx: Tx, user: UserRow) => Promise<{ subscription: Subscription; details: string }>,
  ): Promise<AdminUser> {
    return commit(async (tx) => {
      const user = await lockUser(tx, dialect, id);
      return forAdmin(await subscribe(tx, caller, user, await change(tx, user)));
    });
  }

  /** Tells the e-mail that an account had of the new one. */
  function tellFormerEmail(tx: Tx, { id, username, full_name, email }: UserRow, changed: UserRow): Promise<void> {
    const data = { to: masked(changed.email), at: new Date().toISOString() };
    const to = { kind: "user", id, name: full_name ?? username, email, phone: null } as const;
    return notifications.notify(tx, to, { event: "email_changed", data, subject: { kind: "user", id } });
  }

  async function read(id: number): Promise<AdminUser> {
    const user = await accountsRepository(db).userById(id);
    if (!user) throw new ApiError("not_found", "Không tìm thấy người dùng");
    return forAdmin(user);
  }

  return {
    bulkWorks: userBulkWorks({ database, setActive, subscribe }),

    async list(query) {
      const { rows, total } = await reader.page(query);
      return { rows: rows.map(forAdmin), total };
    },
    async *batches(filter) {
      for await (const rows of reader.batches({ ...filter, sort_by: "created_at" })) yield rows.map(forAdmin);
    },
    user: read,
    count: async (filter) => ({ total: await reader.total(filter) }),
    tabs: reader.tabs,
    statistics: () => accountsRepository(db).userStatistics(dialect),

    async create(caller, body) {
      const user = await addUser(db, passwords, body, (insert) =>
        commit(async (tx) => {
          const added = await insert(tx);
          await recordAudit(tx, caller, { action: "create", entity: "user", ...unnamed(added.id) });
          return added;
        }),
      );
      return forAdmin(user);
    },

    async update(caller, id, { password, version, ...body }) {
      if (password !== undefined) await assertUncommon(password);
      const password_hash = password === undefined ? undefined : await passwords.hash(password);
      const names = namesOf(body);
      const save = () =>
        commit(async (tx) => {
          const stored = await lockUser(tx, dialect, id);
          const subject = { id, name: "" };
          await assertVersion(tx, caller, version, forAdmin(stored).version, "user", subject);
          const given = givenFields({ ...body, ...names, password_hash });
          const changed = await accountsRepository(tx).updateUser(stored, given);
          const hasNewEmail = changed.email_key !== stored.email_key;
          const isSensitive = hasNewEmail || password_hash !== undefined;
          if (isSensitive || !changed.is_active) await accounts.endSessions(tx, "user", id);
          if (hasNewEmail && stored.email_verified_at !== null) await tellFormerEmail(tx, stored, changed);
          const changes = fieldChanges(userTrail, stored, changed);
          if (!isSensitive)
            await recordAudit(tx, caller, { action: "update", entity: "user", ...unnamed(id), changes });
          else {
            const secret = password_hash === undefined ? [] : ["mật khẩu mới"];
            const { email: from } = stored;
            const address = hasNewEmail ? [{ label: "email", from, to: changed.email, mask: masked }] : [];
            await recordSensitive(tx, caller, {
              action: "update",
              entity: "user",
              entityId: id,
              what: hasNewEmail ? "Email của một người dùng" : "Mật khẩu của một người dùng",
              name: `số ${id}`,
              details: [`người dùng số ${id}`, ...changedDetails(address), ...secret],
              trailDetails: [...(hasNewEmail ? ["email mới"] : []), ...secret],
              changes,
            });
          }
          return forAdmin(changed);
        });
      return withCurrent(
        () => read(id),
        () => withNamesAvailable(db, "user", id, names, save),
      );
    },

    async remove(caller, id) {
      await commit(async (tx) => {
        const user = await lockUser(tx, dialect, id);
        await deleteUser(tx, user, personalData, accounts.endSessions);
        await recordAudit(tx, caller, { action: "delete", entity: "user", ...unnamed(id) });
      });
      await dialect.eraseDeleted(db);
    },

    toggleActive: (caller, id) =>
      commit(async (tx) => {
        const user = await lockUser(tx, dialect, id);
        return forAdmin(await setActive(tx, caller, user, !user.is_active));
      }),

    upgrade: (caller, id, { duration_days, premium_package_id }) =>
      changeSubscription(caller, id, async (tx) => {
        const grant = await grantOf(tx, duration_days, premium_package_id);
        return { subscription: upgraded(grant, Date.now()), details: nameOf(grant) };
      }),

    addDays: (caller, id, { days_to_add, premium_package_id }) =>
      changeSubscription(caller, id, async (tx, user) => {
        const grant = await grantOf(tx, days_to_add, premium_package_id);
        return { subscription: extended(user, grant, Date.now()), details: `thêm ${nameOf(grant)}` };
      }),

    downgrade: (caller, id) =>
      changeSubscription(caller, id, async () => ({ subscription: free, details: "kết thúc Premium" })),
  };
}

function forAdmin(row: Parameters<typeof presentUser>[0]): AdminUser & { version: string } {
  return { ...presentUser(row), version: versionOf(UserChange.omit({ password: true }), row) };
}
