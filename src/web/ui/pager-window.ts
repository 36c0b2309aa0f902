export type PagerItem =
  /** `outside`: the first or last page, beyond the window. */
  { kind: "page"; page: number; outside: boolean } | { kind: "gap"; after: number };

const windowSize = 5;

/** Returns a window of five pages around the current one, the first and the last page, and gaps between them. Pages start at 1. */
export function pagerItems(current: number, pages: number): PagerItem[] {
  const start = Math.max(1, Math.min(current - Math.floor(windowSize / 2), pages - windowSize + 1));
  const end = Math.min(pages, start + windowSize - 1);
  const items: PagerItem[] = [];
  if (start > 1) items.push({ kind: "page", page: 1, outside: true });
  if (start > 2) items.push({ kind: "gap", after: 1 });
  for (let page = start; page <= end; page++) items.push({ kind: "page", page, outside: false });
  if (end < pages - 1) items.push({ kind: "gap", after: end });
  if (end < pages) items.push({ kind: "page", page: pages, outside: true });
  return items;
}

/** Returns the number of pages for `total` rows, at least 1. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
