/** What happens to sent files, beside storing them: the trail, and the removal of those nobody needs. */
import type { FastifyRequest } from "fastify";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { MediaStore, StoredFile } from "./media.service.ts";
import { type Expected, receiveUpload } from "./upload.ts";

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ db, store }: { db: Db; store: MediaStore }) {
  return {
    /** Stores the file that streams in and writes it into the trail; both or none. */
    async take(caller: AdminCaller, request: FastifyRequest, expected: Expected): Promise<StoredFile> {
      const { received, name } = await receiveUpload(request, store, expected);
      let stored: StoredFile | undefined;
      try {
        const kept = await received.keep();
        stored = kept;
        await db
          .transaction()
          .execute((tx) =>
            recordAudit(tx, caller, { action: "create", entity: "file", entityId: null, summary: name || kept.key }),
          );
        return kept;
      } catch (error) {
        await received.discard();
        if (stored) await store.remove(stored.url);
        throw error;
      }
    },
  };
}

/**
 * Removes files that a change left behind, once it is committed.
 * @param isReferenced whether something still uses the file of an address.
 */
export function registerMediaOutbox(
  outbox: Outbox,
  store: Pick<MediaStore, "remove">,
  isReferenced: (url: string) => Promise<boolean>,
): void {
  outbox.on<{ urls: string[] }>("media.remove", async ({ urls }) => {
    for (const url of urls) if (!(await isReferenced(url))) await store.remove(url);
  });
}
