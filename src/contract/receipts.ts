/** Receipts of payments, and the seller that they name. */
import { z } from "zod";
import { Binary, type Endpoints } from "./endpoint.ts";
import { trimmed } from "./fields.ts";
import { sellerRules, taxCodeOf } from "./invoice-rules.ts";
import { SeenVersion, Version } from "./version.ts";

/** Who takes the money, as receipts name them; each receipt keeps the seller of its time. */
export const ReceiptSeller = z
  .object({
    name: z.string(),
    /** Empty for none, as for `address`. */
    tax_code: z.string(),
    address: z.string(),
  })
  .meta({ id: "ReceiptSeller" });
export type ReceiptSeller = z.output<typeof ReceiptSeller>;

/** The seller as the administrator saves it. */
export const ReceiptSellerBody = z.object({
  name: trimmed(sellerRules.name),
  tax_code: trimmed(sellerRules.tax_code).transform(taxCodeOf),
  address: trimmed(sellerRules.address),
});
export type ReceiptSellerBody = z.output<typeof ReceiptSellerBody>;

/** The seller until the administrator saves another. */
export const defaultReceiptSeller: ReceiptSeller = { name: "Ngân Nga", tax_code: "", address: "" };

/** Fields that are left out keep their values. */
export const ReceiptSellerChange = ReceiptSellerBody.partial().extend({ version: SeenVersion });
export type ReceiptSellerChange = z.output<typeof ReceiptSellerChange>;
export const AdminReceiptSeller = ReceiptSeller.extend({ version: Version }).meta({ id: "AdminReceiptSeller" });
export type AdminReceiptSeller = z.output<typeof AdminReceiptSeller>;

const PageTokenParams = z.object({ token: z.string() });
const file = {
  access: "public",
  params: PageTokenParams,
  reply: Binary,
  replyType: "download",
  contentType: "application/pdf",
  rateLimit: { name: "download" },
} as const;

export const receipts = {
  "GET /api/orders/{token}/receipt.pdf": {
    ...file,
    tag: "Đơn hàng Premium",
    summary: "Biên nhận thanh toán của đơn hàng đã trả và đã xác nhận; không thay thế hóa đơn GTGT",
  },
  "GET /api/requests/{token}/receipt.pdf": {
    ...file,
    tag: "Đặt bài hát",
    summary: "Biên nhận thanh toán của yêu cầu đã trả; không thay thế hóa đơn GTGT",
  },
  "GET /api/admin/config/receipts": {
    access: ["admin"],
    tag: "Cấu hình",
    summary: "Người bán ghi trên biên nhận thanh toán",
    reply: AdminReceiptSeller,
  },
  "PUT /api/admin/config/receipts": {
    access: ["admin"],
    tag: "Cấu hình",
    summary: "Lưu người bán cho những biên nhận lập từ nay",
    body: ReceiptSellerChange,
    reply: AdminReceiptSeller,
  },
} as const satisfies Endpoints;
