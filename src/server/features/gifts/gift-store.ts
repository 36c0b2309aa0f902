/** The gifts of one kind of owner, for the feature of those owners: all changes are made under the owner's lock. */
import { randomBytes } from "node:crypto";
import type { GiftThanks, GiverGift } from "#contract/gifts.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { openingDay, stateOf } from "./gift-state.ts";
import { type GiftKind, type GiftRow, giftsRepository, ownerOf, type ThanksRow } from "./gifts.repository.ts";

/** The stored gift. */
export type StoredGift = GiftRow;

/** The words of a gift, and when it is open. */
export type GiftValues = Partial<
  Pick<GiftRow, "recipient_name" | "giver_name" | "message" | "opens_at" | "is_open" | "code">
>;

export interface GiftStore {
  /**
   * Adds the gift of an owner that has none, with a new secret.
   * @returns undefined when its code is taken.
   */
  add(tx: Tx, ownerId: number, values: GiftValues): Promise<StoredGift | undefined>;
  /** Changes the gift of an owner, if there is one. */
  change(tx: Tx, ownerId: number, change: Partial<StoredGift>): Promise<StoredGift | undefined>;
  /** Returns the gift of an owner as a transaction sees it. */
  of(db: Db, ownerId: number): Promise<StoredGift | undefined>;
  /** Returns the gifts of some owners by their ids. */
  ofMany(db: Db, ownerIds: readonly number[]): Promise<Map<number, StoredGift>>;
  /** Returns the owner of a gift; undefined for an unknown secret, and for a gift of another kind. */
  ownerOf(db: Db, secret: string): Promise<number | undefined>;
  /** Returns the gift with a code; undefined without one. */
  byCode(db: Db, code: string): Promise<StoredGift | undefined>;
  /** Returns the thanks for some gifts, the oldest first. @param giftIds of gifts, not of owners */
  thanksOf(db: Db, giftIds: readonly number[]): Promise<Map<number, GiftThanks[]>>;
  /** Returns a gift as its giver sees it. @param holding what it holds; undefined while it may not be opened */
  forGiver(db: Db, gift: StoredGift, holding: object | undefined): Promise<GiverGift>;
  /** Returns a gift for the export of its giver's data; null for an owner without one. */
  personal(db: Db, ownerId: number): Promise<object | null>;
  /** Removes the gift of an owner with all that its receivers sent. */
  remove(tx: Tx, ownerId: number): Promise<void>;
}

/** Returns the gifts of one kind. */
export function giftStore(kind: GiftKind): GiftStore {
  const of = async (db: Db, ownerId: number) => (await giftsRepository(db).ofOwners(kind, [ownerId]))[0];

  async function thanksOf(db: Db, giftIds: readonly number[]): Promise<Map<number, GiftThanks[]>> {
    const all = await giftsRepository(db).thanksOf(giftIds);
    return new Map(giftIds.map((id) => [id, all.filter(({ gift_id }) => gift_id === id).map(thanksFields)]));
  }

  return {
    of,
    byCode: (db, code) => giftsRepository(db).byCode(code),
    thanksOf,

    add(tx, ownerId, { is_open = true, ...values }) {
      const now = new Date().toISOString();
      const secret = randomBytes(16).toString("base64url");
      const row = { ...values, is_open, secret, created_at: now, updated_at: now };
      return giftsRepository(tx).insert({ kind, id: ownerId }, row);
    },

    async change(tx, ownerId, change) {
      const gift = await of(tx, ownerId);
      return gift && giftsRepository(tx).update(gift.id, { ...change, updated_at: new Date().toISOString() });
    },

    async ofMany(db, ownerIds) {
      const rows = await giftsRepository(db).ofOwners(kind, ownerIds);
      return new Map(rows.map((row) => [ownerOf(row).id, row]));
    },

    async ownerOf(db, secret) {
      const gift = await giftsRepository(db).bySecret(secret);
      const owner = gift && ownerOf(gift);
      return owner?.kind === kind ? owner.id : undefined;
    },

    async forGiver(db, gift, holding) {
      const { id, secret, recipient_name, giver_name, message, is_open, hearts, opened_at } = gift;
      return {
        secret,
        recipient_name,
        giver_name,
        message,
        opens_on: openingDay(gift),
        is_open,
        state: stateOf(gift, holding, Date.now()),
        hearts,
        opened_at,
        thanks: (await thanksOf(db, [id])).get(id) ?? [],
      };
    },

    async personal(db, ownerId) {
      const gift = await of(db, ownerId);
      if (!gift) return null;
      const { id, recipient_name, giver_name, message, created_at } = gift;
      const words = { recipient_name, giver_name, message, opens_on: openingDay(gift) };
      return { ...words, created_at, thanks: (await thanksOf(db, [id])).get(id) ?? [] };
    },

    remove: (tx, ownerId) => giftsRepository(tx).remove(kind, ownerId),
  };
}

const thanksFields = ({ name, text, created_at }: ThanksRow): GiftThanks => ({ name, text, created_at });
