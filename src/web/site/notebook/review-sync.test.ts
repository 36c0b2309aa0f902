import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCard, dueCounts } from "#test/component/notebook.ts";
import { stubServer, stubStorage, type WebRequest } from "#test/web.ts";
import { createReviewSync, type Review, type ReviewSync } from "./review-sync.ts";

const send = "POST /api/user/word-reviews";
const unreachable = (): Response => {
  throw new TypeError("no connection");
};
const accepts = () => Response.json({ results: [], cards: [], counts: dueCounts() });
const reviewsIn = ({ body }: WebRequest) => (body as { reviews: Review[] }).reviews;
const review = (id: string): Review => ({ id, word_id: 1, rating: "good", reviewed_at: "2026-11-25T03:00:00.000Z" });

let stored: Map<string, string>;
let sync: ReviewSync;
beforeEach(() => {
  stored = stubStorage();
  stored.set("userToken", "token");
  sync = createReviewSync(3);
});
afterEach(() => void vi.unstubAllGlobals());

test("sends an answer that was taken back, and takes it back later", async () => {
  const failed = stubServer(unreachable);
  sync.add(review("a"));
  sync.undo("a");
  await sync.flush();
  expect(sync.getState()).toEqual({ waiting: 2, isOffline: true });
  expect(failed.map(({ to }) => to)).toEqual([send]);
  const requests = stubServer(({ to }) =>
    to === send ? accepts() : Response.json({ card: aCard(), counts: dueCounts() }),
  );
  await sync.flush();
  expect(requests.map(({ to }) => to)).toEqual([send, "DELETE /api/user/word-reviews/a"]);
  expect(sync.getState()).toEqual({ waiting: 0, isOffline: false });
});

test("holds up no answers for one that the server refuses", async () => {
  stubServer(unreachable);
  for (const id of ["a", "b"]) sync.add(review(id));
  await sync.flush();
  const requests = stubServer((request) =>
    reviewsIn(request).some(({ id }) => id === "a") ? new Response("", { status: 422 }) : accepts(),
  );
  await sync.flush();
  expect(sync.getState().waiting).toBe(0);
  expect(requests.map((request) => reviewsIn(request).map(({ id }) => id))).toEqual([["a", "b"], ["a"], ["b"]]);
});

test("does not send the answers of one user as another", async () => {
  stubServer(unreachable);
  for (const id of ["a", "b"]) sync.add(review(id));
  await sync.flush();
  const requests = stubServer(() => {
    stored.set("userToken", "token of another");
    return new Response("", { status: 503 });
  });
  await sync.flush();
  expect(requests).toHaveLength(1);
  expect(sync.getState().waiting).toBe(2);
});
