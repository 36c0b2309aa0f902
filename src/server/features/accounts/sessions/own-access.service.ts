/** Password and sessions of the calling account, of whatever kind. */
import { ApiError, invalidField } from "#contract/errors.ts";
import type { PasswordChange, Session } from "#contract/own-account.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountOf, type SignedIn } from "#server/platform/http/caller.ts";
import { accountsRepository } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import type { Passwords } from "../passwords.ts";
import { staffRepository } from "../staff/staff.repository.ts";
import { assertUncommon } from "../users/user-writes.ts";
import { hashToken, sessionId } from "./sessions.ts";

export interface OwnAccess {
  /**
   * Changes the password and ends all sessions but that of the token.
   * @throws ApiError 422 for a wrong present password or one of the most common new ones.
   */
  changePassword(caller: SignedIn, token: string, body: PasswordChange): Promise<void>;
  /** Lists the sessions, the last used first. @param token of the current one. */
  sessions(caller: SignedIn, token: string): Promise<Session[]>;
  /** @throws ApiError 404. */
  endSession(caller: SignedIn, id: number): Promise<void>;
  /** Ends all sessions but that of the token. */
  endOtherSessions(caller: SignedIn, token: string): Promise<void>;
}

export interface OwnAccessDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "endSessions">;
}

const wrongPassword = "Mật khẩu hiện tại không đúng";

export function createOwnAccess({ database, passwords, accounts }: OwnAccessDeps): OwnAccess {
  const { db, commit, dialect } = database;
  const repository = accountsRepository(db);

  const sessionsOf = (caller: SignedIn) => {
    const { kind, id } = accountOf(caller);
    return repository.sessionsOf(kind, id, new Date().toISOString());
  };

  return {
    async changePassword(caller, token, { current_password, new_password }) {
      const { kind, id } = accountOf(caller);
      await assertUncommon(new_password, "new_password");
      // Before the transaction, since hashing takes long; compared again within it.
      const verified = await repository.passwordHash(kind, id);
      if (!(await passwords.verify(verified, current_password))) throw invalidField("current_password", wrongPassword);
      const password_hash = await passwords.hash(new_password);
      await commit(async (tx) => {
        // In the order of all changes of accounts: the account, then its sessions.
        if (kind === "staff") await staffRepository(tx, dialect).lock(id);
        else await dialect.lock(tx, kind === "admin" ? "admins" : `user ${id}`);
        const own = accountsRepository(tx);
        if ((await own.passwordHash(kind, id)) !== verified) throw invalidField("current_password", wrongPassword);
        await own.setPassword(kind, id, password_hash);
        await accounts.endSessions(tx, kind, id, { except: token });
        // The audit trail holds no users.
        if (caller.kind === "user") return;
        const subject = { id, name: `${caller.name} (tự đổi mật khẩu)` };
        await recordAudit(tx, caller, {
          action: "update",
          entity: kind === "admin" ? "admin" : "staff",
          ...subject,
          changes: [],
        });
      });
    },

    async sessions(caller, token) {
      const current = hashToken(token);
      return (await sessionsOf(caller)).map(({ token_hash, created_at, used_at, device }) => ({
        id: sessionId(token_hash),
        created_at,
        last_used_at: used_at,
        device,
        is_current: token_hash === current,
      }));
    },

    async endSession(caller, id) {
      const session = (await sessionsOf(caller)).find(({ token_hash }) => sessionId(token_hash) === id);
      if (!session) throw new ApiError("not_found", "Không tìm thấy phiên đăng nhập");
      await repository.endSession(session.token_hash);
    },

    async endOtherSessions(caller, token) {
      const { kind, id } = accountOf(caller);
      await commit((tx) => accounts.endSessions(tx, kind, id, { except: token }));
    },
  };
}
