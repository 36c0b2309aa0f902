/** What happens to sent files, beside storing them: the trail, and the removal of those nobody needs. */
import type { FastifyRequest } from "fastify";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type MediaStore, type ReceivedFile, receiveCover, type StoredFile } from "./media.service.ts";
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
  /** Address of its embedded picture. */
  coverUrl: string | null;
}

/** Outbox topic: stored files that nothing may need any more, `{urls}`; those that something uses stay. */
export const removeFilesTopic = "media.remove";
/** Milliseconds after which a sent file that nothing uses is removed: its form was left without saving. */
export const unusedLife = 7 * 24 * 60 * 60 * 1000;
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
      let cover: ReceivedFile | undefined;
      const stored: StoredFile[] = [];
      try {
        await ready;
        const tags = expected.kind === "audio" ? await received.tags(name) : noTags;
        cover = await receiveCover(store, tags);
        const kept = await received.keep();
        stored.push(kept);
        const picture = await cover?.keep();
        if (picture) stored.push(picture);
        await db.transaction().execute(async (tx) => {
          await home?.enlist(tx, kept);
          await outbox.add(tx, removeFilesTopic, { urls: stored.map(({ url }) => url) }, { after: unusedLife });
          const summary = name || kept.key;
          await recordAudit(tx, caller, { action: "create", entity: "file", entityId: null, summary });
        });
        return { ...kept, isHere: home === undefined, tags, coverUrl: picture?.url ?? null };
      } catch (error) {
        await received.discard();
        await cover?.discard();
        for (const { url } of stored) await store.remove(url);
        throw error;
      }
    },

    /** Removes a file that was sent and then not wanted; one that is used stays. */
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

/** Whether something uses a file by either of its addresses: one sent to this disk may have moved to object storage. */
async function isUsed(url: string, isReferenced: UploadsDeps["isReferenced"]): Promise<boolean> {
  const key = keyOf(url);
  return (await isReferenced(`R2:${key}`)) || isReferenced(`/uploads/${key}`);
}

/**
 * Removes files that a change left behind, once it is committed, and those that were sent and never used.
 * @param isReferenced whether something still uses the file of an address.
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
