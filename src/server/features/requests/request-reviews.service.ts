/**
 * What customers say of the song that they accepted. A review is shown while its customer allows it and an administrator has approved it as it
 * is (docs/rooms/request-page.md#reviews).
 */
import { ApiError } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import { knownOccasion } from "#contract/occasions.ts";
import {
  type AdminReview,
  type PublicReviews,
  type RequestReview,
  type ReviewBody,
  type ReviewChange,
  type ReviewListQuery,
  type ReviewState,
  reviewsForAverage,
} from "#contract/request-reviews.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { assertHasPage, noRequest } from "./request-life.ts";
import {
  type ReviewRow,
  reviewListReader,
  reviewsRepository,
  type StatedReview,
} from "./request-reviews.repository.ts";
import { summaryOf } from "./request-views.ts";
import type { RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

const noReview = "Không tìm thấy đánh giá này";
const maxShown = 6;

export interface RequestReviews {
  /**
   * Saves the customer's review; the same once more changes nothing. One that says or shows anything else than before waits for another
   * approval.
   * @throws ApiError `not_found`; `conflict` before the song is accepted.
   */
  save(token: string, body: ReviewBody): Promise<RequestReview>;
  /** Removes the customer's review, if there is one. @throws ApiError `not_found` for an unknown address. */
  remove(token: string): Promise<void>;
  page(query: ReviewListQuery): Promise<{ rows: AdminReview[]; total: number }>;
  tabs(): Promise<TabCounts<ReviewState>>;
  /** Counts the reviews that wait for an administrator. */
  countWaiting(): Promise<number>;
  /** Shows or hides a review. @throws ApiError `not_found`; `conflict` without consent, or when the customer has changed it. */
  change(caller: AdminCaller, id: number, body: ReviewChange): Promise<AdminReview>;
  /** Returns the shown reviews as visitors see them. */
  shown(): Promise<PublicReviews>;
  /** Returns what customers say beside their songs of the library: the beginning of the story where it may be quoted, else of the review. */
  quotesOf(songIds: readonly number[]): Promise<Map<number, { text: string; name: string }>>;
}

export interface ReviewsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  writes: Pick<RequestWrites, "lock">;
}

export function createRequestReviews({ database, writes }: ReviewsDeps): RequestReviews {
  const { db, commit, dialect } = database;
  const reader = reviewListReader(db, dialect);

  /** Runs a change of the review of a locked request. */
  async function changeOf<T>(token: string, change: (tx: Tx, request: RequestRow) => Promise<T>): Promise<T> {
    const { id } = await findOrThrow(requestsRepository(db).byPageToken(token), noRequest);
    return commit(async (tx) => {
      const request = await writes.lock(tx, id);
      assertHasPage(request);
      return change(tx, request);
    });
  }

  async function forAdmin(rows: readonly StatedReview[]): Promise<AdminReview[]> {
    const requests = await requestsRepository(db).byIds(rows.map(({ request_id }) => request_id));
    const byId = new Map(requests.map((request) => [request.id, request]));
    return rows.flatMap((row) => {
      const request = byId.get(row.request_id);
      // Removed between the two reads.
      if (!request) return [];
      const { code, customer_name, occasion, request_content } = request;
      const { id, request_id, created_at, updated_at } = row;
      const story = row.is_story_quoted ? summaryOf(request_content) : null;
      return { ...reviewOf(row), id, request_id, code, customer_name, occasion, story, created_at, updated_at };
    });
  }

  return {
    save: (token, body) =>
      changeOf(token, async (tx, request) => {
        const repository = reviewsRepository(tx);
        const stored = await repository.ofRequest(request.id);
        assertReviewable(request, stored !== undefined);
        const { stars, text = null, name = null, is_public } = body;
        const fields = { stars, text, name, is_public, is_story_quoted: is_public && body.is_story_quoted };
        // Never the same as before, since approvals name it.
        const earliest = stored ? Date.parse(stored.updated_at) + 1 : 0;
        const now = new Date(Math.max(Date.now(), earliest)).toISOString();
        if (!stored) {
          await repository.insert({ ...fields, request_id: request.id, created_at: now, updated_at: now });
        } else if (!isSame(stored, fields)) {
          await repository.update(stored.id, { ...fields, hidden_at: null, updated_at: now });
          await repository.disapprove(stored.id);
          // Only the quotation is withdrawn: all that is still shown was approved.
          const isLess = stored.is_story_quoted && isSame(stored, { ...fields, is_story_quoted: true });
          if (stored.approved_at !== null && isLess) await repository.approve(stored.id, stored.approved_at);
        }
        return reviewOf(await findOrThrow(repository.ofRequest(request.id), noReview));
      }),

    remove: (token) => changeOf(token, (tx, { id }) => forgetReview(tx, id)),

    async page(query) {
      const { rows, total } = await reader.page(query);
      const approved = new Set(await reviewsRepository(db).approvedOf(rows.map(({ id }) => id)));
      const stated = rows.map((row) => ({ ...row, approved_at: approved.has(row.id) ? row.updated_at : null }));
      return { rows: await forAdmin(stated), total };
    },

    async tabs() {
      const [all, waiting, shown, hidden, isPrivate] = await Promise.all([
        reader.count(),
        reader.count("waiting"),
        reader.count("shown"),
        reader.count("hidden"),
        reader.count("private"),
      ]);
      return { all, waiting, shown, hidden, private: isPrivate };
    },

    countWaiting: () => reader.count("waiting"),

    async change(caller, id, { is_shown, updated_at }) {
      const { request_id } = await findOrThrow(reviewsRepository(db).find(id), noReview);
      const changed = await commit(async (tx) => {
        const request = await writes.lock(tx, request_id);
        const repository = reviewsRepository(tx);
        const stored = await findOrThrow(repository.find(id), noReview);
        if (stored.updated_at !== updated_at) {
          throw new ApiError("conflict", "Khách vừa sửa đánh giá này, bạn tải lại và đọc lại trước khi quyết định nhé");
        }
        if (!stored.is_public) throw new ApiError("conflict", "Khách không cho phép hiện đánh giá này");
        const before = stateOf(stored);
        if (before === (is_shown ? "shown" : "hidden")) return stored;
        const now = new Date().toISOString();
        await repository.update(id, { hidden_at: is_shown ? null : now });
        if (is_shown) await repository.approve(id, now);
        else await repository.disapprove(id);
        const after = await findOrThrow(repository.find(id), noReview);
        const change = { field: "Đánh giá của khách", from: stateNames[before], to: stateNames[stateOf(after)] };
        await recordAudit(tx, caller, {
          action: "update",
          entity: "song_request",
          id: request_id,
          name: request.code,
          changes: [change],
        });
        return after;
      });
      const [review] = await forAdmin([changed]);
      return findOrThrow(Promise.resolve(review), noReview);
    },

    async shown() {
      const repository = reviewsRepository(db);
      const [rows, { count, stars }] = await Promise.all([repository.newestShown(maxShown), repository.sums()]);
      return {
        items: rows.map(({ created_at, occasion, name, ...review }) => ({
          ...review,
          name: name ?? "",
          occasion: knownOccasion(occasion),
          month: vietnamDay(Date.parse(created_at)).slice(0, 7),
        })),
        count,
        average: count < reviewsForAverage ? null : Math.round((10 * stars) / count) / 10,
      };
    },

    async quotesOf(songIds) {
      const rows = await reviewsRepository(db).shownOfSongs(songIds);
      return new Map(
        rows.flatMap(({ song_id, request_content, text, name, is_story_quoted }) => {
          const said = (is_story_quoted && request_content) || text;
          return song_id !== null && said ? [[song_id, { text: summaryOf(said), name: name ?? "" }] as const] : [];
        }),
      );
    },
  };
}

/** Returns what the customer of a request said; null for nothing. */
export async function requestReview(db: Db, requestId: number): Promise<RequestReview | null> {
  const row = await reviewsRepository(db).ofRequest(requestId);
  return row ? reviewOf(row) : null;
}

/** Removes the review of a request, in the transaction that removes what its customer sent. */
export function forgetReview(tx: Tx, requestId: number): Promise<void> {
  return reviewsRepository(tx).remove(requestId);
}

const stateNames: Readonly<Record<ReviewState, string>> = {
  waiting: "Chờ duyệt",
  shown: "Đang hiện",
  hidden: "Đã ẩn",
  private: "Khách không cho hiện",
};

function stateOf({ is_public, hidden_at, approved_at }: StatedReview): ReviewState {
  if (!is_public) return "private";
  if (hidden_at !== null) return "hidden";
  return approved_at === null ? "waiting" : "shown";
}

function reviewOf(row: StatedReview): RequestReview {
  const { stars, text, name, is_public, is_story_quoted } = row;
  return { stars, text, name, is_public, is_story_quoted, state: stateOf(row) };
}

type Fields = Pick<ReviewRow, "stars" | "text" | "name" | "is_public" | "is_story_quoted">;

function isSame(stored: Fields, fields: Fields): boolean {
  return (Object.keys(fields) as (keyof Fields)[]).every((name) => stored[name] === fields[name]);
}

/** A review that there is can be changed whatever became of the request. @throws ApiError `conflict` */
function assertReviewable({ accepted_at, erased_at }: RequestRow, hasReview: boolean): void {
  if (erased_at !== null) {
    throw new ApiError("conflict", "Yêu cầu này đã quá thời hạn lưu giữ nên không đánh giá được nữa");
  }
  if (accepted_at === null && !hasReview) {
    throw new ApiError("conflict", "Bạn nhận bài hát trước rồi hãy đánh giá nhé");
  }
}
