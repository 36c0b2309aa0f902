import { UserRound } from "lucide";
import type { RequestTab, SongRequest } from "#contract/requests.ts";
import { shortDate, shortDateTime } from "../../lib/dates.ts";
import { money } from "../../lib/format.ts";
import { DueDate } from "../../request-parts/due-date.tsx";
import { lateTone } from "../../request-parts/due-standing.ts";
import { ReferenceFile } from "../../request-parts/reference-file.tsx";
import { isOpen, RequestStates, requestLooks } from "../../request-parts/request-status.tsx";
import { isId } from "../../resource/list/list-url.ts";
import { NearPages } from "../../resource/list/pages.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { allTab, type TabLook, tabsOf } from "../../resource/states.tsx";
import { Icon } from "../../ui/icon.tsx";
import { excelOf } from "../excel.ts";
import { requestBulk } from "./request-bulk.ts";
import { loadErrors, memberOptions, requestName, requestRefreshes, unreachable } from "./request-calls.ts";
import { RequestPanel } from "./request-dialog.tsx";
import styles from "./screen.module.css";

const parts: Readonly<Record<RequestTab, TabLook>> = {
  available: { label: "Chưa ai nhận", isUrgent: true },
  working: { label: "Đang làm" },
  wishes: { label: "Cần sửa", isUrgent: true },
  late: { label: "Trễ hạn", isUrgent: true },
  closed: { label: "Xong, hủy" },
};

const requests = defineResource({
  title: "Yêu cầu sáng tác",
  noun: "yêu cầu",
  nameOf: (request: SongRequest) => requestName(request),
  list: {
    endpoint: "GET /api/song-requests",
    count: "GET /api/song-requests/stats/count",
    isPaged: true,
    ...loadErrors,
  },
  view: "table",
  rowTone: lateTone,
  tabs: {
    name: "tab",
    label: "Các phần của danh sách yêu cầu",
    choices: [allTab, ...tabsOf("tab", parts)],
    endpoint: "GET /api/song-requests/tabs",
    ...loadErrors,
  },
  search: { label: "Tìm yêu cầu", placeholder: "Tên, email, điện thoại, mã hoặc #số" },
  filters: [
    { name: "status", label: "Trạng thái", all: "Mọi trạng thái", options: requestLooks.options },
    { name: "staff", param: "staff_id", label: "Người phụ trách", all: "Mọi người phụ trách", options: memberOptions },
  ],
  urlFilters: [{ name: "user", param: "user_id", accepts: isId }],
  days: { label: "Ngày gửi" },
  sorts: [
    { label: "Đến hạn trước", by: "queue", order: "asc" },
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
  ],
  sizes: { choices: [5, 10, 20, 50], default: 10 },
  Pages: NearPages,
  columns: [
    {
      id: "customer",
      label: "Khách hàng",
      card: "title",
      className: styles.cell,
      cell: (request, { open }) => (
        <>
          <OpenButton request={request} onOpen={open} />
          <span className="table__line" title={request.customer_email}>
            {request.customer_email}
          </span>
        </>
      ),
      cardCell: (request, { open }) => <OpenButton request={request} onOpen={open} />,
    },
    {
      id: "contact",
      label: "Liên hệ",
      card: "subtitle",
      only: "cards",
      cell: ({ customer_email, customer_phone }) => (
        <>
          {customer_email}
          {customer_phone !== null && <span className={`${styles.cellLine} num`}>{customer_phone}</span>}
        </>
      ),
    },
    {
      id: "status",
      isKey: true,
      label: "Trạng thái",
      card: "badges",
      cardCell: (request) => <RequestStates request={request} />,
      cell: (request) => (
        <span className="chips">
          <RequestStates request={request} />
        </span>
      ),
    },
    {
      id: "content",
      label: "Nội dung",
      card: "body",
      isWide: true,
      className: styles.cell,
      skeleton: 5.5,
      cell: ({ request_content }) => <p className={`clamp ${styles.content}`}>{request_content}</p>,
    },
    {
      id: "work",
      isKey: true,
      isShort: true,
      label: "Phụ trách và hạn",
      sortBy: "queue",
      card: "body",
      className: `${styles.cell} ${styles.workCell}`,
      skeleton: 3,
      cell: (request) => <Work request={request} />,
      lineCell: ({ status, due_at }) => isOpen({ status }) && <span className="num">Hạn {shortDate(due_at)}</span>,
    },
    {
      id: "reference",
      label: "File tham khảo",
      card: "body",
      only: "cards",
      cell: (request) => <ReferenceFile request={request} />,
    },
    {
      id: "notes",
      label: "Ghi chú quản trị",
      card: "body",
      only: "cards",
      cell: ({ admin_notes }) =>
        admin_notes !== null && (
          <p className={styles.note}>
            <b>Ghi chú quản trị:</b> {admin_notes}
          </p>
        ),
    },
    {
      id: "budget",
      label: "Ngân sách",
      hasLabel: true,
      card: "body",
      isNumber: true,
      isWide: true,
      skeleton: 1.5,
      cell: ({ budget }) => (budget === null ? "Không có" : money(budget, "VND")),
      cardCell: ({ budget }) => budget !== null && <p className="num">Ngân sách: {money(budget, "VND")}</p>,
    },
    {
      id: "created_at",
      label: "Ngày gửi",
      card: "foot",
      sortBy: "created_at",
      cell: ({ created_at }) => (
        <time className="num" dateTime={created_at}>
          {shortDateTime(created_at)}
        </time>
      ),
    },
  ],
  empty: { title: "Chưa có yêu cầu nào", text: "Khách đặt bài hát thì yêu cầu hiện ở đây." },
  Tools: () => <RefreshButton refreshes={requestRefreshes} />,
  detail: {
    endpoint: "GET /api/song-requests/{id}",
    missing: "Không tìm thấy yêu cầu này",
    dialog: (request, _tools, onClose) => <RequestPanel request={request} onClose={onClose} />,
  },
  remove: {
    endpoint: "DELETE /api/song-requests/{id}",
    question: ({ song_id }) =>
      song_id === null
        ? "Bạn có chắc chắn muốn xóa yêu cầu này?"
        : "Bạn có chắc chắn muốn xóa yêu cầu này? Bài hát của yêu cầu sẽ bị ẩn khỏi thư viện và không hiện lại được nữa.",
    success: "Đã xóa yêu cầu",
    fallback: "Không thể xóa yêu cầu này",
    unreachable,
  },
  bulk: requestBulk,
  download: excelOf("requests"),
  refreshes: requestRefreshes,
  live: ["requests", "catalogue"],
});

export default function RequestsScreen() {
  return <ResourceScreen resource={requests} />;
}

function OpenButton({ request, onOpen }: { request: SongRequest; onOpen: (request: SongRequest) => void }) {
  return (
    <button
      type="button"
      className={`row-open ${styles.open}`}
      aria-label={`Xem: ${request.customer_name} #${request.id}`}
      onClick={() => onOpen(request)}
    >
      {request.customer_name} <span className="num">#{request.id}</span>
    </button>
  );
}

/** Names the member who works on a request, and the day when it is due. */
function Work({ request }: { request: SongRequest }) {
  return (
    <div className={styles.work}>
      <span className={styles.workMember}>
        <Icon icon={UserRound} />
        {request.staff_name ?? "Chưa ai nhận"}
      </span>
      {isOpen(request) && <DueDate request={request} />}
    </div>
  );
}
