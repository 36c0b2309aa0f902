/** What a list shows, as its address says it. */

/** What a list's address may say. */
export interface ListSpec {
  /** The page sizes to choose from. */
  sizes: readonly number[];
  defaultSize: number;
  /** Filters by their name in the address; each knows which values it takes. An empty value is no filter. */
  filters?: Readonly<Record<string, (value: string) => boolean>>;
  /** The orders to choose from, the default first. */
  sorts?: readonly string[];
}

export interface ListState {
  /** Trimmed; empty for none. */
  search: string;
  /** Counts from 1. */
  page: number;
  size: number;
  /** Empty where the list has one order only. */
  sort: string;
  filters: Readonly<Record<string, string>>;
}

const maxSearch = 200;

/** Reads `?q=&page=&size=&sort=` and the filters; a value that makes no sense falls back to its default. */
export function readListState(params: URLSearchParams, spec: ListSpec): ListState {
  const size = Number(params.get("size"));
  const page = params.get("page") ?? "";
  const sort = params.get("sort") ?? "";
  const filters: Record<string, string> = {};
  for (const [name, takes] of Object.entries(spec.filters ?? {})) {
    const value = params.get(name) ?? "";
    filters[name] = value !== "" && takes(value) ? value : "";
  }
  return {
    search: (params.get("q") ?? "").trim().slice(0, maxSearch).trim(),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: spec.sizes.includes(size) ? size : spec.defaultSize,
    sort: spec.sorts?.includes(sort) ? sort : (spec.sorts?.[0] ?? ""),
    filters,
  };
}

/** The query of a list's address; defaults are left out. */
export function listParams(state: ListState, spec: ListSpec): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search !== "") params.set("q", state.search);
  for (const [name, value] of Object.entries(state.filters)) if (value !== "") params.set(name, value);
  if (state.sort !== (spec.sorts?.[0] ?? "")) params.set("sort", state.sort);
  if (state.size !== spec.defaultSize) params.set("size", String(state.size));
  if (state.page !== 1) params.set("page", String(state.page));
  return params;
}

/** A filter's test for one of a few values. */
export function oneOf(...values: string[]): (value: string) => boolean {
  return (value) => values.includes(value);
}

/** A filter's test for an id. */
export function isId(value: string): boolean {
  return /^[1-9]\d{0,14}$/.test(value);
}
