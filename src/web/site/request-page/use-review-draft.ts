import { useEffect, useState } from "react";
import type { RequestReview } from "#contract/request-reviews.ts";
import { readSession, writeSession } from "../../lib/storage.ts";

/** The customer's part of a review. */
export type GivenReview = Omit<RequestReview, "state">;

const noReview: GivenReview = { stars: 0, text: null, name: null, is_public: false, is_story_quoted: false };

/**
 * The fields of a review while it is written. Those of a first one are kept for this tab; changes to a given one are not.
 * @param review the given one; null before
 */
export function useReviewDraft(requestId: number, review: GivenReview | null) {
  const [given, setGiven] = useState(review ?? noReview);
  const isFirst = review === null;
  // Read after hydration: the server's HTML knows no draft.
  useEffect(() => {
    if (isFirst) setGiven(readDraft(requestId));
  }, [requestId, isFirst]);
  return {
    given,
    change(fields: Partial<GivenReview>) {
      const changed = { ...given, ...fields };
      setGiven(changed);
      if (isFirst) writeSession(`reviewDraft:${requestId}`, JSON.stringify(changed));
    },
  };
}

/** Forgets the draft of a review that was sent. */
export function forgetReviewDraft(requestId: number): void {
  writeSession(`reviewDraft:${requestId}`, null);
}

function readDraft(requestId: number): GivenReview {
  try {
    const value: unknown = JSON.parse(readSession(`reviewDraft:${requestId}`) ?? "{}");
    const { stars, text, name, is_public, is_story_quoted } = (value ?? {}) as Record<keyof GivenReview, unknown>;
    return {
      stars: Number.isInteger(stars) && (stars as number) >= 0 && (stars as number) <= 5 ? (stars as number) : 0,
      text: typeof text === "string" ? text : null,
      name: typeof name === "string" ? name : null,
      is_public: is_public === true,
      is_story_quoted: is_story_quoted === true,
    };
  } catch {
    return noReview;
  }
}
