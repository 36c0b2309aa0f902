/** The states of a request, in words and colours. */
import { type RequestStatus, requestStatuses, type SongRequest } from "#contract/requests.ts";
import { Badge } from "../resource/controls/badge.tsx";

type Look = readonly [label: string, kind: "info" | "warning" | "success" | undefined];

const looks: Readonly<Record<RequestStatus, Look>> = {
  new: ["Mới", "info"],
  processing: ["Đang xử lý", "warning"],
  completed: ["Hoàn thành", "success"],
  cancelled: ["Đã hủy", undefined],
};

/** Returns label and colour of a status; an unknown one is new. */
export const statusLook = (status: string): Look => looks[status as RequestStatus] ?? looks.new;

/** Returns the label of a status; an unknown one is new. */
export function statusLabel(status: string): string {
  return statusLook(status)[0];
}

export const statusOptions = requestStatuses.map((value) => ({ value, label: statusLabel(value) }));

/** The status of a request; an unknown one shows as new. */
export function StatusBadge({ status }: { status: string }) {
  const [label, kind] = statusLook(status);
  return (
    <Badge hasDot kind={kind}>
      {label}
    </Badge>
  );
}

/** Whether the request is paid. */
export function PaidBadge({ request }: { request: Pick<SongRequest, "paid_at"> }) {
  return (
    <Badge hasDot kind={request.paid_at === null ? undefined : "success"}>
      {request.paid_at === null ? "Chưa thanh toán" : "Đã thanh toán"}
    </Badge>
  );
}

/** How the customer took the finished song: it is accepted, or to be changed. Nothing before that. */
export function ReviewBadge({ request }: { request: Pick<SongRequest, "status" | "accepted_at" | "completed_at"> }) {
  if (request.accepted_at !== null) {
    return (
      <Badge hasDot kind="success">
        Khách đã đồng ý
      </Badge>
    );
  }
  // Work that was completed once is open again.
  if (request.completed_at === null || !isOpen(request)) return null;
  return (
    <Badge hasDot kind="danger">
      Cần sửa
    </Badge>
  );
}

/** The customer's answer to lyrics that are read before they are sung, until there is a song. */
export function LyricsBadge({ request }: { request: Pick<SongRequest, "status" | "completed_at" | "lyrics_state"> }) {
  if (!isOpen(request) || request.completed_at !== null) return null;
  if (request.lyrics_state === "agreed") {
    return (
      <Badge hasDot kind="success">
        Khách duyệt lời xong
      </Badge>
    );
  }
  if (request.lyrics_state !== "changes_wanted") return null;
  return (
    <Badge hasDot kind="danger">
      Khách góp ý lời
    </Badge>
  );
}

/** Whether there is still work to do. */
export function isOpen({ status }: Pick<SongRequest, "status">): boolean {
  return status !== "completed" && status !== "cancelled";
}
