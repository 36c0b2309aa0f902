/** A listener's own songs: liked ones, heard ones, and those that a device brings to an account. */
import { z } from "zod";
import { Song } from "./catalogue.ts";
import { Done, type Endpoints, Id, IdParams, maxLimit, paging, Time } from "./endpoint.ts";
import { mostLikesTaken, mostPlaysTaken } from "./own-songs-rules.ts";

const wrongIds = `Cần từ 1 đến ${maxLimit} mã bài hát, cách nhau bằng dấu phẩy`;
const tooMany = "Danh sách quá dài";

/** Whether no further plays of the caller are kept. */
export const HistorySettings = z.object({ is_paused: z.boolean("Cần chọn có ghi hay không") });

/** A song and when it was heard last on a day. */
export const HeardSong = z.object({ song: Song, played_at: Time });
export type HeardSong = z.output<typeof HeardSong>;

/** Likes and plays that a visitor's device has kept. */
export const TakeAlong = z.object({
  /** Ids of songs, the last liked first. */
  likes: z.array(Id).max(mostLikesTaken, tooMany).default([]),
  /** One of the future, or of more than a year ago, is passed over. */
  plays: z
    .array(z.object({ song_id: Id, played_at: z.iso.datetime({ error: "Thời điểm nghe không hợp lệ" }).max(40) }))
    .max(mostPlaysTaken, tooMany)
    .default([]),
});
export type TakeAlong = z.output<typeof TakeAlong>;

const tag = "Nghe của tôi";

export const ownSongs = {
  "GET /api/songs/by-ids": {
    access: "public",
    tag,
    summary: "Các bài hát đang phát hành theo mã, đúng thứ tự đã hỏi; mã không có thì bỏ qua",
    query: z.object({
      ids: z
        .string(wrongIds)
        .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, wrongIds)
        .transform((text) => [...new Set(text.split(",").map(Number))]),
    }),
    reply: z.array(Song),
    rateLimit: { name: "read" },
  },
  "GET /api/me/likes": {
    access: ["user"],
    tag,
    summary: "Các bài mình đã thích, mới thích trước",
    query: z.object(paging),
    reply: z.array(Song),
    counted: true,
  },
  "GET /api/me/history": {
    access: ["user"],
    tag,
    summary: "Các bài mình đã nghe, mỗi bài một lần trong ngày, mới nghe trước",
    query: z.object(paging),
    reply: z.array(HeardSong),
    counted: true,
  },
  "DELETE /api/me/history": {
    access: ["user"],
    tag,
    summary: "Xóa hết lịch sử nghe của mình",
    reply: Done,
  },
  "DELETE /api/me/history/{id}": {
    access: ["user"],
    tag,
    summary: "Xóa một bài hát khỏi lịch sử nghe của mình",
    params: IdParams,
    reply: Done,
  },
  "GET /api/me/history/settings": {
    access: ["user"],
    tag,
    summary: "Lịch sử nghe của mình có đang tạm dừng không",
    reply: HistorySettings,
  },
  "PUT /api/me/history/settings": {
    access: ["user"],
    tag,
    summary: "Tạm dừng hoặc ghi tiếp lịch sử nghe của mình",
    body: HistorySettings,
    reply: HistorySettings,
  },
  "POST /api/me/take-along": {
    access: ["user"],
    tag,
    summary: "Nhận bài đã thích và bài đã nghe mà một máy giữ khi chưa có tài khoản; gửi lại không tính thêm",
    body: TakeAlong,
    bodyLimit: 128 * 1024,
    reply: Done,
    rateLimit: { name: "play" },
  },
} as const satisfies Endpoints;
