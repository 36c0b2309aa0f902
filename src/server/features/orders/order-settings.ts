/** The administrator's settings of orders. */

import type { Logger } from "pino";
import { z } from "zod";
import { type AdminOrderSettings, defaultOrderSettings, OrderSettings, OrderSettingsChange } from "#contract/orders.ts";
import { assertVersion, fieldChanges, recordAudit, type TrailFields } from "#server/features/audit/audit.service.ts";
import { settingsLock, storedDocument } from "#server/features/settings/settings.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";

const key = "orders";
const document = storedDocument(key);
const trail: TrailFields<OrderSettings, OrderSettingsChange> = { unpaid_days: "Số ngày chờ thanh toán" };

/** Reads the settings; an invalid document is logged and counts as never saved. */
export async function readOrderSettings(db: Db, log: Pick<Logger, "error">): Promise<OrderSettings> {
  try {
    const stored = await document.read(db);
    return stored === undefined ? defaultOrderSettings : OrderSettings.parse(stored);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    log.error({ err: error, key }, "invalid stored setting; its default is used");
    return defaultOrderSettings;
  }
}

/** Reads the settings with their version. */
export async function adminOrderSettings(db: Db, log: Pick<Logger, "error">): Promise<AdminOrderSettings> {
  return forAdmin(await readOrderSettings(db, log));
}

/** @throws ApiError `conflict` when another version was seen. */
export async function saveOrderSettings(
  { db, commit }: Pick<Database, "db" | "commit">,
  log: Pick<Logger, "error">,
  caller: AdminCaller,
  { version, unpaid_days }: OrderSettingsChange,
): Promise<AdminOrderSettings> {
  const save = () =>
    commit({ lock: settingsLock }, async (tx) => {
      const stored = forAdmin(await readOrderSettings(tx, log));
      // The trail tells settings apart by the beginning of their summary.
      const subject = { id: null, name: "Đơn hàng chưa thanh toán" };
      await assertVersion(tx, caller, version, stored.version, "settings", subject);
      await document.write(tx, { unpaid_days });
      const name = `${subject.name}: ${unpaid_days} ngày`;
      const changes = fieldChanges(trail, stored, { ...stored, unpaid_days });
      await recordAudit(tx, caller, { action: "update", entity: "settings", ...subject, name, changes });
      return forAdmin({ unpaid_days });
    });
  return withCurrent(() => adminOrderSettings(db, log), save);
}

function forAdmin(settings: OrderSettings): AdminOrderSettings & { version: string } {
  return { ...settings, version: versionOf(OrderSettingsChange, settings) };
}
