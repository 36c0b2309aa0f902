/** How deleted staff members come back from the bin. */
import { ApiError } from "#contract/errors.ts";
import type { RecordSensitiveChange } from "#server/features/audit/audit.service.ts";
import type { BinnedRequest, BinPort } from "#server/features/bin/bin-port.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { accountsRepository } from "../accounts.repository.ts";
import { namesOf, takenMessages } from "../users/user-writes.ts";
import { membersLock } from "./staff.service.ts";

export interface StaffPortDeps {
  dialect: Dialect;
  /** Gives a member the requests back that nobody has taken meanwhile. */
  resumeRequests(
    tx: Tx,
    staff: { id: number; name: string },
    requests: readonly BinnedRequest[],
    actor: OfficeCaller,
  ): Promise<number>;
  recordSensitive: RecordSensitiveChange;
}

/** Members come back with password, second factor and requests; their sessions have ended. All administrators are told. */
export function staffPort({ dialect, resumeRequests, recordSensitive }: StaffPortDeps): BinPort {
  return {
    lock: (tx) => dialect.lock(tx, membersLock),
    async prepare(tx, { row, names: { username = String(row.username), email = String(row.email) } }) {
      const names = namesOf({ username, email });
      const field = await accountsRepository(tx).takenField("staff", names);
      if (field) {
        const message = takenMessages[field];
        throw new ApiError("conflict", message, [{ field, message }]);
      }
      return { row: { ...row, ...names }, name: String(row.full_name) };
    },
    async finish(tx, caller, { id, row, requests }, name) {
      await resumeRequests(tx, { id, name }, requests, caller);
      await recordSensitive(tx, caller, {
        action: "restore",
        entity: "staff",
        entityId: id,
        what: "Khôi phục nhân viên",
        name,
        details: row.is_supervisor === true ? ["giám sát viên"] : [],
      });
      return true;
    },
  };
}
