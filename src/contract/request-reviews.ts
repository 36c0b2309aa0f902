/** Reviews of customers of the song that they accepted; shown on `/request` with their consent and an administrator's approval. */
import { z } from "zod";
import { Done, type Endpoints, IdParams, paging, Time } from "./endpoint.ts";
import { optionalName, optionalText, yesNo } from "./fields.ts";
import { listQuery, type Sorts, sorting, tabCounts } from "./list.ts";
import { occasions } from "./occasions.ts";

/** `private`: without the customer's consent; `waiting` for an administrator; `hidden` by one. */
export const reviewStates = ["waiting", "shown", "hidden", "private"] as const;
export const ReviewState = z.enum(reviewStates, `state phải là ${reviewStates.join(", ")}`);
export type ReviewState = z.output<typeof ReviewState>;

const starsMissing = "Vui lòng chọn từ 1 đến 5 sao";

/** A review is saved whole. */
export const ReviewBody = z
  .object({
    stars: z.int(starsMissing).min(1, starsMissing).max(5, starsMissing),
    text: optionalText(1000),
    /** The name that it is shown under. */
    name: optionalName(60),
    /** The consent to show it. */
    is_public: yesNo.default(false),
    /** The consent to quote the beginning of the customer's story beside the song; without effect unless the review may be shown. */
    is_story_quoted: yesNo.default(false),
  })
  .refine(({ is_public, name }) => !is_public || !!name, {
    path: ["name"],
    error: "Vui lòng nhập tên bạn muốn hiện",
  });
export type ReviewBody = z.output<typeof ReviewBody>;

const stars = z.int();
const text = z.string().nullable();

/** A review as its customer sees it. */
export const RequestReview = z
  .object({ stars, text, name: text, is_public: z.boolean(), is_story_quoted: z.boolean(), state: ReviewState })
  .meta({ id: "RequestReview" });
export type RequestReview = z.output<typeof RequestReview>;

/** A review as administrators see it. */
export const AdminReview = RequestReview.extend({
  id: z.int(),
  request_id: z.int(),
  /** Of the request. */
  code: z.string(),
  customer_name: z.string(),
  occasion: text,
  /** The beginning of the story, as it would be quoted; null without that consent. */
  story: text,
  created_at: Time,
  updated_at: Time,
}).meta({ id: "AdminReview" });
export type AdminReview = z.output<typeof AdminReview>;

/** Shows or hides a review, as it was when the caller read it: one that the customer has changed since is a 409. */
export const ReviewChange = z.object({
  is_shown: yesNo,
  updated_at: z.string("Giá trị không hợp lệ").max(40, "Giá trị không hợp lệ"),
});
export type ReviewChange = z.output<typeof ReviewChange>;

export const reviewSorts = {
  orders: { created_at: "desc" },
  default: "created_at",
} as const satisfies Sorts;
export const ReviewListQuery = listQuery({ state: ReviewState.optional(), ...sorting(reviewSorts), ...paging });
export type ReviewListQuery = z.output<typeof ReviewListQuery>;

/** Shown reviews that an average needs. */
export const reviewsForAverage = 10;

export const PublicReview = z
  .object({
    stars,
    text,
    name: z.string(),
    /** Null for an occasion in the customer's own words. */
    occasion: z.enum(occasions).nullable(),
    /** `YYYY-MM` in Vietnam. */
    month: z.string(),
  })
  .meta({ id: "PublicReview" });
export type PublicReview = z.output<typeof PublicReview>;

export const PublicReviews = z
  .object({
    /** The newest ones, at most 6. */
    items: z.array(PublicReview),
    /** Number of all shown reviews. */
    count: z.int(),
    /** Of their stars, to one decimal; null below ten reviews. */
    average: z.number().nullable(),
  })
  .meta({ id: "PublicReviews" });
export type PublicReviews = z.output<typeof PublicReviews>;

const TokenParams = z.object({ token: z.string() });
const tag = "Lời khách";

export const requestReviews = {
  "PUT /api/requests/{token}/review": {
    access: "public",
    tag,
    summary: "Khách đánh giá bài hát đã nhận, hoặc sửa đánh giá và sự cho phép hiện nó",
    params: TokenParams,
    body: ReviewBody,
    reply: RequestReview,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "DELETE /api/requests/{token}/review": {
    access: "public",
    tag,
    summary: "Khách xóa đánh giá của mình",
    params: TokenParams,
    reply: Done,
    rateLimit: { name: "form" },
  },
  "GET /api/song-requests/public/reviews": {
    access: "public",
    tag,
    summary: "Đánh giá được hiện, mới nhất trước, với số lượng và điểm trung bình từ mười đánh giá",
    reply: PublicReviews,
  },
  "GET /api/admin/reviews": {
    access: ["admin"],
    tag,
    summary: "Tất cả đánh giá của khách, mới nhất trước",
    query: ReviewListQuery,
    reply: z.array(AdminReview),
    counted: true,
  },
  "GET /api/admin/reviews/tabs": {
    access: ["admin"],
    tag,
    summary: "Số đánh giá của mỗi thẻ trong danh sách",
    reply: tabCounts(reviewStates),
  },
  "PUT /api/admin/reviews/{id}": {
    access: ["admin"],
    tag,
    summary: "Hiện hoặc ẩn một đánh giá mà khách cho phép hiện",
    params: IdParams,
    body: ReviewChange,
    reply: AdminReview,
    errors: ["conflict"],
  },
} as const satisfies Endpoints;
