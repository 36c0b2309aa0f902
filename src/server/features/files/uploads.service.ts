/** Uploads: stored files with their entries in the audit trail, and the removal of unused ones. */
import { ApiError } from "#contract/errors.ts";
import { fileKeyOf } from "#contract/file-address.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import {
  type MediaStore,
  type ReceivedFile,
  receiveCover,
  type StoredFile,
  type Tags,
} from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { UploadedFile } from "#server/platform/http/multipart.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Files } from "./files.service.ts";

export type Uploads = ReturnType<typeof createUploads>;

export interface UploadsDeps {
  database: Pick<Database, "commit">;
  store: MediaStore;
  files: Pick<Files, "keep" | "abandon" | "discard" | "uploadTarget" | "isManaging">;
}

/** A stored upload. */
export interface StoredUpload extends StoredFile {
  /** False for audio that object storage manages. */
  isLocal: boolean;
  tags: Tags;
  /** Address of its embedded picture. */
  coverUrl: string | null;
}

export function createUploads({ database: { commit }, store, files }: UploadsDeps) {
  /** Removes an upload that nothing uses; a used file stays. @param address one that the contract accepts. */
  async function discard(caller: AdminCaller, address: string): Promise<{ removed: boolean }> {
    const key = fileKeyOf(address) ?? "";
    return commit(async (tx) => {
      if (!(await files.discard(tx, key))) return { removed: false };
      await recordAudit(tx, caller, { action: "delete", entity: "file", id: null, name: key });
      return { removed: true };
    });
  }

  /** Discards stored files once their client has disconnected without their addresses; what fails is left to the sweep. */
  function discardOnAbort(signal: AbortSignal, caller: AdminCaller, stored: readonly StoredFile[]): void {
    const discardAll = async () => {
      for await (const { url } of inTurns(stored)) await discard(caller, url).catch(() => {});
    };
    if (signal.aborted) void discardAll();
    else signal.addEventListener("abort", discardAll, { once: true });
  }

  return {
    /**
     * Stores the uploaded file with an entry in the audit trail; both or none.
     * @param signal aborts when the client disconnects without the response: nothing is stored then, or it is discarded again.
     */
    async store(
      caller: AdminCaller,
      upload: UploadedFile,
      kind: "audio" | "image",
      signal: AbortSignal,
    ): Promise<StoredUpload> {
      const isAudio = kind === "audio";
      const target = isAudio ? await files.uploadTarget() : undefined;
      await target?.ready();
      const { name } = upload;
      const received = await store.accept(upload, kind);
      let cover: ReceivedFile | undefined;
      let kept: StoredFile[] = [];
      try {
        const tags = received.tags(name);
        cover = await receiveCover(store, tags);
        const isManaged = target !== undefined || (!isAudio && (await files.isManaging()));
        if (signal.aborted) throw new ApiError("invalid", "Kết nối đã đóng trước khi tải lên hoàn tất");
        kept = await files.keep(cover ? [received, cover] : [received], isManaged);
        const [file, picture] = kept as [StoredFile, StoredFile | undefined];
        await commit(async (tx) => {
          const summary = name || file.key;
          await recordAudit(tx, caller, { action: "create", entity: "file", id: null, name: summary });
        });
        discardOnAbort(signal, caller, kept);
        return { ...file, isLocal: target === undefined, tags, coverUrl: picture?.url ?? null };
      } catch (error) {
        await received.discard();
        await cover?.discard();
        await files.abandon(kept);
        throw error;
      }
    },
    discard,
  };
}
