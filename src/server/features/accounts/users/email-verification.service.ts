/** Whether users read the mails to their e-mail: a link is sent there, and opening it is the proof. Nothing is refused without it. */
import type { Logger } from "pino";
import { ApiError, invalidField } from "#contract/errors.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import { afterCommit } from "#server/platform/db/commit.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { accountsRepository, type UserRow } from "../accounts.repository.ts";
import type { AccountLinks } from "../links/account-links.ts";
import { type AccountTokenRow, accountTokensRepository } from "../links/account-tokens.repository.ts";
import { lockUser } from "./user-writes.ts";

export interface EmailVerification {
  /**
   * Adds the message with the link to the transaction that adds a user or holds their lock.
   * @returns false, and adds none, when the user got several within the last hour.
   */
  send(tx: Tx, user: UserRow): Promise<boolean>;
  /** Sends another link, unless the e-mail is verified. @throws ApiError `not_found`, `conflict` without a mail server, `rate_limited` */
  resend(userId: number): Promise<void>;
  /** Whether a link verifies an e-mail now, or did so before. */
  isUsable(token: string): Promise<boolean>;
  /** Verifies the e-mail that a link was sent to. It may be opened again. @throws ApiError `invalid` for an unusable link. */
  verify(token: string): Promise<void>;
}

export interface EmailVerificationDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  notifications: Pick<Notifications, "notify">;
  links: Pick<AccountLinks, "idOf">;
  /** Called in the transaction that verifies the e-mail of a user. */
  onVerified?: (tx: Tx, userId: number) => Promise<void>;
  /** Whether the site can send e-mails. */
  hasMailServer: boolean;
  log: Pick<Logger, "warn">;
}

export const unusableVerification =
  "Đường dẫn này không dùng được nữa. Bạn mở trang Tài khoản và gửi lại thư xác minh nhé.";

const hourMs = 60 * 60_000;
const validMs = 72 * hourMs;
const maxPerHour = 5;
const purpose = "email_verification";

export function createEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { database, notifications, links, onVerified = async () => {}, hasMailServer, log } = deps;
  const { db, commit, dialect } = database;

  /** Returns the row of a link whose user has the e-mail still. */
  async function usableRow(token: string): Promise<AccountTokenRow | undefined> {
    const id = links.idOf(purpose, token);
    if (id === undefined) return undefined;
    const row = await accountTokensRepository(db).usable(purpose, id, new Date().toISOString());
    const user = row && (await accountsRepository(db).userById(row.account_id));
    return user?.email_key === row?.email_key ? row : undefined;
  }

  const sweep = () =>
    accountTokensRepository(db)
      .sweep(new Date(Date.now() - hourMs).toISOString())
      .catch((err: unknown) => log.warn({ err }, "expired links could not be swept"));

  async function send(tx: Tx, { id, username, full_name, email, email_key }: UserRow): Promise<boolean> {
    const tokens = accountTokensRepository(tx);
    afterCommit(tx, sweep);
    const now = Date.now();
    const time = (at: number) => new Date(at).toISOString();
    if ((await tokens.countSince(purpose, "user", id, time(now - hourMs))) >= maxPerHour) return false;
    const token_id = await tokens.add({
      purpose,
      kind: "user",
      account_id: id,
      email_key,
      created_at: time(now),
      expires_at: time(now + validMs),
    });
    await notifications.notify(
      tx,
      { kind: "user", id, name: full_name ?? username, email, phone: null },
      { event: purpose, data: { token_id, valid_minutes: validMs / 60_000 }, subject: { kind: "user", id } },
    );
    return true;
  }

  return {
    send,

    async resend(userId) {
      if (!hasMailServer) {
        throw new ApiError("conflict", "Trang chưa gửi được email. Bạn thử lại sau hoặc liên hệ chúng tôi nhé.");
      }
      await commit(async (tx) => {
        const user = await lockUser(tx, dialect, userId);
        if (user.email_verified_at === null && !(await send(tx, user))) {
          throw new ApiError(
            "rate_limited",
            "Bạn vừa yêu cầu nhiều thư. Hãy xem hộp thư đến và thư rác, hoặc thử lại sau một giờ.",
          );
        }
      });
    },

    isUsable: async (token) => (await usableRow(token)) !== undefined,

    async verify(token) {
      const row = await usableRow(token);
      const now = new Date().toISOString();
      if (!row) throw invalidField("token", unusableVerification);
      const { account_id, email_key } = row;
      await commit(async (tx) => {
        if (!(await accountsRepository(tx).verifyEmail(account_id, email_key, now))) {
          throw invalidField("token", unusableVerification);
        }
        await onVerified(tx, account_id);
      });
    },
  };
}
