/** Requests for a song of one's own: sent by customers, worked on by staff, managed by the administrator. */
import { z } from "zod";
import { PaymentDetails } from "./bank.ts";
import {
  Binary,
  Done,
  type Endpoints,
  flag,
  Id,
  IdParams,
  paging,
  Time,
  transferSearch,
  wholeNumber,
} from "./endpoint.ts";
import { byRules, optionalName, optionalText, trimmed, trimmedText, yesNo } from "./fields.ts";
import { dayRange, type Sorts } from "./list.ts";
import { listEndpoints, listFamily, tabFilter } from "./list-family.ts";
import { fileRules } from "./media.ts";
import { Channel } from "./notifications.ts";
import { CustomerClaim, RequestPaymentState, receiptFile, transferFacts } from "./payment-state.ts";
import type { BriefField } from "./request-brief.ts";
import { LyricsState, RequestLyrics } from "./request-lyrics.ts";
import { RequestReview } from "./request-reviews.ts";
import { amountRules, budgetRules, requestRules } from "./rules.ts";
import { FreeChanges } from "./settings.ts";
import { LinesDocument } from "./song-lines.ts";
import { SeenVersion, Version } from "./version.ts";

export const requestStatuses = ["new", "processing", "completed", "cancelled"] as const;
export const RequestStatus = z.enum(requestStatuses, "Trạng thái yêu cầu không hợp lệ");
export type RequestStatus = z.output<typeof RequestStatus>;

/** The fields of `request-brief.ts`. */
const brief = {
  /** Birthday, wedding … */
  occasion: optionalName(200),
  /** The person that the song is for. */
  recipient: optionalName(200),
  mood: optionalName(200),
  /** A woman's, a man's, both, children's … */
  voice: optionalName(200),
  genre: optionalName(200),
  tempo: optionalName(200),
  /** Words that must be in the song, and words that must not. */
  words_wanted: optionalText(1000),
  words_unwanted: optionalText(1000),
  /** How names in the song are spoken. */
  name_pronunciation: optionalText(500),
} satisfies Record<BriefField, unknown>;
const text = z.string().nullable();
const Brief = z.object({
  occasion: text,
  recipient: text,
  mood: text,
  voice: text,
  genre: text,
  tempo: text,
  words_wanted: text,
  words_unwanted: text,
  name_pronunciation: text,
});

/** A multipart form ends lines by CR LF. */
const unixLines = (given: string) => given.replaceAll("\r\n", "\n");

const { max: maxAmount, notWhole, tooLarge } = amountRules;
const Price = z.int(notWhole).min(0, notWhole).max(maxAmount, tooLarge);

/** The fields of `POST /api/song-requests`, beside its file. */
export const RequestBody = z.object({
  customer_name: trimmed(requestRules.customer_name),
  customer_email: trimmed(requestRules.customer_email),
  customer_phone: trimmed(requestRules.customer_phone)
    .nullish()
    .transform((phone) => phone || null),
  request_content: trimmedText(requestRules.request_content).transform(unixLines),
  ...brief,
  /** Whole đồng. */
  budget: z
    .string(notWhole)
    .check(byRules(budgetRules))
    .transform((digits) => (digits === "" ? null : Number(digits)))
    .meta({ type: "integer", minimum: 0, maximum: maxAmount })
    .nullish()
    .transform((amount) => amount ?? null),
  /** Hidden in the form: only robots fill it in, and their requests are refused. */
  website: z.string().max(500, "Yêu cầu không hợp lệ").optional(),
});
export type RequestBody = z.output<typeof RequestBody>;

/** A finished song of a request; each file that staff attach is a version. */
export const SongVersion = z
  .object({
    id: z.int(),
    /** From 1. */
    number: z.int(),
    /** Signed link that plays, valid for 12 hours. */
    stream_url: z.string(),
    /** Seconds. */
    duration: z.number().nullable(),
    /** Loudness in equal slices, 0 to 100; null until it is measured, and where it can't be. */
    waveform: z.array(z.int()).nullable(),
    created_at: Time,
    /** When the customer could first hear it; null while only staff can. */
    delivered_at: Time.nullable(),
    /** Signed link of a picture, valid for 12 hours; null for a cover that is drawn. */
    cover_url: z.string().nullable(),
    /** The number that its cover is drawn of. */
    cover_id: z.int(),
    /** The words that it was handed over with: all null for one that was only attached. */
    title: text,
    dedication: text,
    lyrics: text,
    /** The lyrics with their times; null for lyrics without any. */
    lines: LinesDocument.nullable(),
    /** From its makers to the customer. */
    note: text,
  })
  .meta({ id: "SongVersion" });
export type SongVersion = z.output<typeof SongVersion>;

export const requestEvents = [
  "received",
  "claimed",
  "assigned",
  "released",
  "status_changed",
  "song_attached",
  "song_withdrawn",
  "words_corrected",
  "changes_requested",
  "accepted",
  "price_changed",
  "paid",
  "payment_withdrawn",
  "consent_given",
  "consent_withdrawn",
  "published",
  /** A side wrote in the talk, the first time within a day. */
  "message_sent",
  "lyrics_sent",
  "lyrics_withdrawn",
  "lyrics_changes_wanted",
  "lyrics_agreed",
] as const;
export const RequestEventKind = z.enum(requestEvents);
export type RequestEventKind = z.output<typeof RequestEventKind>;

/** A step in the life of a request. */
export const RequestEvent = z
  .object({
    id: z.int(),
    kind: RequestEventKind,
    actor: z.enum(["customer", "staff", "admin", "system"]),
    /** Null for customers and on their page. */
    actor_name: z.string().nullable(),
    /**
     * The customer's words of `changes_requested`, the member's name of `assigned`, the status of `status_changed`, the reason of
     * `released` and `song_withdrawn`, the names of what `words_corrected` changed, what the customer wrote beside the lines of `lyrics_changes_wanted` and `lyrics_agreed`.
     */
    text: z.string().nullable(),
    /** The second of the song that `changes_requested` is about. */
    second: z.int().nullable(),
    /** Number of the version that `song_attached`, `song_withdrawn`, `words_corrected`, `changes_requested` and `accepted` are about; of lyrics their own. */
    version: z.int().nullable(),
    /** Whole đồng, of `price_changed`. */
    amount: z.int().nullable(),
    created_at: Time,
  })
  .meta({ id: "RequestEvent" });
export type RequestEvent = z.output<typeof RequestEvent>;

const changeCounts = {
  /** Changes that the price includes. */
  free_changes: z.int(),
  /** How often the customer asked for changes. */
  changes_done: z.int(),
};

/** A request as its customer sees it. */
export const CustomerRequest = z
  .object({
    id: z.int(),
    /** Content of the transfer. */
    code: z.string(),
    /** Address of the private page: `/requests/{page_token}`. */
    page_token: z.string(),
    customer_name: z.string(),
    customer_email: z.string(),
    customer_phone: z.string().nullable(),
    /** Whole đồng. */
    budget: z.int().nullable(),
    request_content: z.string(),
    ...Brief.shape,
    /** Name that the file had on the customer's machine; null without a file. */
    reference_file_name: z.string().nullable(),
    status: RequestStatus,
    /** Whether a staff member works on it. */
    is_assigned: z.boolean(),
    created_at: Time,
    /** The end of the third working day; counted anew when changes are requested. While lyrics wait, what it is if the customer answers now. */
    due_at: Time,
    /** Since when lyrics wait for the customer, while the due day stands still. */
    waiting_since: Time.nullable(),
    completed_at: Time.nullable(),
    /** Whole đồng. */
    agreed_price: z.int(),
    ...changeCounts,
    accepted_at: Time.nullable(),
    /** Number of the version that the customer accepted. */
    accepted_version: z.int().nullable(),
    paid_at: Time.nullable(),
    /** When the customer allowed the song in the library; null without consent. */
    consent_at: Time.nullable(),
    /** When what the customer sent and the versions were removed for their age; the page then only serves the consent. */
    erased_at: Time.nullable(),
    /** The channel on which the customer is told that the song is ready; null where the site sends nothing. */
    news_channel: Channel.nullable(),
    /** The versions that the customer can hear, the latest first. */
    songs: z.array(SongVersion),
    /** Null when nothing is to be paid now, or no account is configured. */
    payment: PaymentDetails.nullable(),
    /** Whole đồng that came for it so far. */
    received_amount: z.int(),
    ...transferFacts,
    /** Signed link that saves the accepted song in full quality; null before it is paid. */
    download_url: z.string().nullable(),
    /** Steps that concern the customer, the oldest first. */
    events: z.array(RequestEvent),
    /** The customer's review of the song; null without one. */
    review: RequestReview.nullable(),
    /** Messages of the desk that the customer has not read. */
    unread_messages: z.int(),
    /** Lyrics to read before they are sung, the latest first; without those that were withdrawn. */
    lyrics: z.array(RequestLyrics),
  })
  .meta({ id: "CustomerRequest" });
export type CustomerRequest = z.output<typeof CustomerRequest>;

/** A request in its user's own list. */
export const UserRequest = CustomerRequest.pick({
  id: true,
  code: true,
  page_token: true,
  status: true,
  is_assigned: true,
  created_at: true,
  due_at: true,
  waiting_since: true,
  completed_at: true,
  agreed_price: true,
  accepted_at: true,
  paid_at: true,
  unread_messages: true,
})
  .extend({
    /** The beginning of what the song is about, in one line. */
    summary: z.string(),
    /** Whether the customer can hear a version. */
    has_song: z.boolean(),
    /** Name of the song that the customer can hear; null without one. */
    title: z.string().nullable(),
  })
  .meta({ id: "UserRequest" });
export type UserRequest = z.output<typeof UserRequest>;

/** Things that wait for the customer: lyrics to read, a song to hear, a message of the desk. */
export const waitingKinds = ["lyrics", "song", "message"] as const;

/** Something of a request that waits for its user. */
export const WaitingItem = UserRequest.pick({ page_token: true, summary: true, title: true })
  .extend({ kind: z.enum(waitingKinds) })
  .meta({ id: "WaitingItem" });
export type WaitingItem = z.output<typeof WaitingItem>;

/** A request as administrators see it. */
export const SongRequest = z
  .object({
    id: z.int(),
    code: z.string(),
    page_token: z.string(),
    /** The account that made it; null without one. */
    user_id: z.int().nullable(),
    customer_name: z.string(),
    customer_email: z.string(),
    customer_phone: z.string().nullable(),
    /** Whole đồng. */
    budget: z.int().nullable(),
    request_content: z.string(),
    ...Brief.shape,
    /** Signed link, valid for 12 hours. */
    reference_file_url: z.string().nullable(),
    /** Name that the file had on the customer's machine. */
    reference_file_name: z.string().nullable(),
    /** Signed link of the latest version. */
    result_audio_url: z.string().nullable(),
    admin_notes: z.string().nullable(),
    staff_notes: z.string().nullable(),
    status: RequestStatus,
    staff_id: z.int().nullable(),
    /** Full name of the member who works on it. */
    staff_name: z.string().nullable(),
    /** While lyrics wait, what it is if the customer answers now. */
    due_at: Time,
    /** Since when lyrics wait for the customer, while the due day stands still. */
    waiting_since: Time.nullable(),
    /** Whole đồng. */
    agreed_price: z.int(),
    ...changeCounts,
    accepted_at: Time.nullable(),
    paid_at: Time.nullable(),
    consent_at: Time.nullable(),
    /** The song of the library that was made of it. */
    song_id: z.int().nullable(),
    created_at: Time,
    updated_at: Time,
    completed_at: Time.nullable(),
    /** When its personal data and files were removed for their age; such a request can't be changed. */
    erased_at: Time.nullable(),
    /** Messages of the customer that the desk has not read. */
    unread_messages: z.int(),
    /** State of the latest lyrics that the customer reads before they are sung; null without any. */
    lyrics_state: LyricsState.nullable(),
    version: Version,
  })
  .meta({ id: "SongRequest" });
export type SongRequest = z.output<typeof SongRequest>;

export const SongRequestDetail = SongRequest.extend({
  /** The latest first. */
  songs: z.array(SongVersion),
  /** The oldest first. */
  events: z.array(RequestEvent),
  /** Lyrics that the customer reads before they are sung, the latest first. */
  lyrics: z.array(RequestLyrics),
  /** Open, and nothing was done since its member got it, who may give it back then. */
  is_untouched: z.boolean(),
}).meta({ id: "SongRequestDetail" });
export type SongRequestDetail = z.output<typeof SongRequestDetail>;

/** The customer's page accepts, consents and pays with its address alone, so staff don't get the address; nor accounts, which they don't manage. */
const fromStaff = { page_token: true, user_id: true } as const;
export const StaffRequest = SongRequest.omit(fromStaff).meta({ id: "StaffRequest" });
export type StaffRequest = z.output<typeof StaffRequest>;
export const StaffRequestDetail = SongRequestDetail.omit(fromStaff).meta({ id: "StaffRequestDetail" });
export type StaffRequestDetail = z.output<typeof StaffRequestDetail>;

/** Fields that are left out keep their values. */
export const RequestChange = z
  .object({
    status: RequestStatus,
    admin_notes: optionalText(5000),
    agreed_price: Price,
    free_changes: FreeChanges,
    is_paid: yesNo,
    /** Null returns it to the pool. */
    staff_id: Id.nullable(),
  })
  .partial()
  .extend({ version: SeenVersion });
export type RequestChange = z.output<typeof RequestChange>;

/** Fields that are left out keep their values. */
export const StatusChange = z
  .object({ status: RequestStatus, staff_notes: optionalText(5000) })
  .partial()
  .extend({ version: SeenVersion });
export type StatusChange = z.output<typeof StatusChange>;

/** What supervisors save at the desk. */
export const SupervisorChange = StatusChange.extend(
  RequestChange.pick({ agreed_price: true, free_changes: true, is_paid: true }).shape,
);
export type SupervisorChange = z.output<typeof SupervisorChange>;

/** Without a member, the caller claims the request; null returns it to the pool, with a reason if there is one to tell. */
export const Assignment = z
  .object({ staff_id: Id.nullable(), reason: optionalText(500) })
  .partial()
  .nullish();

/** A text of several lines. */
const lines = (max: number) => optionalText(max).transform((given) => (given ? unixLines(given) : null));

/** The words that a finished song is handed over to its customer with. */
export const DeliveryWords = z.object({
  title: trimmed(requestRules.song_title),
  dedication: optionalText(300),
  /** A text, or one with times, which the customer sees moving with the song. */
  lyrics: lines(50_000),
  note: lines(1000),
});
export type DeliveryWords = z.output<typeof DeliveryWords>;

/** Corrected words of a version; those that are left out stay. */
export const VersionWords = DeliveryWords.partial();
export type VersionWords = z.output<typeof VersionWords>;

/** A finished song with its words. Without a picture its cover is that of the version before, or drawn. */
export const Delivery = DeliveryWords.extend({
  cover: z.enum(["kept", "drawn"], "cover phải là kept hoặc drawn").default("drawn"),
  /** Number of the newest version that the caller knows, 0 for none: another one now is a 409. */
  after: wholeNumber(0, 1_000_000, "after phải là số của một bản nhạc").optional(),
  /** Whether the caller knows of an acceptance: one that came meanwhile is a 409. */
  is_accepted: flag.optional(),
});
export type Delivery = z.output<typeof Delivery>;

/** Why a version is withdrawn; staff and administrators read it. */
export const Withdrawal = z.object({
  reason: z
    .string("Vui lòng cho biết lý do gỡ bản này")
    .trim()
    .min(1, "Vui lòng cho biết lý do gỡ bản này")
    .max(500, "Không được dài quá 500 ký tự"),
});
export type Withdrawal = z.output<typeof Withdrawal>;

/** The customer accepts a version at the price that was shown; another price now is a 409. */
export const Acceptance = z.object({ version_id: Id, agreed_price: Price });
export type Acceptance = z.output<typeof Acceptance>;

export const ChangesWanted = z.object({
  version_id: Id,
  text: z
    .string("Vui lòng cho biết bạn muốn sửa điều gì")
    .trim()
    .min(1, "Vui lòng cho biết bạn muốn sửa điều gì")
    .max(3000, "Không được dài quá 3000 ký tự"),
  /** Whole seconds from the start of the song. */
  second: z
    .int("Thời điểm không hợp lệ")
    .min(0, "Thời điểm không hợp lệ")
    .max(86_400, "Thời điểm không hợp lệ")
    .nullish(),
});
export type ChangesWanted = z.output<typeof ChangesWanted>;

export const LibrarySong = z.object({
  title: trimmed(requestRules.song_title),
  category_ids: z
    .array(Id, "Vui lòng chọn ít nhất một thể loại")
    .min(1, "Vui lòng chọn ít nhất một thể loại")
    .max(50, "Không được chọn quá 50 thể loại"),
});
export type LibrarySong = z.output<typeof LibrarySong>;

/** By `queue`, open requests come first, those that are due the soonest at the top; then those whose customer reads lyrics; then closed ones, the latest closed first. */
export const requestSorts = {
  orders: { created_at: "desc", queue: "asc" },
  default: "created_at",
} as const satisfies Sorts;
const id = wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ");
/**
 * Open requests without a member, those with one, those in which the customer wishes changes, those behind their time, and closed ones. A
 * request may be in several.
 */
export const requestTabs = ["available", "working", "wishes", "late", "closed"] as const;
export type RequestTab = (typeof requestTabs)[number];
/** `search` is name, e-mail, phone number, `#` with the number of the request, or a text with codes in it; `from` and `to` bound the day on which the request came. */
const requestFilter = {
  search: transferSearch,
  tab: tabFilter(requestTabs),
  status: RequestStatus.optional(),
  staff_id: id.optional(),
  user_id: id.optional(),
  ...dayRange,
};
export const { Filter: RequestFilter, Query: RequestListQuery } = listFamily(requestFilter, requestSorts);
export type RequestFilter = z.output<typeof RequestFilter>;
export type RequestListQuery = z.output<typeof RequestListQuery>;

const staffScopes = ["open", "available", "mine", "all"] as const;
/** `open` is what the caller has to do, `mine` closed ones too; `all` is all that the caller may see: for staff their own and unassigned new ones, for supervisors every request. */
export const StaffRequestQuery = z.object({
  search: transferSearch,
  status: RequestStatus.optional(),
  scope: z.enum(staffScopes, `scope phải là ${staffScopes.join(", ")}`).default("all"),
  ...paging,
});
export type StaffRequestQuery = z.output<typeof StaffRequestQuery>;

export const DeskFilter = StaffRequestQuery.pick({ search: true, status: true, scope: true });
export type DeskFilter = z.output<typeof DeskFilter>;

/** Counts of the caller's requests, and of those that anyone may claim. */
export const StaffStats = z
  .object({
    total_assigned: z.int(),
    new: z.int(),
    processing: z.int(),
    completed: z.int(),
    cancelled: z.int(),
    unassigned_available: z.int(),
  })
  .meta({ id: "StaffStats" });
export type StaffStats = z.output<typeof StaffStats>;

const PageTokenParams = z.object({ token: z.string() });
const VersionParams = IdParams.extend({ version_id: id });
const customers = "Đặt bài hát";
const desk = "Bàn làm việc của nhân viên";
const list = listEndpoints({
  access: ["admin"],
  tag: customers,
  row: SongRequest,
  Filter: RequestFilter,
  Query: RequestListQuery,
});

export const requests = {
  "POST /api/song-requests": {
    access: "public",
    tag: customers,
    summary: "Gửi yêu cầu sáng tác. Gửi lại với cùng Idempotency-Key không tạo yêu cầu thứ hai",
    body: RequestBody,
    bodyType: "multipart",
    files: { reference_file: fileRules.recording },
    errors: ["conflict", "unavailable"],
    reply: CustomerRequest,
    status: 201,
    rateLimit: { name: "form" },
  },
  "GET /api/requests/{token}": {
    access: "public",
    tag: customers,
    summary: "Yêu cầu theo địa chỉ riêng của nó",
    params: PageTokenParams,
    reply: CustomerRequest,
  },
  "POST /api/requests/{token}/accept": {
    access: "public",
    tag: customers,
    summary: "Khách đồng ý với bài hát",
    params: PageTokenParams,
    body: Acceptance,
    reply: CustomerRequest,
    rateLimit: { name: "form" },
  },
  "POST /api/requests/{token}/changes": {
    access: "public",
    tag: customers,
    summary: "Khách muốn sửa bài hát; yêu cầu trở lại đang xử lý",
    params: PageTokenParams,
    body: ChangesWanted,
    reply: CustomerRequest,
    rateLimit: { name: "form" },
  },
  "PUT /api/requests/{token}/consent": {
    access: "public",
    tag: customers,
    summary: "Khách cho phép hoặc thôi cho phép đưa bài hát vào thư viện",
    params: PageTokenParams,
    body: z.object({ consent: yesNo }),
    reply: CustomerRequest,
    rateLimit: { name: "form" },
  },
  "GET /api/requests/{token}/events": {
    access: "public",
    tag: customers,
    summary: "Báo tình trạng thanh toán của yêu cầu: ngay khi mở, và mỗi khi thay đổi, trong tối đa hai giờ",
    params: PageTokenParams,
    replyType: "events",
    reply: RequestPaymentState,
    errors: ["not_found", "rate_limited", "unavailable"],
  },
  "POST /api/requests/{token}/claim": {
    access: "public",
    tag: customers,
    summary: "Khách báo đã chuyển khoản, có thể kèm ảnh biên nhận; gửi lại chỉ thay ảnh",
    params: PageTokenParams,
    bodyType: "multipart",
    files: { receipt: receiptFile },
    reply: CustomerClaim,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "GET /api/requests/{token}/qr.png": {
    access: "public",
    tag: customers,
    summary: "Mã VietQR của yêu cầu, để lưu vào máy",
    params: PageTokenParams,
    reply: Binary,
    replyType: "download",
    contentType: "image/png",
    rateLimit: { name: "download" },
  },

  "GET /api/user/song-requests": {
    access: ["user"],
    tag: customers,
    summary: "Các yêu cầu của tài khoản đang đăng nhập, mới nhất trước",
    query: z.object(paging),
    reply: z.array(UserRequest),
    counted: true,
  },

  "GET /api/me/waiting": {
    access: ["user"],
    tag: customers,
    summary: "Những gì đang chờ chủ tài khoản trong các yêu cầu của mình: lời cần đọc, bài cần nghe, tin nhắn chưa đọc",
    reply: z.object({ items: z.array(WaitingItem) }),
  },

  "GET /api/song-requests": list.rows("Các yêu cầu sáng tác, mới nhất trước"),
  "GET /api/song-requests/stats/count": list.count("Số yêu cầu của danh sách"),
  "GET /api/song-requests/tabs": list.tabs("Số yêu cầu của mỗi thẻ trong danh sách, theo các bộ lọc khác", requestTabs),
  "GET /api/song-requests/{id}": {
    access: ["admin"],
    tag: customers,
    summary: "Một yêu cầu, kèm các bản nhạc và diễn biến",
    params: IdParams,
    reply: SongRequestDetail,
  },
  "PUT /api/song-requests/{id}": {
    access: ["admin"],
    tag: customers,
    summary: "Sửa trạng thái, ghi chú, giá, thanh toán và người phụ trách của một yêu cầu",
    params: IdParams,
    body: RequestChange,
    reply: SongRequestDetail,
  },
  "DELETE /api/song-requests/{id}": {
    access: ["admin"],
    tag: customers,
    summary: "Xóa một yêu cầu cùng các file của nó",
    params: IdParams,
    reply: Done,
  },
  "POST /api/song-requests/{id}/library-song": {
    access: ["admin"],
    tag: customers,
    summary: "Đưa bản nhạc khách đã đồng ý vào thư viện; cần sự cho phép của khách",
    params: IdParams,
    body: LibrarySong,
    reply: SongRequestDetail,
    status: 201,
  },
  "POST /api/song-requests/{id}/song": {
    access: ["admin"],
    tag: customers,
    summary: "Gắn một bản nhạc hoàn thành vào yêu cầu",
    params: IdParams,
    bodyType: "multipart",
    files: { audio_file: { ...fileRules.audio, missing: "Vui lòng chọn file âm thanh" } },
    reply: SongRequestDetail,
    status: 201,
  },
  "POST /api/song-requests/{id}/delivery": {
    access: ["admin"],
    tag: customers,
    summary: "Giao bài cho khách: gắn bản nhạc với tên, lời tặng, lời bài hát, và hoàn thành yêu cầu",
    params: IdParams,
    body: Delivery,
    bodyType: "multipart",
    files: {
      audio_file: { ...fileRules.audio, missing: "Vui lòng chọn file âm thanh" },
      cover_file: fileRules.image,
    },
    reply: SongRequestDetail,
    status: 201,
  },
  "POST /api/song-requests/{id}/songs/{version_id}/withdraw": {
    access: ["admin"],
    tag: customers,
    summary: "Gỡ một bản nhạc gắn nhầm; khách không nghe được bản đó nữa",
    params: VersionParams,
    body: Withdrawal,
    reply: SongRequestDetail,
  },
  "POST /api/song-requests/{id}/songs/{version_id}/words": {
    access: ["admin"],
    tag: customers,
    summary: "Sửa tên, lời tặng, lời bài hát và lời nhắn của một bản nhạc; khách không được báo tin",
    params: VersionParams,
    body: VersionWords,
    reply: SongRequestDetail,
  },

  "GET /api/staff/requests": {
    access: ["staff"],
    tag: desk,
    summary: "Các yêu cầu mà nhân viên được thấy: khách muốn sửa, việc của mình, việc chưa ai nhận, rồi việc đã xong",
    query: StaffRequestQuery,
    reply: z.object({ items: z.array(StaffRequest), total: z.int() }),
  },
  "GET /api/staff/requests/stats": {
    access: ["staff"],
    tag: desk,
    summary: "Số yêu cầu của nhân viên, và số yêu cầu chưa ai nhận",
    reply: StaffStats,
  },
  "GET /api/staff/requests/{id}": {
    access: ["staff"],
    tag: desk,
    summary: "Một yêu cầu mà nhân viên được thấy",
    params: IdParams,
    reply: StaffRequestDetail,
  },
  "PUT /api/staff/requests/{id}/assign": {
    access: ["staff"],
    tag: desk,
    summary:
      "Nhận một yêu cầu chưa ai nhận, trả lại việc chưa làm gì (staff_id null); giám sát viên giao cho người khác bằng staff_id",
    params: IdParams,
    body: Assignment,
    reply: StaffRequestDetail,
  },
  "PUT /api/staff/requests/{id}/update-status": {
    access: ["staff"],
    tag: desk,
    summary: "Đổi trạng thái và ghi chú của nhân viên",
    params: IdParams,
    body: StatusChange,
    reply: StaffRequestDetail,
  },
  "PUT /api/staff/requests/{id}": {
    access: ["supervisor"],
    tag: desk,
    summary: "Giám sát viên lưu trạng thái, ghi chú của nhân viên, giá thỏa thuận và thanh toán cùng một lần",
    params: IdParams,
    body: SupervisorChange,
    reply: StaffRequestDetail,
  },
  "POST /api/staff/requests/{id}/song": {
    access: ["staff"],
    tag: desk,
    summary: "Gắn một bản nhạc hoàn thành vào yêu cầu của mình",
    params: IdParams,
    bodyType: "multipart",
    files: { audio_file: { ...fileRules.audio, missing: "Vui lòng chọn file âm thanh" } },
    reply: StaffRequestDetail,
    status: 201,
  },
  "POST /api/staff/requests/{id}/delivery": {
    access: ["staff"],
    tag: desk,
    summary: "Giao bài cho khách: gắn bản nhạc với tên, lời tặng, lời bài hát, và hoàn thành yêu cầu của mình",
    params: IdParams,
    body: Delivery,
    bodyType: "multipart",
    files: {
      audio_file: { ...fileRules.audio, missing: "Vui lòng chọn file âm thanh" },
      cover_file: fileRules.image,
    },
    reply: StaffRequestDetail,
    status: 201,
  },
  "POST /api/staff/requests/{id}/songs/{version_id}/withdraw": {
    access: ["staff"],
    tag: desk,
    summary: "Gỡ một bản nhạc gắn nhầm khỏi yêu cầu của mình",
    params: VersionParams,
    body: Withdrawal,
    reply: StaffRequestDetail,
  },
  "POST /api/staff/requests/{id}/songs/{version_id}/words": {
    access: ["staff"],
    tag: desk,
    summary: "Sửa tên, lời tặng, lời bài hát và lời nhắn của một bản nhạc của mình; khách không được báo tin",
    params: VersionParams,
    body: VersionWords,
    reply: StaffRequestDetail,
  },
} as const satisfies Endpoints;
