/**
 * Queue that turns audio files into draft songs, one file at a time. A retry continues after the last successful step, so
 * that a file is uploaded once and becomes one song.
 */
import type { Category } from "#contract/catalogue.ts";
import type { Reply } from "#contract/endpoint.ts";
import { storageAddress } from "#contract/file-address.ts";
import type { media } from "#contract/media.ts";
import type { UploadProgress } from "../../../lib/upload.ts";

type UploadReply = Reply<(typeof media)["POST /api/admin/upload-audio"]>;

export interface Draft {
  key: string;
  file: File;
  /** `known`: its audio is that of another song already. */
  state: "waiting" | "sending" | "saving" | "done" | "known" | "failed";
  progress?: UploadProgress;
  error?: string;
  canRetry?: boolean;
  title?: string;
  /** Id of its song, once there is one. */
  songId?: number;
  /** True when only its name told the title. */
  hasBrokenTags?: boolean;
  /** The songs that have its audio. */
  same?: UploadReply["same_songs"];
}

export interface DraftFields {
  title: string;
  artist: string | null;
  lyrics: string | null;
  lines: UploadReply["tags"]["lines"];
  audio_url: string;
  thumbnail_url: string | null;
  category_ids: number[];
  is_active: false;
  allow_same_file?: true;
}

export interface QueueDeps {
  /** Returns the error message of a file that must not be sent. */
  validate: (file: File) => string | undefined;
  upload: (file: File, signal: AbortSignal, onProgress: (progress: UploadProgress) => void) => Promise<UploadReply>;
  /** Returns the id of the song with this audio, if there is one: the reply of an earlier attempt may have been lost. */
  find: (title: string, audioUrl: string) => Promise<number | undefined>;
  /** Returns the id of the new song. */
  create: (fields: DraftFields) => Promise<number>;
  discard: (url: string) => void;
  errorMessage: (error: unknown) => string;
}

export type DraftQueue = ReturnType<typeof createDraftQueue>;

export function createDraftQueue({ validate, upload, find, create, discard, errorMessage }: QueueDeps) {
  const listeners = new Set<() => void>();
  const uploads = new Map<string, UploadReply>();
  /** Keys whose song may exist although its creation failed. */
  const attempts = new Set<string>();
  /** Keys of files that become songs although others have their audio. */
  const allowed = new Set<string>();
  let drafts: readonly Draft[] = [];
  let running = false;
  let stopped = false;
  let current: { key: string; controller: AbortController } | undefined;

  function change(key: string, values: Partial<Draft>): void {
    drafts = drafts.map((draft) => (draft.key === key ? { ...draft, ...values } : draft));
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  async function processDraft(draft: Draft, categoriesOf: (genres: readonly string[]) => number[]): Promise<void> {
    const { key, file } = draft;
    const controller = new AbortController();
    current = { key, controller };
    try {
      change(key, { state: "sending", error: undefined, progress: { loaded: 0, total: file.size, percentage: 0 } });
      const reply =
        uploads.get(key) ?? (await upload(file, controller.signal, (progress) => change(key, { progress })));
      uploads.set(key, reply);
      const audioUrl = audioUrlOf(reply);
      const { title, artist, lyrics, lines, genres } = reply.tags;
      if (reply.same_songs.length > 0 && !allowed.has(key)) {
        return change(key, { state: "known", title, same: reply.same_songs, progress: undefined });
      }
      change(key, { state: "saving", title, hasBrokenTags: reply.has_broken_tags });
      let songId = attempts.has(key) ? await find(title, audioUrl) : undefined;
      if (songId === undefined) {
        attempts.add(key);
        songId = await create({
          title,
          artist,
          lyrics,
          lines,
          audio_url: audioUrl,
          thumbnail_url: reply.cover_url,
          category_ids: categoriesOf(genres),
          is_active: false,
          ...(allowed.has(key) && { allow_same_file: true }),
        });
      }
      uploads.delete(key);
      change(key, { state: "done", songId });
    } catch (error) {
      const isCancelled = controller.signal.aborted;
      change(key, {
        state: "failed",
        canRetry: true,
        progress: undefined,
        error: isCancelled ? "Đã hủy" : errorMessage(error),
      });
    } finally {
      current = undefined;
    }
  }

  return {
    getDrafts: () => drafts,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    add(files: readonly File[]): void {
      for (const file of files) {
        const key = `${file.name} ${file.size} ${file.lastModified}`;
        if (drafts.some((draft) => draft.key === key)) continue;
        const error = validate(file);
        drafts = [...drafts, error ? { key, file, state: "failed", error } : { key, file, state: "waiting" }];
      }
      notify();
    },

    remove(key: string): void {
      drafts = drafts.filter((draft) => draft.key !== key || draft.state !== "waiting");
      notify();
    },

    /** Leaves out the files that have become songs. */
    removeDone(): void {
      drafts = drafts.filter(({ state }) => state !== "done");
      notify();
    },

    /** Processes all waiting files. @param categoriesOf returns the category ids for the genre tags of a file */
    async start(categoriesOf: (genres: readonly string[]) => number[]): Promise<void> {
      if (running) return;
      running = true;
      try {
        for (;;) {
          const next = drafts.find(({ state }) => state === "waiting");
          if (!next || stopped) return;
          await processDraft(next, categoriesOf);
        }
      } finally {
        running = false;
      }
    },

    cancel(key: string): void {
      if (current?.key === key) current.controller.abort();
    },

    retry(key: string): void {
      change(key, { state: "waiting", error: undefined });
    },

    /** Lets a known file become a song of its own. */
    allow(key: string): void {
      allowed.add(key);
      change(key, { state: "waiting", same: undefined });
    },

    /** Aborts the running upload and discards uploads without a song. */
    stop(): void {
      stopped = true;
      current?.controller.abort();
      for (const [key, reply] of uploads) {
        // The song of the current file may still be created.
        if (key === current?.key && attempts.has(key)) continue;
        discard(audioUrlOf(reply));
        if (reply.cover_url) discard(reply.cover_url);
      }
      uploads.clear();
    },
  };
}

const audioUrlOf = ({ file_url, object_key }: UploadReply) => file_url ?? storageAddress(object_key);

/** Returns a function from genre tags to the ids of the categories with these names, ignoring case; else `[fallbackId]`. */
export function categoryMatcher(categories: readonly Pick<Category, "id" | "name">[], fallbackId: number) {
  const byName = new Map(categories.map(({ id, name }) => [keyOf(name), id]));
  return (genres: readonly string[]): number[] => {
    const ids = genres.map((genre) => byName.get(keyOf(genre))).filter((id) => id !== undefined);
    return ids.length > 0 ? [...new Set(ids)] : [fallbackId];
  };
}

const keyOf = (name: string) => name.trim().normalize("NFC").toLocaleLowerCase("vi");
