import { Link2 } from "lucide";
import { useEffect, useRef } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { orderSearchLength } from "#contract/order-search.ts";
import {
  type ListedTransfer,
  narrowingStates,
  type PayableSuggestion,
  type Transfer,
  transferQuery,
} from "#contract/payments.ts";
import { call } from "../../lib/api.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { isId } from "../../resource/list/list-url.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { optionsOf } from "../../resource/states.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InboxBand } from "./inbox-band.tsx";
import { InboxTools } from "./inbox-tools.tsx";
import { MarkedMemo, marksOf } from "./memo.tsx";
import { PayableLink } from "./payable-link.tsx";
import { loadErrors, paymentRefreshes } from "./payment-calls.ts";
import { reasonsOf } from "./reasons.ts";
import styles from "./screen.module.css";
import { TransferDialog } from "./transfer-dialog.tsx";
import { extraReason, openOf, originLabels, reasonFilter, transferLooks, transferTabs } from "./transfer-states.tsx";

const exportFailed = "Không xuất được file, bạn thử lại nhé";

const transfers = defineResource({
  title: "Đối soát",
  noun: "giao dịch",
  nameOf: (transfer: ListedTransfer) => `${signed(transfer)} lúc ${shortDateTime(transfer.occurred_at)}`,
  list: { endpoint: "GET /api/admin/payments", isPaged: true, ...loadErrors },
  view: "table",
  search: {
    label: "Tìm giao dịch",
    placeholder: "Nội dung, số tiền, người gửi, mã giao dịch",
    maxLength: orderSearchLength,
  },
  tabs: transferTabs,
  filters: [
    reasonFilter,
    {
      name: "provider",
      label: "Nguồn",
      all: "Mọi nguồn",
      options: optionsOf(originLabels),
    },
  ],
  urlFilters: [
    { name: "order", param: "order_id", accepts: isId },
    { name: "request", param: "request_id", accepts: isId },
  ],
  days: { label: "Ngày chuyển" },
  sorts: [
    { label: "Mới nhất", by: "occurred_at", order: "desc" },
    { label: "Cũ nhất", by: "occurred_at", order: "asc" },
    { label: "Số tiền lớn nhất", by: "amount", order: "desc" },
    { label: "Số tiền nhỏ nhất", by: "amount", order: "asc" },
  ],
  sizes: { choices: [20, 50, 100], default: 20 },
  columns: [
    {
      id: "time",
      label: "Thời gian",
      isShort: true,
      card: "title",
      className: styles.time,
      sortBy: "occurred_at",
      cell: (transfer, { open }) => (
        <>
          <OpenButton transfer={transfer} text={shortDateTime(transfer.occurred_at)} onOpen={open} />
          <span className="table__line">{originLabels[transfer.provider]}</span>
        </>
      ),
      cardCell: (transfer, { open }) => <OpenButton transfer={transfer} text={signed(transfer)} onOpen={open} />,
    },
    {
      id: "occurred_at",
      label: "Thời gian",
      card: "subtitle",
      only: "cards",
      cell: ({ occurred_at, provider }) => (
        <span className="num">
          {shortDateTime(occurred_at)} · {originLabels[provider]}
        </span>
      ),
    },
    {
      id: "amount",
      isKey: true,
      label: "Số tiền",
      only: "table",
      isNumber: true,
      sortBy: "amount",
      className: styles.amount,
      cell: (transfer) => <b>{signed(transfer)}</b>,
    },
    {
      id: "memo",
      isKey: true,
      label: "Nội dung",
      card: "body",
      className: styles.memo,
      skeleton: 3,
      cell: ({ memo, code, sender_name }) => (
        <>
          <span className={`clamp ${styles.text}`} title={memo}>
            <MarkedMemo memo={memo} marks={marksOf(memo, code)} />
          </span>
          {sender_name && <span className="table__line">{sender_name}</span>}
        </>
      ),
    },
    {
      id: "state",
      isKey: true,
      label: "Tình trạng",
      card: "badges",
      className: styles.state,
      cell: (transfer) => (
        <>
          <span className="chips">
            <transferLooks.Badge state={transfer.state} />
          </span>
          {extraReason(transfer) && <span className={`table__line ${styles.reason}`}>{extraReason(transfer)}</span>}
        </>
      ),
      cardCell: ({ state }) => <transferLooks.Badge state={state} />,
    },
    {
      id: "reason",
      label: "Lý do",
      card: "body",
      only: "cards",
      cell: (transfer) => extraReason(transfer) && <p className="muted">{extraReason(transfer)}</p>,
    },
    {
      id: "pays",
      label: "Trả cho",
      card: "body",
      className: styles.pays,
      skeleton: 2,
      cell: (transfer, { open }) =>
        transfer.suggestion ? (
          <Suggestion transfer={transfer} suggestion={transfer.suggestion} onOpen={open} />
        ) : (
          <Pays transfer={transfer} />
        ),
    },
  ],
  empty: {
    title: "Không có giao dịch nào cần xử lý",
    text: "Tiền về được ghép với đơn ngay khi ngân hàng báo; chỉ những khoản cần bạn xem mới hiện ở đây.",
  },
  Tools: ({ filter }) => (
    <>
      <InboxTools filter={filter} />
      <RefreshButton refreshes={paymentRefreshes} />
    </>
  ),
  Band: InboxBand,
  detail: {
    endpoint: "GET /api/admin/payments/{id}",
    missing: "Không tìm thấy giao dịch này",
    dialog: (transfer, _tools, onClose) => <TransferDialog transfer={transfer} onClose={onClose} />,
  },
  bulk: [
    {
      kind: "attach_transfers",
      label: "Ghép các giao dịch khớp hoàn toàn",
      verb: "ghép",
      note: "Chỉ những giao dịch khớp cả mã lẫn số tiền với đúng một đơn được ghép. Các giao dịch khác giữ nguyên.",
      isMain: true,
    },
  ],
  amountOf: ({ amount }) => amount,
  download: async (query) =>
    (await call("POST /api/admin/payments/export/link", { query, as: "admin", fallback: exportFailed })).data,
  refreshes: paymentRefreshes,
  live: ["payments"],
});

/** The inbox; addresses of earlier versions are brought into their present form. */
export default function PaymentsScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [state, reason] = [params.get("state") ?? "", params.get("reason") ?? ""];
  const before = useRef({ state, reason });
  const isFormer = narrowingStates.some((one) => one === state);
  const query = Object.fromEntries(params);
  const present = transferQuery(query);
  useEffect(() => {
    // Another tab leaves the reason behind; another reason leads to its tab.
    const isLeft = before.current.reason === reason && before.current.state !== state;
    before.current = { state, reason };
    if (isFormer || present === query) return;
    const { reason: _reason, ...others } = query;
    void navigate(`?${new URLSearchParams(isLeft ? others : present)}`, { replace: true, preventScrollReset: true });
  });
  if (isFormer) return <Navigate to={`?${new URLSearchParams(present)}`} replace />;
  return <ResourceScreen resource={transfers} />;
}

/** `+49.000 ₫`; money that left has a minus. */
function signed({ direction, amount }: Transfer): string {
  return `${direction === "in" ? "+" : "−"}${dong(amount)}`;
}

interface OpenButtonProps {
  transfer: ListedTransfer;
  text: string;
  onOpen: (transfer: ListedTransfer) => void;
}

function OpenButton({ transfer, text, onOpen }: OpenButtonProps) {
  const name = `Xem: ${signed(transfer)} lúc ${shortDateTime(transfer.occurred_at)}`;
  return (
    <button type="button" className="row-open num" aria-label={name} onClick={() => onOpen(transfer)}>
      {text}
    </button>
  );
}

interface SuggestionProps {
  transfer: ListedTransfer;
  suggestion: PayableSuggestion;
  onOpen: (transfer: ListedTransfer) => void;
}

/** The likeliest order of a transfer without one; the details, where it is attached, are a press away. */
function Suggestion({ transfer, suggestion, onOpen }: SuggestionProps) {
  const { code, customer_name } = suggestion;
  const why = `${customer_name} · ${reasonsOf(suggestion)[0]}`;
  return (
    <span className={styles.target}>
      <button
        type="button"
        className={`${styles.guess} num`}
        aria-label={`Gợi ý cho ${signed(transfer)}: ${code}, ${customer_name}. Xem để ghép`}
        onClick={() => onOpen(transfer)}
      >
        {code}?
      </button>
      <span className="table__line" title={why}>
        {why}
      </span>
    </span>
  );
}

/** The order or request that a transfer pays or might pay, and what is left. */
function Pays({ transfer }: { transfer: Transfer }) {
  const { order_id, request_id, allocated, refunded } = transfer;
  const open = openOf(transfer);
  const target =
    order_id !== null
      ? ({ kind: "order", id: order_id } as const)
      : request_id !== null
        ? ({ kind: "request", id: request_id } as const)
        : undefined;
  const lines = [
    allocated > 0 && `Đã ghép ${dong(allocated)}`,
    refunded > 0 && `Đã hoàn ${dong(refunded)}`,
    open > 0 && (allocated > 0 || refunded > 0) && `Còn ${dong(open)}`,
  ].filter((line) => line !== false);
  return (
    <span className={styles.target}>
      {target && (
        <PayableLink payable={target} className={styles.link}>
          <Icon icon={Link2} />
          {target.kind === "order" ? "Đơn" : "Yêu cầu"} #{target.id}
        </PayableLink>
      )}
      {lines.map((line) => (
        <span key={line} className="table__line num">
          {line}
        </span>
      ))}
    </span>
  );
}
