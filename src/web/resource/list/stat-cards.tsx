import { useQuery } from "@tanstack/react-query";
import { groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { useArea } from "../area/area.ts";
import { ErrorBanner } from "../controls/banner.tsx";
import { inputOf, readOptions } from "../data/queries.ts";
import type { ListQuery, StatCard, Stats } from "../resource.ts";
import styles from "./stat-cards.module.css";
import type { ListControl } from "./use-list-state.ts";

interface StatCardsProps {
  list: ListControl;
  stats: Stats;
  /** Search and filters of the list. */
  filter: ListQuery;
}

/** Numbers above a list; a dash where they could not be loaded. */
export function StatCards({ list, stats, filter }: StatCardsProps) {
  const { kind } = useArea();
  const { endpoint, cards, isFiltered, ...messages } = stats;
  const query = useQuery(readOptions(kind, endpoint, isFiltered ? inputOf(filter) : {}, messages));
  const shown = (cards as (data: unknown) => readonly StatCard[])(query.data?.data);
  return (
    <>
      {query.error && <ErrorBanner error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      <dl className={styles.stats} aria-busy={query.isPending} style={{ "--n": shown.length } as object}>
        {shown.map(({ label, value, unit, to, shows, isUrgent }) => (
          <div key={label} className={isUrgent ? `${styles.stat} ${styles.urgent}` : styles.stat}>
            <dt>{to || shows ? <Link {...(to ? { to } : list.linkWith(shows ?? {}))}>{label}</Link> : label}</dt>
            <dd>
              {value !== undefined ? (
                <>
                  {groupedNumber(value)}
                  {unit && <small> {unit}</small>}
                </>
              ) : query.isPending ? (
                <Skeleton className={styles.numberSkeleton} />
              ) : (
                "–"
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
