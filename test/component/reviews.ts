/** Complete API replies about reviews and songs to hear, for component tests; tests pass the fields that matter. */
import type { AdminExample } from "#contract/examples.ts";
import type { AdminReview } from "#contract/request-reviews.ts";

const time = "2026-05-04T08:00:00.000Z";

/** Returns a review that waits for an administrator. */
export function aReview(fields: Partial<AdminReview> = {}): AdminReview {
  return {
    id: 1,
    request_id: 7,
    code: "HR2345678M",
    customer_name: "Nguyễn Thị Lan",
    occasion: "Sinh nhật",
    stars: 5,
    text: "Mẹ nghe mà khóc",
    name: "Lan Anh",
    is_public: true,
    is_story_quoted: false,
    state: "waiting",
    story: null,
    created_at: time,
    updated_at: time,
    ...fields,
  };
}

/** Returns a song that visitors hear. */
export function anExample(fields: Partial<AdminExample> = {}): AdminExample {
  return {
    id: 1,
    song_id: 12,
    title: "Xôi nóng đầu ngõ",
    artist: null,
    thumbnail_url: null,
    occasion: "Sinh nhật",
    sort_order: 0,
    quote: { text: "Mẹ nghe mà khóc", name: "Lan Anh" },
    is_demo: false,
    fault: null,
    created_at: time,
    version: "v1",
    ...fields,
  };
}
