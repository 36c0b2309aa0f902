/** Sensitive changes: an entry in the trail and a message to each administrator (docs/rooms/accounts.md#sensitive-changes). */
import { type RecordSensitiveChange, recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import type { Notifications } from "./notifications.service.ts";

/** Accountants change the bank account, so they are told of its changes, and of no others. */
const toldToAccountants: readonly string[] = ["bank_account"];

export function recordsSensitiveChanges({
  notifyEachAdministrator,
}: Pick<Notifications, "notifyEachAdministrator">): RecordSensitiveChange {
  return async (tx, actor, change) => {
    await recordWithoutMessages(tx, actor, change);
    const { what, name, details, entity, formerAddresses } = change;
    const by = "name" in actor ? actor.name : "Hệ thống";
    await notifyEachAdministrator(
      tx,
      {
        event: "sensitive_change",
        data: { what, details: details.length === 0 ? [name] : details, by, at: new Date().toISOString() },
      },
      { accountants: toldToAccountants.includes(entity), addresses: formerAddresses },
    );
  };
}
