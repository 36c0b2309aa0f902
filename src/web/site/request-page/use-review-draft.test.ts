import { expect, test } from "vitest";
import { reviewOf } from "./use-review-draft.ts";

const none = { stars: 0, text: null, name: null, is_public: false, is_story_quoted: false };

test.each([
  [{}, none],
  [{ stars: 9, text: 7, name: {}, is_public: "ja" }, none],
  [
    { stars: 4, text: "Mẹ nghe", name: "Lan", is_public: true },
    { ...none, stars: 4, text: "Mẹ nghe", name: "Lan", is_public: true },
  ],
])("a draft of %j is the review %j", (draft, review) => {
  expect(reviewOf(draft)).toEqual(review);
});
