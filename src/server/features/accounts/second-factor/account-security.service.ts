/** The second factor of an administrator's or staff member's account: as its owner, an administrator and the operator manage it. */
import type { Confirmation, ConfirmationBody } from "#contract/back-office-account.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import type { PasswordAndCode, SecondFactorSetup, SecondFactorState } from "#contract/second-factor.ts";
import { type RecordSensitiveChange, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { type AdminCaller, accountOf, type Caller, type OfficeCaller } from "#server/platform/http/caller.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { qrSvg } from "#server/platform/qr-code.ts";
import { caseless } from "#server/platform/text.ts";
import { accountsRepository } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Passwords } from "../passwords.ts";
import type { Confirmations } from "../sessions/confirmations.ts";
import { sessionsLock } from "../sessions/sessions.ts";
import { staffRepository } from "../staff/staff.repository.ts";
import { secondFactorRepository } from "./second-factor.repository.ts";
import type { FactorAccount, SecondFactors } from "./second-factors.ts";
import { base32, otpauthUri } from "./totp.ts";

/** A caller who may have a second factor. */
export type FactorCaller = OfficeCaller | Extract<Caller, { kind: "staff" }>;

export interface AccountSecurity {
  /**
   * Confirms that the caller is the owner of the account, and uses up the code.
   * @throws ApiError 422 at `password` or `code` for a wrong one, or for a missing code of an account with a second factor.
   */
  confirm(caller: FactorCaller, token: string, body: ConfirmationBody): Promise<Confirmation>;
  state(caller: FactorCaller): Promise<SecondFactorState>;
  /** Makes a new secret, which counts once `enable` has seen a code. @throws ApiError 422 for a wrong password, 409 when a factor is on. */
  setUp(caller: FactorCaller, password: string): Promise<SecondFactorSetup>;
  /**
   * Enables the factor and ends all sessions but that of the token. @returns the recovery codes, which must be shown once.
   * @throws ApiError 422 for a wrong code, 409 when a factor is on or none is being set up.
   */
  enable(caller: FactorCaller, token: string, code: string): Promise<string[]>;
  /** @returns the new recovery codes, which must be shown once. @throws ApiError 422 for a wrong password or code, 409 when no factor is on. */
  renewRecoveryCodes(caller: FactorCaller, body: PasswordAndCode): Promise<string[]>;
  /** Ends all sessions but that of the token. @throws ApiError 422 for a wrong password or code, 409 when no factor is on. */
  disable(caller: FactorCaller, token: string, body: PasswordAndCode): Promise<void>;
  /** Disables the factor of a staff member and ends their sessions. @throws ApiError 404, 409 when no factor is on. */
  disableForMember(caller: AdminCaller, staffId: number): Promise<void>;
  /**
   * Disables the factors of the administrator with an e-mail and of the staff member with it or with that user name, and ends their sessions.
   * @throws ApiError 404 when no account exists, 409 when none of them has a factor that is on.
   */
  disableByLogin(login: string): Promise<FactorAccount["kind"][]>;
}

export interface AccountSecurityDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "endSessions">;
  secondFactors: SecondFactors;
  confirmations: Pick<Confirmations, "issue">;
  recordSensitive: RecordSensitiveChange;
}

const wrongPassword = "Mật khẩu hiện tại không đúng";
const alreadyOn = "Xác thực hai bước đang bật";
const notOn = "Xác thực hai bước chưa được bật";

export function createAccountSecurity(deps: AccountSecurityDeps): AccountSecurity {
  const { database, passwords, accounts, secondFactors, confirmations, recordSensitive } = deps;
  const { db, commit, dialect } = database;

  /**
   * Names the lock of a change that logins of the account wait for. It is taken before any row is locked, as in a login: otherwise the two
   * could wait for each other.
   */
  const lockOf = ({ kind, id }: FactorAccount) => ({ lock: sessionsLock(kind, id) });

  /** Commits a change after the password. It is verified before the transaction, since hashing takes long, and compared again within it. @throws ApiError 422 */
  async function commitWithPassword<T>(account: FactorAccount, password: string, change: (tx: Tx) => Promise<T>) {
    const { kind, id } = account;
    const verified = await accountsRepository(db).passwordHash(kind, id);
    if (!(await passwords.verify(verified, password))) throw invalidField("password", wrongPassword);
    return commit(lockOf(account), async (tx) => {
      if ((await accountsRepository(tx).passwordHash(kind, id)) !== verified) {
        throw invalidField("password", wrongPassword);
      }
      return change(tx);
    });
  }

  /** @throws ApiError 409 */
  async function assertState(tx: Tx, account: FactorAccount, isOn: boolean): Promise<void> {
    const factor = await secondFactorRepository(tx).find(account);
    if (Boolean(factor?.enabled_at) !== isOn) throw new ApiError("conflict", isOn ? notOn : alreadyOn);
  }

  /** @throws ApiError 422 */
  async function consumeCode(tx: Tx, account: FactorAccount, code: string): Promise<void> {
    const result = await secondFactors.consume(tx, account, code);
    if ("refusal" in result) throw invalidField("code", result.refusal);
  }

  return {
    async confirm(caller, token, { password, code }) {
      const account = accountOf(caller);
      return commitWithPassword(account, password, async (tx) => {
        const factor = await secondFactorRepository(tx).find(account);
        if (factor?.enabled_at) {
          if (code === undefined) throw invalidField("code", "Vui lòng nhập mã xác thực");
          await consumeCode(tx, account, code);
        }
        return confirmations.issue(token);
      });
    },

    async state(caller) {
      const account = accountOf(caller);
      const repository = secondFactorRepository(db);
      const enabled_at = (await repository.find(account))?.enabled_at ?? null;
      const recovery_codes_left = enabled_at === null ? 0 : await repository.countRecoveryCodes(account);
      return { is_enabled: enabled_at !== null, enabled_at, recovery_codes_left };
    },

    async setUp(caller, password) {
      const account = accountOf(caller);
      return commitWithPassword(account, password, async (tx) => {
        await assertState(tx, account, false);
        const secret = await secondFactors.begin(tx, account);
        const login =
          account.kind === "admin" ? caller.name : (await staffRepository(tx, dialect).find(account.id))?.username;
        const uri = otpauthUri(secret, login ?? "");
        const qr = `data:image/svg+xml;base64,${Buffer.from(qrSvg(uri)).toString("base64")}`;
        return { secret: base32(secret), uri, qr };
      });
    },

    async enable(caller, token, code) {
      const account = accountOf(caller);
      return commit(lockOf(account), async (tx) => {
        await assertState(tx, account, false);
        const result = await secondFactors.confirm(tx, account, code);
        if ("refusal" in result) throw invalidField("code", result.refusal);
        await accounts.endSessions(tx, account.kind, account.id, { except: token });
        await recordAudit(tx, caller, { action: "create", entity: "second_factor", id: account.id, name: caller.name });
        return result.recoveryCodes;
      });
    },

    async renewRecoveryCodes(caller, { password, code }) {
      const account = accountOf(caller);
      return commitWithPassword(account, password, async (tx) => {
        await assertState(tx, account, true);
        await consumeCode(tx, account, code);
        const codes = await secondFactors.renewRecoveryCodes(tx, account);
        await recordAudit(tx, caller, { action: "update", entity: "second_factor", id: account.id, name: caller.name });
        return codes;
      });
    },

    async disable(caller, token, { password, code }) {
      const account = accountOf(caller);
      await commitWithPassword(account, password, async (tx) => {
        await assertState(tx, account, true);
        await consumeCode(tx, account, code);
        await secondFactorRepository(tx).remove(account);
        await accounts.endSessions(tx, account.kind, account.id, { except: token });
        await recordAudit(tx, caller, { action: "delete", entity: "second_factor", id: account.id, name: caller.name });
      });
    },

    disableForMember(caller, staffId) {
      const account = { kind: "staff", id: staffId } as const;
      return commit(lockOf(account), async (tx) => {
        const member = await staffRepository(tx, dialect).find(staffId);
        if (!member) throw new ApiError("not_found", "Không tìm thấy nhân viên");
        if (!(await secondFactorRepository(tx).remove(account))) {
          throw new ApiError("conflict", "Nhân viên này chưa bật xác thực hai bước");
        }
        await accounts.endSessions(tx, "staff", staffId);
        await recordSensitive(tx, caller, {
          action: "delete",
          entity: "second_factor",
          entityId: staffId,
          what: "Xác thực hai bước của một nhân viên",
          name: member.full_name,
          details: [`${member.full_name} (${member.username}): đã tắt`],
        });
      });
    },

    async disableByLogin(text) {
      const key = caseless(text.trim());
      const admin = await accountsRepository(db).adminByEmail(key);
      const member = await staffRepository(db, dialect).byLogin(key);
      // Audit rows outlive the account, so they hold no name of a member.
      const found = [
        ...(admin ? [{ kind: "admin" as const, id: admin.id, name: admin.email }] : []),
        ...(member ? [{ kind: "staff" as const, id: member.id, name: `nhân viên số ${member.id}` }] : []),
      ];
      if (found.length === 0) {
        throw new ApiError("not_found", `Không có quản trị viên hay nhân viên nào là ${text.trim()}`);
      }
      const disabled: FactorAccount["kind"][] = [];
      for await (const account of inTurns(found)) {
        const { kind, id, name } = account;
        const isDisabled = await commit(lockOf(account), async (tx) => {
          if (!(await secondFactorRepository(tx).remove(account))) return false;
          await accounts.endSessions(tx, kind, id);
          await recordAudit(tx, { kind: "system" }, { action: "delete", entity: "second_factor", id, name });
          return true;
        });
        if (isDisabled) disabled.push(kind);
      }
      if (disabled.length === 0) throw new ApiError("conflict", `${text.trim()} chưa bật xác thực hai bước`);
      return disabled;
    },
  };
}
