import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";
import { useArea } from "../area/area.ts";
import { ErrorBanner } from "../controls/banner.tsx";
import { scrollToTab } from "../controls/tabs.tsx";
import { inputOf, readOptions } from "../data/queries.ts";
import type { ListQuery, ListTabs, TabChoice } from "../resource.ts";
import styles from "./list-tabs.module.css";
import type { ListControl } from "./use-list-state.ts";

interface TabsProps {
  list: ListControl;
  tabs: ListTabs;
  chosen: TabChoice;
  /** Search and filters of the list, without those of the tab. */
  filter: ListQuery;
}

/** The parts of a list as links, each with the number of its rows. The first one stands for none in the URL. */
export function TabLinks({ list, tabs, chosen, filter }: TabsProps) {
  const { kind } = useArea();
  const { name, label, choices, endpoint, counts, ...messages } = tabs;
  const query = useQuery(readOptions(kind, endpoint, inputOf(filter), messages));
  const data: unknown = query.data?.data;
  const numbers = data === undefined ? {} : (counts as (data: unknown) => ReturnType<typeof counts>)(data);
  const navRef = useRef<HTMLElement>(null);
  const hasNumbers = data !== undefined;
  // The numbers make the tabs wider.
  useLayoutEffect(
    () => scrollToTab(navRef.current?.querySelector<HTMLElement>("[aria-current]") ?? null),
    [chosen, hasNumbers],
  );
  return (
    <>
      {query.error && <ErrorBanner error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      <nav ref={navRef} className={styles.tabs} aria-label={label}>
        {choices.map((choice, index) => {
          const number = numbers[choice.value];
          const isUrgent = choice.isUrgent === true && (number ?? 0) > 0;
          return (
            <Link
              key={choice.value}
              {...list.linkWith({ [name]: index === 0 ? "" : choice.value })}
              className={styles.tab}
              aria-current={choice === chosen ? "true" : undefined}
            >
              {choice.label}
              {number !== undefined && (
                <span className={isUrgent ? `${styles.count} ${styles.urgent} num` : `${styles.count} num`}>
                  {groupedNumber(number)}
                </span>
              )}
            </Link>
          );
        })}
      </nav>
    </>
  );
}
