/**
 * Files that become draft songs, one after another. Each is sent once and makes one song: what has been reached is kept when
 * a step fails, and a try goes on from there.
 */
import type { Category } from "#contract/catalogue.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { media } from "#contract/media.ts";
import type { UploadProgress } from "../../../lib/upload.ts";

type Sent = Reply<(typeof media)["POST /api/admin/upload-audio"]>;

export interface Draft {
  key: string;
  file: File;
  state: "waiting" | "sending" | "saving" | "done" | "failed";
  progress?: UploadProgress;
  /** What it failed with. */
  error?: string;
  /** It may be tried again. */
  again?: boolean;
  /** The song's title, once it is known. */
  title?: string;
}

export interface DraftFields {
  title: string;
  artist: string | null;
  lyrics: string | null;
  audio_url: string;
  thumbnail_url: string | null;
  category_ids: number[];
  is_active: false;
}

export interface QueueDeps {
  /** The sentence why a file is not even sent. */
  refuse: (file: File) => string | undefined;
  send: (file: File, signal: AbortSignal, onProgress: (progress: UploadProgress) => void) => Promise<Sent>;
  /** Whether a song with this audio is there already: an earlier answer may have been lost on its way. */
  exists: (title: string, audioUrl: string) => Promise<boolean>;
  create: (fields: DraftFields) => Promise<unknown>;
  /** Has the server drop a file that no song came of. */
  discard: (url: string) => void;
  errorMessage: (error: unknown) => string;
}

export type DraftQueue = ReturnType<typeof createDraftQueue>;

export function createDraftQueue({ refuse, send, exists, create, discard, errorMessage }: QueueDeps) {
  const listeners = new Set<() => void>();
  const sent = new Map<string, Sent>();
  /** Keys whose saving was begun, so that a further try looks first. */
  const begun = new Set<string>();
  let drafts: readonly Draft[] = [];
  let running = false;
  let stopped = false;
  let current: { key: string; controller: AbortController } | undefined;

  function change(key: string, values: Partial<Draft>): void {
    drafts = drafts.map((draft) => (draft.key === key ? { ...draft, ...values } : draft));
    tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function make(draft: Draft, choose: (genres: readonly string[]) => number[]): Promise<void> {
    const { key, file } = draft;
    const controller = new AbortController();
    current = { key, controller };
    try {
      change(key, { state: "sending", error: undefined, progress: { loaded: 0, total: file.size, percentage: 0 } });
      const known = sent.get(key) ?? (await send(file, controller.signal, (progress) => change(key, { progress })));
      sent.set(key, known);
      const audioUrl = addressOf(known);
      const { title, artist, lyrics, genres } = known.tags;
      change(key, { state: "saving", title });
      if (!begun.has(key) || !(await exists(title, audioUrl))) {
        begun.add(key);
        await create({
          title,
          artist,
          lyrics,
          audio_url: audioUrl,
          thumbnail_url: known.cover_url,
          category_ids: choose(genres),
          is_active: false,
        });
      }
      sent.delete(key);
      change(key, { state: "done" });
    } catch (error) {
      const cancelled = controller.signal.aborted;
      change(key, {
        state: "failed",
        again: true,
        progress: undefined,
        error: cancelled ? "Đã hủy" : errorMessage(error),
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

    /** Adds files; one that is there already is not added again. */
    add(files: readonly File[]): void {
      for (const file of files) {
        const key = `${file.name} ${file.size} ${file.lastModified}`;
        if (drafts.some((draft) => draft.key === key)) continue;
        const error = refuse(file);
        drafts = [...drafts, error ? { key, file, state: "failed", error } : { key, file, state: "waiting" }];
      }
      tell();
    },

    /** Takes one that has not begun out of the row. */
    remove(key: string): void {
      drafts = drafts.filter((draft) => draft.key !== key || draft.state !== "waiting");
      tell();
    },

    /** Works through all that wait. @param choose gives a song's categories by the genres its file names. */
    async start(choose: (genres: readonly string[]) => number[]): Promise<void> {
      if (running) return;
      running = true;
      try {
        for (;;) {
          const next = drafts.find(({ state }) => state === "waiting");
          if (!next || stopped) return;
          await make(next, choose);
        }
      } finally {
        running = false;
      }
    },

    cancel(key: string): void {
      if (current?.key === key) current.controller.abort();
    },

    /** Puts a failed one back into the row. */
    again(key: string): void {
      change(key, { state: "waiting", error: undefined });
    },

    /** Ends what is on its way; files without a song are dropped. */
    stop(): void {
      stopped = true;
      current?.controller.abort();
      // One being saved just now may become a song yet; the server keeps what a song uses.
      for (const [key, known] of sent) {
        if (key === current?.key && begun.has(key)) continue;
        discard(addressOf(known));
        if (known.cover_url) discard(known.cover_url);
      }
      sent.clear();
    },
  };
}

const addressOf = ({ file_url, object_key }: Sent) => file_url ?? `R2:${object_key}`;

/** Chooses the categories that a file's genres name, whatever their case; the given one when none is named. */
export function categoryChooser(categories: readonly Pick<Category, "id" | "name">[], otherwise: number) {
  const byName = new Map(categories.map(({ id, name }) => [keyOf(name), id]));
  return (genres: readonly string[]): number[] => {
    const ids = genres.map((genre) => byName.get(keyOf(genre))).filter((id) => id !== undefined);
    return ids.length > 0 ? [...new Set(ids)] : [otherwise];
  };
}

const keyOf = (name: string) => name.trim().normalize("NFC").toLocaleLowerCase("vi");
