/** Staff members, as the administrator manages them and as they see one another. */

import type { ActivityAction } from "#contract/dashboard.ts";
import type { FieldChange } from "#contract/history.ts";
import { type StaffBody, StaffChange, StaffColleague, StaffInfo, StaffMember } from "#contract/staff.ts";
import {
  assertVersion,
  changedDetails,
  fieldChanges,
  masked,
  type RecordSensitiveChange,
  recordAudit,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { caseless } from "#server/platform/text.ts";
import { accountsRepository } from "../accounts.repository.ts";
import type { Accounts } from "../accounts.service.ts";
import { accountTokensRepository } from "../links/account-tokens.repository.ts";
import type { Passwords } from "../passwords.ts";
import { secondFactorRepository } from "../second-factor/second-factor.repository.ts";
import { assertUncommon, namesOf, withNamesAvailable } from "../users/user-writes.ts";
import { type StaffRow, staffRepository } from "./staff.repository.ts";

export interface Staff {
  /** Returns all members, the newest first. */
  members(): Promise<StaffMember[]>;
  /** Returns the active members in the order of their names. */
  colleagues(): Promise<StaffColleague[]>;
  /** @throws ApiError 404. */
  info(id: number): Promise<StaffInfo>;
  /** @throws ApiError 422 for one of the most common passwords, 409 when the user name or the e-mail is taken. */
  create(caller: AdminCaller, body: StaffBody): Promise<StaffMember>;
  /**
   * Updates the given fields. A new password, or deactivating the member, ends their sessions; deactivating also returns their
   * open requests to the pool.
   * @throws ApiError 404, 422 for one of the most common passwords, 409 when the user name or the e-mail is taken.
   */
  update(caller: AdminCaller, id: number, body: StaffChange): Promise<StaffMember>;
  /** Deletes a member, ends their sessions and returns their open requests to the pool. @throws ApiError 404. */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** Returns the full names of existing members by id. */
  staffNames(ids: readonly number[]): Promise<Map<number, string>>;
  /** Holds off changes of members until the transaction ends; to be taken before the locks of requests. */
  keepMembers(tx: Tx): Promise<void>;
  /** Returns the full name of an active member; undefined for any other id. */
  activeName(tx: Tx, id: number): Promise<string | undefined>;
  /** Returns an active member; undefined for any other id. */
  activeMember(tx: Tx, id: number): Promise<ReachableMember | undefined>;
  /** Returns the active supervisors. */
  activeSupervisors(from: Db): Promise<ReachableMember[]>;
}

/** A member with the addresses that messages go to. */
export type ReachableMember = Pick<StaffRow, "id" | "full_name" | "email" | "phone">;

export interface StaffDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  passwords: Passwords;
  accounts: Pick<Accounts, "endSessions">;
  /** Returns how much each of the members has to do; members without open requests may be missing. */
  requestLoads(ids: readonly number[]): Promise<Map<number, RequestLoad>>;
  /** Returns a member's open requests to the pool. */
  releaseRequests(tx: Tx, staffId: number, actor: AdminCaller): Promise<void>;
  bin: Pick<Bin, "put">;
  notifications: Pick<Notifications, "withdraw">;
  recordSensitive: RecordSensitiveChange;
}
type RequestLoad = Pick<StaffMember, "open_requests" | "late_requests">;
const noLoad: RequestLoad = { open_requests: 0, late_requests: 0 };
type Derived = RequestLoad & Pick<StaffMember, "has_second_factor" | "last_login_at" | "version">;

export function createStaff(deps: StaffDeps): Staff {
  const { database, passwords, accounts, requestLoads, releaseRequests, bin, notifications, recordSensitive } = deps;
  const { db, commit, dialect } = database;
  const repository = staffRepository(db, dialect);
  const byName = new Intl.Collator("vi").compare;

  /** Takes the lock of all members, so that nobody gives or changes their requests, and locks a member. @throws ApiError 404. */
  async function lockMember(tx: Tx, id: number): Promise<StaffRow> {
    await dialect.lock(tx, membersLock);
    return findOrThrow(staffRepository(tx, dialect).lock(id), noMember);
  }

  async function withDerived(rows: readonly StaffRow[]): Promise<(StaffRow & Derived)[]> {
    const ids = rows.map(({ id }) => id);
    const loads = await requestLoads(ids);
    const logins = await accountsRepository(db).lastLogins("staff");
    const withFactor = new Set(await secondFactorRepository(db).enabledIds("staff", ids));
    return rows.map((row) => ({
      ...row,
      ...(loads.get(row.id) ?? noLoad),
      has_second_factor: withFactor.has(row.id),
      last_login_at: logins.get(row.id) ?? null,
      version: versionOfMember(row),
    }));
  }

  async function present(row: StaffRow): Promise<StaffMember> {
    return StaffMember.parse((await withDerived([row]))[0]);
  }

  const read = async (id: number) => present(await findOrThrow(repository.find(id), noMember));

  async function activeMember(tx: Tx, id: number): Promise<StaffRow | undefined> {
    const row = await staffRepository(tx, dialect).find(id);
    return row?.is_active ? row : undefined;
  }

  /** Takes the work of a member who leaves, and leaves out the messages about it. */
  async function release(tx: Tx, id: number, caller: AdminCaller): Promise<void> {
    await releaseRequests(tx, id, caller);
    await notifications.withdraw(tx, { recipient: { kind: "staff", id } });
  }

  const subjectOf = ({ id, full_name: name }: StaffRow) => ({ id, name });

  const record = (
    tx: Tx,
    caller: AdminCaller,
    action: ActivityAction,
    what: string,
    { id, full_name: name }: StaffRow,
    details: readonly string[],
    changes: readonly FieldChange[] = [],
  ) => recordSensitive(tx, caller, { action, entity: "staff", entityId: id, what, name, details, changes });

  return {
    members: async () => (await withDerived(await repository.all())).map((member) => StaffMember.parse(member)),

    async colleagues() {
      const members = await withDerived(await repository.active());
      return members
        .map((member) => StaffColleague.parse(member))
        .toSorted((a, b) => byName(a.full_name, b.full_name) || a.id - b.id);
    },

    info: async (id) => StaffInfo.parse(await findOrThrow(repository.find(id), noMember)),

    async create(caller, { password, phone = null, notes = null, ...body }) {
      await assertUncommon(password);
      const { username, email } = body;
      const names = { username, username_key: caseless(username), email, email_key: caseless(email) };
      const row = await withNamesAvailable(db, "staff", undefined, names, async () => {
        const password_hash = await passwords.hash(password);
        return commit(async (tx) => {
          const created_at = new Date().toISOString();
          const values = { ...body, ...names, phone, notes, password_hash, created_at };
          const added = await staffRepository(tx, dialect).insert(values);
          const details = added.is_supervisor ? [roleNames.supervisor] : [];
          await record(tx, caller, "create", "Thêm nhân viên", added, details);
          return added;
        });
      });
      return present(row);
    },

    async update(caller, id, { password, version, ...body }) {
      if (password !== undefined) await assertUncommon(password);
      const password_hash = password === undefined ? undefined : await passwords.hash(password);
      const names = namesOf(body);
      const save = () =>
        commit(async (tx) => {
          const stored = await lockMember(tx, id);
          const subject = { id, name: "" };
          await assertVersion(tx, caller, version, versionOfMember(stored), "staff", subject);
          const values = givenFields({ ...body, ...names, password_hash });
          const changed =
            Object.keys(values).length > 0 ? await staffRepository(tx, dialect).update(id, values) : stored;
          if (password_hash !== undefined || !changed.is_active) await accounts.endSessions(tx, "staff", id);
          if (!changed.is_active) await release(tx, id, caller);
          const sensitive = sensitiveDetails(stored, changed);
          const details = [...sensitive, ...stateDetails(stored, changed)];
          const changes = fieldChanges(staffTrail, stored, changed);
          if (sensitive.length > 0)
            await record(tx, caller, "update", "Tài khoản nhân viên", changed, details, changes);
          else
            await recordAudit(tx, caller, {
              action: "update",
              entity: "staff",
              ...subjectOf(changed),
              details,
              changes,
            });
          return changed;
        });
      return withCurrent(
        () => read(id),
        async () => {
          const row = await withNamesAvailable(db, "staff", id, names, save);
          return present(row);
        },
      );
    },

    async remove(caller, id) {
      await commit(async (tx) => {
        const stored = await lockMember(tx, id);
        await bin.put(tx, "staff", id, caller, () => release(tx, id, caller));
        await accounts.endSessions(tx, "staff", id);
        await accountTokensRepository(tx).removeOf("staff", id);
        await recordAudit(tx, caller, { action: "delete", entity: "staff", ...subjectOf(stored) });
      });
    },

    staffNames: async (ids) => new Map((await repository.names(ids)).map(({ id, full_name }) => [id, full_name])),

    keepMembers: (tx) => dialect.lockShared(tx, membersLock),

    activeName: async (tx, id) => (await activeMember(tx, id))?.full_name,
    activeMember,
    activeSupervisors: (from) => staffRepository(from, dialect).activeSupervisors(),
  };
}

function versionOfMember(row: StaffRow): string {
  return versionOf(StaffChange.omit({ password: true }), row);
}

/** Named lock of all members. */
export const membersLock = "staff";
/** User name and e-mail stand masked among the details. */
const staffTrail: TrailFields<StaffRow, StaffChange> = {
  full_name: "Họ và tên",
  phone: "Điện thoại",
  notes: "Ghi chú",
  is_active: "Đang hoạt động",
  is_supervisor: "Giám sát viên",
  username: null,
  email: null,
  password: null,
};

const noMember = "Không tìm thấy nhân viên";
const roleNames = { supervisor: "giám sát viên", ordinary: "thôi làm giám sát viên" } as const;

/** Names a change between active and inactive for the trail. */
function stateDetails(before: StaffRow, after: StaffRow): string[] {
  return before.is_active === after.is_active ? [] : [after.is_active ? "hoạt động lại" : "tạm ngưng"];
}

/** Names the changes by which somebody may get into the account or get more rights. */
function sensitiveDetails(before: StaffRow, after: StaffRow): string[] {
  const details = changedDetails([
    { label: "tên đăng nhập", from: before.username, to: after.username },
    { label: "email", from: before.email, to: after.email, mask: masked },
  ]);
  if (before.password_hash !== after.password_hash) details.push("mật khẩu mới");
  if (before.is_supervisor !== after.is_supervisor) {
    details.push(after.is_supervisor ? roleNames.supervisor : roleNames.ordinary);
  }
  return details;
}
