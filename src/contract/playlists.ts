/** Playlists of users: private, for whoever has the link, or public after an administrator's look. */
import { z } from "zod";
import { Done, type Endpoints, Id, IdParams, paging, Time, wholeNumber } from "./endpoint.ts";
import { name, optionalName } from "./fields.ts";
import { listQuery, type Sorts, sorting, tabCounts } from "./list.ts";
import {
  maxPlaylistSongs,
  playlistReviews,
  playlistTitleLength,
  playlistVisibilities,
  refusalLength,
} from "./playlist-rules.ts";

const text = z.string().nullable();
const Title = name(playlistTitleLength, "Vui lòng đặt tên cho danh sách");
const Visibility = z.enum(playlistVisibilities, "Cách chia sẻ không hợp lệ");
const Review = z.enum(playlistReviews, `review phải là ${playlistReviews.join(", ")}`);
const SongIds = z
  .array(Id, "Vui lòng chọn bài hát")
  .max(maxPlaylistSongs, `Một danh sách có tối đa ${maxPlaylistSongs} bài`)
  .transform((ids) => [...new Set(ids)]);
const SomeSongIds = SongIds.refine((ids) => ids.length > 0, "Vui lòng chọn bài hát");

const CoverSong = z.object({ id: z.int(), title: z.string(), thumbnail_url: text });
/** Fields that are the same for all who see a playlist. */
const shared = {
  /** Of the page `/playlists/{token}`. */
  token: z.string(),
  title: z.string(),
  /** Number of its songs that are shown. */
  song_count: z.int(),
  /** The first four songs. */
  covers: z.array(CoverSong),
};

export const PublicPlaylist = z
  .object({ ...shared, /** The owner's given name. */ owner: text })
  .meta({ id: "PublicPlaylist" });
export type PublicPlaylist = z.output<typeof PublicPlaylist>;

const ownFields = {
  id: z.int(),
  visibility: Visibility,
  /** Null unless it is to be public. */
  review: Review.nullable(),
  /** Why it was refused. */
  reason: text,
  /** Raised by each change; an order of songs names the one that it was made in. */
  version: z.int(),
};

/** A playlist in its owner's list. */
export const OwnPlaylist = z
  .object({
    ...shared,
    ...ownFields,
    /** Whether the song of the query is in it; only with one. */
    has_song: z.boolean().optional(),
    updated_at: Time,
  })
  .meta({ id: "OwnPlaylist" });
export type OwnPlaylist = z.output<typeof OwnPlaylist>;

export const PlaylistSong = z
  .object({
    id: z.int(),
    title: z.string(),
    artist: text,
    /** Null for one that the caller may not hear. */
    audio_url: text,
    thumbnail_url: text,
    is_premium: z.boolean(),
    /** Seconds. */
    duration: z.number().nullable(),
  })
  .meta({ id: "PlaylistSong" });
export type PlaylistSong = z.output<typeof PlaylistSong>;

/** A playlist as its page shows it. */
export const Playlist = z
  .object({
    ...shared,
    owner: text,
    /** Whether everybody may find it: public and approved. */
    is_listed: z.boolean(),
    /** For its owner alone. */
    own: z.object(ownFields).nullable(),
    /** In order. */
    songs: z.array(PlaylistSong),
  })
  .meta({ id: "Playlist" });
export type Playlist = z.output<typeof Playlist>;

export const PlaylistBody = z
  .object({
    title: Title.optional(),
    song_ids: SongIds.optional(),
    /** Token of a playlist whose title and songs the new one gets. */
    copy_of: z.string("Địa chỉ danh sách không hợp lệ").max(100, "Địa chỉ danh sách không hợp lệ").optional(),
  })
  .refine(({ title, copy_of }) => title !== undefined || copy_of !== undefined, {
    path: ["title"],
    error: "Vui lòng đặt tên cho danh sách",
  });
export type PlaylistBody = z.output<typeof PlaylistBody>;

/** Fields that are left out keep their values. */
export const PlaylistChange = z.object({ title: Title, visibility: Visibility }).partial();
export type PlaylistChange = z.output<typeof PlaylistChange>;

export const PlaylistOrder = z.object({
  song_ids: SongIds,
  seen: z.int("Phiên bản không hợp lệ"),
});
export type PlaylistOrder = z.output<typeof PlaylistOrder>;

/** A public playlist as administrators see it. */
export const AdminPlaylist = z
  .object({
    ...shared,
    id: z.int(),
    owner_id: z.int(),
    owner: text,
    review: Review,
    reason: text,
    /** When it was changed last. */
    updated_at: Time,
  })
  .meta({ id: "AdminPlaylist" });
export type AdminPlaylist = z.output<typeof AdminPlaylist>;

export const adminPlaylistSorts = {
  orders: { updated_at: "desc" },
  default: "updated_at",
} as const satisfies Sorts;
export const AdminPlaylistQuery = listQuery({ review: Review.optional(), ...sorting(adminPlaylistSorts), ...paging });
export type AdminPlaylistQuery = z.output<typeof AdminPlaylistQuery>;

/** Approves or refuses a playlist as it was when the caller read it: one that was changed since is a 409. */
export const PlaylistDecision = z
  .object({
    review: z.enum(["approved", "refused"], "Quyết định không hợp lệ"),
    /** For the owner; needed to refuse. */
    reason: optionalName(refusalLength),
    updated_at: z.string("Giá trị không hợp lệ").max(40, "Giá trị không hợp lệ"),
  })
  .refine(({ review, reason }) => review === "approved" || !!reason, {
    path: ["reason"],
    error: "Vui lòng viết lý do để người tạo biết cần sửa gì",
  });
export type PlaylistDecision = z.output<typeof PlaylistDecision>;

const tag = "Danh sách phát";
const own = { access: ["user"], tag, params: IdParams } as const;

export const playlists = {
  "GET /api/me/playlists": {
    access: ["user"],
    tag,
    summary: "Các danh sách phát của mình, mới sửa trước",
    query: z.object({
      song_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã bài hát không hợp lệ").optional(),
    }),
    reply: z.array(OwnPlaylist),
  },
  "POST /api/me/playlists": {
    access: ["user"],
    tag,
    summary: "Tạo danh sách phát, có thể kèm bài hát, hoặc lưu bản sao của một danh sách khác",
    body: PlaylistBody,
    reply: OwnPlaylist,
    status: 201,
    rateLimit: { name: "play" },
    errors: ["not_found", "conflict"],
  },
  "PUT /api/me/playlists/{id}": {
    ...own,
    summary: "Đổi tên hoặc cách chia sẻ một danh sách của mình; danh sách công khai đổi tên thì chờ duyệt lại",
    body: PlaylistChange,
    reply: OwnPlaylist,
    rateLimit: { name: "play" },
  },
  "DELETE /api/me/playlists/{id}": { ...own, summary: "Xóa một danh sách của mình; các bài hát vẫn còn", reply: Done },
  "POST /api/me/playlists/{id}/songs": {
    ...own,
    summary: "Thêm bài vào cuối danh sách của mình; bài đã có thì giữ nguyên",
    body: z.object({ song_ids: SomeSongIds }),
    reply: OwnPlaylist,
    rateLimit: { name: "play" },
    errors: ["conflict"],
  },
  "DELETE /api/me/playlists/{id}/songs/{song_id}": {
    ...own,
    summary: "Bỏ một bài khỏi danh sách của mình",
    params: z.object({ id: IdParams.shape.id, song_id: IdParams.shape.id }),
    reply: OwnPlaylist,
    rateLimit: { name: "play" },
  },
  "PUT /api/me/playlists/{id}/songs": {
    ...own,
    summary: "Sắp xếp lại danh sách của mình, theo phiên bản đã thấy",
    body: PlaylistOrder,
    reply: OwnPlaylist,
    rateLimit: { name: "play" },
    errors: ["conflict"],
  },
  "GET /api/playlists": {
    access: "public",
    tag,
    summary: "Các danh sách phát công khai đã duyệt, mới duyệt trước",
    query: z.object(paging),
    reply: z.array(PublicPlaylist),
    counted: true,
  },
  "GET /api/playlists/{token}": {
    access: "public",
    tag,
    summary: "Một danh sách phát cùng các bài hát theo thứ tự",
    params: z.object({ token: z.string() }),
    reply: Playlist,
  },
  "GET /api/admin/playlists": {
    access: ["admin"],
    tag,
    summary: "Các danh sách mà chủ muốn công khai",
    query: AdminPlaylistQuery,
    reply: z.array(AdminPlaylist),
    counted: true,
  },
  "GET /api/admin/playlists/tabs": {
    access: ["admin"],
    tag,
    summary: "Số danh sách của mỗi thẻ",
    reply: tabCounts(playlistReviews),
  },
  "PUT /api/admin/playlists/{id}": {
    access: ["admin"],
    tag,
    summary: "Duyệt hoặc từ chối một danh sách công khai",
    params: IdParams,
    body: PlaylistDecision,
    reply: AdminPlaylist,
    errors: ["conflict"],
  },
} as const satisfies Endpoints;
