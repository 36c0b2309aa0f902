/** All SQL of reviews and of their approvals. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { type ReviewListQuery, reviewSorts } from "#contract/request-reviews.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type List, listReader } from "#server/platform/db/list.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ReviewRow = Selectable<Tables["request_reviews"]>;
/** A review with whether it is approved. */
export type StatedReview = ReviewRow & { approved_at: string | null };

const columns = [
  "id",
  "request_id",
  "stars",
  "text",
  "name",
  "is_public",
  "is_story_quoted",
  "hidden_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof ReviewRow)[];

const approved = "exists (select 1 from review_approvals where review_id = request_reviews.id)";
const reviewList: List<"request_reviews", (typeof columns)[number], keyof typeof reviewSorts.orders> = {
  table: "request_reviews",
  columns,
  filters: {},
  choices: {
    state: {
      waiting: `is_public and hidden_at is null and not ${approved}`,
      shown: approved,
      hidden: "hidden_at is not null",
      private: "not is_public",
    },
  },
  sorts: reviewSorts,
  sortColumns: { created_at: { column: "created_at", isText: false } },
};

/** Reads the administrators' list. */
export function reviewListReader(db: Db, dialect: Dialect) {
  const reader = listReader(db, dialect, reviewList);
  return {
    page: (query: ReviewListQuery) => reader.page(query),
    count: (state?: ReviewListQuery["state"]) => reader.count({ state }),
  };
}

export function reviewsRepository(db: Db) {
  const withApproval = () =>
    db
      .selectFrom("request_reviews")
      .leftJoin("review_approvals", "review_approvals.review_id", "request_reviews.id")
      .selectAll("request_reviews")
      .select("review_approvals.approved_at");
  const shown = () =>
    db
      .selectFrom("review_approvals")
      .innerJoin("request_reviews", "request_reviews.id", "review_approvals.review_id")
      .innerJoin("song_requests", "song_requests.id", "request_reviews.request_id");

  return {
    find: (id: number): Promise<StatedReview | undefined> =>
      withApproval().where("request_reviews.id", "=", id).executeTakeFirst(),

    ofRequest: (requestId: number): Promise<StatedReview | undefined> =>
      withApproval().where("request_id", "=", requestId).executeTakeFirst(),

    /** Returns those of some reviews that are approved. */
    async approvedOf(ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom("review_approvals").select("review_id").where("review_id", "in", ids).execute();
      return rows.map(({ review_id }) => review_id);
    },

    async insert(values: Insertable<Tables["request_reviews"]>): Promise<void> {
      await db.insertInto("request_reviews").values(values).execute();
    },

    async update(id: number, values: Updateable<Tables["request_reviews"]>): Promise<void> {
      await db.updateTable("request_reviews").set(values).where("id", "=", id).execute();
    },

    /** Removes the review of a request with its approval. */
    async remove(requestId: number): Promise<void> {
      await db.deleteFrom("request_reviews").where("request_id", "=", requestId).execute();
    },

    async approve(id: number, approved_at: string): Promise<void> {
      await db.insertInto("review_approvals").values({ review_id: id, approved_at }).execute();
    },

    async disapprove(id: number): Promise<void> {
      await db.deleteFrom("review_approvals").where("review_id", "=", id).execute();
    },

    /** Returns the shown reviews, the newest first. */
    newestShown(limit: number) {
      return shown()
        .select([
          "request_reviews.stars",
          "request_reviews.text",
          "request_reviews.name",
          "request_reviews.created_at",
          "song_requests.occasion",
        ])
        .orderBy("request_reviews.created_at", "desc")
        .orderBy("request_reviews.id", "desc")
        .limit(limit)
        .execute();
    },

    /** Returns the number of the shown reviews and the sum of their stars. */
    sums(): Promise<{ count: number; stars: number }> {
      return db
        .selectFrom("review_approvals")
        .innerJoin("request_reviews", "request_reviews.id", "review_approvals.review_id")
        .select((s) => [
          s.fn.countAll<number>().as("count"),
          s.cast<number>(s.fn.coalesce(s.fn.sum("stars"), sql.lit(0)), "bigint").as("stars"),
        ])
        .executeTakeFirstOrThrow();
    },

    /** Returns the shown reviews of the requests that songs of the library were made of. */
    async shownOfSongs(songIds: readonly number[]) {
      if (songIds.length === 0) return [];
      return shown()
        .select([
          "song_requests.song_id",
          "song_requests.request_content",
          "request_reviews.text",
          "request_reviews.name",
          "request_reviews.is_story_quoted",
        ])
        .where("song_requests.song_id", "in", songIds)
        .execute();
    },
  };
}
