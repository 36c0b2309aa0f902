/** The endpoints of lyrics before singing. */
import { z } from "zod";
import { type Endpoints, IdParams, largeBodyLimit, wholeNumber } from "./endpoint.ts";
import { LyricsAnswer, LyricsBody } from "./request-lyrics.ts";
import { CustomerRequest, SongRequestDetail, StaffRequestDetail } from "./requests.ts";

const LyricsParams = IdParams.extend({ lyrics_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ") });
const tag = "Duyệt lời bài hát";

export const requestLyrics = {
  "POST /api/requests/{token}/lyrics/answer": {
    access: "public",
    tag,
    summary: "Khách đồng ý với lời bài hát, hoặc góp ý từng dòng; bản lời đã cũ trả về 409",
    params: z.object({ token: z.string() }),
    body: LyricsAnswer,
    bodyLimit: largeBodyLimit,
    reply: CustomerRequest,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "POST /api/song-requests/{id}/lyrics": {
    access: ["admin"],
    tag,
    summary: "Gửi lời bài hát cho khách duyệt; hạn giao bài dừng đến khi khách trả lời",
    params: IdParams,
    body: LyricsBody,
    bodyLimit: largeBodyLimit,
    reply: SongRequestDetail,
    status: 201,
    errors: ["conflict"],
  },
  "POST /api/song-requests/{id}/lyrics/{lyrics_id}/withdraw": {
    access: ["admin"],
    tag,
    summary: "Thu hồi lời gửi nhầm mà khách chưa trả lời",
    params: LyricsParams,
    reply: SongRequestDetail,
    errors: ["conflict"],
  },
  "POST /api/staff/requests/{id}/lyrics": {
    access: ["staff"],
    tag,
    summary: "Gửi lời bài hát của yêu cầu mình phụ trách cho khách duyệt; hạn giao bài dừng đến khi khách trả lời",
    params: IdParams,
    body: LyricsBody,
    bodyLimit: largeBodyLimit,
    reply: StaffRequestDetail,
    status: 201,
    errors: ["conflict"],
  },
  "POST /api/staff/requests/{id}/lyrics/{lyrics_id}/withdraw": {
    access: ["staff"],
    tag,
    summary: "Thu hồi lời gửi nhầm mà khách chưa trả lời",
    params: LyricsParams,
    reply: StaffRequestDetail,
    errors: ["conflict"],
  },
} as const satisfies Endpoints;
