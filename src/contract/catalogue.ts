/** The catalogue: categories and songs, plays and likes. */
import { z } from "zod";
import {
  Done,
  type Endpoints,
  flag,
  Id,
  IdParams,
  largeBodyLimit,
  paging,
  searchText,
  Time,
  wholeNumber,
} from "./endpoint.ts";
import {
  imageUrl,
  isPageAddress,
  name,
  optionalName,
  optionalText,
  ReleaseTime,
  wrongReleaseTime,
  yesNo,
} from "./fields.ts";
import { isStorageAddress } from "./file-address.ts";
import { fold } from "./fold.ts";
import { listQuery } from "./list.ts";
import { listEndpoints } from "./list-family.ts";
import { maxLyrics } from "./lyrics/document.ts";
import { LinesDocumentBody, PublishedLines } from "./song-lines.ts";
import { SeenVersion, Version } from "./version.ts";

export const categoryTypes = ["entertainment", "educational"] as const;
export const CategoryType = z.enum(categoryTypes, "Loại thể loại không hợp lệ");

export const Category = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    icon_url: z.string().nullable(),
    category_type: CategoryType,
    is_active: z.boolean(),
    is_featured: z.boolean(),
    created_at: Time,
    /** For the administrator only. */
    version: Version,
  })
  .meta({ id: "Category" });
export type Category = z.output<typeof Category>;

export const CategoryWithCount = Category.extend({ song_count: z.int() }).meta({ id: "CategoryWithCount" });
export type CategoryWithCount = z.output<typeof CategoryWithCount>;

const categoryFields = {
  name: name(100, "Tên thể loại không được để trống"),
  description: optionalText(2000),
  icon_url: imageUrl(2000),
  category_type: CategoryType,
  is_active: yesNo,
  is_featured: yesNo,
};
export const CategoryBody = z.object({
  ...categoryFields,
  category_type: CategoryType.default("entertainment"),
  is_active: yesNo.default(true),
  is_featured: yesNo.default(false),
});
/** Fields that are left out keep their values. */
export const CategoryChange = z.object(categoryFields).partial().extend({ version: SeenVersion });

export const SongCategory = Category.pick({
  id: true,
  name: true,
  description: true,
  category_type: true,
  is_active: true,
});

/** `missing`: no such file; `damaged`: not as long as it was stored; `unreadable`: no audio in it. */
export const audioFaults = ["missing", "damaged", "unreadable"] as const;
export type AudioFault = (typeof audioFaults)[number];
/** What a song may lack: a cover, lyrics, audio that plays. */
export const songLacks = ["cover", "lyrics", "audio"] as const;

/** Where a search is in the lyrics of a song: the line in three parts. */
export const LyricsHit = z
  .object({
    before: z.string(),
    found: z.string(),
    after: z.string(),
    /** BCP 47; null where it is not known. */
    lang: z.string().nullable(),
    /** The line that is sung, where its reading or its translation was found. */
    sung: z.object({ text: z.string(), lang: z.string().nullable() }).nullable(),
    /** When the line is sung; null for a line without a time. */
    start_ms: z.int().nullable(),
  })
  .meta({ id: "LyricsHit" });
export type LyricsHit = z.output<typeof LyricsHit>;

export const Song = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    artist: z.string().nullable(),
    lyrics: z.string().nullable(),
    audio_url: z.string().nullable(),
    /** Signed link for playback; for the administrator only. */
    stream_url: z.string().nullable().optional(),
    /** Why the stored audio does not play, as the last check found; for the administrator only. */
    audio_fault: z.enum(audioFaults).nullable().optional(),
    /** Signed address of the page that shows a hidden song as visitors would see it, for two hours at most; for the administrator only. */
    preview_url: z.string().nullable().optional(),
    /** The loudest seconds of a Premium song, for callers who may not hear it whole; null while they are not cut, and for all others. */
    sample_url: z.string().nullable(),
    thumbnail_url: z.string().nullable(),
    category_ids: z.array(z.int()),
    categories: z.array(SongCategory),
    is_active: z.boolean(),
    is_featured: z.boolean(),
    is_premium: z.boolean(),
    is_ai_generated: z.literal(true),
    play_count: z.int(),
    likes_count: z.int(),
    /** True when the calling user likes the song; only for a single song read with a user's token. */
    liked: z.boolean().optional(),
    /** Seconds. */
    duration: z.number().nullable(),
    /** Loudness in equal slices of time, 0 to 100; only for a single song. */
    waveform: z.array(z.int()).nullable().optional(),
    /** Whether published lines with times are there that the caller may read; only for a single song. */
    has_timed_lines: z.boolean().optional(),
    /** Whether those lines are in another language than Vietnamese, to learn with; only for a single song. */
    has_foreign_lines: z.boolean().optional(),
    /** Where its lyrics have the words of a search that found it by them alone; for callers who may read them. */
    lyrics_hit: LyricsHit.nullable().optional(),
    created_at: Time,
    /** When a hidden song is shown by itself; for the administrator only. */
    release_at: Time.nullable().optional(),
    /** For the administrator only. */
    version: Version,
  })
  .meta({ id: "Song" });
export type Song = z.output<typeof Song>;

/** As ISO in UTC. */
const releaseTime = ReleaseTime.transform((time) => new Date(time).toISOString());

const audioMissing = "Vui lòng nhập URL âm thanh hoặc tải lên file audio";
const songFields = {
  title: name(200, "Tên bài hát không được để trống"),
  description: optionalText(5000),
  artist: optionalName(200),
  lyrics: z
    .string("Giá trị không hợp lệ")
    .max(maxLyrics, "Không được dài quá 50000 ký tự")
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() ? value : null)),
  audio_url: z
    .string({ error: audioMissing })
    .trim()
    .min(1, audioMissing)
    .max(2000, "Không được dài quá 2000 ký tự")
    .refine((value) => isStorageAddress(value) || isPageAddress(value), "Địa chỉ âm thanh không hợp lệ"),
  thumbnail_url: imageUrl(2000),
  category_ids: z
    .array(Id, { error: "Vui lòng chọn ít nhất một thể loại" })
    .min(1, "Vui lòng chọn ít nhất một thể loại")
    .max(50, "Quá nhiều thể loại")
    .transform((ids) => [...new Set(ids)]),
  is_active: yesNo,
  is_featured: yesNo,
  is_premium: yesNo,
  /** When the song, which must be hidden, is shown by itself. Showing it by hand clears it. */
  release_at: z.union([releaseTime, z.literal("").transform(() => null)], wrongReleaseTime).nullish(),
};
export const SongBody = z.object({
  ...songFields,
  /** Without it, a song whose audio is the file of another one is refused with 409 and the reason `same_file`. */
  allow_same_file: yesNo.default(false),
  /** Lines of the tags of its audio, which become a draft. */
  lines: LinesDocumentBody.nullish(),
  is_active: yesNo.default(true),
  is_featured: yesNo.default(false),
  is_premium: yesNo.default(false),
});
/** Fields that are left out keep their values. */
export const SongChange = z.object(songFields).partial().extend({ version: SeenVersion });

const songFilter = {
  category_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã thể loại không hợp lệ").optional(),
  /** Folded, so that all spellings of a search are one filter. */
  search: searchText.transform((text) => (text && fold(text)) || undefined).optional(),
  featured: flag.optional(),
  premium: flag.optional(),
  /** Has no effect for callers who see active songs only. */
  active: flag.optional(),
  /** Songs that are shown at a set time; for callers who see active songs only there are none. */
  release: z.enum(["scheduled"], "Bộ lọc phát hành không hợp lệ").optional(),
  /** Songs that lack something; has no effect for callers who see active songs only. */
  lacks: z.enum(songLacks, "Lựa chọn không hợp lệ").optional(),
};
export const SongFilter = listQuery(songFilter);
export type SongFilter = z.output<typeof SongFilter>;
export const SongListQuery = listQuery({ ...songFilter, ...paging });
export type SongListQuery = z.output<typeof SongListQuery>;

/** Expiry (seconds) and signature of a signed address. */
const SignedQuery = z.object({
  expires: z.string().max(12).default(""),
  signature: z.string().max(100).default(""),
});

/** Songs like another one that are given at once. */
const mostSimilar = 50;

const Likes = z.object({ liked: z.boolean(), likes_count: z.int() });
const songs = "Bài hát";
const categories = "Thể loại";
const songList = listEndpoints({ access: "public", tag: songs, row: Song, Filter: SongFilter, Query: SongListQuery });

export const catalogue = {
  "GET /api/categories": {
    access: "public",
    tag: categories,
    summary: "Tất cả thể loại",
    query: z.object({ featured: flag.optional() }),
    reply: z.array(Category),
    counted: true,
  },
  "GET /api/categories/with-song-count": {
    access: "public",
    tag: categories,
    summary: "Tất cả thể loại, kèm số bài hát đang phát hành",
    reply: z.array(CategoryWithCount),
    counted: true,
  },
  "POST /api/categories": {
    access: ["admin"],
    tag: categories,
    summary: "Thêm thể loại",
    body: CategoryBody,
    reply: Category,
    status: 201,
  },
  "GET /api/categories/{id}": {
    access: "public",
    tag: categories,
    summary: "Một thể loại",
    params: IdParams,
    reply: Category,
  },
  "PUT /api/categories/{id}": {
    access: ["admin"],
    tag: categories,
    summary: "Sửa thể loại",
    params: IdParams,
    body: CategoryChange,
    reply: Category,
  },
  "DELETE /api/categories/{id}": {
    access: ["admin"],
    tag: categories,
    summary: "Xóa thể loại",
    params: IdParams,
    reply: Done,
  },
  "GET /api/songs": songList.rows(
    "Bài hát, mới nhất trước; khi tìm, các bài khớp tên hoặc tác giả đứng trước, rồi đến các bài có câu hát ấy trong lời",
  ),
  "GET /api/songs/count": songList.count("Số bài hát khớp bộ lọc của danh sách"),
  "GET /api/songs/{id}": {
    access: "public",
    tag: songs,
    summary: "Một bài hát",
    params: IdParams,
    reply: Song,
  },
  "GET /api/songs/{id}/similar": {
    access: "public",
    tag: songs,
    summary: "Các bài giống một bài hát, giống nhất trước, để nghe tiếp khi danh sách đã hết",
    params: IdParams,
    query: z.object({
      limit: wholeNumber(1, mostSimilar, `limit phải từ 1 đến ${mostSimilar}`).default(20),
    }),
    reply: z.array(Song),
  },
  "GET /api/songs/{id}/preview": {
    access: "public",
    tag: songs,
    summary: "Một bài hát đang ẩn như khách sẽ thấy, theo địa chỉ xem thử có chữ ký và thời hạn",
    params: IdParams,
    query: SignedQuery,
    reply: Song,
  },
  "GET /api/songs/{id}/preview/lines": {
    access: "public",
    tag: songs,
    summary: "Lời theo dòng của một bài hát đang ẩn, theo địa chỉ xem thử có chữ ký và thời hạn",
    params: IdParams,
    query: SignedQuery,
    reply: PublishedLines,
  },
  "POST /api/songs": {
    access: ["admin"],
    tag: songs,
    summary: "Thêm bài hát",
    body: SongBody,
    bodyLimit: 2 * largeBodyLimit,
    reply: Song,
    status: 201,
  },
  "PUT /api/songs/{id}": {
    access: ["admin"],
    tag: songs,
    summary: "Sửa bài hát",
    params: IdParams,
    body: SongChange,
    bodyLimit: largeBodyLimit,
    reply: Song,
  },
  "DELETE /api/songs/{id}": {
    access: ["admin"],
    tag: songs,
    summary: "Xóa bài hát và file của nó",
    params: IdParams,
    reply: Done,
  },
  "GET /api/songs/{id}/download": {
    access: ["user"],
    tag: songs,
    summary: "Đường dẫn để tải bài hát về máy, cho tài khoản Premium còn hạn",
    params: IdParams,
    reply: z.object({
      /** A signed link below `/uploads` that saves the file under its artist and title; the address itself of a file of another site. */
      url: z.string(),
    }),
    rateLimit: { name: "download" },
  },
  "POST /api/songs/{id}/play": {
    access: "public",
    tag: songs,
    summary: "Ghi một lượt nghe (mỗi người nghe và bài hát một lần trong 30 phút)",
    params: IdParams,
    reply: z.object({ counted: z.boolean() }),
    rateLimit: { name: "play" },
  },
  "POST /api/songs/{id}/like": {
    access: ["user"],
    tag: songs,
    summary: "Thích bài hát",
    params: IdParams,
    reply: Likes,
  },
  "DELETE /api/songs/{id}/like": {
    access: ["user"],
    tag: songs,
    summary: "Bỏ thích bài hát",
    params: IdParams,
    reply: Likes,
  },
} as const satisfies Endpoints;
