/** Talk about a request for a song between its customer and the people of the desk, and the replies that these keep ready. */
import { z } from "zod";
import { Done, type Endpoints, Id, IdParams, Time, wholeNumber } from "./endpoint.ts";
import { name, requiredText, yesNo } from "./fields.ts";
import { fileRules } from "./media.ts";
import { messageTextLength } from "./message-rules.ts";

export const RequestMessage = z
  .object({
    id: z.int(),
    author: z.enum(["customer", "staff", "admin"]),
    /** On the customer's page the member's first name alone, and null for administrators. */
    author_name: z.string().nullable(),
    /** Empty beside a file that says it all. */
    text: z.string(),
    file: z
      .object({
        kind: z.enum(["picture", "audio", "video"]),
        /** That it had on the sender's machine. */
        name: z.string(),
        /** Signed link, valid for 12 hours. */
        url: z.string(),
        /** Seconds; null for a picture, or when unknown. */
        duration: z.number().nullable(),
      })
      .nullable(),
    created_at: Time,
    /** When the other side had it before its eyes. */
    read_at: Time.nullable(),
  })
  .meta({ id: "RequestMessage" });
export type RequestMessage = z.output<typeof RequestMessage>;

export const RequestTalk = z
  .object({
    /** The oldest first: the latest ones, or those before a message. */
    messages: z.array(RequestMessage),
    has_earlier: z.boolean(),
    /** Messages of the other side that the caller's side has not read. */
    unread: z.int(),
    can_write: z.boolean(),
  })
  .meta({ id: "RequestTalk" });
export type RequestTalk = z.output<typeof RequestTalk>;

/** Messages of one reply. */
export const messagesAtOnce = 50;

export const MessageBody = z.object({
  /** Made by the sender, once for each message: the same one again makes no second message. */
  client_id: z.string("Tin nhắn không hợp lệ").regex(/^[A-Za-z0-9_-]{16,64}$/, "Tin nhắn không hợp lệ"),
  /** A multipart form ends lines by CR LF. */
  text: z
    .string("Tin nhắn không hợp lệ")
    .max(2 * messageTextLength, `Tin nhắn không được dài quá ${messageTextLength} ký tự`)
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(messageTextLength, `Tin nhắn không được dài quá ${messageTextLength} ký tự`))
    .default(""),
});
export type MessageBody = z.output<typeof MessageBody>;

/** At most one of them comes with a message. */
const messageFiles = {
  picture: { ...fileRules.image, tooLarge: "Ảnh không được vượt quá 5 MB" },
  recording: { ...fileRules.recording, tooLarge: "Bản thu không được vượt quá 50 MB" },
} as const;
const noRoom = "Máy chủ sắp hết chỗ nên chưa nhận được file. Bạn vẫn gửi được tin nhắn không kèm file";
const customerFiles = {
  picture: { ...messageFiles.picture, noRoom },
  recording: { ...messageFiles.recording, noRoom },
} as const;

const ReadBody = z.object({ up_to: Id });
const Unread = z.object({ unread: z.int() });
/** Messages before one of them. */
const TalkQuery = z.object({ before: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ").optional() });
const TokenParams = z.object({ token: z.string() });

/** Replies that each member, and all together, may keep. */
export const maxReplies = 50;

const reply = {
  title: name(80, "Vui lòng đặt tên cho câu trả lời"),
  /** May have the fields `{ten}`, `{ma}` and `{ngay_giao}`. */
  text: requiredText(2000, "Vui lòng viết câu trả lời"),
};
/** `is_shared`: for all, which supervisors and administrators keep. */
export const SavedReplyBody = z.object({ ...reply, is_shared: yesNo });
export type SavedReplyBody = z.output<typeof SavedReplyBody>;

export const SavedReply = z
  .object({
    id: Id,
    title: z.string(),
    text: z.string(),
    is_shared: z.boolean(),
    /** Whether the caller may change and delete it. */
    can_change: z.boolean(),
  })
  .meta({ id: "SavedReply" });
export type SavedReply = z.output<typeof SavedReply>;

const tag = "Trao đổi về yêu cầu";
const replies = { access: ["admin", "staff"], tag } as const;

export const requestMessages = {
  "GET /api/requests/{token}/messages": {
    access: "public",
    tag,
    summary: "Tin nhắn giữa khách và người viết bài, của trang riêng",
    params: TokenParams,
    query: TalkQuery,
    reply: RequestTalk,
  },
  "POST /api/requests/{token}/messages": {
    access: "public",
    tag,
    summary: "Khách gửi một tin nhắn, có thể kèm một ảnh hoặc một bản thu",
    params: TokenParams,
    body: MessageBody,
    bodyType: "multipart",
    files: customerFiles,
    reply: RequestTalk,
    status: 201,
    errors: ["conflict", "unavailable"],
    rateLimit: { name: "form" },
  },
  "POST /api/requests/{token}/messages/read": {
    access: "public",
    tag,
    summary: "Khách đã xem các tin nhắn đến một tin",
    params: TokenParams,
    body: ReadBody,
    reply: Unread,
  },

  "GET /api/song-requests/{id}/messages": {
    access: ["admin"],
    tag,
    summary: "Tin nhắn giữa khách và người viết bài",
    params: IdParams,
    query: TalkQuery,
    reply: RequestTalk,
  },
  "POST /api/song-requests/{id}/messages": {
    access: ["admin"],
    tag,
    summary: "Gửi một tin nhắn cho khách",
    params: IdParams,
    body: MessageBody,
    bodyType: "multipart",
    files: messageFiles,
    reply: RequestTalk,
    status: 201,
    errors: ["conflict", "rate_limited"],
  },
  "POST /api/song-requests/{id}/messages/read": {
    access: ["admin"],
    tag,
    summary: "Đã xem các tin nhắn đến một tin; chỉ được tính khi chưa ai nhận yêu cầu",
    params: IdParams,
    body: ReadBody,
    reply: Unread,
  },

  "GET /api/staff/requests/{id}/messages": {
    access: ["staff"],
    tag,
    summary: "Tin nhắn của một yêu cầu mà nhân viên được thấy",
    params: IdParams,
    query: TalkQuery,
    reply: RequestTalk,
  },
  "POST /api/staff/requests/{id}/messages": {
    access: ["staff"],
    tag,
    summary: "Gửi một tin nhắn cho khách của yêu cầu mình phụ trách",
    params: IdParams,
    body: MessageBody,
    bodyType: "multipart",
    files: messageFiles,
    reply: RequestTalk,
    status: 201,
    errors: ["forbidden", "conflict", "rate_limited"],
  },
  "POST /api/staff/requests/{id}/messages/read": {
    access: ["staff"],
    tag,
    summary: "Đã xem các tin nhắn đến một tin; được tính cho người phụ trách, hoặc giám sát viên khi chưa ai nhận",
    params: IdParams,
    body: ReadBody,
    reply: Unread,
  },

  "GET /api/account/saved-replies": {
    ...replies,
    summary: "Câu trả lời soạn sẵn của mình, rồi của mọi người, theo tên",
    reply: z.array(SavedReply),
  },
  "POST /api/account/saved-replies": {
    ...replies,
    summary: "Soạn sẵn một câu trả lời, cho mình hoặc cho mọi người",
    body: SavedReplyBody,
    reply: SavedReply,
    status: 201,
    errors: ["forbidden", "conflict"],
  },
  "PUT /api/account/saved-replies/{id}": {
    ...replies,
    summary: "Sửa một câu trả lời soạn sẵn",
    params: IdParams,
    body: z.object(reply),
    reply: SavedReply,
    errors: ["forbidden"],
  },
  "DELETE /api/account/saved-replies/{id}": {
    ...replies,
    summary: "Xóa một câu trả lời soạn sẵn",
    params: IdParams,
    reply: Done,
    errors: ["forbidden"],
  },
} as const satisfies Endpoints;
