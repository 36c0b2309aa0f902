/** The files of the site, on the disk or in object storage, and the bin that keeps them for what is deleted. */
import { staffPort } from "#server/features/accounts/staff/staff-bin.ts";
import { createBin } from "#server/features/bin/bin.service.ts";
import { createBinContents } from "#server/features/bin/bin-contents.service.ts";
import { categoryPort, songPort } from "#server/features/catalogue/catalogue-bin.ts";
import { catalogueClaimSources } from "#server/features/catalogue/owned-files.ts";
import { createFiles, storageUsage } from "#server/features/files/files.service.ts";
import type { MediaTimes } from "#server/features/media/helpers.ts";
import { createMarkAudio, type MarkAudio } from "#server/features/media/mark.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { packagePort } from "#server/features/premium-packages/premium-packages.service.ts";
import { resumeRequests } from "#server/features/requests/loads.service.ts";
import { type ConnectionOptions, createStorage } from "#server/features/storage/storage.service.ts";
import { contactClaimSource, contactPort } from "#server/features/support/support.service.ts";
import type { AccountsWing } from "./accounts.ts";
import type { Messages } from "./messages.ts";
import type { Platform } from "./platform.ts";

export interface FilesOptions {
  markAudio?: MarkAudio;
  /** Longer times of the helper processes, for tests on a busy machine. */
  mediaTimes?: MediaTimes;
  /** Shorter storage timeouts and a fake DNS lookup, for tests. */
  storageTimes?: Omit<ConnectionOptions, "allowPrivate"> & {
    testMs?: number;
    waitMs?: number;
    restMs?: number;
  };
}

export type FilesWing = Awaited<ReturnType<typeof openFiles>>;

/** Makes files, storage and bin, and adopts the files of an older site. Their routes are added by the catalogue, the team and the office. */
export async function openFiles(
  options: FilesOptions,
  { platform, messages, accounts }: { platform: Platform; messages: Messages; accounts: AccountsWing },
) {
  const { config, database, http, log, outbox } = platform;
  const { recordSensitive } = messages;
  const { mediaTimes, markAudio = createMarkAudio(log, mediaTimes) } = options;
  const { testMs, waitMs, restMs, ...times } = options.storageTimes ?? {};
  const store = createMediaStore({
    dataDir: config.dataDir,
    temporary: accounts.temporary,
    markAudio,
    times: mediaTimes,
  });
  const storage = createStorage({
    database,
    outbox,
    ...config.secrets,
    connection: { allowPrivate: config.allowPrivateStorage, ...times },
    testMs,
    usage: storageUsage,
    recordSensitive,
  });
  http.addHook("onClose", async () => storage.close());
  const files = createFiles({ database, outbox, store, storage, log, ...config.secrets, waitMs, restMs });
  files.handle();
  http.addHook("onClose", files.stop);
  const { dialect } = database;
  await files.adopt([...catalogueClaimSources(dialect), contactClaimSource]);

  const binContents = createBinContents({
    database,
    files,
    outbox,
    ports: {
      song: songPort(dialect),
      category: categoryPort(dialect),
      support: contactPort(dialect, recordSensitive),
      premium_package: packagePort(dialect),
      staff: staffPort({ dialect, resumeRequests, recordSensitive }),
    },
  });
  binContents.handle();
  return {
    /** Receives and checks files. */
    store,
    storage,
    files,
    bin: createBin({ database, files }),
    binContents,
  };
}
