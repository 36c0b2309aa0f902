/** The administrators' accounts, as administrators manage them: invitations, roles, closing (docs/rooms/accounts.md#administrators). */
import { randomBytes } from "node:crypto";
import type { Administrator, AdministratorBody, AdministratorChange, AdminRole } from "#contract/administrators.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { changedDetails, type RecordSensitiveChange } from "#server/features/audit/audit.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { caseless } from "#server/platform/text.ts";
import { type AdminRow, accountsRepository } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { AccountLinks } from "../links/account-links.ts";
import { accountTokensRepository } from "../links/account-tokens.repository.ts";
import type { Passwords } from "../passwords.ts";
import { secondFactorRepository } from "../second-factor/second-factor.repository.ts";

/** An administrator with the path of the link that sets the password; undefined when the link was sent by e-mail. */
export interface Invited {
  administrator: Administrator;
  path: string | undefined;
}

export interface Administrators {
  /** Returns all administrators in the order of their e-mails. */
  list(caller: AdminCaller): Promise<Administrator[]>;
  /** Adds an account without a password, and a link that sets one. @throws ApiError 409 when the e-mail is taken. */
  invite(caller: AdminCaller, body: AdministratorBody): Promise<Invited>;
  /** Replaces the link of an invitation. @throws ApiError 404, 409 for an account that is closed or has a password. */
  inviteAgain(caller: AdminCaller, id: number): Promise<Invited>;
  /**
   * Updates the given fields. Another role, and closing, end the sessions.
   * @throws ApiError 404, 409 for role or state of the caller's own account.
   */
  change(caller: AdminCaller, id: number, body: AdministratorChange): Promise<Administrator>;
  /** @throws ApiError 404. */
  endSessions(caller: AdminCaller, id: number): Promise<Administrator>;
}

export interface AdministratorsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "endSessions">;
  notifications: Pick<Notifications, "notify" | "withdraw">;
  links: Pick<AccountLinks, "path">;
  /** Whether the site can send e-mails. */
  hasMailServer: boolean;
  recordSensitive: RecordSensitiveChange;
}

const invitationMinutes = 3 * 24 * 60;
const roleNames: Record<AdminRole, string> = { admin: "quản trị viên", accountant: "kế toán" };
const ownAccount = "Bạn không thể tự đổi vai trò hoặc đóng tài khoản của mình. Hãy nhờ một quản trị viên khác.";

const noAdministrator = "Không tìm thấy quản trị viên";

export function createAdministrators(deps: AdministratorsDeps): Administrators {
  const { database, passwords, accounts, notifications, links, hasMailServer, recordSensitive } = deps;
  const { db, commit } = database;

  async function present(caller: AdminCaller, rows: readonly AdminRow[]): Promise<Administrator[]> {
    const ids = rows.map(({ id }) => id);
    const withFactor = new Set(await secondFactorRepository(db).enabledIds("admin", ids));
    const logins = await accountsRepository(db).lastLogins("admin");
    return rows.map(({ id, email, full_name, role, is_active, invited_at, created_at }) => ({
      id,
      email,
      full_name,
      role,
      is_active,
      is_invited: invited_at !== null,
      has_second_factor: withFactor.has(id),
      last_login_at: logins.get(id) ?? null,
      created_at,
      is_self: id === caller.id,
    }));
  }

  async function presentOne(caller: AdminCaller, row: AdminRow): Promise<Administrator> {
    const [administrator] = await present(caller, [row]);
    if (!administrator) throw new Error("An administrator is missing.");
    return administrator;
  }

  /**
   * Runs one change of administrators at a time. Two who close each other meet here: the second is no administrator any more, so that one
   * with all rights always remains.
   */
  async function commitWithRights<T>(caller: AdminCaller, task: (tx: Tx) => Promise<T>): Promise<T> {
    return commit({ lock: "admins" }, async (tx) => {
      const self = await accountsRepository(tx).adminById(caller.id);
      if (!self?.is_active || self.role !== "admin") throw new ApiError("forbidden");
      return task(tx);
    });
  }

  /** Makes the link of an invitation in place of an earlier one. @returns its path when no e-mail can be sent. */
  async function sendLink(tx: Tx, caller: AdminCaller, { id, email, email_key, full_name, role }: AdminRow) {
    const now = Date.now();
    const time = (at: number) => new Date(at).toISOString();
    const tokens = accountTokensRepository(tx);
    await tokens.end("password_reset", "admin", id, time(now));
    await notifications.withdraw(tx, {
      events: ["password_reset", "admin_invitation"],
      recipient: { kind: "admin", id },
    });
    const token_id = await tokens.add({
      purpose: "password_reset",
      kind: "admin",
      account_id: id,
      email_key,
      created_at: time(now),
      expires_at: time(now + invitationMinutes * 60_000),
    });
    const data = { token_id, valid_minutes: invitationMinutes, account: "admin", from: caller.name, role } as const;
    if (!hasMailServer) return links.path("admin_invitation", data);
    const recipient = { kind: "admin", id, name: full_name || "bạn", email, phone: null } as const;
    await notifications.notify(tx, recipient, { event: "admin_invitation", data });
    return undefined;
  }

  const record = (
    tx: Tx,
    caller: AdminCaller,
    action: "create" | "update",
    what: string,
    { id, email: name }: AdminRow,
    details: readonly string[],
    trailDetails = details,
  ) => recordSensitive(tx, caller, { action, entity: "admin", entityId: id, what, name, details, trailDetails });

  return {
    list: async (caller) => present(caller, await accountsRepository(db).admins()),

    async invite(caller, { email, full_name, role }) {
      // A random password that is told to nobody: the account opens by the link alone.
      const password_hash = await passwords.hash(randomBytes(32).toString("base64url"));
      const { row, path } = await commitWithRights(caller, async (tx) => {
        const repository = accountsRepository(tx);
        const email_key = caseless(email);
        if (await repository.adminByEmail(email_key)) {
          throw new ApiError("conflict", `Đã có quản trị viên dùng email ${email}`);
        }
        const now = new Date().toISOString();
        const added = await repository.addAdmin({
          email,
          email_key,
          full_name,
          role,
          password_hash,
          created_at: now,
          invited_at: now,
        });
        const details = [`${email}: ${roleNames[role]}`];
        await record(tx, caller, "create", "Mời quản trị viên", added, details, [roleNames[role]]);
        return { row: added, path: await sendLink(tx, caller, added) };
      });
      return { administrator: await presentOne(caller, row), path };
    },

    async inviteAgain(caller, id) {
      const { row, path } = await commitWithRights(caller, async (tx) => {
        const found = await findOrThrow(accountsRepository(tx).adminById(id), noAdministrator);
        if (found.invited_at === null || !found.is_active) {
          throw new ApiError("conflict", "Người này đã đặt mật khẩu hoặc đã bị đóng, nên không cần lời mời");
        }
        const details = [`${found.email}: lời mời mới`];
        await record(tx, caller, "update", "Mời lại quản trị viên", found, details, ["lời mời mới"]);
        return { row: found, path: await sendLink(tx, caller, found) };
      });
      return { administrator: await presentOne(caller, row), path };
    },

    async change(caller, id, { full_name, role, is_active }) {
      const row = await commitWithRights(caller, async (tx) => {
        const stored = await findOrThrow(accountsRepository(tx).adminById(id), noAdministrator);
        const changed = { full_name: stored.full_name, role: stored.role, is_active: stored.is_active };
        if (full_name !== undefined) changed.full_name = full_name;
        if (role !== undefined) changed.role = role;
        if (is_active !== undefined) changed.is_active = is_active;
        const isOtherAccess = changed.role !== stored.role || changed.is_active !== stored.is_active;
        if (isOtherAccess && id === caller.id) throw new ApiError("conflict", ownAccount);
        const updated = await accountsRepository(tx).updateAdmin(id, changed);
        if (isOtherAccess) await accounts.endSessions(tx, "admin", id);
        const stateName = (isActive: boolean) => (isActive ? "mở" : "đóng");
        const details = changedDetails([
          { label: "tên", from: stored.full_name, to: updated.full_name },
          { label: "vai trò", from: roleNames[stored.role], to: roleNames[updated.role] },
          { label: "tài khoản", from: stateName(stored.is_active), to: stateName(updated.is_active) },
        ]);
        await record(tx, caller, "update", `Quản trị viên ${stored.email}`, updated, details);
        return updated;
      });
      return presentOne(caller, row);
    },

    async endSessions(caller, id) {
      const row = await commitWithRights(caller, async (tx) => {
        const found = await findOrThrow(accountsRepository(tx).adminById(id), noAdministrator);
        if (id === caller.id) {
          throw invalidField("id", "Để đăng xuất các thiết bị khác của mình, bạn vào Bảo mật tài khoản");
        }
        await accounts.endSessions(tx, "admin", id);
        const details = ["kết thúc các phiên đăng nhập"];
        await record(tx, caller, "update", `Quản trị viên ${found.email}`, found, details);
        return found;
      });
      return presentOne(caller, row);
    },
  };
}
