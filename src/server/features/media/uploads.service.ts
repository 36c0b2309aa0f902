/** What happens to sent files, beside storing them: the trail, and the removal of those nobody needs. */
import type { FastifyRequest } from "fastify";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { MediaStore, StoredFile } from "./media.service.ts";
import type { Tags } from "./tags.ts";
import { type Expected, receiveUpload } from "./upload.ts";

export type Uploads = ReturnType<typeof createUploads>;

/** The place that new audio belongs to when it is not this disk. */
export interface AudioHome {
  /** Ready to take files. @throws ApiError `unavailable` when it is not. */
  ready(): Promise<void>;
  /** Writes down that the file belongs there. */
  enlist(tx: Tx, stored: StoredFile): Promise<void>;
}

export interface UploadsDeps {
  db: Db;
  store: MediaStore;
  outbox: Outbox;
  audioHome: () => Promise<AudioHome | undefined>;
  /** Whether something uses the file of an address. */
  isReferenced: (url: string) => Promise<boolean>;
}

/** A file taken in, whether this disk is its home, and what it says of itself. */
export interface Taken extends StoredFile {
  isHere: boolean;
  tags: Tags;
}

/** Outbox topic: stored files that a change left behind, `{urls}`. */
export const removeFilesTopic = "media.remove";
const noTags: Tags = { title: "", artist: null, genres: [], lyrics: null, pictures: [] };

export function createUploads({ db, store, outbox, audioHome, isReferenced }: UploadsDeps) {
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
        const tags = expected.kind === "audio" ? await received.tags(name) : noTags;
        const kept = await received.keep();
        stored = kept;
        await db.transaction().execute(async (tx) => {
          await home?.enlist(tx, kept);
          const summary = name || kept.key;
          await recordAudit(tx, caller, { action: "create", entity: "file", entityId: null, summary });
        });
        return { ...kept, isHere: home === undefined, tags };
      } catch (error) {
        await received.discard();
        if (stored) await store.remove(stored.url);
        throw error;
      }
    },

    /** Removes a file that was sent and then not wanted; one that is used stays. */
    async discard(caller: AdminCaller, url: string): Promise<{ removed: boolean }> {
      const key = url.replace(/^(R2:|\/uploads\/)/, "");
      for (const address of [`R2:${key}`, `/uploads/${key}`]) {
        if (await isReferenced(address)) return { removed: false };
      }
      await db.transaction().execute(async (tx) => {
        await outbox.add(tx, removeFilesTopic, { urls: [url] });
        await recordAudit(tx, caller, { action: "delete", entity: "file", entityId: null, summary: key });
      });
      outbox.flush().catch(() => {});
      return { removed: true };
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
  outbox.on<{ urls: string[] }>(removeFilesTopic, async ({ urls }) => {
    for (const url of urls) if (!(await isReferenced(url))) await store.remove(url);
  });
}
