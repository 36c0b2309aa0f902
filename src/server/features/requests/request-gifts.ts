/** Songs that customers give to somebody: what such a gift holds, and when it is made (docs/rooms/gifts.md#the-page). */
import { coverIdOf } from "#art/occasion.ts";
import { ApiError } from "#contract/errors.ts";
import type { SongGift } from "#contract/gifts.ts";
import { isQuietOccasion } from "#contract/occasions.ts";
import { curveOf } from "#server/features/catalogue/audio-work.service.ts";
import { storedDocument } from "#server/features/catalogue/song-lines.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { GiftSource } from "#server/features/gifts/gift-port.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { assertHasPage, givenVersion, noRequest } from "./request-life.ts";
import type { RequestNotices } from "./request-notices.ts";
import type { RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

export interface RequestGiftsDeps {
  files: Pick<Files, "signedUrl">;
  writes: Pick<RequestWrites, "lock">;
  notices: Pick<RequestNotices, "giftThanked">;
}

/** Returns the source that the gifts ask, of requests. */
export function requestGiftSource({ files, writes, notices }: RequestGiftsDeps): GiftSource {
  const find = (from: Db, id: number) => requestsRepository(from).find(id);

  /** Returns the song that a request gives away; undefined while it may not. */
  async function songOf(from: Db, row: RequestRow): Promise<SongGift | undefined> {
    const version = givenVersion(row, await requestsRepository(from).versions(row.id));
    if (!version) return undefined;
    const { file, cover, title, dedication, lyrics, duration } = version;
    const lines = version.lines === null ? null : storedDocument(version.lines);
    const waveform = curveOf(version.waveform);
    const words = { title, dedication, lyrics, lines };
    const cover_url = cover === null ? null : files.signedUrl(cover);
    const drawn = { cover_id: coverIdOf(row.occasion, title), cover_url };
    const is_quiet = isQuietOccasion(row.occasion);
    return { kind: "song", is_quiet, ...drawn, ...words, stream_url: files.signedUrl(file), duration, waveform };
  }

  async function content(from: Db, id: number): Promise<SongGift | undefined> {
    const row = await find(from, id);
    return row && songOf(from, row);
  }

  return {
    content,

    async lock(tx, id) {
      const isThere = (await find(tx, id)) !== undefined;
      if (isThere) await writes.lock(tx, id);
      return isThere;
    },

    async thanked(tx, id, thanks) {
      await notices.giftThanked(tx, await findOrThrow(find(tx, id), noRequest), thanks);
    },

    async ownerAt(from, pageToken) {
      const row = await findOrThrow(requestsRepository(from).byPageToken(pageToken), noRequest);
      assertHasPage(row);
      return row.id;
    },

    async assertChangeable(tx, id, isNew) {
      if (isNew && !(await content(tx, id))) {
        throw new ApiError("conflict", "Bạn nhận bài và thanh toán xong là tặng được bài hát này");
      }
    },

    async changed(tx, id, at) {
      // The time of retention counts from it.
      await requestsRepository(tx).update(id, { updated_at: at });
    },

    async cardFace(from, id) {
      const row = await find(from, id);
      if (!row) return undefined;
      const song = await songOf(from, row);
      return {
        cover: { id: song?.cover_id ?? id, title: song?.title ?? null },
        lead: "Một bài hát dành riêng cho",
        call: isQuietOccasion(row.occasion) ? "Quét mã để nghe" : "Quét mã để mở quà",
      };
    },
  };
}
