/** The table of receipts. */
import type { Generated } from "kysely";
import { ordersTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface ReceiptTable {
  id: Generated<number>;
  /** Without gaps, from 1. */
  number: number;
  /** Of an order or request, one receipt at most is not cancelled. */
  order_id: number | null;
  request_id: number | null;
  /** JSON of the seller at the time of issue. */
  seller: string;
  /** Empty once the personal data of the order or request are erased. */
  buyer: string;
  /** What was paid for. */
  what: string;
  code: string;
  /** Whole đồng. */
  amount: number;
  /** The bank's number of the transfer as an administrator noted it. */
  reference: string | null;
  paid_at: string;
  issued_at: string;
  /** When the payment was taken back. */
  cancelled_at: string | null;
}

export interface ReceiptTables {
  receipts: ReceiptTable;
}

export const receiptEntities = {
  receipts: { key: ["id"], references: ["premium_orders", "song_requests"], topic: ordersTopic },
} as const satisfies Entities<keyof ReceiptTables>;
