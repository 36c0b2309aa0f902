/** The states of a request, in words and colours. */
import { Banknote, FileCheck, FilePen, type IconNode, MessageCircle, Pencil, ThumbsUp } from "lucide";
import type { RequestStatus, SongRequest } from "#contract/requests.ts";
import { Mark, type StateLook, WordBadge } from "../resource/controls/badge.tsx";
import { statesOf } from "../resource/states.tsx";

export const requestLooks = statesOf<RequestStatus>(
  {
    new: { label: "Mới", kind: "info" },
    processing: { label: "Đang xử lý", kind: "warning" },
    completed: { label: "Hoàn thành", kind: "success" },
    cancelled: { label: "Đã hủy" },
  },
  "new",
);

type Reviewed = Pick<SongRequest, "status" | "accepted_at" | "completed_at">;
type Read = Pick<SongRequest, "status" | "completed_at"> & Partial<Pick<SongRequest, "lyrics_state">>;
type Paid = Pick<SongRequest, "paid_at">;
type Unread = Partial<Pick<SongRequest, "unread_messages">>;

/** A state beside the status: a mark in a list, a badge with its words in a panel. */
interface SideState extends StateLook {
  icon: IconNode;
}

/** Returns how the customer took the finished song: it is accepted, or to be changed. Nothing before that. */
function reviewState(request: Reviewed): SideState | undefined {
  if (request.accepted_at !== null) return { label: "Khách đã đồng ý", kind: "success", icon: ThumbsUp };
  // Work that was completed once is open again.
  const isReopened = request.completed_at !== null && isOpen(request);
  return isReopened ? { label: "Cần sửa", kind: "danger", icon: Pencil } : undefined;
}

/** Returns the customer's answer to lyrics that are read before they are sung, until there is a song. */
function lyricsState(request: Read): SideState | undefined {
  if (!isOpen(request) || request.completed_at !== null) return undefined;
  if (request.lyrics_state === "agreed") return { label: "Khách duyệt lời xong", kind: "success", icon: FileCheck };
  if (request.lyrics_state !== "changes_wanted") return undefined;
  return { label: "Khách góp ý lời", kind: "danger", icon: FilePen };
}

/** Returns whether there are messages of the customer that nobody has read. */
function unreadState({ unread_messages = 0 }: Unread): SideState | undefined {
  if (unread_messages === 0) return undefined;
  return { label: `${unread_messages} tin mới`, kind: "danger", icon: MessageCircle };
}

function paidState({ paid_at }: Paid): SideState {
  return paid_at === null
    ? { label: "Chưa thanh toán", icon: Banknote }
    : { label: "Đã thanh toán", kind: "success", icon: Banknote };
}

interface StatesProps {
  request: Reviewed & Read & Paid & Unread;
  /** Says the further states in words too, and an open payment from the beginning on. */
  isWhole?: boolean;
  /** Whether it is paid is of no use to its reader. */
  hidesPayment?: boolean;
}

/** The states of a request: its status in a word, the rest in marks. */
export function RequestStates({ request, isWhole = false, hidesPayment = false }: StatesProps) {
  const isPaymentDue = isWhole || request.accepted_at !== null || request.paid_at !== null;
  const others = [
    reviewState(request),
    lyricsState(request),
    unreadState(request),
    !hidesPayment && isPaymentDue ? paidState(request) : undefined,
  ].filter((state) => state !== undefined);
  return (
    <>
      <requestLooks.Badge state={request.status} />
      {others.map(({ icon, ...look }) =>
        isWhole ? <WordBadge key={look.label} look={look} /> : <Mark key={look.label} {...look} icon={icon} />,
      )}
    </>
  );
}

/** Whether there is still work to do. */
export function isOpen({ status }: Pick<SongRequest, "status">): boolean {
  return status !== "completed" && status !== "cancelled";
}
