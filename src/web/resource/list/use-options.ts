import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useArea } from "../area/area.ts";
import { readOptions } from "../data/queries.ts";
import type { OptionSource } from "../resource.ts";
import type { Choice } from "./filters.tsx";

type Source = readonly Choice[] | OptionSource;

interface Options {
  options: readonly Choice[];
  /** The query that loads them, where they are not fixed. */
  query: UseQueryResult | undefined;
}

/** Options of several choices: fixed ones, or those that an endpoint replies. */
export function useAllOptions(sources: readonly Source[]): Options[] {
  const { kind } = useArea();
  const loaded = sources.filter(isLoaded);
  const queries = useQueries({
    queries: loaded.map(({ endpoint, options: _options, ...messages }) => readOptions(kind, endpoint, {}, messages)),
  });
  return sources.map((source) => {
    if (!isLoaded(source)) return { options: source, query: undefined };
    const query = queries[loaded.indexOf(source)] as UseQueryResult<{ data: unknown }>;
    const toOptions = source.options as (data: unknown) => readonly Choice[];
    return { options: query.data ? toOptions(query.data.data) : [], query };
  });
}

/** Options of one choice. */
export function useOptions(source: Source): Options {
  const [options] = useAllOptions([source]);
  return options ?? { options: [], query: undefined };
}

function isLoaded(source: Source): source is OptionSource {
  return "endpoint" in source;
}
