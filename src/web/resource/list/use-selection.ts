import { useRef, useState } from "react";
import type { RowData } from "../resource.ts";

export interface Selection {
  has(id: number): boolean;
  /** @param isRange also the rows between this and the last changed one, on other pages too */
  set(id: number, isSelected: boolean, isRange: boolean): void;
  /** Selects the page, or leaves it out. */
  selectAll(isSelected: boolean): void;
  /** There are no rows, or they are still being loaded. */
  isEmpty: boolean;
  /** All rows of the page are selected; some of them. */
  isAll: boolean;
  isPartial: boolean;
}

/** What is selected, on all pages. */
export interface Selected<T> {
  /** All rows that match the filter, but those of `except`; of these only the number is known. */
  isEverything: boolean;
  count: number;
  /** The rows that were selected one by one. */
  rows: readonly T[];
  except: readonly number[];
  selectEverything(): void;
  clear(): void;
}

interface SelectionOptions<T> {
  /** Changes with the filter. Another filter starts without any selected row. */
  filterKey: string;
  /** Rows that match the filter. */
  total: number | undefined;
  /** The number of rows before the page. */
  skip: number;
  /** Reads rows by their places in the list, the last one excluded. */
  readRows: (first: number, end: number) => Promise<readonly T[]>;
  onError: (error: unknown) => void;
}

interface State<T> {
  filterKey: string;
  isEverything: boolean;
  rows: ReadonlyMap<number, T>;
  except: ReadonlySet<number>;
}

const noRows = { isEverything: false, rows: new Map(), except: new Set<number>() };

/** The selected rows of a list. They stay on other pages and under other sorts. */
export function useSelection<T extends RowData>(
  rows: readonly T[] = [],
  { filterKey, total = 0, skip, readRows, onError }: SelectionOptions<T>,
): { selection: Selection; selected: Selected<T> } {
  const [stored, setState] = useState<State<T>>({ filterKey, ...noRows });
  const anchor = useRef<{ id: number; place: number }>(undefined);
  const state: State<T> = stored.filterKey === filterKey ? stored : { filterKey, ...noRows };
  const has = (id: number) => (state.isEverything ? !state.except.has(id) : state.rows.has(id));
  const onPage = rows.filter(({ id }) => has(id)).length;

  function change(changed: readonly T[], isSelected: boolean) {
    setState((last) => {
      const current: State<T> = last.filterKey === filterKey ? last : { filterKey, ...noRows };
      const [chosen, except] = [new Map(current.rows), new Set(current.except)];
      for (const row of changed) {
        if (isSelected) chosen.set(row.id, row);
        else chosen.delete(row.id);
        if (current.isEverything && !isSelected) except.add(row.id);
        else except.delete(row.id);
      }
      return { ...current, rows: chosen, except };
    });
  }

  /** Changes the rows from the last changed one to this one; those of other pages follow when they are read. */
  function changeRange(to: number, isSelected: boolean) {
    const last = anchor.current;
    const from = rows.findIndex(({ id }) => id === last?.id);
    if (!last || from !== -1) {
      const first = from === -1 ? to : Math.min(from, to);
      change(rows.slice(first, Math.max(from, to) + 1), isSelected);
      return;
    }
    const isBefore = last.place < skip;
    change(isBefore ? rows.slice(0, to + 1) : rows.slice(to), isSelected);
    const others = isBefore ? readRows(last.place, skip) : readRows(skip + rows.length, last.place + 1);
    others.then((found) => change(found, isSelected)).catch(onError);
  }

  return {
    selected: {
      isEverything: state.isEverything,
      count: state.isEverything ? Math.max(0, total - state.except.size) : state.rows.size,
      rows: [...state.rows.values()],
      except: [...state.except],
      selectEverything: () => setState({ ...noRows, filterKey, isEverything: true }),
      clear: () => setState({ filterKey, ...noRows }),
    },
    selection: {
      has,
      set(id, isSelected, isRange) {
        const index = rows.findIndex((row) => row.id === id);
        if (isRange) changeRange(index, isSelected);
        else change(rows.slice(index, index + 1), isSelected);
        anchor.current = { id, place: skip + index };
      },
      selectAll: (isSelected) => change(rows, isSelected),
      isEmpty: rows.length === 0,
      isAll: rows.length > 0 && onPage === rows.length,
      isPartial: onPage > 0 && onPage < rows.length,
    },
  };
}
