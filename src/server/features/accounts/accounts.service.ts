/** Accounts: login and sessions, with the links of e-mails and the second factor beside them. */
import { createHmac, randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { User } from "#contract/accounts.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import { firstError, registerRules } from "#contract/rules.ts";
import { StaffInfo } from "#contract/staff.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Authenticate, AuthenticateAll, CallerKind, SignedIn } from "#server/platform/http/caller.ts";
import { clientNetwork } from "#server/platform/http/limits/client-network.ts";
import { caseless } from "#server/platform/text.ts";
import {
  type AdminRow,
  accountsRepository,
  type PasswordKind,
  type SessionTimes,
  type SessionWithAccount,
} from "./accounts.repository.ts";
import { accountTokensRepository } from "./links/account-tokens.repository.ts";
import type { Passwords } from "./passwords.ts";
import type { SecondFactors, UsedCode } from "./second-factor/second-factors.ts";
import { deviceName } from "./sessions/device.ts";
import {
  hashToken,
  loginAddressLifetime,
  newToken,
  sessionLifetime,
  sessionsLock,
  timesAfterUse,
  tokenPattern,
} from "./sessions/sessions.ts";
import { staffRepository } from "./staff/staff.repository.ts";
import { extended, isPremium, type PastGrant, type PremiumGrant, withdrawn } from "./users/premium.ts";
import { assertUncommon, lockUser, presentUser, setSubscription } from "./users/user-writes.ts";

export { type PasswordKind, userSearchText } from "./accounts.repository.ts";
export type { PastGrant, PremiumGrant };

export interface Accounts {
  /** Returns the caller of a bearer token. Reads the database each time, so that a revoked session ends at once. */
  authenticate: Authenticate;
  authenticateAll: AuthenticateAll;
  /** Returns the key for counting login attempts: the same for an account's user name and its e-mail. */
  loginName(kind: PasswordKind, login: string): Promise<string>;
  /** Returns the user name of an account, an administrator's e-mail; empty when it is deleted. */
  loginOf(kind: PasswordKind, id: number): Promise<string>;
  /** True for an address that the account of a login logged in from within 90 days. */
  isKnownAddress(kind: PasswordKind, login: string, address: string): Promise<boolean>;
  /** @throws ApiError 401 for a wrong name or password, 403 for a locked account whose password is right. */
  loginUser(credentials: Credentials, client: Client): Promise<{ token: string; user: User }>;
  /** @throws ApiError 401 for a wrong e-mail or password, or for a right one without the code of the second factor; 403 for a closed account. */
  loginAdmin(credentials: CodedCredentials & { remember: boolean }, client: Client): Promise<{ token: string }>;
  /** @throws ApiError as `loginAdmin`, 403 for an inactive member whose password is right. */
  loginStaff(credentials: CodedCredentials, client: Client): Promise<{ token: string; member: StaffInfo }>;
  /** @throws ApiError 404. */
  user(id: number): Promise<User>;
  /** Returns an administrator. @throws ApiError 404. */
  admin(id: number): Promise<Pick<AdminRow, "email" | "full_name" | "role">>;
  /** Returns the user names of some users, by their ids; those that are gone are left out. */
  usernames(ids: readonly number[]): Promise<Map<number, string>>;
  /** Returns the user with an e-mail; undefined without one. */
  userByEmail(email: string): Promise<User | undefined>;
  /**
   * Creates the first administrator when there is none.
   * @throws ApiError 422 for a given password that is short or one of the most common.
   * @returns its e-mail, with the password when it was generated and must be shown once.
   */
  ensureFirstAdmin(first: FirstAdmin): Promise<{ email: string; password: string | undefined } | undefined>;
  /** Lists all administrators in the order of their e-mails, closed ones too. */
  admins(): Promise<Pick<AdminRow, "email" | "role" | "is_active">[]>;
  /**
   * Creates an administrator.
   * @returns the generated password, which must be shown once.
   * @throws ApiError 422 for an invalid e-mail, 409 for an existing administrator's.
   */
  createAdmin(email: string): Promise<NewPassword>;
  /**
   * Sets a new password of an account and ends all sessions of the account.
   * @returns the generated password, which must be shown once.
   * @throws ApiError 404.
   */
  resetPassword(kind: PasswordKind, email: string): Promise<NewPassword>;
  /** Ends the session of a token. */
  endSession(token: string): Promise<void>;
  /**
   * Lists the sessions of the administrator, the user and the staff member with an e-mail.
   * @throws ApiError 404 when none exists.
   */
  sessionsOf(email: string): Promise<(SessionTimes & { kind: PasswordKind })[]>;
  /**
   * Ends all sessions of the administrator, the user and the staff member with an e-mail.
   * @throws ApiError 404 when none exists.
   */
  endSessionsOf(email: string): Promise<void>;
  countUsers(): Promise<number>;
  /** Counts active users whose Premium ends between two times (ISO). */
  countEndingPremium(from: string, to: string): Promise<number>;
  /** Counts registrations by day in Vietnam, from the time `since` on; days without any are left out. */
  newUsersByDay(since: string): Promise<{ day: string; users: number }[]>;
  /**
   * Ends all sessions of an account, and its links that reset the password. Must be called in the transaction that locks or deletes the account or changes its
   * password, after that change: a concurrent login with the old state is refused or ended.
   */
  endSessions(
    tx: Tx,
    kind: CallerKind,
    accountId: number,
    options?: { /** Token of the session that goes on. */ except: string },
  ): Promise<void>;
  /**
   * Gives a user Premium in the transaction of what was paid: grants add up, and a permanent Premium stays permanent.
   * @throws ApiError 404.
   */
  grantPremium(tx: Tx, userId: number, grant: PremiumGrant): Promise<User>;
  /** Whether a user has a permanent Premium, which nobody changes until the transaction ends. @throws ApiError 404. */
  hasPermanentPremium(tx: Tx, userId: number): Promise<boolean>;
  /**
   * Takes back Premium that was given, in the transaction that undoes the payment (`withdrawn` of `users/premium.ts`).
   * @param others grants of the account that stay. @throws ApiError 404.
   */
  withdrawPremium(
    tx: Tx,
    userId: number,
    grant: Pick<PremiumGrant, "days">,
    others: readonly PastGrant[],
  ): Promise<User>;
  /** Returns a user as `withdrawPremium` would leave them, and changes nothing. @throws ApiError 404. */
  withoutPremium(userId: number, grant: Pick<PremiumGrant, "days">, others: readonly PastGrant[]): Promise<User>;
}

/** Whether a user has verified an e-mail, as a transaction sees it. */
export const isVerifiedEmail = async (db: Db, emailKey: string): Promise<boolean> =>
  (await accountsRepository(db).userByEmail(emailKey))?.email_verified_at != null;

/** Returns the active administrators in the order of their e-mails, accountants too, as a transaction sees them. */
export async function administrators(db: Db): Promise<Pick<AdminRow, "id" | "email" | "role">[]> {
  return (await accountsRepository(db).admins()).filter(({ is_active }) => is_active);
}

/** Returns the user whose e-mail this is and is verified, as a transaction sees them; undefined without one. */
export async function verifiedOwner(db: Db, email: string): Promise<number | undefined> {
  const user = await accountsRepository(db).userByEmail(caseless(email));
  return user && user.email_verified_at !== null ? user.id : undefined;
}

/** Returns the e-mail of a user in one case, as a transaction sees it; undefined for one that is not verified, or without the user. */
export async function verifiedEmailOf(db: Db, userId: number): Promise<string | undefined> {
  const user = await accountsRepository(db).userById(userId);
  return user && user.email_verified_at !== null ? user.email_key : undefined;
}

/** Where a login comes from. */
export interface Client {
  address: string;
  userAgent: string;
}

export interface Credentials {
  /** User name or e-mail; an administrator's e-mail. */
  username: string;
  password: string;
}

/** Credentials of an account that may have a second factor. */
export interface CodedCredentials extends Credentials {
  /** A code of the second factor. */
  totp_code?: string | undefined;
}

export interface NewPassword {
  email: string;
  password: string;
}

interface FirstAdmin {
  email: string;
  password: string | undefined;
}

export interface AccountsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  secondFactors: Pick<SecondFactors, "checkLogin">;
  /** Leaves out messages that wait. */
  withdraw(...which: Parameters<Notifications["withdraw"]>): Promise<unknown>;
  log: Pick<Logger, "info" | "warn">;
  /** The site's secret, for keyed hashes of addresses and names. */
  key: Buffer;
}

/** Actor of commands on the server. */
const system = { kind: "system" } as const;

const wrongCredentials = {
  user: "Tên đăng nhập hoặc mật khẩu không đúng",
  admin: "Email hoặc mật khẩu không đúng",
  staff: "Tên đăng nhập hoặc mật khẩu không đúng",
} as const;
const lockedAccount = "Tài khoản đã bị khóa";

const nouns = { admin: "quản trị viên", user: "người dùng", staff: "nhân viên" } as const;

/** Names in the audit trail how a login passed the second factor, when it was not by the app. */
const withRecovery = (name: string, usedCode: UsedCode | undefined) =>
  usedCode === "recovery" ? `${name} (bằng mã khôi phục)` : name;

/** Returns a random password of 20 characters (base64url). */
function generatePassword(): string {
  return randomBytes(15).toString("base64url");
}

/** An account as it was when its password was verified. */
interface VerifiedAccount {
  id: number;
  password_hash: string;
}

const minAdminPassword = 10;

export function createAccounts(deps: AccountsDeps): Accounts {
  const { passwords, secondFactors, withdraw, log, key } = deps;
  const { db, commit, dialect } = deps.database;
  const accounts = accountsRepository(db);
  const staff = staffRepository(db, dialect);

  /** A plain hash would be found again: all addresses, and most names, can be tried. */
  const keyedHash = (purpose: string, text: string) =>
    createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url").slice(0, 22);
  const addressHash = (address: string) => keyedHash("login address", clientNetwork(address));

  const accountFinders: Record<PasswordKind, (key: string) => Promise<VerifiedAccount | undefined>> = {
    admin: accounts.adminByEmail,
    user: accounts.userByLogin,
    staff: staff.byLogin,
  };

  /** Logs whose account was tried from where, so that an attack on one account can be told from one on many. */
  function logFailure(
    kind: PasswordKind,
    account: { id: number } | undefined,
    login: string,
    address: string,
    message = "login failed",
  ): void {
    const name = account ? `${kind} ${account.id}` : `${kind} ${caseless(login)}`;
    log.info({ kind, account: keyedHash("login account", name), address: addressHash(address) }, message);
  }

  /** Returns the account when the password is right. It takes as long without an account. @throws ApiError 401. */
  async function verified<T extends VerifiedAccount>(
    kind: PasswordKind,
    account: T | undefined,
    { username, password }: Credentials,
    { address }: Client,
  ): Promise<T> {
    const isCorrect = await passwords.verify(account?.password_hash, password);
    if (account && isCorrect) return account;
    logFailure(kind, account, username, address);
    throw new ApiError("unauthenticated", wrongCredentials[kind]);
  }

  /** @returns the token. @throws ApiError 401 when the password was changed or the account deleted since the verification. */
  async function startSession(tx: Tx, kind: PasswordKind, account: VerifiedAccount, lifetime: number, client: Client) {
    const repository = accountsRepository(tx);
    await dialect.lockShared(tx, sessionsLock(kind, account.id));
    if ((await repository.passwordHash(kind, account.id)) !== account.password_hash) {
      throw new ApiError("unauthenticated", wrongCredentials[kind]);
    }
    const token = newToken();
    const now = Date.now();
    await repository.addSession({
      token_hash: hashToken(token),
      kind,
      account_id: account.id,
      created_at: new Date(now).toISOString(),
      used_at: new Date(now).toISOString(),
      expires_at: new Date(now + lifetime).toISOString(),
      device: deviceName(client.userAgent),
    });
    await repository.recordLogin({
      kind,
      account_id: account.id,
      address: addressHash(client.address),
      seen_at: new Date(now).toISOString(),
    });
    return token;
  }

  /** Starts a session after the code of the second factor, if the account has one. @throws ApiError 401 */
  async function startCodedSession(
    tx: Tx,
    kind: "admin" | "staff",
    account: VerifiedAccount,
    lifetime: number,
    { username, totp_code }: CodedCredentials,
    client: Client,
  ): Promise<{ token: string; usedCode: UsedCode | undefined }> {
    // Before the factor is read: one that is being enabled counts for this login, or ends its session.
    await dialect.lockShared(tx, sessionsLock(kind, account.id));
    const usedCode = await secondFactors.checkLogin(tx, { kind, id: account.id }, totp_code).catch((error: unknown) => {
      if (isApiError(error) && error.reason === "totp_invalid") {
        logFailure(
          kind,
          account,
          username,
          client.address,
          "login with the right password failed at the second factor",
        );
      }
      throw error;
    });
    return { token: await startSession(tx, kind, account, lifetime, client), usedCode };
  }

  const endSessions: Accounts["endSessions"] = async (tx, kind, accountId, options) => {
    await dialect.lock(tx, sessionsLock(kind, accountId));
    await accountsRepository(tx).endSessions(kind, accountId, options && hashToken(options.except));
    await accountTokensRepository(tx).end("password_reset", kind, accountId, new Date().toISOString());
    // A mail that waits for the mail server would arrive with a link that has ended.
    await withdraw(tx, { events: ["password_reset", "admin_invitation"], recipient: { kind, id: accountId } });
  };

  /** Deletes expired sessions and forgotten addresses. Outside the login's transaction: concurrent sweeps could block each other, and no login may fail by one. */
  async function sweepSessions(): Promise<void> {
    const now = Date.now();
    await accounts
      .sweepSessions(new Date(now).toISOString())
      .then(() => accounts.sweepLoginAddresses(new Date(now - loginAddressLifetime).toISOString()))
      .catch((err: unknown) => log.warn({ err }, "expired sessions could not be swept"));
  }

  /** Records the use of a session. A failure is logged: reads go on while the database can't be written. */
  async function recordUse(tokenHash: string, session: Pick<SessionTimes, "used_at" | "expires_at">, now: number) {
    const times = timesAfterUse(session, now);
    if (!times) return;
    await accounts
      .recordUse(tokenHash, session.used_at, times)
      .catch((err: unknown) => log.warn({ err }, "the use of a session could not be recorded"));
  }

  /** @throws ApiError 404 */
  async function findUser(id: number) {
    const user = await accounts.userById(id);
    if (!user) throw new ApiError("not_found", "Không tìm thấy người dùng");
    return user;
  }

  /** Finds the accounts of an e-mail. @throws ApiError 404 without any. */
  async function accountsOf(db: Db, text: string) {
    const repository = accountsRepository(db);
    const found: { kind: PasswordKind; id: number; email: string }[] = [];
    for (const kind of ["admin", "user", "staff"] as const) {
      const account = await repository.byEmail(kind, caseless(text.trim()));
      if (account) found.push({ kind, ...account });
    }
    if (found.length === 0) throw new ApiError("not_found", `Không có tài khoản nào dùng email ${text.trim()}`);
    return found;
  }

  return {
    async authenticate(token) {
      if (!tokenPattern.test(token)) return undefined;
      const now = Date.now();
      const [session] = await accounts.sessions([hashToken(token)], new Date(now).toISOString());
      const caller = session && callerOf(session);
      if (caller) await recordUse(session.token_hash, session, now);
      return caller;
    },

    async authenticateAll(tokens) {
      if (tokens.size === 0) return new Map();
      const byHash = new Map([...tokens].map((token) => [hashToken(token), token]));
      const callers = new Map<string, SignedIn>();
      for (const session of await accounts.sessions([...byHash.keys()], new Date().toISOString())) {
        const [token, caller] = [byHash.get(session.token_hash), callerOf(session)];
        if (token !== undefined && caller) callers.set(token, caller);
      }
      return callers;
    },

    async loginName(kind, login) {
      const key = caseless(login);
      if (kind === "admin") return key;
      return (await accounts.usernameKeyOf(kind, key)) ?? key;
    },

    async loginOf(kind, id) {
      if (kind === "user") return (await accounts.userById(id))?.username ?? "";
      if (kind === "staff") return (await staff.find(id))?.username ?? "";
      return (await accounts.adminById(id))?.email ?? "";
    },

    async isKnownAddress(kind, login, address) {
      const account = await accountFinders[kind](caseless(login));
      return account !== undefined && accounts.isLoginAddress(kind, account.id, addressHash(address));
    },

    async loginUser(credentials, client) {
      const found = await accounts.userByLogin(caseless(credentials.username));
      const user = await verified("user", found, credentials, client);
      if (!user.is_active) throw new ApiError("forbidden", lockedAccount);
      await sweepSessions();
      const token = await commit((tx) => startSession(tx, "user", user, sessionLifetime.user, client));
      return { token, user: presentUser(user) };
    },

    async loginAdmin({ remember, ...credentials }, client) {
      const found = await accounts.adminByEmail(caseless(credentials.username));
      const admin = await verified("admin", found, credentials, client);
      if (!admin.is_active) throw new ApiError("forbidden", lockedAccount);
      await sweepSessions();
      const lifetime = remember ? sessionLifetime.adminRemembered : sessionLifetime.admin;
      const token = await commit(async (tx) => {
        const { token: adminToken, usedCode } = await startCodedSession(
          tx,
          "admin",
          admin,
          lifetime,
          credentials,
          client,
        );
        // Closed meanwhile: its session would come to life when the account is opened again.
        if (!(await accountsRepository(tx).adminById(admin.id))?.is_active) {
          throw new ApiError("forbidden", lockedAccount);
        }
        await recordAudit(
          tx,
          { kind: "admin", id: admin.id, name: admin.email },
          { action: "login", entity: "admin", id: admin.id, name: withRecovery(admin.email, usedCode) },
        );
        return adminToken;
      });
      return { token };
    },

    async loginStaff(credentials, client) {
      const found = await staff.byLogin(caseless(credentials.username));
      const member = await verified("staff", found, credentials, client);
      if (!member.is_active) throw new ApiError("forbidden", lockedAccount);
      await sweepSessions();
      const { id, full_name: name, is_supervisor: isSupervisor } = member;
      const token = await commit(async (tx) => {
        const lifetime = sessionLifetime.staff;
        const { token: staffToken, usedCode } = await startCodedSession(
          tx,
          "staff",
          member,
          lifetime,
          credentials,
          client,
        );
        await recordAudit(
          tx,
          { kind: "staff", id, name, isSupervisor },
          { action: "login", entity: "staff", id, name: withRecovery(name, usedCode) },
        );
        return staffToken;
      });
      return { token, member: StaffInfo.parse(member) };
    },

    user: async (id) => presentUser(await findUser(id)),

    async admin(id) {
      const admin = await accounts.adminById(id);
      if (!admin) throw new ApiError("not_found", "Không tìm thấy quản trị viên");
      return admin;
    },

    usernames: async (ids) => new Map((await accounts.usernames(ids)).map(({ id, username }) => [id, username])),

    async userByEmail(email) {
      const user = await accounts.userByEmail(caseless(email));
      return user && presentUser(user);
    },

    admins: () => accounts.admins(),

    async createAdmin(text) {
      const email = text.trim();
      const message = firstError(email, registerRules.email);
      if (message) throw invalidField("email", message);
      const email_key = caseless(email);
      const password = generatePassword();
      const password_hash = await passwords.hash(password);
      return commit({ lock: "admins" }, async (tx) => {
        const repository = accountsRepository(tx);
        if (await repository.adminByEmail(email_key)) {
          throw new ApiError("conflict", `Đã có quản trị viên dùng email ${email}`);
        }
        const admin = await repository.addAdmin({
          email,
          email_key,
          password_hash,
          created_at: new Date().toISOString(),
        });
        await recordAudit(tx, system, { action: "create", entity: "admin", id: admin.id, name: admin.email });
        return { email: admin.email, password };
      });
    },

    async resetPassword(kind, text) {
      const password = generatePassword();
      const password_hash = await passwords.hash(password);
      return commit(async (tx) => {
        const repository = accountsRepository(tx);
        const account = await repository.byEmail(kind, caseless(text.trim()));
        if (!account) throw new ApiError("not_found", `Không có ${nouns[kind]} nào dùng email ${text.trim()}`);
        const { id, email } = account;
        await repository.setPassword(kind, id, password_hash);
        await endSessions(tx, kind, id);
        // Audit rows outlive the account, so they must hold no personal data.
        const summary = `${kind === "admin" ? email : `số ${id}`} (mật khẩu mới)`;
        await recordAudit(tx, system, { action: "update", entity: kind, id, name: summary, changes: [] });
        return { email, password };
      });
    },

    async endSession(token) {
      await accounts.endSession(hashToken(token));
    },

    async sessionsOf(email) {
      const now = new Date().toISOString();
      const lists = (await accountsOf(db, email)).map(async ({ kind, id }) =>
        (await accounts.sessionsOf(kind, id, now)).map(({ created_at, used_at, expires_at }) => ({
          kind,
          created_at,
          used_at,
          expires_at,
        })),
      );
      return (await Promise.all(lists)).flat();
    },

    async endSessionsOf(email) {
      await commit(async (tx) => {
        for (const { kind, id, email: name } of await accountsOf(tx, email)) {
          await endSessions(tx, kind, id);
          const summary = `${kind === "admin" ? name : `số ${id}`} (kết thúc các phiên đăng nhập)`;
          await recordAudit(tx, system, { action: "update", entity: kind, id, name: summary, changes: [] });
        }
      });
    },

    countUsers: async () => (await accounts.userStatistics(dialect)).total_users,
    countEndingPremium: (from, to) => accounts.countEndingPremium(from, to),
    newUsersByDay: (since) => accounts.newUsersByDay(since, dialect),
    endSessions,

    async grantPremium(tx, userId, grant) {
      const user = await lockUser(tx, dialect, userId);
      return presentUser(await setSubscription(tx, user, extended(user, grant, Date.now())));
    },

    async hasPermanentPremium(tx, userId) {
      const user = await lockUser(tx, dialect, userId);
      return isPremium(user) && user.premium_expires_at === null;
    },

    async withdrawPremium(tx, userId, grant, others) {
      const user = await lockUser(tx, dialect, userId);
      return presentUser(await setSubscription(tx, user, withdrawn(user, grant, others, Date.now())));
    },

    async withoutPremium(userId, grant, others) {
      const user = await findUser(userId);
      return presentUser({ ...user, ...withdrawn(user, grant, others, Date.now()) });
    },

    async ensureFirstAdmin(first) {
      if (await accounts.hasAdmin()) return undefined;
      if (first.password !== undefined) {
        if ([...first.password].length < minAdminPassword) {
          const message = `Mật khẩu của quản trị viên phải có ít nhất ${minAdminPassword} ký tự`;
          throw invalidField("password", message);
        }
        await assertUncommon(first.password);
      }
      const password = first.password ?? generatePassword();
      const password_hash = await passwords.hash(password);
      return commit({ lock: "admins" }, async (tx) => {
        const repository = accountsRepository(tx);
        if (await repository.hasAdmin()) return undefined;
        const admin = await repository.addAdmin({
          email: first.email,
          email_key: caseless(first.email),
          password_hash,
          created_at: new Date().toISOString(),
        });
        await recordAudit(tx, system, { action: "create", entity: "admin", id: admin.id, name: admin.email });
        return { email: admin.email, password: first.password === undefined ? password : undefined };
      });
    },
  };
}

/** The holder of a session; undefined for one whose account is gone or switched off. */
function callerOf(session: SessionWithAccount): SignedIn | undefined {
  if (session.user_id !== null && session.is_active !== null && session.subscription_type) {
    const { is_active, subscription_type, premium_expires_at } = session;
    return {
      kind: "user",
      id: session.user_id,
      isPremium: isPremium({ is_active, subscription_type, premium_expires_at }),
    };
  }
  if (session.admin_id !== null) {
    const kind = session.admin_role === "accountant" ? "accountant" : "admin";
    return { kind, id: session.admin_id, name: session.admin_email ?? "" };
  }
  if (session.staff_id !== null) {
    const { staff_id: id, staff_name, is_supervisor } = session;
    return { kind: "staff", id, name: staff_name ?? "", isSupervisor: is_supervisor === true };
  }
  return undefined;
}
