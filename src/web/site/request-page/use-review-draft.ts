import type { RequestReview } from "#contract/request-reviews.ts";
import { writeSession } from "../../lib/storage.ts";
import { useDraft } from "../../lib/use-draft.ts";

/** The customer's part of a review. */
export type GivenReview = Omit<RequestReview, "state">;

const noReview: GivenReview = { stars: 0, text: null, name: null, is_public: false, is_story_quoted: false };

/**
 * The fields of a review while it is written. Those of a first one are kept for this tab; changes to a given one are not.
 * @param review the given one; null before
 */
export function useReviewDraft(requestId: number, review: GivenReview | null) {
  const key = review === null ? (`draft:review:${requestId}` as const) : undefined;
  const { draft, change } = useDraft(key, review ?? noReview, reviewOf);
  return { given: draft, change };
}

/** Returns the review that a stored draft holds; what is no part of one is left out. */
export function reviewOf(draft: Partial<Record<keyof GivenReview, unknown>>): GivenReview {
  const { stars, text, name, is_public, is_story_quoted } = draft;
  return {
    stars: Number.isInteger(stars) && (stars as number) >= 0 && (stars as number) <= 5 ? (stars as number) : 0,
    text: typeof text === "string" ? text : null,
    name: typeof name === "string" ? name : null,
    is_public: is_public === true,
    is_story_quoted: is_story_quoted === true,
  };
}

/** Forgets the draft of a review that was sent. */
export function forgetReviewDraft(requestId: number): void {
  writeSession(`draft:review:${requestId}`, null);
}
