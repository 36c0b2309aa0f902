/** What the library shows, as its address says it. */

/** The page sizes a listener can choose. */
export const pageSizes = [8, 12, 24, 48] as const;
export const defaultSize = 12;
const maxSearch = 200;

export interface LibraryQuery {
  /** Trimmed; empty for none. */
  search: string;
  /** A category's id. */
  category: number | undefined;
  /** Counts from 1. */
  page: number;
  size: number;
}

/** Reads `?q=&category=&page=&size=`; a value that makes no sense falls back to its default. */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  const size = naturalNumber(params.get("size"));
  return {
    // No database takes a NUL, and nobody means it.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, maxSearch).trim(),
    category: naturalNumber(params.get("category")),
    page: naturalNumber(params.get("page"), 1_000_000) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultSize,
  };
}

/** The library's address for a query; defaults are left out. */
export function libraryHref({ search, category, page, size }: LibraryQuery): string {
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (category !== undefined) params.set("category", String(category));
  if (page !== 1) params.set("page", String(page));
  if (size !== defaultSize) params.set("size", String(size));
  return params.size > 0 ? `/songs?${params}` : "/songs";
}

/**
 * The address under which search engines know what is shown: pages of the usual size. A page of another size is part of the
 * one with its first song.
 */
export function canonicalHref({ category, page, size }: LibraryQuery): string {
  const first = (page - 1) * size;
  return libraryHref({ search: "", category, page: Math.floor(first / defaultSize) + 1, size: defaultSize });
}

/** The library's address for one category. */
export function categoryHref(category: number): string {
  return libraryHref({ search: "", category, page: 1, size: defaultSize });
}

function naturalNumber(text: string | null, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && value <= max ? value : undefined;
}
