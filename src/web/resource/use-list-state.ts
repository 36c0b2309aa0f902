import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ListSpec, type ListState, listParams, readListState } from "./list-url.ts";

export interface ListControl {
  state: ListState;
  /** Shows the list with some of its choices changed; whatever is not a page leads to the first one. */
  show(change: Partial<Omit<ListState, "filters">> & { filters?: Record<string, string> }): void;
  /** The address of a page of the list as it is shown. */
  hrefOf(page: number): string;
  /** `skip` and `limit` of the calls. */
  paging: { skip: number; limit: number };
}

/** A list's state, kept in the address. The spec must be a constant. */
export function useListState(spec: ListSpec): ListControl {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const state = readListState(params, spec);
    return {
      state,
      show({ filters, ...change }) {
        const next = { ...state, page: 1, ...change, filters: { ...state.filters, ...filters } };
        setParams(listParams(next, spec), { replace: true, preventScrollReset: true });
      },
      hrefOf: (page) => `?${listParams({ ...state, page }, spec)}`,
      paging: { skip: (state.page - 1) * state.size, limit: state.size },
    };
  }, [params, setParams, spec]);
}
