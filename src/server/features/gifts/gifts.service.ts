/** Pages of gifts: who sees what, and what receivers send back (docs/rooms/gifts.md#the-page). */
import { ApiError } from "#contract/errors.ts";
import { maxThanks, premiumCover } from "#contract/gift-rules.ts";
import type { PublicGift, ThanksBody } from "#contract/gifts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import type { GiftSource } from "./gift-port.ts";
import { openingDay, stateOf } from "./gift-state.ts";
import { type GiftKind, type GiftRow, giftsRepository, ownerOf } from "./gifts.repository.ts";

export { createGiftCards, type GiftCards } from "./gift-cards.ts";
export { openingOf } from "./gift-state.ts";
export { type GiftStore, type GiftValues, giftStore, type StoredGift } from "./gift-store.ts";
export { opensSince } from "./gifts.repository.ts";

export interface Gifts {
  /** Returns a gift as whoever has its address sees it. @throws ApiError `not_found` */
  page(secret: string): Promise<PublicGift>;
  /** Returns what the picture of its link tells; undefined for one that is not open. @throws ApiError `not_found` */
  shared(secret: string): Promise<SharedGift | undefined>;
  /** Notes the first opening. @throws ApiError `not_found`; `conflict` for a gift that is not open */
  open(secret: string): Promise<void>;
  /** Counts the heart of a device once. @throws ApiError as `open` */
  addHeart(secret: string, device: string): Promise<void>;
  /** Keeps thanks and tells the giver of them; the same once more has no effect. @throws ApiError as `open`; `conflict` for too many */
  thank(secret: string, body: ThanksBody): Promise<void>;
}

/** What the picture of a link tells of a gift. */
interface SharedGift {
  /** Of its cover. */
  id: number;
  title: string;
  recipient: string | null;
  isQuiet: boolean;
}

export interface GiftsDeps {
  database: Pick<Database, "db" | "commit">;
  sources: Record<GiftKind, GiftSource>;
}

/** Hearts that are counted of one gift. */
const maxHearts = 500;

/** The name of a song without a title on its gift. */
const untitled = "Bài hát dành cho bạn";

const giftNotFound = () => new ApiError("not_found", "Không tìm thấy món quà này");

export function createGifts({ database: { db, commit }, sources }: GiftsDeps): Gifts {
  const holdingOf = (from: Db, gift: GiftRow) => {
    const { kind, id } = ownerOf(gift);
    return sources[kind].content(from, id);
  };

  /** Runs a change of a gift that is open, under the lock of its owner. */
  async function whileOpen(secret: string, change: (tx: Tx, gift: GiftRow) => Promise<void>): Promise<void> {
    const found = await giftsRepository(db).bySecret(secret);
    if (!found) throw giftNotFound();
    const owner = ownerOf(found);
    await commit(async (tx) => {
      const isThere = await sources[owner.kind].lock(tx, owner.id);
      const gift = isThere ? await giftsRepository(tx).bySecret(secret) : undefined;
      if (!gift) throw giftNotFound();
      if (stateOf(gift, await holdingOf(tx, gift), Date.now()) !== "open") {
        throw new ApiError("conflict", "Món quà này đang đóng");
      }
      await change(tx, gift);
      if (gift.opened_at === null) await giftsRepository(tx).update(gift.id, { opened_at: new Date().toISOString() });
    });
  }

  async function page(secret: string): Promise<PublicGift> {
    const gift = await giftsRepository(db).bySecret(secret);
    if (!gift) throw giftNotFound();
    const content = await holdingOf(db, gift);
    const state = stateOf(gift, content, Date.now());
    const { recipient_name, giver_name, message } = gift;
    if (state === "closed" || !content) return { state: "closed" };
    if (state === "waiting") {
      const is_quiet = content.kind === "song" && content.is_quiet;
      return { state, opens_on: openingDay(gift) ?? "", recipient_name, is_quiet };
    }
    return { state, recipient_name, giver_name, message, content };
  }

  return {
    page,

    async shared(secret) {
      const gift = await page(secret);
      if (gift.state !== "open") return undefined;
      const { recipient_name: recipient, content } = gift;
      return content.kind === "song"
        ? { id: content.cover_id, title: content.title ?? untitled, recipient, isQuiet: content.is_quiet }
        : { id: premiumCover, title: content.package_name, recipient, isQuiet: false };
    },

    open: (secret) => whileOpen(secret, async () => {}),

    addHeart: (secret, device) =>
      whileOpen(secret, async (tx, { id, hearts }) => {
        if (hearts >= maxHearts) return;
        const isNew = await giftsRepository(tx).addHeart(id, device, new Date().toISOString());
        if (isNew) await giftsRepository(tx).update(id, { hearts: hearts + 1 });
      }),

    thank: (secret, { id: sending_id, name, text }) =>
      whileOpen(secret, async (tx, gift) => {
        const repository = giftsRepository(tx);
        const given = await repository.thanksOf([gift.id]);
        if (given.some((thanks) => thanks.sending_id === sending_id)) return;
        if (given.length >= maxThanks) {
          throw new ApiError("conflict", "Món quà này đã nhận đủ lời cảm ơn, cảm ơn bạn nhiều");
        }
        const now = Date.now();
        const created_at = new Date(now).toISOString();
        await repository.addThanks({ gift_id: gift.id, sending_id, name, text, created_at });
        const { kind, id } = ownerOf(gift);
        await sources[kind].thanked(tx, id, { key: `${gift.id} ${vietnamDay(now)}`, from: name, words: text });
      }),
  };
}
