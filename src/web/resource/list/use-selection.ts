import { useRef, useState } from "react";
import type { RowData } from "../resource.ts";

export interface Selection {
  has(id: number): boolean;
  /** @param isRange also the rows between this and the last changed one */
  set(id: number, isSelected: boolean, isRange: boolean): void;
  select(ids: readonly number[]): void;
  selectAll(isSelected: boolean): void;
  /** There are no rows, or they are still being loaded. */
  isEmpty: boolean;
  isAll: boolean;
  isPartial: boolean;
}

/**
 * The selected rows of a page. Another page or filter starts without any.
 * @param listKey changes with the page and the filters
 */
export function useSelection<T extends RowData>(
  rows: readonly T[] = [],
  listKey: string,
): { selection: Selection; selected: readonly T[] } {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<number> }>();
  const lastId = useRef<number>(undefined);
  const ids: ReadonlySet<number> = state?.listKey === listKey ? state.ids : new Set();
  const selected = rows.filter(({ id }) => ids.has(id));
  const select = (next: Iterable<number>) => setState({ listKey, ids: new Set(next) });
  return {
    selected,
    selection: {
      has: (id) => ids.has(id),
      set(id, isSelected, isRange) {
        const from = rows.findIndex((row) => row.id === lastId.current);
        const to = rows.findIndex((row) => row.id === id);
        const changed =
          isRange && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id) : [id];
        const next = new Set(ids);
        for (const each of changed) {
          if (isSelected) next.add(each);
          else next.delete(each);
        }
        lastId.current = id;
        select(next);
      },
      select,
      selectAll: (isSelected) => select(isSelected ? rows.map(({ id }) => id) : []),
      isEmpty: rows.length === 0,
      isAll: rows.length > 0 && selected.length === rows.length,
      isPartial: selected.length > 0 && selected.length < rows.length,
    },
  };
}
