/** Uploads: stored files with their entries in the audit trail, and the removal of unused ones. */
import type { FileKind } from "#contract/endpoint.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type MediaStore, type ReceivedFile, receiveCover, type StoredFile, type Tags } from "./media.service.ts";

export type Uploads = ReturnType<typeof createUploads>;

/** Object storage as the destination of new audio. */
export interface UploadTarget {
  /** Checks that it accepts files. @throws ApiError `unavailable` */
  ready(): Promise<void>;
  /** Registers an uploaded file, which lies on the disk until a song uses it. */
  register(tx: Tx, stored: StoredFile): Promise<void>;
}

export interface UploadsDeps {
  db: Db;
  store: MediaStore;
  outbox: Outbox;
  /** Returns the destination of new audio; undefined for the disk. */
  uploadTarget: () => Promise<UploadTarget | undefined>;
  /** True when something uses the file of an address. */
  isReferenced: (url: string) => Promise<boolean>;
}

/** A stored upload. */
export interface StoredUpload extends StoredFile {
  /** False for audio that is registered for object storage. */
  isLocal: boolean;
  tags: Tags;
  /** Address of its embedded picture. */
  coverUrl: string | null;
}

/** Outbox topic: removes stored files that nothing uses, `{urls}`. */
export const removeFilesTopic = "media.remove";
/** Milliseconds after which an unused upload is removed: its form was not saved. */
export const unusedLife = 7 * 24 * 60 * 60 * 1000;

export function createUploads({ db, store, outbox, uploadTarget, isReferenced }: UploadsDeps) {
  return {
    /** Stores the uploaded file with an entry in the audit trail; both or none. */
    async store(caller: AdminCaller, upload: UploadedFile, kind: FileKind): Promise<StoredUpload> {
      const target = kind === "audio" ? await uploadTarget() : undefined;
      await target?.ready();
      const { name } = upload;
      const received = await store.accept(upload, kind);
      let cover: ReceivedFile | undefined;
      const stored: StoredFile[] = [];
      try {
        const tags = received.tags(name);
        cover = await receiveCover(store, tags);
        const file = await received.keep();
        stored.push(file);
        const picture = await cover?.keep();
        if (picture) stored.push(picture);
        await db.transaction().execute(async (tx) => {
          await target?.register(tx, file);
          await outbox.add(tx, removeFilesTopic, { urls: stored.map(({ url }) => url) }, { after: unusedLife });
          const summary = name || file.key;
          await recordAudit(tx, caller, { action: "create", entity: "file", entityId: null, summary });
        });
        return { ...file, isLocal: target === undefined, tags, coverUrl: picture?.url ?? null };
      } catch (error) {
        await received.discard();
        await cover?.discard();
        for (const { url } of stored) await store.remove(url);
        throw error;
      }
    },

    /** Removes an upload that nothing uses; a used file stays. */
    async discard(caller: AdminCaller, url: string): Promise<{ removed: boolean }> {
      if (await isUsed(url, isReferenced)) return { removed: false };
      await db.transaction().execute(async (tx) => {
        await outbox.add(tx, removeFilesTopic, { urls: [url] });
        await recordAudit(tx, caller, { action: "delete", entity: "file", entityId: null, summary: keyOf(url) });
      });
      outbox.flush().catch(() => {});
      return { removed: true };
    },
  };
}

function keyOf(url: string): string {
  return url.replace(/^(R2:|\/uploads\/)/, "");
}

/** True when something uses a file by either of its addresses: an upload may have moved to object storage. */
async function isUsed(url: string, isReferenced: UploadsDeps["isReferenced"]): Promise<boolean> {
  const key = keyOf(url);
  return (await isReferenced(`R2:${key}`)) || isReferenced(`/uploads/${key}`);
}

/**
 * Registers the handler that removes orphaned files after the commit of a change, and unused uploads.
 * @param isReferenced true when something uses the file of an address.
 */
export function registerMediaOutbox(
  outbox: Outbox,
  store: { remove(url: string): Promise<void> },
  isReferenced: (url: string) => Promise<boolean>,
): void {
  outbox.on<{ urls: string[] }>(removeFilesTopic, async ({ urls }) => {
    for (const url of urls) if (!(await isUsed(url, isReferenced))) await store.remove(url);
  });
}
