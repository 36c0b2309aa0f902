/** Rules that all saves of songs share, with the words of their refusals. */
import { ApiError, invalidField } from "#contract/errors.ts";
import { fileKeyOf, isOwnAddress } from "#contract/file-address.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { categoryRepository } from "./categories.repository.ts";
import { releasesRepository } from "./releases.repository.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import type { SongRow } from "./songs.repository.ts";

export const missingSong = "Không tìm thấy bài hát";
const withheldMessages: Record<NonNullable<SongRow["withheld"]>, string> = {
  consent_withdrawn: "Khách hàng đã thôi cho phép đưa bài hát này vào thư viện",
  request_deleted: "Yêu cầu của khách hàng đã bị xóa, không thể hiện lại bài hát này trong thư viện",
};

/** Returns why a song must stay hidden, in words; undefined for one that may be shown. */
export function withheldMessage(withheld: SongRow["withheld"]): string | undefined {
  return withheld === null ? undefined : withheldMessages[withheld];
}

/** @throws ApiError `conflict` for a song that must stay hidden */
export async function assertNotWithheld(from: Db, id: number): Promise<void> {
  const message = withheldMessage(await releasesRepository(from).withheld(id));
  if (message !== undefined) throw new ApiError("conflict", message);
}

/** @throws ApiError `invalid` at `field` */
export async function assertCategoriesExist(from: Db, ids: readonly number[], field: string): Promise<void> {
  if ((await categoryRepository(from).countExisting(ids)) !== ids.length) {
    throw invalidField(field, "Thể loại không tồn tại");
  }
}

type Audio = Pick<SongRow, "audio_url" | "is_premium">;

/**
 * A file can't be free for one song and Premium for another: its address would be open to all.
 * @param together the songs that change with this one @returns why a song can't have its audio, in words; undefined when it can
 */
export async function sharedFileRefusal(
  from: Db,
  dialect: Dialect,
  { audio_url, is_premium }: Audio,
  together: readonly number[],
): Promise<string | undefined> {
  if (!isOwnAddress(audio_url)) return undefined;
  const others = await songAudioRepository(from, dialect).ofAudio(audio_url);
  const isShared = others.some((song) => !together.includes(song.id) && song.is_premium !== is_premium);
  return isShared ? sharedFileMessage(is_premium) : undefined;
}

/** Returns the message for a file that is free for one song and Premium for another. */
export function sharedFileMessage(isPremium: boolean): string {
  return isPremium
    ? "File âm thanh này đang thuộc một bài hát miễn phí, vui lòng tải lên file riêng cho bài Premium"
    : "File âm thanh này đang thuộc một bài hát Premium, vui lòng tải lên file riêng";
}

/** Returns the stored audio that a change makes Premium; undefined when there is none. */
export function newlyPremiumAudio(before: Audio | undefined, after: Audio): string | undefined {
  const isNew = !before?.is_premium || after.audio_url !== before.audio_url;
  return after.is_premium && isNew ? fileKeyOf(after.audio_url) : undefined;
}
