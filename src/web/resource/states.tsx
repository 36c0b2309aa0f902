/** The states of a record, declared once: what their badges, the options of a filter and the tabs of a list are made of. */
import { type StateLook, WordBadge } from "./controls/badge.tsx";
import type { Choice } from "./list/filters.tsx";
import type { TabChoice } from "./resource.ts";

export interface TabLook {
  label: string;
  /** Label of its tab, where it differs. */
  tab?: string;
  /** Somebody has to act while there are such rows. */
  isUrgent?: boolean;
}

/** The tab of all rows, for a list that opens with it. */
export const allTab: TabChoice = { id: "all", value: "", label: "Tất cả", query: {} };

/** Returns a tab for each entry, in the order of the record. @param param its name in the endpoint's query */
export function tabsOf(param: string, looks: Readonly<Record<string, TabLook>>): TabChoice[] {
  return Object.entries(looks).map(([value, { label, tab = label, isUrgent }]) => ({
    value,
    label: tab,
    query: { [param]: value },
    isUrgent,
  }));
}

/** Returns options with these labels, in the order of the record. */
export function optionsOf(labels: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** Returns the options of a filter by a flag. @param words its words, of `flagWords` */
export const flagOptions = ({ on, off }: { on: string; off: string }) => optionsOf({ true: on, false: off });

/** Returns what the states make. @param looks in the order of options and tabs @param fallback stands for a state that is not known */
export function statesOf<S extends string>(looks: Readonly<Record<S, StateLook & TabLook>>, fallback: S) {
  const lookOf = (state: string): StateLook => looks[state as S] ?? looks[fallback];
  return {
    lookOf,
    labelOf: (state: string) => lookOf(state).label,
    options: Object.keys(looks).map((value) => ({ value, label: lookOf(value).label })),
    tabs: (param: string) => tabsOf(param, looks),
    Badge: ({ state }: { state: string }) => <WordBadge look={lookOf(state)} />,
  };
}
