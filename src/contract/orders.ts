/** Premium orders: made by customers, paid by bank transfer, managed by the administrator. */
import { z } from "zod";
import { PaymentDetails } from "./bank.ts";
import { Binary, Done, type Endpoints, Id, IdParams, paging, Time, transferSearch, wholeNumber } from "./endpoint.ts";
import { optionalName, optionalText, requiredText, trimmed } from "./fields.ts";
import { CardQuery } from "./gifts.ts";
import { invoiceRules, taxCodeOf } from "./invoice-rules.ts";
import { dayRange, type Sorts } from "./list.ts";
import { listEndpoints, listFamily, tabFilter } from "./list-family.ts";
import { CustomerClaim, OrderPaymentState, receiptFile, transferFacts } from "./payment-state.ts";
import { PremiumGift, PremiumGiftChange, PremiumGiftWords } from "./premium-gifts.ts";
import { orderRules } from "./rules.ts";
import { SeenVersion, Version } from "./version.ts";

export const orderStatuses = ["pending", "confirmed", "cancelled", "completed"] as const;
export const OrderStatus = z.enum(orderStatuses, "Trạng thái đơn hàng không hợp lệ");
export type OrderStatus = z.output<typeof OrderStatus>;
export const paymentStatuses = ["pending", "paid", "failed", "refunded"] as const;
export const PaymentStatus = z.enum(paymentStatuses, "Trạng thái thanh toán không hợp lệ");
export type PaymentStatus = z.output<typeof PaymentStatus>;

/** Why an order is cancelled, refused or refunded: by itself since nobody paid in time, or by whom. */
export const endReasons = ["expired", "customer", "operator"] as const;
export const EndReason = z.enum(endReasons);
export type EndReason = z.output<typeof EndReason>;

/** An order as its customer sees it. */
export const CustomerOrder = z
  .object({
    id: z.int(),
    /** Content of the transfer. */
    code: z.string(),
    /** Address of the order's private page: `/orders/{page_token}`. */
    page_token: z.string(),
    package_id: z.int(),
    package_name: z.string(),
    /** Null for a lifetime package. */
    package_duration_days: z.int().nullable(),
    package_is_lifetime: z.boolean(),
    /** Whole đồng. */
    payment_amount: z.int(),
    /** Whole đồng that came for it so far. */
    received_amount: z.int(),
    /** Whole đồng of it that were given back. */
    refunded_amount: z.int(),
    payment_method: z.literal("bank_transfer"),
    status: OrderStatus,
    payment_status: PaymentStatus,
    user_name: z.string(),
    user_email: z.string(),
    /** Whether its time is a gift for whoever takes it. */
    is_gift: z.boolean(),
    /**
     * Whether an account will receive the time, as far as whoever has the address may know: an order that joined the account of its e-mail
     * by itself has none until the account received the time, so that nobody learns from an e-mail that it has an account. The account of a
     * gift is its giver's, if they were logged in.
     */
    has_account: z.boolean(),
    created_at: Time,
    /** When an unpaid order ends; null when it does not wait for its payment any more. */
    expires_at: Time.nullable(),
    /** Null for an order that is not cancelled, refused or refunded. */
    end_reason: EndReason.nullable(),
    /** The administrator's words to the customer about it, or about the part that was given back last. */
    end_message: z.string().nullable(),
    /** First time of the state; so are `confirmed_at` and `completed_at`. */
    paid_at: Time.nullable(),
    confirmed_at: Time.nullable(),
    completed_at: Time.nullable(),
    /** When the account received the time. */
    premium_granted_at: Time.nullable(),
    /** The end of the account's Premium then; null before, for a permanent one, and for a gift, whose giver need not know it. */
    premium_expires_at: Time.nullable(),
    /** When that time was taken back with a refund. */
    premium_taken_at: Time.nullable(),
  })
  .meta({ id: "CustomerOrder" });
export type CustomerOrder = z.output<typeof CustomerOrder>;

/** What a VAT invoice needs. */
export const Invoice = z
  .object({ company: z.string(), tax_code: z.string(), address: z.string(), email: z.string() })
  .meta({ id: "Invoice" });
export type Invoice = z.output<typeof Invoice>;

export const InvoiceBody = z.object({
  company: trimmed(invoiceRules.company),
  /** With or without the dash before a branch. */
  tax_code: trimmed(invoiceRules.tax_code).transform(taxCodeOf),
  address: trimmed(invoiceRules.address),
  email: trimmed(invoiceRules.email),
});
export type InvoiceBody = z.output<typeof InvoiceBody>;

/** Days from the payment on in which the customer may still ask for an invoice. */
export const invoiceDays = 30;

/** An order with its payment. */
export const PayableOrder = CustomerOrder.extend({
  /** Null when nothing is to be paid any more, or no account is configured. */
  payment: PaymentDetails.nullable(),
  /** Null when no VAT invoice was asked for. */
  invoice: Invoice.nullable(),
  /** The gift that it buys; null for an order of one's own. */
  gift: PremiumGift.nullable(),
  ...transferFacts,
}).meta({ id: "PayableOrder" });
export type PayableOrder = z.output<typeof PayableOrder>;

/** An order as the administrator sees it. */
export const AdminOrder = CustomerOrder.omit({ has_account: true })
  .extend({
    user_id: z.int().nullable(),
    /** User name of the account. */
    username: z.string().nullable(),
    /** The account that took the gift, with its user name. */
    receiver_id: z.int().nullable(),
    receiver_username: z.string().nullable(),
    user_phone: z.string(),
    user_address: z.string().nullable(),
    user_telegram: z.string().nullable(),
    user_facebook: z.string().nullable(),
    user_zalo: z.string().nullable(),
    payment_reference: z.string().nullable(),
    /** The customer's words. */
    payment_note: z.string().nullable(),
    admin_notes: z.string().nullable(),
    updated_at: Time,
    /** When its personal data were removed for their age; such an order can't be changed. */
    erased_at: Time.nullable(),
    version: Version,
  })
  .meta({ id: "AdminOrder" });
export type AdminOrder = z.output<typeof AdminOrder>;

/** An account of an order, or one with the order's e-mail, which is the customer's word. */
export const MatchingUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** Whether the owner of the account reads the mails to it. */
  is_email_verified: z.boolean(),
  /** False for a locked account, whose owner has nothing of the time. */
  is_active: z.boolean(),
});
export type MatchingUser = z.output<typeof MatchingUser>;

/** Money of an order that was given back. */
export const OrderRefund = z
  .object({
    id: z.int(),
    /** Whole đồng. */
    amount: z.int(),
    /** Null where the state of the payment was set by hand, and for an order whose personal data were removed. */
    reason: z.string().nullable(),
    /** The bank's number of the outgoing transfer. */
    reference: z.string().nullable(),
    /** Whether the Premium that the order gave ended with it. */
    is_premium_taken: z.boolean(),
    created_at: Time,
    created_by: z.string(),
    undone_at: Time.nullable(),
    undone_by: z.string().nullable(),
  })
  .meta({ id: "OrderRefund" });
export type OrderRefund = z.output<typeof OrderRefund>;

export const AdminOrderDetail = AdminOrder.extend({
  /** All of the order, also those that were undone, the latest first. */
  refunds: z.array(OrderRefund),
  /** Null when there is none, or the order has an account. */
  matching_user: MatchingUser.nullable(),
  /** The account of the order; null without one. */
  account: MatchingUser.nullable(),
  /** What the VAT invoice needs that the customer asked for; null without one. */
  invoice: Invoice.nullable(),
  /** The gift that it buys, without the ways to take it; null for an order of one's own. */
  gift: PremiumGift.omit({ secret: true, code: true }).nullable(),
}).meta({ id: "AdminOrderDetail" });
export type AdminOrderDetail = z.output<typeof AdminOrderDetail>;

/** A change of an order by the back office, from the audit trail. */
export const OrderEvent = z
  .object({
    id: z.int(),
    /** E-mail or name of who changed it; `Hệ thống` for commands on the server. */
    actor_name: z.string(),
    /** The change in words: `Chờ thanh toán → Đã thanh toán`; empty for an older entry. */
    changes: z.array(z.string()),
    created_at: Time,
  })
  .meta({ id: "OrderEvent" });
export type OrderEvent = z.output<typeof OrderEvent>;

export const OrderBody = z.object({
  package_id: z
    .int({ error: ({ input }) => (input === undefined ? "Vui lòng chọn một gói" : "Mã gói không hợp lệ") })
    .min(1, "Mã gói không hợp lệ"),
  user_name: trimmed(orderRules.user_name),
  user_phone: trimmed(orderRules.user_phone),
  user_email: trimmed(orderRules.user_email),
  user_address: optionalName(500),
  user_telegram: optionalName(200),
  user_facebook: optionalName(500),
  user_zalo: optionalName(200),
  payment_note: optionalText(1000),
  /** The price that the customer was shown; an order at another price is refused with 409. */
  payment_amount: z.int("Giá không hợp lệ").min(0, "Giá không hợp lệ").nullish(),
  /** Asks for a VAT invoice. */
  invoice: InvoiceBody.nullish(),
  /** Buys the package for somebody else. */
  gift: PremiumGiftWords.nullish(),
});
export type OrderBody = z.output<typeof OrderBody>;

/** Fields that are left out keep their values. */
export const OrderChange = z
  .object({
    status: OrderStatus,
    payment_status: PaymentStatus,
    payment_reference: optionalName(200),
    payment_note: optionalText(1000),
    admin_notes: optionalText(5000),
    /** Words to the customer about an order that is cancelled, refused or refunded; sent with the message, shown on its page. */
    end_message: optionalText(300),
    /** The account that receives the time, until it received it. */
    user_id: Id.nullable(),
  })
  .partial()
  .extend({ version: SeenVersion });
export type OrderChange = z.output<typeof OrderChange>;

export const OrderRefundBody = z.object({
  /** Whole đồng, at most what is still here. */
  amount: z.int("Số tiền không hợp lệ").min(1, "Số tiền phải lớn hơn 0"),
  reason: requiredText(500, "Vui lòng nhập lý do hoàn tiền"),
  /** The bank's number of the outgoing transfer. */
  reference: optionalName(200),
  /** Whether the account keeps the time that the order gave. */
  premium: z.enum(["keep", "take"], "Vui lòng chọn giữ hay thu lại Premium"),
  /** Words to the customer; sent with the message, shown on the order's page. */
  end_message: optionalText(300),
  version: SeenVersion,
});
export type OrderRefundBody = z.output<typeof OrderRefundBody>;

const RefundParams = IdParams.extend({ refund_id: IdParams.shape.id });

export const orderSorts = {
  orders: { created_at: "desc", payment_amount: "desc" },
  default: "created_at",
} as const satisfies Sorts;
const id = wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ");
/** `none`: paid, and no account received the time yet. */
export const grantedStates = ["none", "yes"] as const;
/** Every order is in one: unpaid; paid in part; paid, and nobody received the time; both; cancelled, refused or refunded. */
export const orderTabs = ["waiting", "part", "ungranted", "done", "ended"] as const;
export type OrderTab = (typeof orderTabs)[number];
/** `search` is name, phone number, e-mail, amount, or a text with codes in it; `from` and `to` bound the day of the order. */
const orderFilter = {
  search: transferSearch,
  tab: tabFilter(orderTabs),
  status: OrderStatus.optional(),
  payment_status: PaymentStatus.optional(),
  granted: z.enum(grantedStates, "granted phải là none hoặc yes").optional(),
  /** Orders without an account. */
  account: z.enum(["none"], "account phải là none").optional(),
  /** Orders with a VAT invoice that was asked for. */
  invoice: z.enum(["wanted"], "invoice phải là wanted").optional(),
  /** Orders of which something was given back, in part or whole. */
  refund: z.enum(["some"], "refund phải là some").optional(),
  user_id: id.optional(),
  package_id: id.optional(),
  ...dayRange,
};
export const { Filter: OrderFilter, Query: OrderListQuery } = listFamily(orderFilter, orderSorts);
export type OrderFilter = z.output<typeof OrderFilter>;
export type OrderListQuery = z.output<typeof OrderListQuery>;

export const OrderSum = z.object({ orders: z.int(), /** Whole đồng. */ amount: z.int() });
export type OrderSum = z.output<typeof OrderSum>;
/** Sums by the state of the payment. */
const PaymentSums = z.object({ pending: OrderSum, paid: OrderSum, failed: OrderSum, refunded: OrderSum });
/** Sums over all pages of a filter. */
export const OrderStats = z
  .object({
    total: z.int(),
    /**
     * Whole đồng, whatever the state of the payment: of a paid order what came and was not given back, of a refunded one what was given
     * back, of any other its price.
     */
    amount: z.int(),
    payments: PaymentSums,
    /** Paid, and no account received the time yet. */
    ungranted: OrderSum,
    /** Sum of the refunds, whole or in part, and the number of their orders. */
    refunded: OrderSum,
    statuses: z.object({ pending: z.int(), confirmed: z.int(), cancelled: z.int(), completed: z.int() }),
  })
  .meta({ id: "OrderStats" });
export type OrderStats = z.output<typeof OrderStats>;

/** Days in which an order can be paid. */
export const unpaidDays = { min: 1, max: 60, standard: 7 } as const;
const unpaidDaysRule = `Số ngày phải từ ${unpaidDays.min} đến ${unpaidDays.max}`;
export const OrderSettings = z
  .object({
    /** Days after which an order that nobody paid ends; orders keep the day that they were made with. */
    unpaid_days: z.int(unpaidDaysRule).min(unpaidDays.min, unpaidDaysRule).max(unpaidDays.max, unpaidDaysRule),
  })
  .meta({ id: "OrderSettings" });
export type OrderSettings = z.output<typeof OrderSettings>;
export const AdminOrderSettings = OrderSettings.extend({ version: Version }).meta({ id: "AdminOrderSettings" });
export type AdminOrderSettings = z.output<typeof AdminOrderSettings>;
export const OrderSettingsChange = OrderSettings.extend({ version: SeenVersion });
export type OrderSettingsChange = z.output<typeof OrderSettingsChange>;

/** The settings until the administrator saves others. */
export const defaultOrderSettings: OrderSettings = { unpaid_days: unpaidDays.standard };

const PageTokenParams = z.object({ token: z.string() });

const tag = "Đơn hàng Premium";
const list = listEndpoints({
  access: ["admin", "accountant"],
  tag,
  row: AdminOrder,
  Filter: OrderFilter,
  Query: OrderListQuery,
});

export const orders = {
  "POST /api/premium-orders": {
    access: "public",
    tag,
    summary: "Đặt mua một gói Premium. Gửi lại với cùng Idempotency-Key không tạo đơn thứ hai",
    body: OrderBody,
    detailKeys: { user_name: "user_name", user_phone: "user_phone", user_email: "email" },
    reply: PayableOrder,
    status: 201,
    rateLimit: { name: "form" },
  },
  "GET /api/premium-orders": list.rows("Các đơn hàng, mới nhất trước"),
  "GET /api/premium-orders/stats": list.about("Số đơn và số tiền của tất cả các trang", OrderStats),
  "GET /api/premium-orders/tabs": list.tabs("Số đơn của mỗi thẻ trong danh sách, theo các bộ lọc khác", orderTabs),
  "GET /api/premium-orders/export": list.excel("File Excel của các đơn hàng, mới nhất trước"),
  "POST /api/premium-orders/export/link": list.excelLink,
  "GET /api/premium-orders/export/file": list.excelOfLink,
  "GET /api/premium-orders/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Một đơn hàng, kèm tài khoản có cùng email khi đơn chưa có tài khoản",
    params: IdParams,
    reply: AdminOrderDetail,
  },
  "PUT /api/premium-orders/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Sửa đơn hàng; đơn đã thanh toán và xác nhận cộng Premium cho tài khoản đúng một lần",
    params: IdParams,
    body: OrderChange,
    reply: AdminOrderDetail,
  },
  "POST /api/premium-orders/{id}/refunds": {
    access: ["admin", "accountant"],
    tag,
    summary: "Ghi một lần hoàn tiền của đơn đã thanh toán, hết hoặc một phần; hoàn hết thì đơn thành đã hoàn tiền",
    params: IdParams,
    body: OrderRefundBody,
    reply: AdminOrderDetail,
  },
  "POST /api/premium-orders/{id}/refunds/{refund_id}/undo": {
    access: ["admin", "accountant"],
    tag,
    summary: "Hoàn tác một lần hoàn tiền; Premium đã thu lại cùng lần đó được cộng lại",
    params: RefundParams,
    body: z.object({ version: SeenVersion }),
    reply: AdminOrderDetail,
  },
  "GET /api/premium-orders/{id}/history": {
    access: ["admin", "accountant"],
    tag,
    summary: "Ai đã thay đổi đơn hàng, mới nhất trước, nhiều nhất 100 lần",
    params: IdParams,
    reply: z.array(OrderEvent),
  },
  "DELETE /api/premium-orders/{id}": {
    access: ["admin", "accountant"],
    tag,
    summary: "Xóa một đơn hàng chưa thu tiền; đơn đã thanh toán hoặc đã hoàn tiền ở lại trong sổ",
    params: IdParams,
    reply: Done,
  },
  "GET /api/orders/{token}": {
    access: "public",
    tag,
    summary: "Đơn hàng theo địa chỉ riêng của nó, kèm cách thanh toán khi còn chờ",
    params: PageTokenParams,
    reply: PayableOrder,
  },
  "POST /api/orders/{token}/attach": {
    access: ["user"],
    tag,
    summary: "Gắn đơn hàng vào tài khoản đang đăng nhập, một lần, đến khi Premium được cộng; gửi lại không đổi gì thêm",
    params: PageTokenParams,
    reply: PayableOrder,
  },
  "POST /api/orders/{token}/cancel": {
    access: "public",
    tag,
    summary: "Khách hủy đơn hàng chưa thanh toán; gửi lại không đổi gì thêm",
    params: PageTokenParams,
    reply: PayableOrder,
    rateLimit: { name: "form" },
  },
  "GET /api/orders/{token}/events": {
    access: "public",
    tag,
    summary: "Báo tình trạng thanh toán của đơn hàng: ngay khi mở, và mỗi khi thay đổi, trong tối đa hai giờ",
    params: PageTokenParams,
    replyType: "events",
    reply: OrderPaymentState,
    errors: ["not_found", "rate_limited", "unavailable"],
  },
  "POST /api/orders/{token}/claim": {
    access: "public",
    tag,
    summary: "Khách báo đã chuyển khoản, có thể kèm ảnh biên nhận; gửi lại chỉ thay ảnh",
    params: PageTokenParams,
    bodyType: "multipart",
    files: { receipt: receiptFile },
    reply: CustomerClaim,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "PUT /api/orders/{token}/invoice": {
    access: "public",
    tag,
    summary: `Khách xin hóa đơn GTGT, sửa thông tin, hoặc thôi xin (null), đến ${invoiceDays} ngày sau khi thanh toán`,
    params: PageTokenParams,
    body: z.object({ invoice: InvoiceBody.nullable() }),
    reply: PayableOrder,
    rateLimit: { name: "form" },
  },
  "PUT /api/orders/{token}/gift": {
    access: "public",
    tag,
    summary: "Người tặng sửa tên, lời nhắn, ngày mở quà, đóng hoặc mở lại trang quà, đến khi quà được nhận",
    params: PageTokenParams,
    body: PremiumGiftChange,
    reply: PayableOrder,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "GET /api/orders/{token}/gift/card.pdf": {
    access: "public",
    tag,
    summary: "Thiệp A6 có mã QR của món quà đã thanh toán, để in",
    params: PageTokenParams,
    query: CardQuery,
    reply: Binary,
    replyType: "download",
    contentType: "application/pdf",
    rateLimit: { name: "download" },
  },
  "GET /api/orders/{token}/qr.png": {
    access: "public",
    tag,
    summary: "Mã VietQR của đơn hàng, để lưu vào máy",
    params: PageTokenParams,
    reply: Binary,
    replyType: "download",
    contentType: "image/png",
    rateLimit: { name: "download" },
  },
  "GET /api/user/orders": {
    access: ["user"],
    tag,
    summary: "Các đơn hàng của tài khoản đang đăng nhập, mới nhất trước",
    query: z.object(paging),
    reply: z.array(CustomerOrder),
    counted: true,
  },
  "GET /api/admin/config/orders": {
    access: ["admin"],
    tag: "Cấu hình",
    summary: "Đơn hàng chưa thanh toán được giữ bao nhiêu ngày",
    reply: AdminOrderSettings,
  },
  "PUT /api/admin/config/orders": {
    access: ["admin"],
    tag: "Cấu hình",
    summary: "Lưu số ngày giữ đơn hàng chưa thanh toán, cho những đơn đặt từ nay",
    body: OrderSettingsChange,
    reply: AdminOrderSettings,
  },
} as const satisfies Endpoints;
