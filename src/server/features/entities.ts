/**
 * The records of all tables, and what is derived of them: the tables of a backup, the change topics, the names in the audit trail, the owners
 * of files (docs/rooms/database.md#one-record-for-an-entity).
 */
import type { EntityName } from "#contract/entities.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import { accountEntities } from "#server/features/accounts/accounts.entity.ts";
import { auditEntities } from "#server/features/audit/audit.entity.ts";
import { bankEntities } from "#server/features/bank/bank.entity.ts";
import { binEntities } from "#server/features/bin/bin.entity.ts";
import { bulkEntities } from "#server/features/bulk/bulk.entity.ts";
import { catalogueEntities } from "#server/features/catalogue/catalogue.entity.ts";
import { exampleEntities } from "#server/features/examples/examples.entity.ts";
import { fileEntities } from "#server/features/files/files.entity.ts";
import { giftEntities } from "#server/features/gifts/gifts.entity.ts";
import { learningEntities } from "#server/features/learning/learning.entity.ts";
import { notebookEntities } from "#server/features/notebook/notebook.entity.ts";
import { notificationEntities } from "#server/features/notifications/notifications.entity.ts";
import { orderEntities } from "#server/features/orders/orders.entity.ts";
import { paymentProviderEntities } from "#server/features/payment-providers/payment-providers.entity.ts";
import { paymentEntities } from "#server/features/payments/payments.entity.ts";
import { packageEntities } from "#server/features/premium-packages/premium-packages.entity.ts";
import { receiptEntities } from "#server/features/receipts/receipts.entity.ts";
import { requestEntities } from "#server/features/requests/requests.entity.ts";
import { settingsEntities } from "#server/features/settings/settings.entity.ts";
import { supportEntities } from "#server/features/support/support.entity.ts";
import { viewEntities } from "#server/features/views/views.entity.ts";
import type { ChangeTopic } from "#server/platform/db/change-topics.ts";
import { type Entities, platformEntities, tablesInOrder, topicsOf } from "#server/platform/db/entity.ts";
import type { Tables } from "#server/platform/db/schema.ts";

/** Tables that triggers fill from others; they have no record. */
const countTable = "song_counts";
export const derivedTables: readonly string[] = [countTable, ...Object.keys(keptSums)];
type StoredTable = Exclude<keyof Tables, typeof countTable>;

interface Trail {
  readonly trail?: { readonly entity: EntityName };
}

export const entities = {
  ...platformEntities,
  ...accountEntities,
  ...catalogueEntities,
  ...learningEntities,
  ...notebookEntities,
  ...settingsEntities,
  ...supportEntities,
  ...fileEntities,
  ...packageEntities,
  ...bankEntities,
  ...orderEntities,
  ...requestEntities,
  ...exampleEntities,
  ...giftEntities,
  ...paymentProviderEntities,
  ...paymentEntities,
  ...receiptEntities,
  ...notificationEntities,
  ...auditEntities,
  ...binEntities,
  ...bulkEntities,
  ...viewEntities,
} as const satisfies Entities<StoredTable> & Record<StoredTable, Trail>;

/** The names under which rows own files. */
export type FileOwner = Extract<(typeof entities)[StoredTable], { fileOwner: string }>["fileOwner"];

export interface TableKey {
  name: StoredTable;
  /** Columns of the primary key; the database generates `id` and no other. */
  key: readonly string[];
}

/** The tables of a backup, referenced ones first. */
export const tableKeys: readonly TableKey[] = tablesInOrder(entities).map((name) => ({
  name,
  key: entities[name].key,
}));

/** Tables of earlier versions, for backups of a database that is not migrated yet. */
export const formerTableKeys: readonly { name: string; key: readonly string[] }[] = [
  { name: "audio_files", key: ["key"] },
];

/** The topics with the tables that raise them. A change needs a migration that creates the triggers (docs/rooms/outbox-and-live.md#topics-and-caches). */
export const changeTopics: readonly ChangeTopic[] = topicsOf(entities);

/** Where the present names of what the audit trail mentions stand: the table and its column. */
export const trailNames: ReadonlyMap<EntityName, { table: StoredTable; column: string }> = new Map(
  Object.entries(entities).flatMap(([table, record]) =>
    "trail" in record
      ? [[record.trail.entity, { table: table as StoredTable, column: record.trail.name }] as const]
      : [],
  ),
);
