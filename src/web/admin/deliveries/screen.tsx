import { Send } from "lucide";
import { channelLabels, eventLabels } from "#contract/delivery-names.ts";
import type { Delivery } from "#contract/notifications.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { Panel } from "../../resource/controls/panel.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { allTab, optionsOf } from "../../resource/states.tsx";
import { excelOf } from "../excel.ts";
import styles from "./deliveries.module.css";
import { resendAction } from "./delivery-bulk.ts";
import {
  canResend,
  deliveryRefreshes,
  loadErrors,
  resendDone,
  resendErrors,
  resendLabel,
  resendText,
  resendTitle,
} from "./delivery-calls.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import { addressOf, deliveryLooks, deliveryName } from "./delivery-labels.ts";
import { NextAttempt, StateBadges } from "./delivery-state.tsx";
import { ResendAll } from "./resend-all.tsx";

/** Told once above the list, not in each message. */
function NoMailServer() {
  const settings = useRead("GET /api/admin/config/notifications", {}, loadErrors);
  if (settings.data?.data.sender !== null) return null;
  return (
    <Banner kind="info">
      <p>
        Chưa có máy chủ thư nên thông báo được giữ ở đây. Đặt biến SMTP_URL cho máy chủ, khởi động lại rồi bấm Gửi lại
        tất cả.
      </p>
    </Banner>
  );
}

const deliveries = defineResource({
  title: "Nhật ký gửi",
  noun: "thông báo",
  nameOf: (delivery: Delivery) => deliveryName(delivery),
  view: "table",
  list: { endpoint: "GET /api/admin/deliveries", isPaged: true, ...loadErrors },
  search: { label: "Tìm thông báo", placeholder: "Tên, email hoặc số điện thoại" },
  Band: NoMailServer,
  tabs: {
    name: "state",
    label: "Các trạng thái gửi",
    choices: [allTab, ...deliveryLooks.tabs("state")],
    endpoint: "GET /api/admin/deliveries/tabs",
    ...loadErrors,
  },
  filters: [
    { name: "channel", label: "Kênh", all: "Mọi kênh", options: optionsOf(channelLabels) },
    { name: "event", label: "Sự kiện", all: "Mọi sự kiện", options: optionsOf(eventLabels) },
  ],
  days: { label: "Ngày tạo" },
  sorts: [
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
  ],
  sizes: { choices: [20, 50, 100], default: 20 },
  columns: [
    {
      id: "created_at",
      label: "Thời gian",
      card: "foot",
      sortBy: "created_at",
      className: `num ${styles.time}`,
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDateTime(created_at)}</time>,
    },
    {
      id: "event",
      label: "Sự kiện",
      card: "title",
      className: styles.event,
      cell: (delivery, { open }) => <OpenButton delivery={delivery} onOpen={open} />,
    },
    {
      id: "recipient",
      isKey: true,
      label: "Người nhận",
      card: "subtitle",
      className: styles.recipient,
      cell: (delivery) => (
        <>
          {delivery.recipient_name}
          <span className="table__line num">{addressOf(delivery) ?? "Không có địa chỉ"}</span>
        </>
      ),
    },
    { id: "channel", label: "Kênh", card: "foot", cell: ({ channel }) => channelLabels[channel] },
    {
      id: "state",
      isKey: true,
      label: "Trạng thái",
      card: "badges",
      className: styles.state,
      cell: (delivery) => (
        <>
          <span className="chips">
            <StateBadges delivery={delivery} />
          </span>
          <NextAttempt delivery={delivery} />
          {delivery.error !== null && (
            <span className={`clamp ${styles.error}`} title={delivery.error}>
              {delivery.error}
            </span>
          )}
        </>
      ),
      cardCell: (delivery) => (
        <>
          <StateBadges delivery={delivery} />
          <NextAttempt delivery={delivery} />
        </>
      ),
    },
    {
      id: "error",
      label: "Lỗi",
      card: "body",
      only: "cards",
      skeleton: 1.5,
      cell: ({ error }) => error !== null && <p className="clamp muted">{error}</p>,
    },
  ],
  empty: {
    title: "Chưa có thông báo nào",
    text: "Thông báo gửi khách, nhân viên và quản trị viên hiện ở đây trong 90 ngày.",
  },
  Tools: ({ filter }) => (
    <>
      <ResendAll filter={filter} />
      <RefreshButton refreshes={deliveryRefreshes} />
    </>
  ),
  detail: {
    endpoint: "GET /api/admin/deliveries/{id}",
    missing: "Không tìm thấy thông báo này",
    dialog: (delivery, _tools, onClose) => (
      <Panel title={deliveryName(delivery)} onClose={onClose}>
        <DeliveryDetails delivery={delivery} />
      </Panel>
    ),
  },
  actions: [
    {
      label: resendLabel,
      icon: Send,
      isShown: canResend,
      call: {
        endpoint: "POST /api/admin/deliveries/{id}/resend",
        input: ({ id }) => ({ params: { id } }),
        success: resendDone,
        question: { title: resendTitle, text: resendText, action: resendLabel },
        ...resendErrors,
      },
    },
  ],
  bulk: [resendAction],
  download: excelOf("deliveries"),
  refreshes: deliveryRefreshes,
  live: ["deliveries"],
});

export default function DeliveriesScreen() {
  return <ResourceScreen resource={deliveries} />;
}

function OpenButton({ delivery, onOpen }: { delivery: Delivery; onOpen: (delivery: Delivery) => void }) {
  return (
    <button
      type="button"
      className="row-open"
      aria-label={`Xem: ${deliveryName(delivery)}`}
      onClick={() => onOpen(delivery)}
    >
      {eventLabels[delivery.event]}
    </button>
  );
}
