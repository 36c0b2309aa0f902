/** Audio files whose home is object storage. */
import type { StorageUsage } from "#server/features/storage/storage.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { audioFilesRepository } from "./audio-files.repository.ts";

/** What lies in object storage now. */
export async function storageUsage(db: Db): Promise<StorageUsage> {
  const files = audioFilesRepository(db);
  return { ...(await files.usage()), problem: await files.anyProblem() };
}
