/** The giver's side of gifts, the same for songs and for Premium (docs/rooms/gifts.md#the-page). */
import { ApiError } from "#contract/errors.ts";
import type { CardQuery, GiftChange, GiverGift } from "#contract/gifts.ts";
import type { Database } from "#server/platform/db/database.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { Download } from "#server/platform/http/router.ts";
import type { GiftCards } from "./gift-cards.ts";
import type { GiftSource } from "./gift-port.ts";
import { openingDay, openingOf } from "./gift-state.ts";
import type { GiftStore } from "./gift-store.ts";

/** The gifts of one kind, by the addresses of the private pages on which their givers see them. */
export interface Giving {
  /** Returns the gift of an owner; null for none. @throws ApiError `not_found` */
  gift(pageToken: string): Promise<GiverGift | null>;
  /** Makes the gift of an owner, or changes it. @throws ApiError `not_found`; `conflict` while that can't be; `invalid` for the day */
  save(pageToken: string, change: GiftChange): Promise<void>;
  /** Returns the card to print. @param origin of the site, for its code. @throws ApiError `not_found`, also without a gift */
  card(pageToken: string, design: CardQuery["design"], origin: string): Promise<Download>;
}

export interface GivingDeps {
  database: Pick<Database, "db" | "commit">;
  store: GiftStore;
  source: GiftSource;
  cards: GiftCards;
}

export function createGiving({ database: { db, commit }, store, source, cards }: GivingDeps): Giving {
  return {
    async gift(pageToken) {
      const ownerId = await source.ownerAt(db, pageToken);
      const stored = await store.of(db, ownerId);
      return stored ? store.forGiver(db, stored, await source.content(db, ownerId)) : null;
    },

    async save(pageToken, { opens_on, ...words }) {
      const ownerId = await source.ownerAt(db, pageToken);
      await commit(async (tx) => {
        await source.lock(tx, ownerId);
        // It may have gone until its lock was had.
        await source.ownerAt(tx, pageToken);
        const stored = await store.of(tx, ownerId);
        await source.assertChangeable(tx, ownerId, !stored);
        const day = stored ? openingDay(stored) : null;
        const opens = opens_on === undefined ? {} : { opens_at: openingOf(opens_on, Date.now(), "opens_on", day) };
        const values = { ...givenFields(words), ...opens };
        const saved = stored ? await store.change(tx, ownerId, values) : await store.add(tx, ownerId, values);
        if (!saved) throw new Error("The gift of a locked owner can be saved");
        await source.changed(tx, ownerId, saved.updated_at);
      });
    },

    async card(pageToken, design, origin) {
      const ownerId = await source.ownerAt(db, pageToken);
      const gift = await store.of(db, ownerId);
      const face = gift && (await source.cardFace(db, ownerId));
      if (!face) throw new ApiError("not_found", "Chưa có món quà nào để in thiệp");
      return cards.draw({ design, gift, ...face, origin });
    },
  };
}
