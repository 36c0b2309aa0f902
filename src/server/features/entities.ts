/**
 * The list of all tables, with their types and records, and what is derived of them: the tables of a backup, the change topics, the names in the
 * audit trail, the owners of files (docs/rooms/database.md#one-record-for-an-entity).
 */
import type { EntityName } from "#contract/entities.ts";
import { keptSums } from "#server/database/kept-sums.ts";
import { type AccountTables, accountEntities } from "#server/features/accounts/accounts.tables.ts";
import { type AuditTables, auditEntities } from "#server/features/audit/audit.tables.ts";
import { type BankTables, bankEntities } from "#server/features/bank/bank.tables.ts";
import { type BinTables, binEntities } from "#server/features/bin/bin.tables.ts";
import { type BulkTables, bulkEntities } from "#server/features/bulk/bulk.tables.ts";
import { type CatalogueTables, catalogueEntities } from "#server/features/catalogue/catalogue.tables.ts";
import { type ExampleTables, exampleEntities } from "#server/features/examples/examples.tables.ts";
import { type FileTables, fileEntities } from "#server/features/files/files.tables.ts";
import { type GiftTables, giftEntities } from "#server/features/gifts/gifts.tables.ts";
import { type LearningTables, learningEntities } from "#server/features/learning/learning.tables.ts";
import { type NotebookTables, notebookEntities } from "#server/features/notebook/notebook.tables.ts";
import { type NotificationTables, notificationEntities } from "#server/features/notifications/notifications.tables.ts";
import { type OrderTables, orderEntities } from "#server/features/orders/orders.tables.ts";
import {
  type PaymentProviderTables,
  paymentProviderEntities,
} from "#server/features/payment-providers/payment-providers.tables.ts";
import { type PaymentTables, paymentEntities } from "#server/features/payments/payments.tables.ts";
import { type PlaylistTables, playlistEntities } from "#server/features/playlists/playlists.tables.ts";
import { type PackageTables, packageEntities } from "#server/features/premium-packages/premium-packages.tables.ts";
import { type QueueTables, queueEntities } from "#server/features/queues/queues.tables.ts";
import { type ReceiptTables, receiptEntities } from "#server/features/receipts/receipts.tables.ts";
import { type RequestTables, requestEntities } from "#server/features/requests/requests.tables.ts";
import { type SettingsTables, settingsEntities } from "#server/features/settings/settings.tables.ts";
import { type SupportTables, supportEntities } from "#server/features/support/support.tables.ts";
import { type ViewTables, viewEntities } from "#server/features/views/views.tables.ts";
import type { ChangeTopic } from "#server/platform/db/change-topics.ts";
import { type Entities, tablesInOrder, topicsOf } from "#server/platform/db/entity.ts";
import { metaEntities } from "#server/platform/db/meta.tables.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import { rateLimitEntities } from "#server/platform/http/limits/rate-limits.tables.ts";
import { idempotencyEntities } from "#server/platform/idempotency.tables.ts";
import { outboxEntities } from "#server/platform/outbox.tables.ts";

declare module "#server/platform/db/schema.ts" {
  interface Tables
    extends AccountTables,
      CatalogueTables,
      LearningTables,
      NotebookTables,
      QueueTables,
      PlaylistTables,
      SettingsTables,
      SupportTables,
      FileTables,
      PackageTables,
      BankTables,
      OrderTables,
      RequestTables,
      ExampleTables,
      GiftTables,
      PaymentProviderTables,
      PaymentTables,
      ReceiptTables,
      NotificationTables,
      AuditTables,
      BinTables,
      BulkTables,
      ViewTables {}
}

/** Tables that triggers fill from others; they have no record. */
const countTable = "song_counts";
export const derivedTables: readonly string[] = [countTable, ...Object.keys(keptSums)];
type StoredTable = Exclude<keyof Tables, typeof countTable>;

interface Trail {
  readonly trail?: { readonly entity: EntityName };
}

export const entities = {
  ...metaEntities,
  ...outboxEntities,
  ...idempotencyEntities,
  ...rateLimitEntities,
  ...accountEntities,
  ...catalogueEntities,
  ...learningEntities,
  ...notebookEntities,
  ...queueEntities,
  ...playlistEntities,
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
