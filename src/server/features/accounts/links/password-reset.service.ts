/** Resetting a forgotten password by a link that is sent to the e-mail of the account (docs/rooms/accounts.md#links-in-e-mails). */
import type { Logger } from "pino";
import type { TokenKind } from "#contract/endpoint.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { firstError, newPasswordRules } from "#contract/rules.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { caseless } from "#server/platform/text.ts";
import { type AdminRow, accountsRepository, type UserRow } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Passwords } from "../passwords.ts";
import { type StaffRow, staffRepository } from "../staff/staff.repository.ts";
import { assertUncommon } from "../users/user-writes.ts";
import type { AccountLinks } from "./account-links.ts";
import { accountTokensRepository } from "./account-tokens.repository.ts";

export interface PasswordReset {
  /** Whether the site can send the e-mails. */
  isAvailable: boolean;
  /**
   * Takes a request for a link down; whether there is such an account is looked up afterwards, so that the caller can't tell.
   * @throws ApiError `conflict` when the site can't send e-mails.
   */
  request(kind: TokenKind, email: string): Promise<void>;
  /**
   * Sets a new password by the token of a link, and ends all sessions of the account. The second factor stays.
   * @param address of the client, for the limits of the login.
   * @returns the kind of the account.
   * @throws ApiError `invalid` at `token` for an unusable link, at `password` for a refused password.
   */
  reset(token: string, password: string, address: string): Promise<TokenKind>;
  /** Handles the outbox topic of requests. */
  handle(): void;
}

export interface PasswordResetDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  outbox: Pick<Outbox, "add" | "on">;
  notifications: Pick<Notifications, "notify" | "withdraw">;
  accounts: Pick<Accounts, "endSessions">;
  passwords: Passwords;
  links: Pick<AccountLinks, "idOf">;
  /** Whether the site can send e-mails. */
  hasMailServer: boolean;
  /** Forgets the failed logins of an account. */
  forgetLogins(kind: TokenKind, login: string, address: string): Promise<void>;
  log: Pick<Logger, "warn">;
}

interface ResetRequest {
  kind: TokenKind;
  email: string;
  asked_at: string;
}

/** An account whose password can be reset. */
interface Account {
  id: number;
  name: string;
  email: string;
  email_key: string;
  isSupervisor: boolean;
}

const topic = "accounts.send-reset-link";
const purpose = "password_reset";
const minuteMs = 60_000;
const validMinutes = 30;
const validMs = validMinutes * minuteMs;
/** Links of one account within the time that one is valid. The last one stays usable, so that more requests lock no owner out. */
const maxLinks = 3;
const unusableLink =
  "Đường dẫn đặt lại mật khẩu không dùng được: có thể nó đã được dùng, đã quá hạn hoặc đã có đường dẫn mới hơn. Bạn hãy yêu cầu một thư mới.";

export function createPasswordReset(deps: PasswordResetDeps): PasswordReset {
  const { database, outbox, notifications, accounts, passwords, links, hasMailServer, forgetLogins, log } = deps;
  const { db, commit, dialect } = database;
  const time = (at: number) => new Date(at).toISOString();

  /** Returns the active account with an e-mail. */
  async function findAccount(from: Db, kind: TokenKind, emailKey: string): Promise<Account | undefined> {
    const repository = accountsRepository(from);
    if (kind === "admin") return ofAdmin(await repository.adminByEmail(emailKey));
    if (kind === "user") return ofUser(await repository.userByEmail(emailKey));
    // No user name has the sign of an e-mail.
    return ofStaff(await staffRepository(from, dialect).byLogin(emailKey));
  }

  /** Returns an active account that no other transaction changes until this one ends. */
  async function lockAccount(tx: Tx, kind: TokenKind, id: number): Promise<Account | undefined> {
    if (kind === "staff") return ofStaff(await staffRepository(tx, dialect).lock(id));
    await dialect.lock(tx, kind === "admin" ? "admins" : `user ${id}`);
    const repository = accountsRepository(tx);
    return kind === "admin" ? ofAdmin(await repository.adminById(id)) : ofUser(await repository.userById(id));
  }

  /** A second run sends a newer link, which replaces the first. */
  async function sendLink({ kind, email, asked_at }: ResetRequest): Promise<void> {
    const expires = Date.parse(asked_at) + validMs;
    const now = Date.now();
    if (expires <= now) return;
    await commit(async (tx) => {
      const account = await findAccount(tx, kind, caseless(email));
      if (!account) return;
      const { id, name, email_key } = account;
      await dialect.lock(tx, `reset links ${kind} ${id}`);
      const tokens = accountTokensRepository(tx);
      if ((await tokens.countSince(purpose, kind, id, time(now - validMs))) >= maxLinks) return;
      await tokens.end(purpose, kind, id, time(now));
      // An older mail that waits for the mail server would arrive with a link that has ended.
      await notifications.withdraw(tx, { events: [purpose], recipient: { kind, id } });
      const token_id = await tokens.add({
        purpose,
        kind,
        account_id: id,
        email_key,
        created_at: time(now),
        expires_at: time(expires),
      });
      await notifications.notify(
        tx,
        { kind, id, name, email: account.email, phone: null },
        {
          event: purpose,
          data: { token_id, valid_minutes: validMinutes, account: kind },
          ...(kind === "user" ? { subject: { kind, id } } : {}),
        },
      );
    });
    await accountTokensRepository(db)
      .sweep(time(now - validMs))
      .catch((err: unknown) => log.warn({ err }, "expired links could not be swept"));
  }

  /** The audit trail holds no users. */
  async function audit(tx: Tx, kind: TokenKind, { id, name, email, isSupervisor }: Account): Promise<void> {
    if (kind === "user") return;
    const actor = kind === "admin" ? { kind, id, name: email } : { kind, id, name, isSupervisor };
    const summary = `${actor.name} (đặt lại mật khẩu qua email)`;
    await recordAudit(tx, actor, { action: "update", entity: kind, id, name: summary, changes: [] });
  }

  return {
    isAvailable: hasMailServer,

    async request(kind, email) {
      if (!hasMailServer) {
        throw new ApiError("conflict", "Trang này chưa gửi được email. Bạn liên hệ chúng tôi để lấy lại mật khẩu nhé.");
      }
      await outbox.add(db, topic, { kind, email, asked_at: time(Date.now()) } satisfies ResetRequest);
    },

    async reset(token, password, address) {
      const tokens = accountTokensRepository(db);
      const id = links.idOf(purpose, token);
      const row = id === undefined ? undefined : await tokens.usable(purpose, id, time(Date.now()));
      if (!row) throw invalidField("token", unusableLink);
      const { kind, account_id, token_id, email_key } = row;
      const message = firstError(password, newPasswordRules[kind]);
      if (message) throw invalidField("password", message);
      await assertUncommon(password);
      const password_hash = await passwords.hash(password);
      const account = await commit(async (tx) => {
        const locked = await lockAccount(tx, kind, account_id);
        const now = time(Date.now());
        const isUsed = locked?.email_key === email_key && (await accountTokensRepository(tx).use(token_id, now));
        if (!locked || !isUsed) throw invalidField("token", unusableLink);
        const repository = accountsRepository(tx);
        await repository.setPassword(kind, account_id, password_hash);
        // Only the owner of the mailbox has the link.
        if (kind === "user") await repository.verifyEmail(account_id, email_key, now);
        await accounts.endSessions(tx, kind, account_id);
        await audit(tx, kind, locked);
        return locked;
      });
      await forgetLogins(kind, account.email, address);
      return kind;
    },

    handle() {
      outbox.on<ResetRequest>(topic, sendLink, { keepDoneMs: validMs, keepFailedMs: validMs });
    },
  };
}

function ofUser(row: UserRow | undefined): Account | undefined {
  return row?.is_active ? { ...row, name: row.full_name ?? row.username, isSupervisor: false } : undefined;
}

function ofStaff(row: StaffRow | undefined): Account | undefined {
  return row?.is_active ? { ...row, name: row.full_name, isSupervisor: row.is_supervisor } : undefined;
}

function ofAdmin(row: AdminRow | undefined): Account | undefined {
  return row?.is_active ? { ...row, name: "Quản trị viên", isSupervisor: false } : undefined;
}
