import type { RequestEvent } from "#contract/requests.ts";
import { clockTime, money } from "../lib/format.ts";
import { requestLooks } from "./request-status.tsx";

const actors: Readonly<Record<RequestEvent["actor"], string>> = {
  customer: "Khách",
  staff: "Nhân viên",
  admin: "Quản trị viên",
  system: "Hệ thống",
};

const actions: Readonly<Record<RequestEvent["kind"], (event: RequestEvent) => string>> = {
  received: () => "gửi yêu cầu",
  claimed: () => "nhận yêu cầu",
  assigned: ({ text }) => `giao yêu cầu cho ${text ?? "nhân viên"}`,
  released: () => "trả yêu cầu về danh sách chung",
  status_changed: ({ text }) => `chuyển trạng thái thành ${requestLooks.labelOf(text ?? "")}`,
  song_attached: ({ version }) => `gắn ${nameOf(version)}`,
  song_withdrawn: ({ version }) => `gỡ ${nameOf(version)}`,
  words_corrected: ({ version, text }) => `sửa ${text ?? "lời"} của ${nameOf(version)}`,
  changes_requested: ({ version, second }) =>
    `muốn sửa ${nameOf(version)}${second === null ? "" : `, ở ${clockTime(second)}`}`,
  accepted: ({ version }) => `đồng ý với ${nameOf(version)}`,
  price_changed: ({ amount }) => `đặt giá thỏa thuận ${money(amount ?? 0, "VND")}`,
  paid: () => "ghi nhận đã thanh toán",
  payment_withdrawn: () => "bỏ ghi nhận thanh toán",
  consent_given: () => "cho phép đưa bài hát vào thư viện",
  consent_withdrawn: () => "thôi cho phép đưa bài hát vào thư viện",
  published: () => "đưa bài hát vào thư viện",
  message_sent: () => "nhắn tin",
  lyrics_sent: ({ version }) => `gửi lời bản ${version} cho khách duyệt`,
  lyrics_withdrawn: ({ version }) => `thu hồi lời bản ${version}`,
  lyrics_changes_wanted: ({ version }) => `góp ý lời bản ${version}`,
  lyrics_agreed: ({ version }) => `đồng ý với lời bản ${version}`,
};

const withQuote: ReadonlySet<RequestEvent["kind"]> = new Set([
  "changes_requested",
  "song_withdrawn",
  "released",
  "lyrics_changes_wanted",
  "lyrics_agreed",
]);

export interface EventMessage {
  /** Name of the actor, or what kind of actor it was. */
  actor: string;
  /** `gắn bản 2` */
  action: string;
  /** The customer's words, or the reason of staff. */
  quote: string | undefined;
}

/** Returns the message of a step in the life of a request. */
export function eventMessage(event: RequestEvent): EventMessage {
  return {
    actor: event.actor_name ?? actors[event.actor],
    action: actions[event.kind](event),
    quote: withQuote.has(event.kind) ? (event.text ?? undefined) : undefined,
  };
}

const nameOf = (version: number | null) => (version === null ? "bản nhạc" : `bản ${version}`);
