/** The columns of the Excel file of orders, and the words for their states. */
import type { EndReason, Invoice, OrderStatus, PaymentStatus } from "#contract/orders.ts";
import type { StoredGift } from "#server/features/gifts/gifts.service.ts";
import { type SheetColumnOf, timeCell as time } from "#server/platform/sheet-export.ts";
import type { OrderRow } from "./orders.repository.ts";

export const statusLabels: Record<OrderStatus, string> = {
  pending: "Chờ xử lý",
  confirmed: "Đã xác nhận",
  cancelled: "Đã hủy",
  completed: "Hoàn thành",
};
export const paymentLabels: Record<PaymentStatus, string> = {
  pending: "Chờ thanh toán",
  paid: "Đã thanh toán",
  failed: "Thất bại",
  refunded: "Đã hoàn tiền",
};
const endLabels: Record<EndReason, string> = {
  expired: "Hết hạn",
  customer: "Khách hủy",
  operator: "Quản trị viên",
};

export type ExportedOrder = OrderRow & { invoice: Invoice | undefined; gift: StoredGift | undefined };

export const orderSheetColumns: readonly SheetColumnOf<ExportedOrder>[] = [
  { title: "Số đơn", width: 8, cell: ({ id }) => id },
  { title: "Mã chuyển khoản", width: 16, cell: ({ code }) => code },
  { title: "Ngày đặt", width: 17, cell: ({ created_at }) => time(created_at) },
  { title: "Khách hàng", width: 26, cell: ({ user_name }) => user_name },
  { title: "Điện thoại", width: 16, cell: ({ user_phone }) => user_phone },
  { title: "Email", width: 28, cell: ({ user_email }) => user_email },
  { title: "Địa chỉ", width: 30, cell: ({ user_address }) => user_address },
  { title: "Telegram", width: 16, cell: ({ user_telegram }) => user_telegram },
  { title: "Facebook", width: 24, cell: ({ user_facebook }) => user_facebook },
  { title: "Zalo", width: 16, cell: ({ user_zalo }) => user_zalo },
  { title: "Mã tài khoản", width: 12, cell: ({ user_id }) => user_id },
  { title: "Gói", width: 18, cell: ({ package_name }) => package_name },
  {
    title: "Thời hạn (ngày)",
    width: 15,
    cell: ({ is_lifetime, package_duration_days }) => (is_lifetime ? "Vĩnh viễn" : package_duration_days),
  },
  { title: "Số tiền (VND)", width: 15, cell: ({ payment_amount }) => payment_amount },
  { title: "Đã hoàn (VND)", width: 15, cell: ({ refunded_amount }) => refunded_amount },
  { title: "Trạng thái", width: 14, cell: ({ status }) => statusLabels[status] },
  { title: "Thanh toán", width: 16, cell: ({ payment_status }) => paymentLabels[payment_status] },
  { title: "Kết thúc do", width: 14, cell: ({ end_reason }) => end_reason && endLabels[end_reason] },
  { title: "Lời nhắn khách", width: 30, cell: ({ end_message }) => end_message },
  { title: "Mã giao dịch", width: 18, cell: ({ payment_reference }) => payment_reference },
  { title: "Ghi chú của khách", width: 30, cell: ({ payment_note }) => payment_note },
  { title: "Ghi chú quản trị", width: 30, cell: ({ admin_notes }) => admin_notes },
  { title: "Ngày thanh toán", width: 17, cell: ({ paid_at }) => time(paid_at) },
  { title: "Ngày xác nhận", width: 17, cell: ({ confirmed_at }) => time(confirmed_at) },
  { title: "Ngày hoàn thành", width: 17, cell: ({ completed_at }) => time(completed_at) },
  { title: "Ngày cộng Premium", width: 18, cell: ({ premium_granted_at }) => time(premium_granted_at) },
  { title: "Quà tặng cho", width: 22, cell: ({ gift }) => gift?.recipient_name ?? null },
  { title: "Quà tặng từ", width: 22, cell: ({ gift }) => gift?.giver_name ?? null },
  { title: "Mã tài khoản nhận quà", width: 20, cell: ({ receiver_id }) => receiver_id },
  { title: "Hóa đơn: công ty", width: 30, cell: ({ invoice }) => invoice?.company ?? null },
  { title: "Hóa đơn: mã số thuế", width: 18, cell: ({ invoice }) => invoice?.tax_code ?? null },
  { title: "Hóa đơn: địa chỉ", width: 30, cell: ({ invoice }) => invoice?.address ?? null },
  { title: "Hóa đơn: email", width: 28, cell: ({ invoice }) => invoice?.email ?? null },
];
