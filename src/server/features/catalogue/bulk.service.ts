/** Changes many songs in one transaction. */
import type { z } from "zod";
import type { BulkAction, SongBulkBody, SongBulkReply } from "#contract/catalogue.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import { isOwnAddress } from "#contract/file-address.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { categoryRepository, type SongWithCategories, songRepository } from "./catalogue.repository.ts";
import {
  type CatalogueDeps,
  concurrentChangeMessage,
  newlyProtectedAudio,
  sharedFileMessage,
  withheldMessages,
} from "./catalogue.service.ts";
import { songClaims } from "./owned-files.ts";

export type SongBulk = ReturnType<typeof createSongBulk>;

type Flags = Partial<Pick<SongWithCategories, "is_active" | "is_featured" | "is_premium">>;

/** The flags that each action sets. */
const flagsOf: Record<Exclude<BulkAction, "add_category" | "delete">, Flags> = {
  activate: { is_active: true },
  deactivate: { is_active: false },
  feature: { is_featured: true },
  unfeature: { is_featured: false },
  set_premium: { is_premium: true },
  unset_premium: { is_premium: false },
};

/** The verb of each action in the audit trail. */
const verbs: Record<BulkAction, string> = {
  activate: "Hiện",
  deactivate: "Tạm ẩn",
  feature: "Đánh dấu nổi bật",
  unfeature: "Bỏ nổi bật",
  set_premium: "Chuyển thành Premium",
  unset_premium: "Bỏ Premium",
  add_category: "Thêm thể loại cho",
  delete: "Xóa",
};
const maxTitles = 10;
const maxCategories = 50;

interface Plan {
  changing: SongWithCategories[];
  unchanged: number;
  missing: number[];
  refused: SongBulkReply["refused"];
  /** Audio whose public copy must be removed first, in a fixed order. */
  protectedKeys: string[];
}

/**
 * Returns the function that changes many songs. The reply names refused and missing songs; all others are changed, or none
 * when the transaction fails.
 */
export function createSongBulk({ database, files }: CatalogueDeps) {
  const { db, commit, dialect } = database;

  async function plan(from: Db, { ids, action, category_id }: z.output<typeof SongBulkBody>): Promise<Plan> {
    const songs = songRepository(from, dialect);
    const result: Plan = { changing: [], unchanged: 0, missing: [], refused: [], protectedKeys: [] };
    const flags = action === "add_category" || action === "delete" ? {} : flagsOf[action];
    for (const id of ids) {
      const song = await songs.find(id, "all");
      if (!song) {
        result.missing.push(id);
        continue;
      }
      const isUnchanged =
        action === "add_category"
          ? song.category_ids.includes(category_id as number)
          : Object.entries(flags).every(([flag, value]) => song[flag as keyof Flags] === value);
      if (action !== "delete" && isUnchanged) {
        result.unchanged += 1;
        continue;
      }
      const withheld = flags.is_active ? await songs.withheld(id) : null;
      const message = withheld
        ? withheldMessages[withheld]
        : await refusalMessage(songs, song, flags.is_premium, ids, action);
      if (message) result.refused.push({ id, title: song.title, message });
      else result.changing.push(song);
    }
    const keys = result.changing.map((song) => newlyProtectedAudio(song, undefined, flags.is_premium ?? false));
    result.protectedKeys = [...new Set(keys)].filter((key) => key !== undefined).sort();
    return result;
  }

  /** Returns why a song can't be changed. Songs that share a file can change between free and Premium only together. */
  async function refusalMessage(
    songs: ReturnType<typeof songRepository>,
    song: SongWithCategories,
    isPremium: boolean | undefined,
    ids: readonly number[],
    action: BulkAction,
  ): Promise<string | undefined> {
    if (action === "add_category" && song.category_ids.length >= maxCategories) return "Quá nhiều thể loại";
    if (isPremium === undefined || !isOwnAddress(song.audio_url)) return undefined;
    const using = await songs.ofAudio(song.audio_url);
    const isShared = using.some((other) => !ids.includes(other.id) && other.is_premium !== isPremium);
    return isShared ? sharedFileMessage(isPremium) : undefined;
  }

  async function apply(tx: Tx, song: SongWithCategories, action: BulkAction, categoryId: number | undefined) {
    const songs = songRepository(tx, dialect);
    if (action === "delete") {
      await songs.remove(song.id);
      await files.setClaims(tx, { kind: "song", id: song.id }, []);
    } else {
      const { title, artist } = song;
      const flags = action === "add_category" ? {} : flagsOf[action];
      const values = { title, artist, ...flags, updated_at: new Date().toISOString() };
      await songs.update(song.id, values, categoryId === undefined ? undefined : [...song.category_ids, categoryId]);
      await files.setClaims(tx, { kind: "song", id: song.id }, songClaims({ ...song, ...flags }, song));
    }
  }

  return async (caller: AdminCaller, body: z.output<typeof SongBulkBody>): Promise<SongBulkReply> => {
    const { action } = body;
    const categoryId = action === "add_category" ? body.category_id : undefined;
    const { protectedKeys } = await plan(db, body);
    const save = async (tx: Tx): Promise<Plan> => {
      if (categoryId !== undefined && (await categoryRepository(tx).countExisting([categoryId])) === 0) {
        throw invalidField("category_id", "Thể loại không tồn tại");
      }
      const planned = await plan(tx, body);
      if (planned.protectedKeys.join() !== protectedKeys.join()) {
        throw new ApiError("conflict", concurrentChangeMessage);
      }
      for (const song of planned.changing) await apply(tx, song, action, categoryId);
      const [first] = planned.changing;
      if (first) {
        await recordAudit(tx, caller, action === "delete" ? "delete" : "update", "song", {
          id: planned.changing.length === 1 ? first.id : null,
          name: summaryOf(action, planned.changing),
        });
      }
      return planned;
    };
    let task = () => commit({ lock: "catalogue" }, save);
    for (const key of protectedKeys) {
      const inner = task;
      task = () => files.withPublicCopyRemoved(key, inner);
    }
    const { changing, unchanged, missing, refused } = await task();
    return { changed: changing.length, unchanged, missing, refused };
  };
}

/** Returns the summary for the audit trail; for one song the same as that of a single change. */
function summaryOf(action: BulkAction, songs: readonly SongWithCategories[]): string {
  if (songs.length === 1 && songs[0]) return songs[0].title;
  const titles = songs.slice(0, maxTitles).map(({ title }) => title);
  const more = songs.length - titles.length;
  return `${verbs[action]} ${songs.length} bài hát: ${titles.join(", ")}${more > 0 ? ` và ${more} bài khác` : ""}`;
}
