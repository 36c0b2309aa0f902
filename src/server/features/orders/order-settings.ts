/** The administrator's settings of orders. */
import type { Logger } from "pino";
import { z } from "zod";
import { defaultOrderSettings, OrderSettings } from "#contract/orders.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";

const key = "orders";
const document = storedDocument(key);

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

export async function saveOrderSettings(
  { db, changes }: Pick<Database, "db" | "changes">,
  caller: AdminCaller,
  body: OrderSettings,
): Promise<OrderSettings> {
  await db.transaction().execute(async (tx) => {
    await document.write(tx, body);
    const summary = `Đơn hàng chưa thanh toán: ${body.unpaid_days} ngày`;
    await recordAudit(tx, caller, { action: "update", entity: "settings", entityId: null, summary });
  });
  changes.committed(siteTopic);
  return body;
}
