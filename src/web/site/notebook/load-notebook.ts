import type { NotebookWord, ReviewQueue, WordCounts } from "#contract/notebook.ts";
import { call } from "../../lib/api.ts";
import { type NotebookQuery, pageSize } from "./notebook-url.ts";

export interface Reviews {
  queue: ReviewQueue;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  offset: number;
}

export interface Words {
  words: NotebookWord[];
  total: number;
  counts: WordCounts;
}

/** Largest page of the API. */
const mostCards = 100;

/** Loads the words that are due. @throws as `call` */
export async function loadReviews(): Promise<Reviews> {
  const { data } = await call("GET /api/user/word-reviews", { as: "user", query: { limit: mostCards } });
  return { queue: data, offset: Date.parse(data.now) - Date.now() };
}

/** Loads a page of the words, and how many there are of each kind. @throws as `call` */
export async function loadWords({ search, language, filter, order, page }: NotebookQuery): Promise<Words> {
  const query = {
    ...(search && { search }),
    ...(language && { language }),
    ...(filter && { tab: filter }),
    sort_by: order,
    skip: (page - 1) * pageSize,
    limit: pageSize,
  };
  const [words, counts] = await Promise.all([call("GET /api/user/words", { as: "user", query }), loadCounts()]);
  return { words: words.data, total: words.total ?? 0, counts };
}

/** Loads how many words there are of each kind. @throws as `call` */
export const loadCounts = async (): Promise<WordCounts> =>
  (await call("GET /api/user/words/counts", { as: "user" })).data;
