import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";
import { useArea } from "../area/area.ts";
import { ErrorBanner } from "../controls/banner.tsx";
import tabsStyles from "../controls/tabs.module.css";
import { scrollToTab } from "../controls/tabs.tsx";
import { inputOf, readOptions } from "../data/queries.ts";
import type { ListQuery, ListTabs, TabChoice, TabNumbers } from "../resource.ts";
import styles from "./list-tabs.module.css";
import type { ListControl } from "./use-list-state.ts";

interface TabsProps {
  list: ListControl;
  tabs: ListTabs;
  chosen: TabChoice;
  /** Search and filters of the list, without those of the tab. */
  filter: ListQuery;
}

/** Reads how many rows each part has. */
function useTabNumbers(tabs: ListTabs, filter: ListQuery) {
  const { kind } = useArea();
  const { counts, isUnfiltered } = tabs;
  const query = useQuery(readOptions(kind, tabs.endpoint, isUnfiltered ? {} : inputOf(filter), tabs));
  const data: unknown = query.data?.data;
  const numbersOf = (counts ?? ((reply) => reply)) as (reply: unknown) => TabNumbers;
  const numbers = data === undefined ? {} : numbersOf(data);
  return { query, numbers };
}

/** Returns the change of the URL that opens a part. The first one stands for none there. */
const partOf = ({ name, choices }: ListTabs, choice: TabChoice) => ({
  [name]: choice === choices[0] ? "" : choice.value,
  ...choice.sets,
});

const idOf = ({ id, value }: TabChoice) => id ?? value;

/** The parts of a list as links, each with the number of its rows. */
export function TabLinks({ list, tabs, chosen, filter }: TabsProps) {
  const { label, choices, look } = tabs;
  const { query, numbers } = useTabNumbers(tabs, filter);
  const navRef = useRef<HTMLElement>(null);
  const hasNumbers = query.data !== undefined;
  // The numbers make the tabs wider.
  useLayoutEffect(
    () => scrollToTab(navRef.current?.querySelector<HTMLElement>("[aria-current]") ?? null),
    [chosen, hasNumbers],
  );
  return (
    <>
      {query.error && <ErrorBanner error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      <nav
        ref={navRef}
        className={`${tabsStyles.tabs} ${look === "cards" ? styles.cards : styles.list}`}
        aria-label={label}
      >
        {choices.map((choice) => {
          const number = numbers[idOf(choice)];
          const isUrgent = choice.isUrgent === true && (number ?? 0) > 0;
          return (
            <Link
              key={idOf(choice)}
              {...list.linkWith(partOf(tabs, choice))}
              className={`${tabsStyles.tab} ${styles.tab}`}
              aria-current={choice === chosen ? "true" : undefined}
            >
              {choice.label}
              {(number !== undefined || (look === "cards" && query.isError)) && (
                <span className={isUrgent ? `${styles.count} ${styles.urgent} num` : `${styles.count} num`}>
                  {number === undefined ? "–" : groupedNumber(number)}
                </span>
              )}
            </Link>
          );
        })}
      </nav>
    </>
  );
}

/** The ways from a part without results to those that have some: to the whole list, where one part is that. */
export function OtherParts({ list, tabs, chosen, filter, noun }: TabsProps & { noun: string }) {
  const { numbers } = useTabNumbers(tabs, filter);
  const others = tabs.choices.filter((choice) => choice !== chosen && (numbers[idOf(choice)] ?? 0) > 0);
  const whole = others.find(isWhole);
  return (whole ? [whole] : others).map((choice) => (
    <Link key={idOf(choice)} className="btn btn--line" {...list.linkWith(partOf(tabs, choice))}>
      Xem {groupedNumber(numbers[idOf(choice)] ?? 0)} {noun} ở “{choice.label}”
    </Link>
  ));
}

/** Whether a part holds all rows of the list. */
export function isWhole({ query, sets = {} }: TabChoice): boolean {
  return [...Object.values(query), ...Object.values(sets)].every((value) => value === undefined || value === "");
}

/** The filters in the URL that the tabs of a list stand for. */
export function tabFilters({ name, choices }: ListTabs): string[] {
  return [name, ...new Set(choices.flatMap(({ sets = {} }) => Object.keys(sets)))];
}
