import { useMemo } from "react";
import type { StaffRequest } from "#contract/requests.ts";
import type { StaffInfo } from "#contract/staff.ts";
import { shortDate, shortDateTime } from "../../lib/dates.ts";
import { DueDate } from "../../request-parts/due-date.tsx";
import { lateTone } from "../../request-parts/due-standing.ts";
import { handOverBulk, memberChoices } from "../../request-parts/hand-over-bulk.ts";
import { isOpen, RequestStates, requestLooks } from "../../request-parts/request-status.tsx";
import { useAccount } from "../../resource/area/session.ts";
import { useRead } from "../../resource/data/queries.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { type Column, defineResource, type ListTabs, type RowTools } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { staffArea } from "../area.tsx";
import { storedStaffInfo } from "../staff-info.ts";
import { ClaimButton } from "./claim-button.tsx";
import { deskRefreshes, isClaimable, loadErrors, requestName } from "./desk-calls.ts";
import { ownFigures } from "./figures.tsx";
import { RequestPanel } from "./open-request.tsx";
import styles from "./screen.module.css";
import { TeamButton } from "./team.tsx";

const sizes = { choices: [5, 10, 20, 50], default: 10 };
const statsEndpoint = "GET /api/staff/requests/stats";

/** The desk: what the member works on, what waits for somebody, and for supervisors the requests of all. */
export default function DashboardScreen() {
  // Its reply brings the stored member up to date.
  useAccount(staffArea);
  const member = storedStaffInfo();
  const { id = 0, full_name = "", is_supervisor = false } = member ?? {};
  const resource = useMemo(() => deskOf({ id, full_name, is_supervisor }), [id, full_name, is_supervisor]);
  return <ResourceScreen key={`${full_name} ${is_supervisor}`} resource={resource} />;
}

/** The parts of the desk; what the member has to do is the first. */
function tabsOf(isSupervisor: boolean): ListTabs {
  return {
    name: "scope",
    label: "Các phần của bàn làm việc",
    look: "cards",
    choices: [
      { value: "", label: "Việc của tôi", query: { scope: "open" }, sets: { status: "" } },
      { id: "new", value: "", label: "Mới", query: { scope: "open" }, sets: { status: "new" } },
      { id: "processing", value: "", label: "Đang xử lý", query: { scope: "open" }, sets: { status: "processing" } },
      {
        value: "available",
        label: "Chờ người nhận",
        query: { scope: "available" },
        sets: { status: "" },
        isUrgent: true,
      },
      ...(isSupervisor ? [{ value: "all", label: "Của nhóm", query: { scope: "all" }, sets: { status: "" } }] : []),
      { value: "mine", label: "Được giao", query: { scope: "mine" }, sets: { status: "" } },
      { id: "completed", value: "mine", label: "Hoàn thành", query: { scope: "mine" }, sets: { status: "completed" } },
      { id: "cancelled", value: "mine", label: "Đã hủy", query: { scope: "mine" }, sets: { status: "cancelled" } },
    ],
    endpoint: statsEndpoint,
    isUnfiltered: true,
    counts: ({ total_assigned, unassigned_available, new: fresh, processing, completed, cancelled }) => ({
      "": fresh + processing,
      new: fresh,
      processing,
      available: unassigned_available,
      mine: total_assigned,
      completed,
      cancelled,
    }),
    ...loadErrors,
  };
}

/** What supervisors do with many requests at once. */
const deskBulk = [
  handOverBulk("assign_desk_requests", {
    endpoint: "GET /api/staff/members",
    options: memberChoices,
    ...loadErrors,
  }),
];

function deskOf({ id, full_name, is_supervisor }: Pick<StaffInfo, "id" | "full_name" | "is_supervisor">) {
  return defineResource({
    title: `Chào ${full_name}`,
    noun: "yêu cầu",
    nameOf: requestName,
    list: {
      endpoint: "GET /api/staff/requests",
      rows: ({ items }) => items,
      isPaged: true,
      ...loadErrors,
    },
    view: "table",
    rowTone: lateTone,
    search: { label: "Tìm yêu cầu", placeholder: "Tên, email, điện thoại, mã hoặc #số" },
    tabs: tabsOf(is_supervisor),
    filters: [{ name: "status", label: "Trạng thái", all: "Mọi trạng thái", options: requestLooks.options }],
    sizes,
    Summary,
    sums: ownFigures,
    Tools: () => (
      <>
        {is_supervisor && <TeamButton />}
        <RefreshButton refreshes={deskRefreshes} />
      </>
    ),
    columns: columnsFor(is_supervisor),
    bulk: is_supervisor ? deskBulk : undefined,
    empty: {
      title: "Chưa có yêu cầu nào",
      text: "Yêu cầu bạn nhận hiện ở “Việc của tôi”, yêu cầu chưa ai nhận ở “Chờ người nhận”.",
    },
    detail: {
      endpoint: "GET /api/staff/requests/{id}",
      missing: "Không tìm thấy yêu cầu này",
      dialog: (request, _tools, onClose) => (
        <RequestPanel id={request.id} member={{ id, is_supervisor }} onClose={onClose} />
      ),
    },
    refreshes: deskRefreshes,
    live: ["requests"],
  });
}

function columnsFor(isSupervisor: boolean): Column<StaffRequest>[] {
  const member: Column<StaffRequest> = {
    id: "staff",
    label: "Người phụ trách",
    card: "body",
    className: styles.member,
    cell: ({ staff_name }) =>
      staff_name === null ? <span className="muted">Chưa ai nhận</span> : <span title={staff_name}>{staff_name}</span>,
  };
  return [
    {
      id: "id",
      label: "Mã",
      isShort: true,
      card: "title",
      className: `${styles.number} num`,
      cell: (request, { open }) => <OpenButton request={request} onOpen={open} />,
    },
    {
      id: "customer",
      isKey: true,
      label: "Khách hàng",
      card: "subtitle",
      className: styles.customer,
      cell: ({ customer_name, customer_email }) => (
        <>
          <b>{customer_name}</b>
          <span className="table__line" title={customer_email}>
            {customer_email}
          </span>
        </>
      ),
    },
    {
      id: "content",
      label: "Nội dung",
      card: "body",
      className: styles.content,
      skeleton: 3,
      cell: ({ request_content }) => <span className="clamp">{request_content}</span>,
    },
    ...(isSupervisor ? [member] : []),
    {
      id: "status",
      isKey: true,
      label: "Trạng thái",
      card: "badges",
      className: styles.states,
      cell: (request) => (
        <span className="chips">
          <RequestStates request={request} hidesPayment />
        </span>
      ),
    },
    {
      id: "due_at",
      isKey: true,
      isShort: true,
      label: "Hạn",
      card: "badges",
      cell: (request) => isOpen(request) && <DueDate request={request} />,
      lineCell: ({ status, due_at }) => isOpen({ status }) && <span className="num">Hạn {shortDate(due_at)}</span>,
    },
    {
      id: "created_at",
      label: "Gửi lúc",
      card: "foot",
      isWide: true,
      className: styles.sent,
      cell: ({ created_at }) => <span className="num">{shortDateTime(created_at)}</span>,
    },
    {
      id: "act",
      label: "Thao tác",
      card: "foot",
      className: `table__actions ${styles.act}`,
      cell: (request, { open }) =>
        isClaimable(request) ? (
          <ClaimButton request={request} />
        ) : (
          <button
            type="button"
            className="btn btn--line btn--sm"
            aria-label={`Mở chi tiết: ${requestName(request)}`}
            onClick={() => open(request)}
          >
            Mở chi tiết
          </button>
        ),
    },
  ];
}

interface OpenButtonProps {
  request: StaffRequest;
  onOpen: RowTools<StaffRequest>["open"];
}

function OpenButton({ request, onOpen }: OpenButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.open} num`}
      aria-label={`Xem: ${requestName(request)}`}
      onClick={() => onOpen(request)}
    >
      #{request.id}
    </button>
  );
}

/** Tells whether somebody is needed. */
function Summary() {
  const waiting = useRead(statsEndpoint, {}, loadErrors).data?.data.unassigned_available;
  if (waiting === undefined) return null;
  return waiting > 0 ? `Có ${waiting} yêu cầu mới chưa ai nhận.` : "Mọi yêu cầu đều đã có người nhận.";
}
