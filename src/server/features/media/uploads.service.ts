/** What happens to sent files, beside storing them: the trail, and the removal of those nobody needs. */
import type { FastifyRequest } from "fastify";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { MediaStore, StoredFile } from "./media.service.ts";
import { type Expected, receiveUpload } from "./upload.ts";

export type Uploads = ReturnType<typeof createUploads>;

/** The place that new audio belongs to when it is not this disk. */
export interface AudioHome {
  /** Ready to take files. @throws ApiError `unavailable` when it is not. */
  ready(): Promise<void>;
  /** Writes down that the file belongs there. */
  enlist(tx: Tx, stored: StoredFile): Promise<void>;
}

/** A stored file, and whether this disk is its home. */
export interface Taken extends StoredFile {
  isHere: boolean;
}

export function createUploads({
  db,
  store,
  audioHome,
}: {
  db: Db;
  store: MediaStore;
  audioHome: () => Promise<AudioHome | undefined>;
}) {
  return {
    /** Stores the file that streams in and writes it into the trail; both or none. */
    async take(caller: AdminCaller, request: FastifyRequest, expected: Expected): Promise<Taken> {
      const home = expected.kind === "audio" ? await audioHome() : undefined;
      // Asked while the file streams in; what it says is heard afterwards.
      const ready = home?.ready();
      ready?.catch(() => {});
      const { received, name } = await receiveUpload(request, store, expected);
      let stored: StoredFile | undefined;
      try {
        await ready;
        const kept = await received.keep();
        stored = kept;
        await db.transaction().execute(async (tx) => {
          await home?.enlist(tx, kept);
          const summary = name || kept.key;
          await recordAudit(tx, caller, { action: "create", entity: "file", entityId: null, summary });
        });
        return { ...kept, isHere: home === undefined };
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
  store: { remove(url: string): Promise<void> },
  isReferenced: (url: string) => Promise<boolean>,
): void {
  outbox.on<{ urls: string[] }>("media.remove", async ({ urls }) => {
    for (const url of urls) if (!(await isReferenced(url))) await store.remove(url);
  });
}
