import type { ListPreferences } from "./list-preferences.ts";

export interface ListSpec {
  /** Letters that a search may have; 200 by default. */
  maxSearch?: number;
  sizes: readonly number[];
  defaultSize: number;
  /** Validators by the filter's name in the URL. An empty value means no filter. */
  filters?: Readonly<Record<string, (value: string) => boolean>>;
  /** Sort orders, the default first. */
  sorts?: readonly string[];
  /** Views, the default first. */
  views?: readonly string[];
  /** Columns of the table that may be hidden. */
  columns?: readonly string[];
}

export interface ListState {
  /** Trimmed; empty for none. */
  search: string;
  page: number;
  size: number;
  sort: string;
  view: string;
  filters: Readonly<Record<string, string>>;
  /** Columns that the table leaves out. */
  hidden: readonly string[];
  /** Id of the saved view that is open; empty for none. */
  saved: string;
}

const maxSearch = 200;

/**
 * Reads `?q=&page=&size=&sort=&view=&hide=&saved=` and the filters; an invalid value falls back to its default.
 * @param preferences stand in for missing size, view and columns
 */
export function readListState(params: URLSearchParams, spec: ListSpec, preferences: ListPreferences = {}): ListState {
  const size = params.has("size") ? Number(params.get("size")) : (preferences.size ?? spec.defaultSize);
  const page = params.get("page") ?? "";
  const filters: Record<string, string> = {};
  for (const [name, accepts] of Object.entries(spec.filters ?? {})) {
    const value = params.get(name) ?? "";
    filters[name] = value !== "" && accepts(value) ? value : "";
  }
  return {
    search: (params.get("q") ?? "")
      .trim()
      .slice(0, spec.maxSearch ?? maxSearch)
      .trim(),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: spec.sizes.includes(size) ? size : spec.defaultSize,
    sort: oneOfOrFirst(params.get("sort"), spec.sorts),
    view: oneOfOrFirst(params.get("view") ?? preferences.view, spec.views),
    filters,
    hidden: (params.get("hide")?.split(".") ?? preferences.hidden ?? []).filter((id) => spec.columns?.includes(id)),
    saved: isId(params.get("saved") ?? "") ? (params.get("saved") ?? "") : "",
  };
}

function oneOfOrFirst(value: string | null | undefined, allowed: readonly string[] = []): string {
  return allowed.find((each) => each === value) ?? allowed[0] ?? "";
}

/** The URL query of a list state, without default values; that of a saved view has all that is remembered otherwise. */
export function listParams(state: ListState, spec: ListSpec): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search !== "") params.set("q", state.search);
  for (const [name, value] of Object.entries(state.filters)) if (value !== "") params.set(name, value);
  if (state.sort !== (spec.sorts?.[0] ?? "")) params.set("sort", state.sort);
  const isSaved = state.saved !== "";
  if (isSaved || state.view !== (spec.views?.[0] ?? "")) params.set("view", state.view);
  if (isSaved || state.size !== spec.defaultSize) params.set("size", String(state.size));
  if (isSaved || state.hidden.length > 0) params.set("hide", state.hidden.join("."));
  if (isSaved) params.set("saved", state.saved);
  if (state.page !== 1) params.set("page", String(state.page));
  return params;
}

/** Returns the URL of the first page of the list with further filters; an empty value takes a filter away. */
export function hrefWith(params: URLSearchParams, filters: Readonly<Record<string, string | undefined>>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === "") next.delete(name);
    else if (value !== undefined) next.set(name, value);
  }
  next.delete("page");
  next.delete("open");
  return `?${next}`;
}

/** Returns a validator that accepts the given values. */
export function oneOf(...values: string[]): (value: string) => boolean {
  return (value) => values.includes(value);
}

/** Whether a filter value is an id, a positive integer. */
export function isId(value: string): boolean {
  return /^[1-9]\d{0,14}$/.test(value);
}

/** Whether a filter value is a day: `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}
