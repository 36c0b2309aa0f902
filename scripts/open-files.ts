/** Opens the storage and the files of a site for a command. */

import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { catalogueClaimSources } from "#server/features/catalogue/owned-files.ts";
import { createFiles, type Files, storageUsage } from "#server/features/files/files.service.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import { createStorage, type Storage } from "#server/features/storage/storage.service.ts";
import { contactClaimSource } from "#server/features/support/support.service.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { createOutbox } from "#server/platform/outbox.ts";

export async function openFiles(
  config: Config,
  database: Database,
  store: MediaStore,
): Promise<{ storage: Storage; files: Files }> {
  // The command itself reports errors.
  const log = createLog("silent");
  const outbox = createOutbox(database, log);
  const storage = createStorage({
    recordSensitive: recordWithoutMessages,
    database,
    outbox,
    ...config.secrets,
    connection: { allowPrivate: config.allowPrivateStorage },
    usage: storageUsage,
  });
  const files = createFiles({ database, outbox, store, storage, log, ...config.secrets });
  await files.adopt([...catalogueClaimSources(database.dialect), contactClaimSource]);
  return { storage, files };
}
