/** Orders of Premium for somebody else: what such a gift holds, and its taking (docs/rooms/gifts.md#premium-as-a-gift). */
import { ApiError } from "#contract/errors.ts";
import { giftCodePrefix } from "#contract/gift-code-rules.ts";
import { premiumCover } from "#contract/gift-rules.ts";
import type { PremiumContent } from "#contract/gifts.ts";
import type { PremiumGift, PremiumGiftWords, TakenGift } from "#contract/premium-gifts.ts";
import type { GiftSource } from "#server/features/gifts/gift-port.ts";
import { type GiftStore, openingOf } from "#server/features/gifts/gifts.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import type { OrderChanges } from "./order-changes.ts";
import { assertGiftOpen, assertHasPage, isReadyGift, noOrder, orderNotFound } from "./order-life.ts";
import type { OrderNotices } from "./order-notices.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

const noGift = "Không tìm thấy món quà này";

/** More tries than 22 billion codes will ever need. */
const codeTries = 10;

/** Adds the gift that a new order buys. @throws ApiError `invalid` for its day */
export async function addGift(tx: Tx, store: GiftStore, orderId: number, words: PremiumGiftWords): Promise<void> {
  const { opens_on, ...values } = words;
  const opens_at = openingOf(opens_on, Date.now(), "gift.opens_on");
  for (let left = codeTries; left > 0; left--) {
    const code = newTransferCode(giftCodePrefix);
    if (await store.add(tx, orderId, { ...givenFields(values), opens_at, code })) return;
  }
  throw new Error("No free gift code was found");
}

/** Returns what the gift of an order holds; undefined while it may not be opened: it is not paid for, or was paid back before anybody took it. */
function contentOf(row: OrderRow): PremiumContent | undefined {
  const is_taken = row.premium_granted_at !== null;
  if (!row.is_gift || row.erased_at !== null || !(is_taken || isReadyGift(row))) return undefined;
  const { package_name, package_duration_days, is_lifetime: package_is_lifetime } = row;
  return { kind: "premium", package_name, package_duration_days, package_is_lifetime, is_taken };
}

/** Returns the gift of an order as its giver sees it: the ways to take it once it is paid for. */
export async function giverGift(db: Db, store: GiftStore, row: OrderRow): Promise<PremiumGift | null> {
  const gift = row.is_gift ? await store.of(db, row.id) : undefined;
  if (!gift) return null;
  const content = contentOf(row);
  const { secret, ...shown } = await store.forGiver(db, gift, content);
  const ways = content ? { secret, code: gift.code } : { secret: null, code: null };
  return { ...shown, ...ways, taken_at: row.premium_granted_at };
}

export interface OrderGiftsDeps {
  database: Pick<Database, "db" | "commit">;
  changes: Pick<OrderChanges, "lock" | "run">;
  notices: Pick<OrderNotices, "giftThanked">;
  store: GiftStore;
}

export function createOrderGifts({ database: { db, commit }, changes, notices, store }: OrderGiftsDeps) {
  const find = (from: Db, id: number) => ordersRepository(from).find(id);

  async function content(from: Db, id: number): Promise<PremiumContent | undefined> {
    const row = await find(from, id);
    return row && contentOf(row);
  }

  const source: GiftSource = {
    content,
    lock: async (tx, id) => (await changes.lock(tx, id)) !== undefined,
    async thanked(tx, id, thanks) {
      const row = await find(tx, id);
      if (row) await notices.giftThanked(tx, row, thanks);
    },
    async ownerAt(from, pageToken) {
      const row = await findOrThrow(ordersRepository(from).byPageToken(pageToken), noOrder);
      assertHasPage(row);
      return row.id;
    },
    async assertChangeable(tx, id, isNew) {
      assertGiftOpen(await findOrThrow(find(tx, id), noOrder));
      // It is made with its order only.
      if (isNew) throw orderNotFound();
    },
    changed: async () => {},
    async cardFace(from, id) {
      const holding = await content(from, id);
      if (!holding) return undefined;
      const cover = { id: premiumCover, title: holding.package_name };
      return { cover, lead: "Một món quà dành cho", call: "Quét mã để mở quà" };
    },
  };

  return {
    /** The source that the gifts ask. */
    source,

    /** Returns the secret of the gift with a code. @throws ApiError `not_found`, also for one that nobody may open */
    async secretOf(code: string): Promise<string> {
      const gift = await store.byCode(db, code);
      const holding = gift?.order_id == null ? undefined : await content(db, gift.order_id);
      if (!gift || !holding)
        throw new ApiError("not_found", "Không có món quà nào mang mã này, bạn xem lại từng chữ nhé");
      return gift.secret;
    },

    /** Gives a user the time of a gift, once. @throws ApiError `not_found`; `conflict` for one that another account took, or that nobody may take now. */
    async take({ id: userId }: UserCaller, secret: string): Promise<TakenGift> {
      const orderId = await findOrThrow(store.ownerOf(db, secret), noGift);
      const row = await commit(async (tx) => {
        const stored = await findOrThrow(changes.lock(tx, orderId), noGift);
        return changes.run(tx, stored, { kind: "take", userId });
      });
      const { package_name, premium_granted_at, updated_at, premium_expires_at } = row;
      return { package_name, taken_at: premium_granted_at ?? updated_at, premium_expires_at };
    },
  };
}
