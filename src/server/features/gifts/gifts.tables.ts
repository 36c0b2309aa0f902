/** The tables of gifts. */
import type { Generated } from "kysely";
import type { Entities } from "#server/platform/db/entity.ts";

/** A page for the person that something was made or bought for. */
interface GiftTable {
  id: Generated<number>;
  /** Of its address, 128 random bits. */
  secret: string;
  /** A gift is of a request or of an order. */
  request_id: number | null;
  order_id: number | null;
  recipient_name: string | null;
  giver_name: string | null;
  message: string | null;
  /** The first moment of the day on which it opens; null for one that is open from the start. */
  opens_at: string | null;
  /** The giver's switch. */
  is_open: boolean;
  hearts: Generated<number>;
  /** When a receiver first opened it. */
  opened_at: string | null;
  /** The code that can be typed in place of the address. */
  code: string | null;
  created_at: string;
  updated_at: string;
}

/** The devices whose hearts were counted. */
interface GiftHeartTable {
  gift_id: number;
  /** Made by the device. */
  device: string;
  created_at: string;
}

interface GiftThanksTable {
  id: Generated<number>;
  gift_id: number;
  /** Made by the sender, so that thanks that are sent twice are kept once. */
  sending_id: string;
  name: string | null;
  text: string;
  created_at: string;
}

export interface GiftTables {
  gifts: GiftTable;
  gift_hearts: GiftHeartTable;
  gift_thanks: GiftThanksTable;
}

export const giftEntities = {
  gifts: { key: ["id"], references: ["song_requests", "premium_orders"] },
  gift_hearts: { key: ["gift_id", "device"], references: ["gifts"] },
  gift_thanks: { key: ["id"], references: ["gifts"] },
} as const satisfies Entities<keyof GiftTables>;
