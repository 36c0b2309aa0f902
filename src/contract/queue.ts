/** The queue of an account, so that another device goes on with it (docs/rooms/player-and-pages.md#the-queue). */
import { z } from "zod";
import { type Endpoints, Id, Time } from "./endpoint.ts";
import { deviceKinds, maxQueued } from "./queue-rules.ts";

const wrongSongs = `Hàng chờ có từ 1 đến ${maxQueued} bài`;
const wrongPlace = "Vị trí trong hàng chờ không hợp lệ";
const wrongPosition = "Giây đang nghe không hợp lệ";
const wrongDevice = "Mã thiết bị không hợp lệ";
const wrongNumber = "Số của hàng chờ không hợp lệ";
const longestSong = 86_400;

export const QueueBody = z
  .object({
    song_ids: z.array(Id, wrongSongs).min(1, wrongSongs).max(maxQueued, wrongSongs),
    /** Index of the present song. */
    place: z.int(wrongPlace).min(0, wrongPlace),
    /** Seconds. */
    position: z.number(wrongPosition).min(0, wrongPosition).max(longestSong, wrongPosition),
    /** Random id of the browser. */
    device: z.uuid(wrongDevice),
    device_kind: z.enum(deviceKinds, "Loại thiết bị không hợp lệ"),
    playing: z.boolean("Giá trị không hợp lệ"),
    /** The last number that this browser has read or was answered; 0 for none. */
    seen: z.int(wrongNumber).min(0, wrongNumber),
  })
  .refine(({ place, song_ids }) => place === 0 || place < song_ids.length, { path: ["place"], message: wrongPlace });
export type QueueBody = z.output<typeof QueueBody>;

export const QueuedSong = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string().nullable(),
  /** Null for a Premium song. */
  audio_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  is_premium: z.boolean(),
  /** Seconds. */
  duration: z.number().nullable(),
});

export const UserQueue = z
  .object({
    /** Rises with each queue that is stored. */
    number: z.int(),
    device: z.string(),
    device_kind: z.enum(deviceKinds),
    place: z.int(),
    /** Seconds. */
    position: z.number(),
    updated_at: Time,
    /** In the order in which they play; those that are hidden by now are left out. */
    songs: z.array(QueuedSong),
  })
  .meta({ id: "UserQueue" });
export type UserQueue = z.output<typeof UserQueue>;

const tag = "Hàng chờ";

export const queue = {
  "GET /api/me/queue": {
    access: ["user"],
    tag,
    summary: "Hàng chờ đang nghe của mình, để nghe tiếp trên thiết bị khác",
    reply: z.object({
      /** Null where none was stored, or none of its songs is there any more. */
      queue: UserQueue.nullable(),
    }),
  },
  "PUT /api/me/queue": {
    access: ["user"],
    tag,
    summary: "Lưu hàng chờ đang nghe; lần lưu của thiết bị khác mà mình chưa thấy chỉ bị thay khi đang phát",
    body: QueueBody,
    reply: z.object({
      /** That of the queue which is stored now. */
      number: z.int(),
      /** Whether it is the one that was sent. */
      stored: z.boolean(),
    }),
    rateLimit: { name: "play" },
  },
} as const satisfies Endpoints;
