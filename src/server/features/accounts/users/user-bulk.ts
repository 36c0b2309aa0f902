/** What bulk jobs do with users: more days of Premium, locking and unlocking. */
import { isDeepStrictEqual } from "node:util";
import { UserFilter } from "#contract/accounts.ts";
import { invalidField } from "#contract/errors.ts";
import type { BulkOutcome, BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { accountsRepository, type UserRow, userListReader } from "../accounts.repository.ts";
import { extended, type Subscription, withdrawn } from "./premium.ts";
import { lockUser } from "./user-writes.ts";

export interface UserBulkDeps {
  database: Pick<Database, "dialect">;
  /** Locks or unlocks a locked row's account. */
  setActive(tx: Tx, caller: OfficeCaller, user: UserRow, isActive: boolean): Promise<UserRow>;
  /** Saves the subscription of a locked row. @param details for the audit trail */
  subscribe(
    tx: Tx,
    caller: OfficeCaller,
    user: UserRow,
    change: { subscription: Subscription; details: string },
  ): Promise<UserRow>;
}

/** What taking days back needs: the subscription before and after. */
interface Extended {
  before: Subscription;
  after: Subscription;
}

const subscriptionOf = ({ subscription_type, premium_expires_at, premium_package_id }: UserRow): Subscription => ({
  subscription_type,
  premium_expires_at,
  premium_package_id,
});

export function userBulkWorks({ database: { dialect }, setActive, subscribe }: UserBulkDeps): BulkWork[] {
  const rows: Pick<BulkWork, "filter" | "choose" | "names"> = {
    filter: UserFilter,
    choose: (from, filter, limit) => userListReader(from, dialect).ids(filter, limit),
    names: (from, ids) => accountsRepository(from).userNames(ids),
  };

  async function lockTo(isActive: boolean, { caller }: BulkRun, tx: Tx, id: number): Promise<BulkOutcome> {
    const user = await lockUser(tx, dialect, id);
    if (user.is_active === isActive) return { state: "unchanged" };
    await setActive(tx, caller, user, isActive);
    return { state: "changed" };
  }

  const locking = (kind: "lock_users" | "unlock_users", isActive: boolean): BulkWork => ({
    ...rows,
    kind,
    roles: ["admin"],
    run: (run) => run.each((tx, id) => lockTo(isActive, run, tx, id)),
    undo: (run) => run.each((tx, id) => lockTo(!isActive, run, tx, id)),
  });

  async function extend({ caller, options }: BulkRun, tx: Tx, id: number): Promise<BulkOutcome> {
    const days = options.days ?? 0;
    const user = await lockUser(tx, dialect, id);
    const before = subscriptionOf(user);
    const subscription = extended(user, { days, packageId: null }, Date.now());
    if (isDeepStrictEqual(subscription, before)) return { state: "unchanged" };
    const after = subscriptionOf(
      await subscribe(tx, caller, user, { subscription, details: `thêm Premium ${days} ngày` }),
    );
    return { state: "changed", undo: { before, after } satisfies Extended };
  }

  async function shorten({ caller, options }: BulkRun, tx: Tx, id: number, undo: unknown): Promise<BulkOutcome> {
    const days = options.days ?? 0;
    const { before, after } = undo as Extended;
    const user = await lockUser(tx, dialect, id);
    const current = subscriptionOf(user);
    // Premium that was given or ended meanwhile stays, without the days.
    const subscription = isDeepStrictEqual(current, after) ? before : withdrawn(user, { days }, [], Date.now());
    if (isDeepStrictEqual(subscription, current)) return { state: "unchanged" };
    await subscribe(tx, caller, user, { subscription, details: `bớt Premium ${days} ngày` });
    return { state: "changed" };
  }

  return [
    locking("lock_users", false),
    locking("unlock_users", true),
    {
      ...rows,
      kind: "extend_users",
      roles: ["admin", "accountant"],
      async assertOptions(_db, { days }) {
        if (days === undefined) throw invalidField("options.days", "Vui lòng nhập số ngày");
      },
      run: (run) => run.each((tx, id) => extend(run, tx, id)),
      undo: (run) => run.each((tx, id, undo) => shorten(run, tx, id, undo)),
    },
  ];
}
