export const pageSizes = [8, 12, 24, 48] as const;
export const defaultSize = 12;
const maxSearch = 200;

export interface LibraryQuery {
  /** Trimmed; empty for none. */
  search: string;
  category: number | undefined;
  /** Premium songs alone. */
  premium?: boolean | undefined;
  /** From 1. */
  page: number;
  size: number;
}

/** Parses `?q=&category=&page=&size=`; invalid values become defaults. */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  const size = naturalNumber(params.get("size"));
  return {
    // PostgreSQL rejects NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, maxSearch).trim(),
    category: naturalNumber(params.get("category")),
    premium: params.get("premium") === "1" || undefined,
    page: naturalNumber(params.get("page"), 1_000_000) ?? 1,
    size: pageSizes.find((option) => option === size) ?? defaultSize,
  };
}

/** Returns the library's URL for a query, without defaults. */
export function libraryHref({ search, category, premium, page, size }: LibraryQuery): string {
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (category !== undefined) params.set("category", String(category));
  if (premium) params.set("premium", "1");
  if (page !== 1) params.set("page", String(page));
  if (size !== defaultSize) params.set("size", String(size));
  return params.size > 0 ? `/songs?${params}` : "/songs";
}

/**
 * Returns the URL for search engines, without search and in the default page size: for another size the page that holds the first
 * song.
 */
export function canonicalHref({ category, page, size }: LibraryQuery): string {
  const first = (page - 1) * size;
  return libraryHref({ search: "", category, page: Math.floor(first / defaultSize) + 1, size: defaultSize });
}

/** Returns the library's URL for a category. */
export function categoryHref(category: number): string {
  return libraryHref({ search: "", category, page: 1, size: defaultSize });
}

/** The library's URL for Premium songs. */
export const premiumSongsPath = "/songs?premium=1";

function naturalNumber(text: string | null, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && value <= max ? value : undefined;
}
