/** The query of a saved view: that of its list's URL, with days by their name. */
import type { SavedView, ViewQuery } from "#contract/views.ts";
import { type ListSpec, type ListState, listParams, readListState } from "../list/list-url.ts";

/** Days with a name: `Hôm nay`. */
export interface NamedDays {
  name: string;
  days(): { from: string; to: string };
}

/** Returns what a view of the list as it is keeps. @param presets of its days */
export function viewQueryOf(state: ListState, spec: ListSpec, presets: readonly NamedDays[]): ViewQuery {
  // As of a view that is open, so that it has size, view and columns.
  const params = listParams({ ...state, page: 1, saved: "1" }, spec);
  params.delete("saved");
  const preset = presets.find(({ days }) => days().from === params.get("from") && days().to === params.get("to"));
  if (preset) {
    params.delete("from");
    params.delete("to");
    params.set("days", preset.name);
  }
  return Object.fromEntries(params);
}

/** Returns the state of a list under a view; what the list does not know any more counts as none. */
export function stateOfView({ id, query }: SavedView, spec: ListSpec, presets: readonly NamedDays[]): ListState {
  const { days: name, ...rest } = query;
  const days = presets.find((preset) => preset.name === name)?.days();
  return readListState(new URLSearchParams({ ...rest, ...days, saved: String(id) }), spec);
}

/** Returns the URL of a view. */
export function viewHref(view: SavedView, spec: ListSpec, presets: readonly NamedDays[]): string {
  return `?${listParams(stateOfView(view, spec, presets), spec)}`;
}

/** Whether a list shows something else than a view of it. */
export function differs(view: SavedView, state: ListState, spec: ListSpec, presets: readonly NamedDays[]): boolean {
  const saved = viewQueryOf(stateOfView(view, spec, presets), spec, presets);
  return JSON.stringify(saved) !== JSON.stringify(viewQueryOf(state, spec, presets));
}
