import { type MouseEvent, startTransition, useMemo, useOptimistic } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { readPreferences, writePreferences } from "./list-preferences.ts";
import { hrefWith, type ListSpec, type ListState, listParams, readListState } from "./list-url.ts";

export interface ListControl {
  state: ListState;
  /** Changes parts of the state; any change but of page, view and columns returns to page 1. Replaces the history entry. */
  update(change: Partial<Omit<ListState, "filters">> & { filters?: Record<string, string> }): void;
  /** URL of a page of the list. */
  hrefOf(page: number): string;
  /** Props of a link to the first page with further filters, which an empty value takes away. A press counts at once, as `update` does. */
  linkWith(filters: Readonly<Record<string, string | undefined>>): ListLinkProps;
  paging: { skip: number; limit: number };
}

interface ListLinkProps {
  to: string;
  replace: true;
  onClick: (event: MouseEvent) => void;
}

/** Whether a press opens the link in its own tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** The state of a list in its URL. Page size, view and columns are remembered for the path, but those of a saved view. `spec` must be a constant. */
export function useListState(spec: ListSpec): ListControl {
  const [applied] = useSearchParams();
  // Change at once, so that a second change before the navigation's end adds to the first.
  const [params, choose] = useOptimistic(applied);
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  // Once for each entry of the history: what is remembered changes with a navigation only.
  const preferences = useMemo(() => readPreferences(location.pathname), [location]);
  return useMemo(() => {
    const state = readListState(params, spec, preferences);
    /** The list's part of the query, and what else stands in it, such as the row whose details are open. */
    const withOthers = (next: ListState) => {
      const query = listParams(next, spec);
      const open = params.get("open");
      if (open !== null) query.set("open", open);
      return query;
    };
    const go = (query: URLSearchParams) =>
      startTransition(async () => {
        choose(query);
        await navigate(`?${query}`, { replace: true, preventScrollReset: true });
      });
    return {
      state,
      update({ filters, ...change }) {
        const page = "view" in change || "hidden" in change ? state.page : 1;
        const next = { ...state, page, ...change, filters: { ...state.filters, ...filters } };
        const { size, view, hidden } = next;
        const isChosen = size !== state.size || view !== state.view || hidden !== state.hidden;
        if (isChosen && next.saved === "") writePreferences(pathname, { size, view, hidden });
        go(withOthers(next));
      },
      hrefOf: (page) => `?${withOthers({ ...state, page })}`,
      linkWith(filters) {
        const to = hrefWith(params, filters);
        const onClick = (event: MouseEvent) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          go(new URLSearchParams(to));
        };
        return { to, replace: true, onClick };
      },
      paging: { skip: (state.page - 1) * state.size, limit: state.size },
    };
  }, [params, choose, navigate, pathname, spec, preferences]);
}
