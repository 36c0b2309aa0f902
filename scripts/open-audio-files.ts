/** Opens the storage and audio files of a site for a command. */
import { type AudioFiles, createAudioFiles, storageUsage } from "#server/features/catalogue/audio-files.service.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import { createStorage, type Storage } from "#server/features/storage/storage.service.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { createOutbox } from "#server/platform/outbox.ts";

export function openAudioFiles(
  config: Config,
  database: Database,
  store: MediaStore,
): { storage: Storage; audioFiles: AudioFiles } {
  // The command itself reports errors.
  const log = createLog("silent");
  const outbox = createOutbox(database, log);
  const storage = createStorage({
    database,
    outbox,
    ...config.secrets,
    connection: { allowPrivate: config.allowPrivateStorage },
    usage: storageUsage,
  });
  return { storage, audioFiles: createAudioFiles({ database, outbox, store, storage, log }) };
}
