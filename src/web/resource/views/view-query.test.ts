import { describe, expect, it } from "vitest";
import type { SavedView } from "#contract/views.ts";
import { isDay, isId, type ListSpec, listParams, oneOf, readListState } from "../list/list-url.ts";
import { differs, stateOfView, viewHref, viewQueryOf } from "./view-query.ts";

const spec: ListSpec = {
  sizes: [10, 20, 50],
  defaultSize: 10,
  filters: { genre: isId, tab: oneOf("active", "paused"), from: isDay, to: isDay },
  sorts: ["newest", "name"],
  views: ["cards", "table"],
  columns: ["artist", "plays", "created"],
};
let day = "2026-11-24";
const presets = [{ name: "Hôm nay", days: () => ({ from: day, to: day }) }];

const read = (query: string, preferences = {}) => readListState(new URLSearchParams(query), spec, preferences);
const aView = (query: Record<string, string>): SavedView => ({
  id: 7,
  screen: "/admin/songs",
  name: "Bài mới",
  query,
  is_shared: false,
  is_default: false,
  can_change: true,
  version: "a",
});

describe("the query of a view", () => {
  it("has size, view and columns of the list, also where they are the usual ones, and no page", () => {
    expect(viewQueryOf(read("tab=active&q=m%C6%B0a&page=3"), spec, presets)).toEqual({
      q: "mưa",
      tab: "active",
      view: "cards",
      size: "10",
      hide: "",
    });
    const chosen = read("sort=name", { size: 50, view: "table", hidden: ["plays", "gone"] });
    const query = { sort: "name", view: "table", size: "50", hide: "plays" };
    expect(viewQueryOf(chosen, spec, presets)).toEqual(query);
  });

  it("opens as it was saved, whatever the device remembers", () => {
    const view = aView({ tab: "active", view: "cards", size: "10", hide: "" });
    const href = viewHref(view, spec, presets);
    expect(href).toBe("?tab=active&view=cards&size=10&hide=&saved=7");
    const opened = read(href, { size: 50, view: "table", hidden: ["plays"] });
    expect(opened).toMatchObject({ size: 10, view: "cards", hidden: [], saved: "7" });
    expect(`?${listParams(opened, spec)}`).toBe(href);
    expect(differs(view, opened, spec, presets)).toBe(false);
  });

  it("differs once filter, sort, size, view or columns are others; a page is no difference", () => {
    const view = aView({ tab: "active", size: "20", view: "table", hide: "plays" });
    const state = stateOfView(view, spec, presets);
    for (const change of [
      { search: "a" },
      { filters: { ...state.filters, tab: "" } },
      { sort: "name" },
      { size: 50 },
      { view: "cards" },
      { hidden: [] },
    ]) {
      expect(differs(view, { ...state, ...change }, spec, presets), JSON.stringify(change)).toBe(true);
    }
    expect(differs(view, { ...state, page: 4 }, spec, presets)).toBe(false);
  });

  it("keeps days with a name by their name", () => {
    day = "2026-11-24";
    const query = viewQueryOf(read("from=2026-11-24&to=2026-11-24"), spec, presets);
    expect(query).toMatchObject({ days: "Hôm nay" });
    expect(query).not.toHaveProperty("from");
    day = "2026-11-30";
    expect(stateOfView(aView(query), spec, presets).filters).toMatchObject({ from: day, to: day });
    expect(viewQueryOf(read("from=2026-11-01&to=2026-11-24"), spec, presets)).toMatchObject({ from: "2026-11-01" });
  });

  it("leaves out what the list does not know any more", () => {
    const view = aView({ tab: "gone", colour: "red", sort: "price", size: "7", hide: "nothing", days: "Năm ngoái" });
    expect(viewHref(view, spec, presets)).toBe("?view=cards&size=10&hide=&saved=7");
  });
});
