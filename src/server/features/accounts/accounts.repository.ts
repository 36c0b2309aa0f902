/** All SQL of accounts and sessions. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { expiringDays, type UserFilter, type UserTab, userSorts } from "#contract/accounts.ts";
import { mostCounted } from "#contract/counting.ts";
import { fold } from "#contract/fold.ts";
import type { TabCounts } from "#contract/list.ts";
import type { UserStatistics } from "#contract/users.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { allDays } from "#server/platform/db/kept-sums.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { CallerKind } from "#server/platform/http/caller.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";

export type UserRow = Selectable<Tables["users"]>;
export type AdminRow = Selectable<Tables["admins"]>;

export type SessionTimes = Pick<Selectable<Tables["sessions"]>, "created_at" | "used_at" | "expires_at">;
export type StoredSession = SessionTimes & Pick<Selectable<Tables["sessions"]>, "token_hash" | "device">;

export type SessionWithAccount = Awaited<ReturnType<ReturnType<typeof accountsRepository>["sessions"]>>[number];

const dayMs = 24 * 60 * 60_000;

/** Kinds of account with a password. */
export type PasswordKind = "admin" | "user" | "staff";
/** Kinds of account with a user name. */
export type NamedKind = Exclude<PasswordKind, "admin">;
const tableOf = { admin: "admins", user: "users", staff: "staff" } as const;

type NewUser = Omit<Insertable<Tables["users"]>, "search_text">;

/** Returns the text that a search for users matches. */
export function userSearchText({ username, full_name, email }: Pick<NewUser, "username" | "full_name" | "email">) {
  return fold([username, full_name ?? "", email].join(" "));
}

/** Columns of a user that the list and its export need. */
const userColumns = [
  "id",
  "username",
  "email",
  "full_name",
  "is_active",
  "subscription_type",
  "premium_expires_at",
  "premium_package_id",
  "created_at",
  "email_verified_at",
] as const satisfies (keyof UserRow)[];

/** Stands for the end of permanent Premium, and for that of users without; the index of the migration has the same constant. */
const noEnd = "9999-12-31T00:00:00.000Z";
const hasPlan = "subscription_type = 'premium'";

/**
 * A search, days under another sort than the time, and the tabs of Premium that ends or ended sort the rows that they find; all else is read
 * along the index of its sort.
 */
const userList: List<"users", (typeof userColumns)[number], keyof typeof userSorts.orders> = {
  table: "users",
  columns: userColumns,
  filters: { subscription_type: "subscription_type", is_active: "is_active" },
  choices: { tab: { premium: hasPlan, expiring: hasPlan, ended: hasPlan, locked: "not is_active" } },
  bounds: {
    ends_after: { column: "premium_expires_at", none: noEnd, operator: ">" },
    ends_until: { column: "premium_expires_at", none: noEnd, operator: "<=" },
  },
  days: { column: "created_at", utcOffset: vietnamUtcOffset },
  search: { table: "users", column: "search_text", index: "users_search" },
  kept: keptSums.user_sums,
  sorts: userSorts,
  sortColumns: {
    created_at: { column: "created_at", isText: false },
    username: { column: "username_key", isText: true },
    email: { column: "email_key", isText: true },
    premium_expires_at: { column: "premium_expires_at", none: noEnd, isText: false },
  },
};

/** Reads the administrator's list of users. */
export function userListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, userList);
  return {
    page: (query: Parameters<typeof reader.page>[0]) => reader.page({ ...query, ...endsOf(query) }),
    total: (filter: Parameters<typeof reader.total>[0]) => reader.total({ ...filter, ...endsOf(filter) }),
    batches: (query: Parameters<typeof reader.batches>[0]) => reader.batches({ ...query, ...endsOf(query) }),
    ids: (filter: Parameters<typeof reader.ids>[0], limit: number) =>
      reader.ids({ ...filter, ...endsOf(filter) }, limit),

    /** Counts the users of each tab; those of whom no sum is kept up to one more than `mostCounted`. */
    async tabs({ tab: _tab, ...filter }: UserFilter): Promise<TabCounts<UserTab>> {
      const count = (tab?: UserTab) => {
        const isKept = tab === "locked" && filter.is_active === undefined;
        const chosen = isKept ? { is_active: false } : tab && { tab };
        return reader.count({ ...filter, ...chosen, ...endsOf(chosen ?? {}) });
      };
      const [all, expiring, ended, locked] = await Promise.all([
        count(),
        count("expiring"),
        count("ended"),
        count("locked"),
      ]);
      // Free users stand beside permanent Premium in the index of ends.
      const withPlan = await reader.count({ ...filter, subscription_type: "premium" });
      const isExact = ended <= mostCounted && withPlan !== mostCounted + 1;
      const ofPlan = isExact ? withPlan - ended : await count("premium");
      return { all, premium: filter.subscription_type === "free" ? 0 : ofPlan, expiring, ended, locked };
    },
  };
}

/** Returns the bounds that a tab sets to the end of Premium. */
function endsOf({ tab }: Readonly<Record<string, unknown>>): { ends_after?: string; ends_until?: string } {
  const now = Date.now();
  const iso = (time: number) => new Date(time).toISOString();
  if (tab === "premium") return { ends_after: iso(now) };
  if (tab === "expiring") return { ends_after: iso(now), ends_until: iso(now + expiringDays * dayMs) };
  return tab === "ended" ? { ends_until: iso(now) } : {};
}

export function accountsRepository(db: Db) {
  return {
    userById: (id: number): Promise<UserRow | undefined> =>
      db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Returns name and e-mail of some users. */
    async userNames(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom("users").select(["id", "username", "email"]).where("id", "in", ids).execute();
      return new Map(rows.map(({ id, username, email }) => [id, `${username} · ${email}`]));
    },

    /** Returns the user names of some users. */
    async usernames(ids: readonly number[]): Promise<Pick<UserRow, "id" | "username">[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("users").select(["id", "username"]).where("id", "in", ids).execute();
    },

    /** @param key `caseless` e-mail. */
    userByEmail: (key: string): Promise<UserRow | undefined> =>
      db.selectFrom("users").selectAll().where("email_key", "=", key).executeTakeFirst(),

    /** Finds a user by user name, else by e-mail. @param key `caseless` text. */
    async userByLogin(key: string): Promise<UserRow | undefined> {
      const byName = await db.selectFrom("users").selectAll().where("username_key", "=", key).executeTakeFirst();
      return byName ?? db.selectFrom("users").selectAll().where("email_key", "=", key).executeTakeFirst();
    },

    async usernameKeyOf(kind: NamedKind, emailKey: string): Promise<string | undefined> {
      const row = await db
        .selectFrom(tableOf[kind])
        .select("username_key")
        .where("email_key", "=", emailKey)
        .executeTakeFirst();
      return row?.username_key;
    },

    /** Returns which of the given two another account of the kind than `exceptId` has, if any; the user name first. */
    async takenField(
      kind: NamedKind,
      { username_key, email_key }: { username_key?: string; email_key?: string },
      exceptId = 0,
    ): Promise<"username" | "email" | undefined> {
      for (const [field, column, key] of [
        ["username", "username_key", username_key],
        ["email", "email_key", email_key],
      ] as const) {
        if (key === undefined) continue;
        const found = await db
          .selectFrom(tableOf[kind])
          .select("id")
          .where(column, "=", key)
          .where("id", "!=", exceptId)
          .executeTakeFirst();
        if (found) return field;
      }
      return undefined;
    },

    /** @returns undefined when the name or the e-mail is taken, also by a concurrent registration. */
    addUser: (values: NewUser): Promise<UserRow | undefined> =>
      db
        .insertInto("users")
        .values({ ...values, search_text: userSearchText(values) })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** Changes columns of a user, and the text that a search matches. A new e-mail is not verified. */
    updateUser: (user: UserRow, values: Omit<Updateable<Tables["users"]>, "search_text">): Promise<UserRow> =>
      db
        .updateTable("users")
        .set({
          ...((values.email_key ?? user.email_key) === user.email_key ? {} : { email_verified_at: null }),
          ...values,
          search_text: userSearchText({ ...user, ...values }),
        })
        .where("id", "=", user.id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    adminByEmail: (key: string): Promise<AdminRow | undefined> =>
      db.selectFrom("admins").selectAll().where("email_key", "=", key).executeTakeFirst(),

    adminById: (id: number): Promise<AdminRow | undefined> =>
      db.selectFrom("admins").selectAll().where("id", "=", id).executeTakeFirst(),

    async hasAdmin(): Promise<boolean> {
      return (await db.selectFrom("admins").select("id").limit(1).executeTakeFirst()) !== undefined;
    },

    addAdmin: (values: Insertable<Tables["admins"]>): Promise<AdminRow> =>
      db.insertInto("admins").values(values).returningAll().executeTakeFirstOrThrow(),

    /** Returns all administrators in the order of their e-mails, closed ones too. */
    admins: (): Promise<AdminRow[]> => db.selectFrom("admins").selectAll().orderBy("email_key").execute(),

    updateAdmin: (id: number, values: Updateable<Tables["admins"]>): Promise<AdminRow> =>
      db.updateTable("admins").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    /** Returns the last login of each account of a kind that logged in within 90 days. */
    async lastLogins(kind: PasswordKind): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom("login_addresses")
        .select((s) => ["account_id", s.fn.max("seen_at").as("seen_at")])
        .where("kind", "=", kind)
        .groupBy("account_id")
        .execute();
      return new Map(rows.map(({ account_id, seen_at }) => [account_id, seen_at]));
    },

    async removeUser(id: number): Promise<void> {
      await db.deleteFrom("users").where("id", "=", id).execute();
    },

    /** Counts users by type and state. */
    async userStatistics({ byteOrder }: Pick<Dialect, "byteOrder">): Promise<UserStatistics> {
      const groups = await sql<Pick<UserRow, "is_active" | "subscription_type"> & { n: number }>`
        select is_active, subscription_type, cast(sum(n) as bigint) as n from user_sums
        where ${byteOrder(sql.ref("day"))} = ${allDays} group by is_active, subscription_type`.execute(db);
      const sum = (isCounted: (group: (typeof groups.rows)[number]) => boolean) =>
        groups.rows.filter(isCounted).reduce((total, { n }) => total + n, 0);
      return {
        total_users: sum(() => true),
        active_users: sum(({ is_active }) => is_active),
        premium_users: sum(({ subscription_type }) => subscription_type === "premium"),
        free_users: sum(({ subscription_type }) => subscription_type === "free"),
      };
    },

    async countEndingPremium(from: string, to: string): Promise<number> {
      const { n } = await db
        .selectFrom("users")
        .select((s) => s.fn.countAll<number>().as("n"))
        .where("premium_expires_at", ">", from)
        .where("premium_expires_at", "<=", to)
        .where("subscription_type", "=", "premium")
        .where("is_active", "=", true)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the active users whose Premium ends from one time (ISO) on and before another, in the order of its end. */
    async endingPremium({ from, to }: { from: string; to: string }): Promise<number[]> {
      const rows = await db
        .selectFrom("users")
        .select("id")
        .where("premium_expires_at", ">=", from)
        .where("premium_expires_at", "<", to)
        .where("subscription_type", "=", "premium")
        .where("is_active", "=", true)
        .orderBy("premium_expires_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns the numbers of new users by day in Vietnam, from a day (`YYYY-MM-DD`) on; days without any are left out. */
    async newUsersByDay(
      since: string,
      { byteOrder }: Pick<Dialect, "byteOrder">,
    ): Promise<{ day: string; users: number }[]> {
      const day = byteOrder(sql.ref("day"));
      const { rows } = await sql<{ day: string; users: number }>`select day, cast(sum(n) as bigint) as users
        from user_sums where ${day} >= ${since} group by day having sum(n) <> 0`.execute(db);
      return rows;
    },

    /** @param key `caseless` e-mail. */
    byEmail: (kind: PasswordKind, key: string): Promise<{ id: number; email: string } | undefined> =>
      db.selectFrom(tableOf[kind]).select(["id", "email"]).where("email_key", "=", key).executeTakeFirst(),

    async passwordHash(kind: PasswordKind, id: number): Promise<string | undefined> {
      return (await db.selectFrom(tableOf[kind]).select("password_hash").where("id", "=", id).executeTakeFirst())
        ?.password_hash;
    },

    async setPassword(kind: PasswordKind, id: number, password_hash: string): Promise<void> {
      // The invitation ends with the first password.
      if (kind === "admin")
        await db.updateTable("admins").set({ password_hash, invited_at: null }).where("id", "=", id).execute();
      else await db.updateTable(tableOf[kind]).set({ password_hash }).where("id", "=", id).execute();
    },

    /** Records that the user reads the mails to an e-mail; the first time counts. @returns false when the user has another e-mail. */
    async verifyEmail(id: number, emailKey: string, now: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("users")
        .set((eb) => ({ email_verified_at: eb.fn.coalesce("email_verified_at", eb.val(now)) }))
        .where("id", "=", id)
        .where("email_key", "=", emailKey)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async addSession(session: Insertable<Tables["sessions"]>): Promise<void> {
      await db.insertInto("sessions").values(session).execute();
    },

    /** Returns unexpired sessions with their accounts in one query; `kind` determines which columns are not null. */
    sessions: (tokenHashes: readonly string[], now: string) =>
      db
        .selectFrom("sessions")
        .leftJoin("users", (join) =>
          join
            .onRef("users.id", "=", "sessions.account_id")
            .on("sessions.kind", "=", "user")
            .on("users.is_active", "=", true),
        )
        .leftJoin("admins", (join) =>
          join
            .onRef("admins.id", "=", "sessions.account_id")
            .on("sessions.kind", "=", "admin")
            .on("admins.is_active", "=", true),
        )
        .leftJoin("staff", (join) =>
          join
            .onRef("staff.id", "=", "sessions.account_id")
            .on("sessions.kind", "=", "staff")
            .on("staff.is_active", "=", true),
        )
        .select([
          "sessions.token_hash",
          "sessions.kind",
          "sessions.used_at",
          "sessions.expires_at",
          "users.id as user_id",
          "users.is_active",
          "users.subscription_type",
          "users.premium_expires_at",
          "admins.id as admin_id",
          "admins.email as admin_email",
          "admins.role as admin_role",
          "staff.id as staff_id",
          "staff.full_name as staff_name",
          "staff.is_supervisor",
        ])
        .where("sessions.token_hash", "in", tokenHashes)
        .where("sessions.expires_at", ">", now)
        .execute(),

    /** Records a use. Changes nothing when a concurrent request recorded one. */
    async recordUse(tokenHash: string, before: string, times: { used_at: string; expires_at: string }): Promise<void> {
      await db
        .updateTable("sessions")
        .set(times)
        .where("token_hash", "=", tokenHash)
        .where("used_at", "=", before)
        .execute();
    },

    async endSession(tokenHash: string): Promise<void> {
      await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
    },

    /** Lists unexpired sessions, the last used first. */
    sessionsOf: (kind: CallerKind, accountId: number, now: string): Promise<StoredSession[]> =>
      db
        .selectFrom("sessions")
        .select(["token_hash", "created_at", "used_at", "expires_at", "device"])
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .where("expires_at", ">", now)
        .orderBy("used_at", "desc")
        .orderBy("created_at", "desc")
        .execute(),

    async recordLogin(row: Insertable<Tables["login_addresses"]>): Promise<void> {
      await db
        .insertInto("login_addresses")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["kind", "account_id", "address"]).doUpdateSet({ seen_at: row.seen_at }),
        )
        .execute();
    },

    async isLoginAddress(kind: CallerKind, accountId: number, address: string): Promise<boolean> {
      const row = await db
        .selectFrom("login_addresses")
        .select("seen_at")
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .where("address", "=", address)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the last login from each address, newest first. */
    async loginTimes(kind: CallerKind, accountId: number): Promise<string[]> {
      const rows = await db
        .selectFrom("login_addresses")
        .select("seen_at")
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .orderBy("seen_at", "desc")
        .execute();
      return rows.map(({ seen_at }) => seen_at);
    },

    async sweepLoginAddresses(before: string): Promise<void> {
      await db.deleteFrom("login_addresses").where("seen_at", "<", before).execute();
    },

    /** @param exceptHash of the session that goes on. */
    async endSessions(kind: CallerKind, accountId: number, exceptHash?: string): Promise<void> {
      await db
        .deleteFrom("sessions")
        .where("kind", "=", kind)
        .where("account_id", "=", accountId)
        .$if(exceptHash !== undefined, (query) => query.where("token_hash", "!=", exceptHash ?? ""))
        .execute();
    },

    async sweepSessions(now: string): Promise<void> {
      await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    },
  };
}
