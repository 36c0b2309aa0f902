/** Songs that customers give to somebody: the giver's side, and what the gift holds (docs/rooms/gifts.md#the-page). */
import { coverIdOf } from "#art/occasion.ts";
import { ApiError } from "#contract/errors.ts";
import type { CardQuery, GiftChange, GiverGift, SongGift } from "#contract/gifts.ts";
import { isQuietOccasion } from "#contract/occasions.ts";
import { storedDocument } from "#server/features/catalogue/song-lines.service.ts";
import { curveOf } from "#server/features/catalogue/waveforms.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { GiftSource } from "#server/features/gifts/gift-port.ts";
import { type GiftCards, type GiftStore, openingDay, openingOf } from "#server/features/gifts/gifts.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Download } from "#server/platform/http/router.ts";
import { assertHasPage, givenVersion, noRequest } from "./request-life.ts";
import type { RequestNotices } from "./request-notices.ts";
import type { RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

export interface RequestGifts {
  /** Returns the gift of a request; null for none. @throws ApiError `not_found` */
  gift(token: string): Promise<GiverGift | null>;
  /**
   * Makes the gift of a request, or changes it.
   * @throws ApiError `not_found`; `conflict` before its song is accepted and paid; `invalid` for the day.
   */
  save(token: string, change: GiftChange): Promise<GiverGift>;
  /** Returns the card to print. @param origin of the site, for the code. @throws ApiError `not_found`, also without a gift */
  card(token: string, design: CardQuery["design"], origin: string): Promise<Download>;
  /** The source that the gifts ask. */
  source: GiftSource;
}

export interface RequestGiftsDeps {
  database: Pick<Database, "db" | "commit">;
  files: Pick<Files, "signedUrl">;
  writes: Pick<RequestWrites, "lock">;
  notices: Pick<RequestNotices, "giftThanked">;
  store: GiftStore;
  cards: GiftCards;
}

export function createRequestGifts({ database, files, writes, notices, store, cards }: RequestGiftsDeps): RequestGifts {
  const { db, commit } = database;

  async function byToken(from: Db, token: string): Promise<RequestRow> {
    const row = await findOrThrow(requestsRepository(from).byPageToken(token), noRequest);
    assertHasPage(row);
    return row;
  }

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

  return {
    async gift(token) {
      const row = await byToken(db, token);
      const stored = await store.of(db, row.id);
      return stored ? store.forGiver(db, stored, await songOf(db, row)) : null;
    },

    async save(token, { opens_on, ...change }) {
      const { id } = await byToken(db, token);
      return commit(async (tx) => {
        const row = await writes.lock(tx, id);
        assertHasPage(row);
        const song = await songOf(tx, row);
        const stored = await store.of(tx, id);
        if (!song && !stored) {
          throw new ApiError("conflict", "Bạn nhận bài và thanh toán xong là tặng được bài hát này");
        }
        const day = stored ? openingDay(stored) : null;
        const opens = opens_on === undefined ? {} : { opens_at: openingOf(opens_on, Date.now(), "opens_on", day) };
        const values = { ...givenFields(change), ...opens };
        const saved = stored ? await store.change(tx, id, values) : await store.add(tx, id, values);
        if (!saved) throw new Error("The gift of a locked request can be saved");
        // The time of retention counts from it.
        await requestsRepository(tx).update(id, { updated_at: saved.updated_at });
        return store.forGiver(tx, saved, song);
      });
    },

    async card(token, design, origin) {
      const row = await byToken(db, token);
      const gift = await findOrThrow(store.of(db, row.id), "Chưa có món quà nào để in thiệp");
      const song = await songOf(db, row);
      const cover = { id: song?.cover_id ?? row.id, title: song?.title ?? null };
      const words = {
        lead: "Một bài hát dành riêng cho",
        call: isQuietOccasion(row.occasion) ? "Quét mã để nghe" : "Quét mã để mở quà",
      };
      return cards.draw({ design, gift, cover, ...words, origin });
    },

    source: {
      async lock(tx, id) {
        const isThere = (await requestsRepository(tx).find(id)) !== undefined;
        if (isThere) await writes.lock(tx, id);
        return isThere;
      },

      async content(from, id) {
        const row = await requestsRepository(from).find(id);
        return row && songOf(from, row);
      },

      async thanked(tx, id, thanks) {
        await notices.giftThanked(tx, await findOrThrow(requestsRepository(tx).find(id), noRequest), thanks);
      },
    },
  };
}
