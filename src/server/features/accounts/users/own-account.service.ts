/** The account of the calling user: profile, export, deletion. */
import type { User } from "#contract/accounts.ts";
import { invalidField } from "#contract/errors.ts";
import type { ProfileChange } from "#contract/own-account.ts";
import { firstError, ownAccountRules } from "#contract/rules.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { Download } from "#server/platform/http/router.ts";
import { accountsRepository, type UserRow } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Passwords } from "../passwords.ts";
import type { EmailVerification } from "./email-verification.service.ts";
import { deleteUser, lockUser, namesOf, type PersonalData, presentUser, withNamesAvailable } from "./user-writes.ts";

export interface OwnAccount {
  /**
   * Updates the given fields. A new e-mail gets a link that verifies it.
   * @throws ApiError 422 when the e-mail changes without the present password, 409 when the e-mail is taken.
   */
  update(userId: number, body: ProfileChange): Promise<User>;
  /** Returns all data about the user as a JSON file. */
  export(userId: number): Promise<Download>;
  /** Deletes the account with its data and ends all sessions. @throws ApiError 422 for a wrong password. */
  remove(userId: number, password: string): Promise<void>;
}

export interface OwnAccountDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "user" | "endSessions">;
  personalData: readonly PersonalData[];
  verification: Pick<EmailVerification, "send">;
}

const wrongPassword = "Mật khẩu hiện tại không đúng";

export function createOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { database, passwords, accounts, personalData, verification } = deps;
  const { db, commit, dialect } = database;
  const repository = accountsRepository(db);

  /**
   * Runs a change that needs the present password. It is verified before the transaction, since hashing takes long, and compared again
   * within it. @param field of the error. @throws ApiError 422 for a wrong one.
   */
  async function withPassword<T>(
    userId: number,
    field: string,
    password: string,
    change: (tx: Tx, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const verified = await repository.passwordHash("user", userId);
    if (!(await passwords.verify(verified, password))) throw invalidField(field, wrongPassword);
    return commit(async (tx) => {
      const user = await lockUser(tx, dialect, userId);
      if (user.password_hash !== verified) throw invalidField(field, wrongPassword);
      return change(tx, user);
    });
  }

  const sessionsOf = async (userId: number) => repository.sessionsOf("user", userId, new Date().toISOString());

  return {
    async update(userId, { full_name, email, current_password = "" }) {
      const save = async (tx: Tx, user: UserRow) => {
        const changed = await accountsRepository(tx).updateUser(user, {
          ...namesOf({ email }),
          ...(full_name === undefined ? {} : { full_name }),
        });
        if (changed.email_key !== user.email_key) await verification.send(tx, changed);
        return presentUser(changed);
      };
      const { email: stored } = await accounts.user(userId);
      if (email === undefined || email === stored) {
        return commit(async (tx) => save(tx, await lockUser(tx, dialect, userId)));
      }
      if (current_password === "") {
        throw invalidField("current_password", firstError("", ownAccountRules.current_password) ?? wrongPassword);
      }
      return withNamesAvailable(db, "user", userId, namesOf({ email }), () =>
        withPassword(userId, "current_password", current_password, save),
      );
    },

    async export(userId) {
      const data: Record<string, unknown> = {
        exported_at: new Date().toISOString(),
        account: await accounts.user(userId),
        sessions: (await sessionsOf(userId)).map(({ token_hash: _hash, ...session }) => session),
        logins: await repository.loginTimes("user", userId),
      };
      for (const { name, read } of personalData) data[name] = await read(userId);
      return { fileName: "ngan-nga-du-lieu-cua-toi.json", content: chunks(JSON.stringify(data, null, 2)) };
    },

    async remove(userId, password) {
      await withPassword(userId, "password", password, async (tx, user) => {
        await deleteUser(tx, user, personalData, accounts.endSessions);
        // Audit rows outlive the account, so they must hold no personal data.
        const summary = `số ${userId} (chủ tài khoản tự xóa)`;
        await recordAudit(tx, { kind: "system" }, { action: "delete", entity: "user", id: userId, name: summary });
      });
      await dialect.eraseDeleted(db);
    },
  };
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
