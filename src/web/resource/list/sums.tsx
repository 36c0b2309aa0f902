import { useQuery } from "@tanstack/react-query";
import { groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";
import { useArea } from "../area/area.ts";
import { inputOf, readOptions } from "../data/queries.ts";
import type { ListQuery, Sum, Sums as SumsOf } from "../resource.ts";
import styles from "./sums.module.css";
import type { ListControl } from "./use-list-state.ts";

interface SumsProps {
  list: ListControl;
  sums: SumsOf;
  /** Search and filters of the list. */
  filter: ListQuery;
}

/** Numbers of all rows of the filter, below the rows; nothing while they can't be read. */
export function Sums({ list, sums: { label: name, endpoint, isUnfiltered, sums, ...messages }, filter }: SumsProps) {
  const { kind } = useArea();
  const data: unknown = useQuery(readOptions(kind, endpoint, isUnfiltered ? {} : inputOf(filter), messages)).data?.data;
  if (data === undefined) return null;
  return (
    <dl className={styles.sums} aria-label={name}>
      {(sums as (data: unknown) => readonly Sum[])(data).map(({ label, value, unit, shows }) => (
        <div key={label}>
          <dt>{shows ? <Link {...list.linkWith(shows)}>{label}</Link> : label}</dt>
          <dd className="num">
            {typeof value === "number" ? groupedNumber(value) : value}
            {unit && ` ${unit}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
