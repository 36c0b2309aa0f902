/** Songs to hear before asking for one: made for customers who allowed it, chosen by administrators. */
import { z } from "zod";
import { Done, type Endpoints, Id, IdParams, Time } from "./endpoint.ts";
import { occasions } from "./occasions.ts";
import { SeenVersion, Version } from "./version.ts";

export const maxExamples = 24;

const text = z.string().nullable();
/** The words of its customer: the beginning of the story, or of the review, under the name that the customer chose. */
const ExampleQuote = z.object({ text: z.string(), name: z.string() });

export const Example = z
  .object({
    /** Of the song. */
    id: z.int(),
    title: z.string(),
    artist: text,
    thumbnail_url: text,
    audio_url: z.string(),
    /** Seconds. */
    duration: z.number().nullable(),
    occasion: z.enum(occasions),
    quote: ExampleQuote.nullable(),
    /** Made by the team, for nobody. */
    is_demo: z.boolean(),
  })
  .meta({ id: "Example" });
export type Example = z.output<typeof Example>;

/** Why an example is not heard: its song is hidden, or of Premium, or the customer does not allow it any more. */
export const exampleFaults = ["hidden", "premium", "not_allowed"] as const;

export const AdminExample = z
  .object({
    id: z.int(),
    song_id: z.int(),
    title: z.string(),
    artist: text,
    thumbnail_url: text,
    occasion: z.enum(occasions),
    sort_order: z.int(),
    quote: ExampleQuote.nullable(),
    is_demo: z.boolean(),
    /** Null for one that visitors hear. */
    fault: z.enum(exampleFaults).nullable(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: "AdminExample" });
export type AdminExample = z.output<typeof AdminExample>;

/** A song that can become an example. */
export const ExampleCandidate = z
  .object({
    song_id: z.int(),
    title: z.string(),
    /** Of the request; null for one in the customer's own words. */
    occasion: z.enum(occasions).nullable(),
    /** Code of the request. */
    code: z.string(),
  })
  .meta({ id: "ExampleCandidate" });
export type ExampleCandidate = z.output<typeof ExampleCandidate>;

const placeRule = "Thứ tự phải là số nguyên không âm";
const fields = {
  song_id: Id,
  occasion: z.enum(occasions, "Vui lòng chọn dịp"),
  /** The least comes first. */
  sort_order: z.int(placeRule).min(0, placeRule).max(1_000_000, "Thứ tự không được lớn hơn 1.000.000"),
};
export const ExampleBody = z.object({ ...fields, sort_order: fields.sort_order.default(0) });
export type ExampleBody = z.output<typeof ExampleBody>;
/** Fields that are left out keep their values. */
export const ExampleChange = z.object(fields).partial().extend({ version: SeenVersion });
export type ExampleChange = z.output<typeof ExampleChange>;

const tag = "Bài nghe thử";

export const examples = {
  "GET /api/song-requests/public/examples": {
    access: "public",
    tag,
    summary: "Các bài nghe thử trước khi đặt, theo thứ tự",
    reply: z.array(Example),
  },
  "GET /api/admin/examples": {
    access: ["admin"],
    tag,
    summary: "Tất cả bài nghe thử, theo thứ tự, cả bài khách không nghe được nữa",
    reply: z.array(AdminExample),
  },
  "GET /api/admin/examples/candidates": {
    access: ["admin"],
    tag,
    summary: "Những bài trong thư viện làm theo yêu cầu, mà khách cho phép và chưa là bài nghe thử",
    reply: z.array(ExampleCandidate),
  },
  "POST /api/admin/examples": {
    access: ["admin"],
    tag,
    summary: "Thêm một bài nghe thử",
    body: ExampleBody,
    reply: AdminExample,
    status: 201,
    errors: ["conflict"],
  },
  "PUT /api/admin/examples/{id}": {
    access: ["admin"],
    tag,
    summary: "Sửa dịp và thứ tự của một bài nghe thử, hoặc đổi bài",
    params: IdParams,
    body: ExampleChange,
    reply: AdminExample,
  },
  "DELETE /api/admin/examples/{id}": {
    access: ["admin"],
    tag,
    summary: "Bỏ một bài nghe thử; bài hát vẫn ở trong thư viện",
    params: IdParams,
    reply: Done,
  },
} as const satisfies Endpoints;
