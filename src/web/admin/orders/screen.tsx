import { BadgeCheck, Ban, Undo2 } from "lucide";
import { orderSearchLength } from "#contract/order-search.ts";
import type { AdminOrder } from "#contract/orders.ts";
import { call } from "../../lib/api.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { isId } from "../../resource/list/list-url.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { EndOrder } from "./end-order.tsx";
import { orderBulk } from "./order-bulk.ts";
import { loadErrors, orderRefreshes, unreachable } from "./order-calls.ts";
import { OrderPanel } from "./order-dialog.tsx";
import {
  awaitsConfirmation,
  durationBeside,
  grantedOptions,
  isCancellable,
  isInBooks,
  isRefundable,
  OrderBadges,
  orderLooks,
  orderTabLinks,
  paymentLooks,
  StateBadges,
} from "./order-states.tsx";
import { RefundOrder } from "./refund-order.tsx";
import styles from "./screen.module.css";
import { SearchNote } from "./search-note.tsx";

const exportFailed = "Không xuất được file, bạn thử lại nhé";

const orders = defineResource({
  title: "Đơn hàng",
  noun: "đơn hàng",
  nameOf: (order: AdminOrder) => order.code,
  list: { endpoint: "GET /api/premium-orders", isPaged: true, ...loadErrors },
  view: "table",
  search: {
    label: "Tìm đơn hàng",
    placeholder: "Mã, dòng ngân hàng, số tiền, tên, email",
    maxLength: orderSearchLength,
    Note: SearchNote,
  },
  tabs: orderTabLinks,
  filters: [
    { name: "status", label: "Trạng thái đơn hàng", all: "Mọi trạng thái đơn", options: orderLooks.options },
    {
      name: "payment",
      param: "payment_status",
      label: "Trạng thái thanh toán",
      all: "Mọi thanh toán",
      options: paymentLooks.options,
    },
    { name: "granted", label: "Premium", all: "Mọi Premium", options: grantedOptions },
    {
      name: "invoice",
      label: "Hóa đơn GTGT",
      all: "Mọi hóa đơn",
      options: [{ value: "wanted", label: "Cần hóa đơn" }],
    },
  ],
  urlFilters: [
    { name: "user", param: "user_id", accepts: isId },
    { name: "package", param: "package_id", accepts: isId },
    { name: "refund", accepts: (value) => value === "some" },
  ],
  days: { label: "Ngày đặt" },
  sorts: [
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
    { label: "Số tiền lớn nhất", by: "payment_amount", order: "desc" },
    { label: "Số tiền nhỏ nhất", by: "payment_amount", order: "asc" },
  ],
  sizes: { choices: [10, 20, 50, 100], default: 10 },
  sums: {
    label: "Tổng của danh sách",
    endpoint: "GET /api/premium-orders/stats",
    ...loadErrors,
    sums: ({ statuses, payments, refunded }) => [
      { label: "Chờ xử lý", value: statuses.pending, shows: { status: "pending" } },
      { label: "Chờ thanh toán", value: payments.pending.amount, unit: "₫", shows: { payment: "pending" } },
      { label: "Đã thanh toán", value: payments.paid.amount, unit: "₫", shows: { payment: "paid" } },
      { label: "Đã hoàn tiền", value: refunded.amount, unit: "₫", shows: { refund: "some" } },
    ],
  },
  columns: [
    {
      id: "code",
      label: "Đơn hàng",
      card: "title",
      sortBy: "created_at",
      className: styles.code,
      isShort: true,
      cardCell: (order, { open }) => <OpenButton order={order} onOpen={open} />,
      cell: (order, { open }) => (
        <>
          <OpenButton order={order} onOpen={open} />
          <span className="table__line num">{shortDateTime(order.created_at)}</span>
        </>
      ),
    },
    {
      id: "created_at",
      label: "Ngày đặt",
      card: "subtitle",
      only: "cards",
      cell: ({ created_at }) => <span className="num">{shortDateTime(created_at)}</span>,
    },
    {
      id: "customer",
      isKey: true,
      label: "Khách hàng",
      card: "body",
      className: styles.customer,
      skeleton: 4.5,
      cell: ({ user_name, user_phone }) => (
        <>
          {user_name}
          <span className="table__line num">{user_phone}</span>
        </>
      ),
      cardCell: ({ user_name, user_phone, user_email }) => (
        <CardPart title="Khách hàng" main={user_name} lines={[user_phone, user_email]} />
      ),
    },
    {
      id: "package",
      label: "Gói",
      card: "body",
      className: styles.package,
      skeleton: 3,
      cell: (order) => (
        <>
          {order.package_name}
          <span className="table__line">{durationBeside(order)}</span>
        </>
      ),
      cardCell: (order) => <CardPart title="Gói" main={order.package_name} lines={[durationBeside(order)]} />,
    },
    {
      id: "payment",
      isKey: true,
      label: "Thanh toán",
      card: "body",
      isNumber: true,
      sortBy: "payment_amount",
      skeleton: 3,
      cell: ({ payment_amount }) => dong(payment_amount),
      cardCell: ({ payment_amount, payment_reference }) => (
        <CardPart
          title="Thanh toán"
          main={dong(payment_amount)}
          lines={[payment_reference ? `Mã tham chiếu ${payment_reference}` : "Chuyển khoản ngân hàng"]}
        />
      ),
    },
    {
      id: "account",
      label: "Tài khoản",
      card: "body",
      only: "table",
      className: styles.account,
      cell: ({ is_gift, user_id, username, receiver_id, receiver_username }) => {
        const [id, name] = is_gift ? [receiver_id, receiver_username] : [user_id, username];
        return id === null ? (
          <span className="muted">{is_gift ? "Chưa ai nhận" : "Chưa gắn"}</span>
        ) : (
          (name ?? `Số ${id}`)
        );
      },
    },
    {
      id: "states",
      isKey: true,
      label: "Trạng thái",
      card: "badges",
      cardCell: (order) => <OrderBadges order={order} />,
      cell: (order) => (
        <span className="chips">
          <StateBadges order={order} />
        </span>
      ),
    },
  ],
  empty: { title: "Chưa có đơn hàng nào", text: "Đơn hàng hiện ở đây khi khách đặt mua một gói Premium." },
  Tools: () => <RefreshButton refreshes={orderRefreshes} />,
  detail: {
    endpoint: "GET /api/premium-orders/{id}",
    missing: "Không tìm thấy đơn này",
    dialog: (order, _tools, onClose) => <OrderPanel order={order} onClose={onClose} />,
  },
  actions: [
    {
      label: "Xác nhận đã thanh toán",
      text: "Xác nhận",
      icon: BadgeCheck,
      isShown: awaitsConfirmation,
      dialog: (order, close) => <ConfirmPayment order={order} onClose={close} />,
    },
    {
      label: "Từ chối",
      icon: Ban,
      isInMenu: true,
      isShown: (order) => awaitsConfirmation(order) && order.payment_status === "pending",
      dialog: (order, close) => <EndOrder order={order} ending="refuse" onClose={close} />,
    },
    {
      label: "Hoàn tiền",
      icon: Undo2,
      isInMenu: true,
      isShown: isRefundable,
      dialog: (order, close) => <RefundOrder order={order} onClose={close} />,
    },
    {
      label: "Hủy đơn",
      icon: Ban,
      isInMenu: true,
      isShown: (order) => isInBooks(order) && isCancellable(order),
      dialog: (order, close) => <EndOrder order={order} ending="cancel" onClose={close} />,
    },
  ],
  bulk: orderBulk,
  amountOf: ({ payment_amount }) => payment_amount,
  remove: {
    endpoint: "DELETE /api/premium-orders/{id}",
    question: (order) => (
      <>
        <p>
          Bạn có chắc chắn muốn xóa đơn hàng này? <b>{order.code}</b> của {order.user_name},{" "}
          <b>{dong(order.payment_amount)}</b>.
        </p>
        <p className="chips">
          <OrderBadges order={order} />
        </p>
        <p>
          Khách không mở được trang của đơn nữa, và tiền chuyển đến sau sẽ không tìm thấy đơn. Không khôi phục được.
        </p>
      </>
    ),
    isFor: (order) => !isInBooks(order),
    isInMenu: true,
    success: "Đã xóa đơn hàng",
    fallback: "Có lỗi xảy ra khi xóa đơn hàng",
    unreachable,
  },
  download: async (query) =>
    (await call("POST /api/premium-orders/export/link", { query, as: "admin", fallback: exportFailed })).data,
  refreshes: orderRefreshes,
  live: ["orders"],
});

export default function OrdersScreen() {
  return <ResourceScreen resource={orders} />;
}

function OpenButton({ order, onOpen }: { order: AdminOrder; onOpen: (order: AdminOrder) => void }) {
  return (
    <button type="button" className="row-open num" aria-label={`Xem: ${order.code}`} onClick={() => onOpen(order)}>
      {order.code}
    </button>
  );
}

interface CardPartProps {
  title: string;
  main: string;
  lines: readonly (string | undefined)[];
}

/** A section of an order's card. An erased order has empty lines. */
function CardPart({ title, main, lines }: CardPartProps) {
  return (
    <div className={styles.part}>
      <span className={styles.title}>{title}</span>
      <b>{main}</b>
      {lines
        .filter((line) => line)
        .map((line) => (
          <span key={line} className="muted">
            {line}
          </span>
        ))}
    </div>
  );
}
