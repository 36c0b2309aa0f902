/** One change of many songs, all in one transaction. */
import type { z } from "zod";
import type { BulkAction, SongBulkBody, SongBulkReply } from "#contract/catalogue.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { removeFilesTopic } from "#server/features/media/uploads.service.ts";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { categoryRepository, type SongWithCategories, songRepository } from "./catalogue.repository.ts";
import { type CatalogueDeps, changedMeanwhile, closedBy, isOwnFile, oneFileSentence } from "./catalogue.service.ts";

export type SongBulk = ReturnType<typeof createSongBulk>;

type Flags = Partial<Pick<SongWithCategories, "is_active" | "is_featured" | "is_premium">>;

/** What each action makes of a song's marks. */
const flagsOf: Record<Exclude<BulkAction, "add_category" | "delete">, Flags> = {
  activate: { is_active: true },
  deactivate: { is_active: false },
  feature: { is_featured: true },
  unfeature: { is_featured: false },
  set_premium: { is_premium: true },
  unset_premium: { is_premium: false },
};

/** How the trail tells it. */
const told: Record<BulkAction, string> = {
  activate: "Hiện",
  deactivate: "Tạm ẩn",
  feature: "Đánh dấu nổi bật",
  unfeature: "Bỏ nổi bật",
  set_premium: "Chuyển thành Premium",
  unset_premium: "Bỏ Premium",
  add_category: "Thêm thể loại cho",
  delete: "Xóa",
};
const toldTitles = 10;
const maxCategories = 50;

interface Plan {
  changing: SongWithCategories[];
  unchanged: number;
  missing: number[];
  refused: SongBulkReply["refused"];
  /** Audio that must leave every public place first, in a fixed order. */
  closing: string[];
}

/**
 * Gives the function that changes many songs. A song that may not be changed stays as it is and is named, as is one that is
 * gone; the rest is done, or none of it.
 */
export function createSongBulk({ database, outbox, audioFiles }: Omit<CatalogueDeps, "files">) {
  const { db, dialect, changes } = database;

  async function plan(from: Db, { ids, action, category_id }: z.output<typeof SongBulkBody>): Promise<Plan> {
    const songs = songRepository(from, dialect);
    const result: Plan = { changing: [], unchanged: 0, missing: [], refused: [], closing: [] };
    const flags = action === "add_category" || action === "delete" ? {} : flagsOf[action];
    for (const id of ids) {
      const song = await songs.find(id, "all");
      if (!song) {
        result.missing.push(id);
        continue;
      }
      const isSo =
        action === "add_category"
          ? song.category_ids.includes(category_id as number)
          : Object.entries(flags).every(([flag, value]) => song[flag as keyof Flags] === value);
      if (action !== "delete" && isSo) {
        result.unchanged += 1;
        continue;
      }
      const message = await refusal(songs, song, flags.is_premium, ids, action);
      if (message) result.refused.push({ id, title: song.title, message });
      else result.changing.push(song);
    }
    const closing = result.changing.map((song) => closedBy(song, undefined, flags.is_premium ?? false));
    result.closing = [...new Set(closing)].filter((url) => url !== undefined).sort();
    return result;
  }

  /** Songs that share a file may change from free to Premium together, not one without the other. */
  async function refusal(
    songs: ReturnType<typeof songRepository>,
    song: SongWithCategories,
    isPremium: boolean | undefined,
    ids: readonly number[],
    action: BulkAction,
  ): Promise<string | undefined> {
    if (action === "add_category" && song.category_ids.length >= maxCategories) return "Quá nhiều thể loại";
    if (isPremium === undefined || !isOwnFile(song.audio_url)) return undefined;
    const using = await songs.ofAudio(song.audio_url);
    const stays = using.some((other) => !ids.includes(other.id) && other.is_premium !== isPremium);
    return stays ? oneFileSentence(isPremium) : undefined;
  }

  async function apply(tx: Tx, song: SongWithCategories, action: BulkAction, categoryId: number | undefined) {
    const songs = songRepository(tx, dialect);
    if (action === "delete") {
      await songs.remove(song.id);
      const left = [song.audio_url, song.thumbnail_url ?? ""].filter(isOwnFile);
      if (left.length > 0) await outbox.add(tx, removeFilesTopic, { urls: left });
    } else {
      const { title, artist } = song;
      const flags = action === "add_category" ? {} : flagsOf[action];
      const values = { title, artist, ...flags, updated_at: new Date().toISOString() };
      await songs.update(song.id, values, categoryId === undefined ? undefined : [...song.category_ids, categoryId]);
    }
    if (action !== "add_category" && action !== "feature" && action !== "unfeature") {
      await audioFiles.placeLater(tx, song.audio_url);
    }
  }

  return async (caller: AdminCaller, body: z.output<typeof SongBulkBody>): Promise<SongBulkReply> => {
    const { action } = body;
    const categoryId = action === "add_category" ? body.category_id : undefined;
    const { closing } = await plan(db, body);
    const save = async (tx: Tx): Promise<Plan> => {
      await dialect.lock(tx, "catalogue");
      if (categoryId !== undefined && (await categoryRepository(tx).existing([categoryId])) === 0) {
        throw invalidField("category_id", "Thể loại không tồn tại");
      }
      const planned = await plan(tx, body);
      if (planned.closing.join() !== closing.join()) throw new ApiError("conflict", changedMeanwhile);
      for (const song of planned.changing) await apply(tx, song, action, categoryId);
      const [first] = planned.changing;
      if (first) {
        await recordAudit(tx, caller, {
          action: action === "delete" ? "delete" : "update",
          entity: "song",
          entityId: planned.changing.length === 1 ? first.id : null,
          summary: summaryOf(action, planned.changing),
        });
      }
      return planned;
    };
    let work = async () => {
      const planned = await db.transaction().execute(save);
      changes.committed(catalogueTopic);
      outbox.flush().catch(() => {});
      return planned;
    };
    for (const url of closing) {
      const inner = work;
      work = () => audioFiles.closed(url, inner);
    }
    const { changing, unchanged, missing, refused } = await work();
    return { changed: changing.length, unchanged, missing, refused };
  };
}

/** One song is told as if it had been changed by itself. */
function summaryOf(action: BulkAction, songs: readonly SongWithCategories[]): string {
  if (songs.length === 1 && songs[0]) return songs[0].title;
  const titles = songs.slice(0, toldTitles).map(({ title }) => title);
  const more = songs.length - titles.length;
  return `${told[action]} ${songs.length} bài hát: ${titles.join(", ")}${more > 0 ? ` và ${more} bài khác` : ""}`;
}
