export interface ListSpec {
  sizes: readonly number[];
  defaultSize: number;
  /** Validators by the filter's name in the URL. An empty value means no filter. */
  filters?: Readonly<Record<string, (value: string) => boolean>>;
  /** Sort orders, the default first. */
  sorts?: readonly string[];
}

export interface ListState {
  /** Trimmed; empty for none. */
  search: string;
  page: number;
  size: number;
  sort: string;
  filters: Readonly<Record<string, string>>;
}

const maxSearch = 200;

/** Reads `?q=&page=&size=&sort=` and the filters; an invalid value falls back to its default. */
export function readListState(params: URLSearchParams, spec: ListSpec): ListState {
  const size = Number(params.get("size"));
  const page = params.get("page") ?? "";
  const sort = params.get("sort") ?? "";
  const filters: Record<string, string> = {};
  for (const [name, accepts] of Object.entries(spec.filters ?? {})) {
    const value = params.get(name) ?? "";
    filters[name] = value !== "" && accepts(value) ? value : "";
  }
  return {
    search: (params.get("q") ?? "").trim().slice(0, maxSearch).trim(),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: spec.sizes.includes(size) ? size : spec.defaultSize,
    sort: spec.sorts?.includes(sort) ? sort : (spec.sorts?.[0] ?? ""),
    filters,
  };
}

/** The URL query of a list state, without default values. */
export function listParams(state: ListState, spec: ListSpec): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search !== "") params.set("q", state.search);
  for (const [name, value] of Object.entries(state.filters)) if (value !== "") params.set(name, value);
  if (state.sort !== (spec.sorts?.[0] ?? "")) params.set("sort", state.sort);
  if (state.size !== spec.defaultSize) params.set("size", String(state.size));
  if (state.page !== 1) params.set("page", String(state.page));
  return params;
}

/** Returns a validator that accepts the given values. */
export function oneOf(...values: string[]): (value: string) => boolean {
  return (value) => values.includes(value);
}

/** Whether a filter value is an id, a positive integer. */
export function isId(value: string): boolean {
  return /^[1-9]\d{0,14}$/.test(value);
}
