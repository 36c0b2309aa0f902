/** The source of the contents of gifts: requests for songs and orders of Premium each have one. */
import type { GiftContent } from "#contract/gifts.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";

/** The owner of a gift is the request or order that it was made of; an owner has one gift. */
export interface GiftSource {
  /** Takes the lock of an owner, before any change of its gift. @returns false when the owner is gone. */
  lock(tx: Tx, ownerId: number): Promise<boolean>;
  /** Returns what its gift holds; undefined while it may not be opened, such as without payment. */
  content(db: Db, ownerId: number): Promise<GiftContent | undefined>;
  /** Tells the giver of thanks. @param thanks.key the same for all that are told in one message */
  thanked(tx: Tx, ownerId: number, thanks: { key: string; from: string | null; words: string }): Promise<void>;
  /** Returns the owner whose private page has an address. @throws ApiError `not_found` */
  ownerAt(db: Db, pageToken: string): Promise<number>;
  /** Says whether its giver may make or change the gift now. @param isNew whether it has none. @throws ApiError `conflict` */
  assertChangeable(tx: Tx, ownerId: number, isNew: boolean): Promise<void>;
  /** Takes note of a change. @param at ISO */
  changed(tx: Tx, ownerId: number, at: string): Promise<void>;
  /** Returns what its card shows beside the words of the giver; undefined while there is nothing to print. */
  cardFace(db: Db, ownerId: number): Promise<CardFace | undefined>;
}

export interface CardFace {
  /** Of its drawing; the title stands on the card when it names nobody. */
  cover: { id: number; title: string | null };
  /** Stands before the receiver's name. */
  lead: string;
  /** Stands below the code. */
  call: string;
}
