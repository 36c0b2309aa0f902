/** The state of a request in words. */
import { knownOccasion, type Occasion, oneself, withinSentence } from "#contract/occasions.ts";
import type { RequestPaymentState } from "#contract/payment-state.ts";
import type { RequestLyrics } from "#contract/request-lyrics.ts";
import type { CustomerRequest, RequestEvent, SongVersion, UserRequest } from "#contract/requests.ts";
import { shortDate, weekdayDate } from "../../lib/dates.ts";
import { clockTime, dong } from "../../lib/format.ts";
import type { Step } from "../sales/private/timeline.tsx";
import { readyNews } from "./ready-news.ts";

/** Where a request stands: each of its texts depends on this. */
export type Phase =
  | "cancelled"
  | "received"
  | "working"
  /** Lyrics wait for the customer. */
  | "lyrics"
  | "changing"
  /** Completed, but no version can be heard. */
  | "unheard"
  | "review"
  | "unpaid"
  | "delivered";

/** The fields that decide the phase: all of a request, or its entry in a list. */
type RequestState = Pick<
  CustomerRequest,
  "status" | "is_assigned" | "waiting_since" | "agreed_price" | "accepted_at" | "paid_at"
> &
  (Pick<CustomerRequest, "songs"> | Pick<UserRequest, "has_song">);

/** Returns where a request stands. No status takes back that the customer has accepted. */
export function phaseOf(request: RequestState): Phase {
  const { status, is_assigned, waiting_since, agreed_price, accepted_at, paid_at } = request;
  const hasSong = "has_song" in request ? request.has_song : request.songs.length > 0;
  if (status === "cancelled") return "cancelled";
  if (accepted_at !== null) return paid_at === null && agreed_price > 0 ? "unpaid" : "delivered";
  if (status === "completed") return hasSong ? "review" : "unheard";
  if (waiting_since !== null) return "lyrics";
  if (hasSong) return "changing";
  return status === "new" && !is_assigned ? "received" : "working";
}

/** Occasions that are followed by whom they are for, without a verb between. */
const directOccasions: readonly Occasion[] = ["Tưởng nhớ", "Xin lỗi", "Cảm ơn"];

/** Returns what to call a song that has no name yet, as one says it to its customer. */
export function titleFor({ occasion, recipient }: Pick<CustomerRequest, "occasion" | "recipient">): string {
  const known = knownOccasion(occasion);
  const kind = !occasion ? "" : known ? ` ${withinSentence(known)}` : ` dịp ${occasion}`;
  if (recipient && recipient !== oneself) {
    return `Bài hát${kind}${known && directOccasions.includes(known) ? "" : " tặng"} ${withinSentence(recipient)}`;
  }
  return kind && !recipient ? `Bài hát${kind}` : `Bài hát${kind} của bạn`;
}

/** Returns the version that stands in front: the accepted one, and before that the latest; undefined without a song. */
export function mainVersionOf({
  songs,
  accepted_version,
}: Pick<CustomerRequest, "songs" | "accepted_version">): SongVersion | undefined {
  return songs.find(({ number }) => number === accepted_version) ?? songs[0];
}

/** Returns whether nothing more is expected to happen, so that the page need not refresh itself. */
export function isFinal(request: CustomerRequest): boolean {
  return ["cancelled", "delivered"].includes(phaseOf(request));
}

/** Returns whether a request's payment stands otherwise than shown. */
export function isPaymentNews(request: CustomerRequest, state: RequestPaymentState): boolean {
  const fields = ["status", "paid_at", "received_amount", "excess_amount"] as const;
  return fields.some((field) => request[field] !== state[field]);
}

export interface RequestBadge {
  label: string;
  /** `warning` where the customer is to act. */
  tone?: "success" | "warning";
}

/** Badges of the phases in the customer's list. */
export const requestBadges: Readonly<Record<Phase, RequestBadge>> = {
  cancelled: { label: "Đã hủy" },
  received: { label: "Chờ thực hiện" },
  working: { label: "Đang thực hiện" },
  lyrics: { label: "Chờ bạn duyệt lời", tone: "warning" },
  changing: { label: "Đang sửa" },
  unheard: { label: "Đã xong" },
  review: { label: "Chờ bạn nghe", tone: "warning" },
  unpaid: { label: "Chờ thanh toán", tone: "warning" },
  delivered: { label: "Đã nhận bài hát", tone: "success" },
};

/** Returns whether the song is being made, which `due_at` is about. */
function isBeingMade(request: RequestState): boolean {
  return isOpen(phaseOf(request));
}

/** Returns whether a request in a phase is still worked on. */
export function isOpen(phase: Phase): boolean {
  return ["received", "working", "lyrics", "changing"].includes(phase);
}

/** Returns the last day of the promise in few words while the song is being made; undefined for other requests. */
export function shortDueOf(request: RequestState & Pick<CustomerRequest, "due_at">): string | undefined {
  if (!isBeingMade(request)) return undefined;
  if (request.waiting_since !== null) return "hạn tạm dừng";
  return `${Date.parse(request.due_at) < Date.now() ? "trễ hạn" : "muộn nhất"} ${shortDate(request.due_at)}`;
}

/** Returns the last day of the promise while the song is being made; undefined for other requests. */
export function dueOf(request: CustomerRequest, now = Date.now()): string | undefined {
  if (!isBeingMade(request)) return undefined;
  const day = weekdayDate(request.due_at);
  if (request.waiting_since !== null) {
    const then = Date.parse(request.due_at) < now ? "" : ` Bạn trả lời hôm nay thì có bài muộn nhất ${day}.`;
    return `Hạn giao tạm dừng trong lúc chờ bạn duyệt lời.${then}`;
  }
  return Date.parse(request.due_at) < now
    ? `Trễ hạn ${day}, chúng tôi xin lỗi và đang gấp rút hoàn thành`
    : `Muộn nhất ${day}`;
}

/** Returns the steps from the request to the saved song. The first one that is open is the current one. */
export function stepsOf(request: CustomerRequest): Step[] {
  const { status, created_at, completed_at, agreed_price, accepted_at, paid_at, download_url } = request;
  const phase = phaseOf(request);
  const received: Step = { label: "Đã nhận yêu cầu", state: "done", time: created_at };
  if (phase === "cancelled") return [received, { label: "Đã hủy", state: "failed" }];
  const isFinished = status === "completed" || accepted_at !== null;
  const workLabel =
    phase === "received" ? "Chờ người thực hiện" : phase === "changing" ? "Đang sửa bài hát" : "Đang thực hiện";
  const [lyrics] = request.lyrics;
  const isPaid = paid_at !== null || (accepted_at !== null && agreed_price === 0);
  const steps: Step[] = [
    received,
    ...(lyrics && !isFinished ? lyricsSteps(lyrics) : []),
    stepOf(isFinished, "Đã thực hiện", workLabel),
    stepOf(isFinished, "Bài hát đã xong", "Bài hát xong", completed_at),
    stepOf(accepted_at !== null, "Bạn đã đồng ý", "Bạn nghe và đồng ý", accepted_at),
    stepOf(isPaid, agreed_price === 0 ? "Không cần thanh toán" : "Đã thanh toán", "Thanh toán", paid_at),
    stepOf(download_url !== null, "Bài hát sẵn sàng để tải", "Tải bài hát"),
  ];
  const open = steps.find(({ state }) => state !== "done");
  if (open) open.state = "current";
  return steps;
}

/** Returns the step of lyrics that wait, are written anew, or are agreed with. */
function lyricsSteps({ state, answered_at }: RequestLyrics): Step[] {
  if (state === "agreed") return [stepOf(true, "Bạn đã duyệt lời", "", answered_at)];
  if (state === "waiting") return [stepOf(false, "", "Duyệt lời")];
  return state === "changes_wanted" ? [stepOf(false, "", "Đang viết lại lời")] : [];
}

function stepOf(isDone: boolean, doneLabel: string, label: string, time: string | null = null): Step {
  return isDone ? { label: doneLabel, state: "done", time } : { label, state: "upcoming" };
}

/** Returns what happens next. */
export function nextStepOf(request: CustomerRequest): string {
  const { agreed_price, paid_at, payment } = request;
  const news = readyNews(request, "trang này");
  switch (phaseOf(request)) {
    case "cancelled":
      return "Yêu cầu này đã hủy. Nếu bạn đã chuyển tiền hoặc vẫn muốn có bài hát, vui lòng liên hệ chúng tôi.";
    case "received":
      return `Chúng tôi đã nhận câu chuyện của bạn và sẽ bắt tay vào viết. ${news}`;
    case "working":
      return `Bài hát của bạn đang được viết. ${news}`;
    case "lyrics":
      return "Lời bài hát đã viết xong và chờ bạn đọc. Bạn đồng ý thì chúng tôi bắt đầu hát, chưa ưng dòng nào thì bạn đánh dấu dòng đó.";
    case "changing":
      return `Chúng tôi đang sửa bài hát. ${news}`;
    case "unheard":
      return "Bài hát đã xong và sẽ có trên trang này. Nếu chờ lâu, bạn liên hệ chúng tôi nhé.";
    case "review":
      return `Bạn nghe thử miễn phí. Hài lòng thì nhận bài${paid_at === null && agreed_price > 0 ? ` với giá ${dong(agreed_price)}` : ""}, chưa ưng thì cho chúng tôi biết cần sửa gì.`;
    case "unpaid":
      return payment
        ? "Bạn chuyển khoản theo thông tin trên trang này. Nhận được tiền, chúng tôi mở bản đầy đủ để bạn tải về."
        : "Vui lòng liên hệ quản trị viên để được hướng dẫn thanh toán.";
    case "delivered":
      return "Cảm ơn bạn! Bài hát là của bạn, bạn tải bản đầy đủ về và giữ nhé.";
  }
}

const statusTexts: Readonly<Record<string, string>> = {
  new: "Yêu cầu trở lại danh sách chờ",
  processing: "Bài hát đang được thực hiện",
  completed: "Bài hát đã hoàn thành",
  cancelled: "Yêu cầu bị hủy",
};

/** Returns an event in words; undefined for one that does not concern the customer. */
export function eventText({ kind, actor, text, version, second, amount }: RequestEvent): string | undefined {
  switch (kind) {
    case "received":
      return "Bạn gửi yêu cầu";
    case "claimed":
      return "Có người nhận viết bài hát";
    case "assigned":
    case "released":
    case "song_withdrawn":
    case "words_corrected":
      return undefined;
    case "status_changed":
      return statusTexts[text ?? ""] ?? statusTexts.new;
    case "song_attached":
      return `Có bản ${version} của bài hát`;
    case "changes_requested":
      return `Bạn muốn sửa bản ${version}${second === null ? "" : `, ở giây ${clockTime(second)}`}`;
    case "accepted":
      return `Bạn đồng ý với bản ${version}`;
    case "price_changed":
      return `Giá thỏa thuận đổi thành ${dong(amount ?? 0)}`;
    case "paid":
      return "Chúng tôi nhận được thanh toán";
    case "payment_withdrawn":
      return "Thanh toán được ghi lại là chưa nhận";
    case "consent_given":
      return "Bạn cho phép đưa bài hát vào thư viện";
    case "consent_withdrawn":
      return "Bạn thôi cho phép đưa bài hát vào thư viện";
    case "published":
      return "Bài hát có trong thư viện";
    case "lyrics_sent":
      return version === 1 ? "Lời bài hát chờ bạn đọc" : `Bản lời ${version} chờ bạn đọc`;
    case "lyrics_withdrawn":
      return `Chúng tôi thu hồi bản lời ${version}`;
    case "lyrics_changes_wanted":
      return `Bạn góp ý bản lời ${version}`;
    case "lyrics_agreed":
      return `Bạn đồng ý với bản lời ${version}`;
    case "message_sent":
      return actor === "customer" ? "Bạn nhắn tin cho chúng tôi" : "Chúng tôi nhắn tin cho bạn";
  }
}
