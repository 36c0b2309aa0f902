import type { WordListQuery } from "#contract/notebook.ts";
import { routes } from "../routes.ts";

export const pageSize = 20;
const mostSearch = 200;

const filters = ["due", "new", "learning", "leech"] as const;
const orders = ["created_at", "text", "due"] as const;

export interface NotebookQuery {
  /** Whether the words are listed; else they are reviewed. */
  isList: boolean;
  search: string;
  language: string | undefined;
  filter: NonNullable<WordListQuery["tab"]> | undefined;
  order: WordListQuery["sort_by"];
  /** From 1. */
  page: number;
}

/** Parses `?tab=words&q=&language=&filter=&sort=&page=`; invalid values become defaults. */
export function readNotebookQuery(params: URLSearchParams): NotebookQuery {
  const page = Number(params.get("page"));
  const language = params.get("language") ?? "";
  return {
    isList: params.get("tab") === "words",
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, mostSearch),
    language: /^[a-z]{2,8}$/.test(language) ? language : undefined,
    filter: filters.find((filter) => filter === params.get("filter")),
    order: orders.find((order) => order === params.get("sort")) ?? "created_at",
    page: Number.isSafeInteger(page) && page > 1 && page < 10_000 ? page : 1,
  };
}

/** Returns the address of the notebook, without defaults. */
export function notebookHref(query: Partial<NotebookQuery>): string {
  if (!query.isList) return routes.notebook.path;
  const { search, language, filter, order, page = 1 } = query;
  const params = new URLSearchParams({ tab: "words" });
  if (search) params.set("q", search);
  if (language) params.set("language", language);
  if (filter) params.set("filter", filter);
  if (order && order !== "created_at") params.set("sort", order);
  if (page > 1) params.set("page", String(page));
  return `${routes.notebook.path}?${params}`;
}
