import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ListSpec, type ListState, listParams, readListState } from "./list-url.ts";

export interface ListControl {
  state: ListState;
  /** Changes parts of the state; any change but of the page returns to page 1. */
  update(change: Partial<Omit<ListState, "filters">> & { filters?: Record<string, string> }): void;
  hrefOf(page: number): string;
  paging: { skip: number; limit: number };
}

/** The state of a list in its URL. `spec` must be a constant. */
export function useListState(spec: ListSpec): ListControl {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const state = readListState(params, spec);
    return {
      state,
      update({ filters, ...change }) {
        const next = { ...state, page: 1, ...change, filters: { ...state.filters, ...filters } };
        setParams(listParams(next, spec), { replace: true, preventScrollReset: true });
      },
      hrefOf: (page) => `?${listParams({ ...state, page }, spec)}`,
      paging: { skip: (state.page - 1) * state.size, limit: state.size },
    };
  }, [params, setParams, spec]);
}
