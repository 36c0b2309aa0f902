import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { fold } from "#contract/fold.ts";
import { useArea } from "./area/area.ts";
import { useLiveTopics } from "./area/live.tsx";
import { inputOf, readOptions, refresh } from "./data/queries.ts";
import type { ListState } from "./list/list-url.ts";
import type { ListQuery, ListTabs, Resource, RowData, Sort, TabChoice } from "./resource.ts";

/** The value of a sort in the URL. */
export function sortValue({ by, order }: Pick<Sort, "by" | "order">): string {
  return `${by}-${order}`;
}

/** Reads the page of a list and its number of rows, again when the server tells of a change. */
export function useRows<T extends RowData, V extends FieldValues, B>(
  resource: Resource<T, V, B>,
  state: ListState,
  paging: { skip: number; limit: number },
) {
  const { kind } = useArea();
  const client = useQueryClient();
  const { endpoint, rows: toRows, count, isPaged, paging: toPaging, ...messages } = resource.list;
  const tab = chosenTab(resource.tabs, state);
  const others = filterQuery(resource, state);
  const filter = { ...others, ...tab?.query };
  const sort = resource.sorts?.find((each) => sortValue(each) === state.sort);
  const isWhole = !isPaged && !toPaging;
  const pageQuery = toPaging ? toPaging(state.page, state.size) : paging;
  const query = { ...filter, ...(sort && { sort_by: sort.by, sort_order: sort.order }), ...pageQuery };
  const read = useQuery(readOptions(kind, endpoint, isWhole ? {} : inputOf(query), messages));
  const counted = useQuery({
    ...readOptions(kind, count ?? endpoint, inputOf(filter), messages),
    placeholderData: keepPreviousData,
    enabled: count !== undefined,
  });
  const rowsIn = (reply: unknown) =>
    toRows ? (toRows as (data: unknown) => readonly T[])(reply) : (reply as readonly T[]);
  const data: unknown = read.data?.data;
  const replied = data === undefined ? undefined : rowsIn(data);
  const rows =
    replied && isWhole ? arrange(replied, resource.search?.textOf ?? resource.nameOf, state.search, sort) : replied;
  const total = count
    ? (counted.data?.data as { total: number } | undefined)?.total
    : (read.data?.total ?? (data as { total?: number } | undefined)?.total ?? replied?.length);
  useLiveTopics(resource.live ?? [], () => {
    const paths = [endpoint, count, resource.sums?.endpoint, resource.tabs?.endpoint].flatMap((key) =>
      key ? [key.slice("GET ".length)] : [],
    );
    void refresh(client, paths);
  });
  /** Reads rows by their places in the list, the last one excluded. @throws Error for more than can be selected by hand */
  async function readRows(first: number, end: number): Promise<readonly T[]> {
    const pages = range(Math.floor(first / state.size), Math.ceil(end / state.size));
    if (pages.length > mostPages) throw new Error("Too many pages");
    const found: T[] = [];
    for (const index of pages) {
      const pageOf = toPaging ? toPaging(index + 1, state.size) : { skip: index * state.size, limit: state.size };
      const reply = await client.fetchQuery(readOptions(kind, endpoint, inputOf({ ...query, ...pageOf }), messages));
      found.push(...rowsIn(reply.data));
    }
    const before = (pages[0] ?? 0) * state.size;
    return found.slice(first - before, end - before);
  }
  return {
    readRows,
    query: read,
    countQuery: count ? counted : undefined,
    rows,
    total,
    isStale: count ? counted.isPlaceholderData : read.isPlaceholderData,
    /** Changes with page, filters and sort. */
    listKey: JSON.stringify(query),
    filter,
    tab,
    /** The filter without the query of the tab. */
    others,
  };
}

/** Pages that are read to select the rows between two of them. */
const mostPages = 20;
const range = (first: number, end: number) => Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);

/** The tab of the URL; the first one by default. */
function chosenTab(tabs: ListTabs | undefined, state: ListState): TabChoice | undefined {
  if (!tabs) return undefined;
  const given = ({ value }: TabChoice) => value === (state.filters[tabs.name] ?? "");
  const isSet = ({ sets = {} }: TabChoice) =>
    Object.entries(sets).every(([name, value]) => value === (state.filters[name] ?? ""));
  const { choices } = tabs;
  return choices.find((choice) => given(choice) && isSet(choice)) ?? choices.find(given) ?? choices[0];
}

/** Searches rows that came whole, and sorts them. */
function arrange<T>(
  rows: readonly T[],
  textOf: (row: T) => string,
  search: string,
  sort: Sort<T> | undefined,
): readonly T[] {
  const wanted = fold(search);
  const found = wanted === "" ? rows : rows.filter((row) => fold(textOf(row)).includes(wanted));
  const value = sort?.value;
  if (!value) return found;
  const direction = sort.order === "asc" ? 1 : -1;
  return found.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return direction * (typeof a === "string" ? a.localeCompare(String(b), "vi") : a - Number(b));
  });
}

function filterQuery<T extends RowData, V extends FieldValues, B>(
  { filters = [], urlFilters = [], days }: Resource<T, V, B>,
  state: ListState,
): ListQuery {
  const given = (name: string) => state.filters[name] || undefined;
  return {
    search: state.search || undefined,
    ...Object.fromEntries(filters.map(({ name, param = name }) => [param, given(name)])),
    ...Object.fromEntries(
      urlFilters.map(({ name, param = name, query }) => [
        param,
        query ? query(state.filters[name] ?? "") : given(name),
      ]),
    ),
    ...(days && { from: given("from"), to: given("to") }),
  };
}
