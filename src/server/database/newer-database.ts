/**
 * Guards a database that a newer release has migrated. An older release works with it while all migrations that it does not know are
 * expansions (docs/rooms/database.md#migrations).
 */
import type { DataPlace } from "#server/platform/config.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { OperatorError } from "#server/platform/operator-error.ts";

const versionKey = "migrated_by";

/** A database that a newer release has migrated. */
export class NewerDatabaseError extends OperatorError {
  /** @param newer version that migrated the database, where it is known; `running` is that of this process. */
  constructor(newer: string | undefined, running: string, { databaseUrl }: Pick<DataPlace, "databaseUrl">) {
    const copy = databaseUrl === undefined ? " hoặc bản chép trong DATA_DIR/backups" : "";
    super(
      `Dữ liệu này đã được một phiên bản Ngân Nga mới hơn nâng cấp${newer === undefined ? "" : ` (${newer})`}; ` +
        `phiên bản đang chạy (${running}) không dùng được.\n` +
        "Hãy chạy lại phiên bản mới hơn đó. Muốn trở về phiên bản này thì khôi phục bản sao lưu làm trước khi nâng cấp " +
        `(npm run restore -- FILE --force)${copy}; những gì ghi sau bản đó sẽ mất.`,
    );
  }
}

/** Records the version that migrated the database. */
export async function recordMigratedBy(db: Db, version: string): Promise<void> {
  await db
    .insertInto("meta")
    .values({ key: versionKey, value: version })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: version }))
    .execute();
}

/** Returns the version that migrated the database last; undefined where it was not recorded. */
export async function migratedBy(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("meta").select("value").where("key", "=", versionKey).executeTakeFirst())?.value;
}
