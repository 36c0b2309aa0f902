/** The sessions of a user, as the administrator sees and ends them. */
import type { CustomerActivity } from "#contract/customers.ts";
import { ApiError } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { accountsRepository } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import { sessionId } from "../sessions/sessions.ts";
import { lockUser } from "./user-writes.ts";

export interface UserSessions {
  /** Lists the sessions, the last used first. */
  list(userId: number): Promise<CustomerActivity["sessions"]>;
  /** @throws ApiError 404. */
  end(caller: AdminCaller, userId: number, id: number): Promise<void>;
  /** @throws ApiError 404. */
  endAll(caller: AdminCaller, userId: number): Promise<void>;
}

export interface UserSessionsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  accounts: Pick<Accounts, "endSessions">;
}

export function createUserSessions({ database, accounts }: UserSessionsDeps): UserSessions {
  const { db, commit, dialect } = database;
  const now = () => new Date().toISOString();
  const subject = (id: number) => ({ id, name: `số ${id}` });
  return {
    async list(userId) {
      const sessions = await accountsRepository(db).sessionsOf("user", userId, now());
      return sessions.map(({ token_hash, created_at, used_at, device }) => ({
        id: sessionId(token_hash),
        created_at,
        last_used_at: used_at,
        device,
      }));
    },

    end: (caller, userId, id) =>
      commit(async (tx) => {
        await lockUser(tx, dialect, userId);
        const repository = accountsRepository(tx);
        const sessions = await repository.sessionsOf("user", userId, now());
        const session = sessions.find(({ token_hash }) => sessionId(token_hash) === id);
        if (!session) throw new ApiError("not_found", "Không tìm thấy phiên đăng nhập");
        await repository.endSession(session.token_hash);
        await recordAudit(tx, caller, {
          action: "update",
          entity: "user",
          ...subject(userId),
          details: ["đăng xuất khỏi một thiết bị"],
          changes: [],
        });
      }),

    endAll: (caller, userId) =>
      commit(async (tx) => {
        await lockUser(tx, dialect, userId);
        await accounts.endSessions(tx, "user", userId);
        await recordAudit(tx, caller, {
          action: "update",
          entity: "user",
          ...subject(userId),
          details: ["đăng xuất khỏi mọi thiết bị"],
          changes: [],
        });
      }),
  };
}
