import { BadgeCheck, Pencil, UserRoundMinus } from "lucide";
import type { AdminOrder } from "#contract/orders.ts";
import { call } from "../../lib/api.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { durationLabel } from "../../lib/package-text.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource, type ListQuery } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { canDowngrade, DowngradeQuestion, EditOrder } from "./edit-order.tsx";
import { orderRefreshes, saveErrors, unreachable } from "./order-calls.ts";
import { OrderDetails } from "./order-details.tsx";
import {
  awaitsConfirmation,
  ConfirmationText,
  confirmation,
  OrderBadges,
  paymentOptions,
  statusOptions,
} from "./order-states.tsx";
import "./orders.css";

const exportFailed = "Không xuất được file, bạn thử lại nhé";
const loadErrors = { fallback: "Có lỗi xảy ra khi tải đơn hàng", unreachable };

const orders = defineResource({
  title: "Đơn hàng",
  noun: "đơn hàng",
  nameOf: (order: AdminOrder) => order.code,
  list: { endpoint: "GET /api/premium-orders", isPaged: true, ...loadErrors },
  search: { label: "Tìm đơn hàng", placeholder: "Mã đơn, tên, số điện thoại, email" },
  filters: [
    { name: "status", label: "Trạng thái đơn hàng", all: "Mọi trạng thái đơn", options: statusOptions },
    {
      name: "payment",
      param: "payment_status",
      label: "Trạng thái thanh toán",
      all: "Mọi thanh toán",
      options: paymentOptions,
    },
  ],
  days: { label: "Ngày đặt" },
  sizes: { choices: [10, 20, 50, 100], default: 10 },
  stats: {
    endpoint: "GET /api/premium-orders/stats",
    isFiltered: true,
    ...loadErrors,
    cards: (stats) => [
      { label: "Đơn hàng", value: stats?.total },
      { label: "Chờ xử lý", value: stats?.statuses.pending },
      { label: "Đã thanh toán", value: stats?.payments.paid.amount, unit: "₫" },
      { label: "Chờ thanh toán", value: stats?.payments.pending.amount, unit: "₫" },
    ],
  },
  columns: [
    {
      id: "code",
      label: "Đơn hàng",
      card: "title",
      className: "order-code",
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
      label: "Khách hàng",
      card: "body",
      className: "order-customer",
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
      className: "order-package",
      skeleton: 3,
      cell: ({ package_name, package_duration_days, package_is_lifetime }) => (
        <>
          {package_name}
          <span className="table__line">{durationLabel(package_duration_days, package_is_lifetime)}</span>
        </>
      ),
      cardCell: ({ package_name, package_duration_days, package_is_lifetime }) => (
        <CardPart title="Gói" main={package_name} lines={[durationLabel(package_duration_days, package_is_lifetime)]} />
      ),
    },
    {
      id: "payment",
      label: "Thanh toán",
      card: "body",
      isNumber: true,
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
      id: "states",
      label: "Trạng thái",
      card: "badges",
      cardCell: (order) => <OrderBadges order={order} />,
      cell: (order) => (
        <span className="chips">
          <OrderBadges order={order} />
        </span>
      ),
    },
  ],
  empty: { title: "Chưa có đơn hàng nào", text: "Đơn hàng hiện ở đây khi khách đặt mua một gói Premium." },
  Tools: () => <RefreshButton refreshes={orderRefreshes} />,
  detail: {
    in: "modal",
    endpoint: "GET /api/premium-orders/{id}",
    width: 50,
    content: (order) => <OrderDetails order={order} />,
  },
  actions: [
    {
      label: "Xác nhận đã thanh toán",
      icon: BadgeCheck,
      isShown: (order) => order.erased_at === null && awaitsConfirmation(order),
      call: {
        endpoint: "PUT /api/premium-orders/{id}",
        input: confirmation,
        success: "Đã xác nhận thanh toán",
        ...saveErrors,
        question: {
          title: "Xác nhận đã thanh toán",
          text: (order) => <ConfirmationText order={order} />,
          action: "Xác nhận",
        },
      },
    },
    {
      label: "Hạ cấp tài khoản",
      icon: UserRoundMinus,
      isShown: (order) => order.payment_status === "refunded" && canDowngrade(order),
      isDanger: true,
      dialog: (order, close) => <DowngradeQuestion order={order} reason="hoàn tiền" onClose={close} />,
    },
    {
      label: "Sửa",
      icon: Pencil,
      isShown: (order) => order.erased_at === null,
      dialog: (order, close) => <EditOrder order={order} onClose={close} />,
    },
  ],
  remove: {
    endpoint: "DELETE /api/premium-orders/{id}",
    question: "Bạn có chắc chắn muốn xóa đơn hàng này?",
    success: "Đã xóa đơn hàng",
    fallback: "Có lỗi xảy ra khi xóa đơn hàng",
    unreachable,
    followUp: (order, close) => canDowngrade(order) && <DowngradeQuestion order={order} reason="xóa" onClose={close} />,
  },
  exportFile: {
    label: "Xuất Excel",
    download: async (query: ListQuery) =>
      (await call("POST /api/premium-orders/export/link", { query, as: "admin", fallback: exportFailed })).data,
  },
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
  lines: readonly string[];
}

/** A section of an order's card. */
function CardPart({ title, main, lines }: CardPartProps) {
  return (
    <div className="order-part">
      <span className="order-part__title">{title}</span>
      <b>{main}</b>
      {lines.map((line) => (
        <span key={line} className="muted">
          {line}
        </span>
      ))}
    </div>
  );
}
