import { type RefObject, useEffect, useEffectEvent } from "react";
import { useKeys } from "../../lib/keys.ts";
import type { RowData } from "../resource.ts";
import type { Selection } from "./use-selection.ts";

interface ListKeys<T> {
  rows: readonly T[];
  /** Opens the details of a row, or else its form. */
  open: ((row: T) => void) | undefined;
  /** Opens the form of a row. */
  edit: ((row: T) => void) | undefined;
  selection: Selection | undefined;
  /** The details that are open. */
  details: {
    row: T | undefined;
    previous: (() => void) | undefined;
    next: (() => void) | undefined;
  };
}

/**
 * The keys of a list: `/` goes to the search, J and K (in the rows also ↓ and ↑) to the next row and the one before, or walk the open
 * details; Enter and O open, E edits, X selects, C presses the row's next step.
 */
export function useListKeys<T extends RowData>({ rows, open, edit, selection, details }: ListKeys<T>): void {
  const focused = () => {
    const id = document.activeElement?.closest("[data-row]")?.getAttribute("data-row");
    return rows.find((row) => String(row.id) === id);
  };
  const current = () => focused() ?? details.row;
  function move(step: 1 | -1, isArrow: boolean): boolean {
    const row = focused();
    if (details.row && (!row || row.id === details.row.id)) {
      const walk = step === 1 ? details.next : details.previous;
      walk?.();
      return true;
    }
    if (!row && isArrow) return false;
    const index = row ? rows.indexOf(row) + step : step === 1 ? 0 : rows.length - 1;
    const target = rows[index];
    if (target) rowElement(target.id)?.focus();
    return target !== undefined;
  }
  const withRow = (act: ((row: T) => void) | undefined) => () => {
    const row = current();
    if (!row || !act) return false;
    act(row);
    return true;
  };
  useKeys({
    "/": () => {
      const field = document.querySelector<HTMLInputElement>("[role=search] input");
      field?.focus();
      field?.select();
      return field !== null;
    },
    j: () => move(1, false),
    k: () => move(-1, false),
    ArrowDown: () => move(1, true),
    ArrowUp: () => move(-1, true),
    o: withRow(open ?? edit),
    // On a control in a row, Enter presses it.
    Enter: ({ target }) => target instanceof Element && target.matches("[data-row]") && withRow(open ?? edit)(),
    e: withRow(edit),
    c: () => pressStep(document.querySelector("[data-panel], [data-sheet]")) || pressStep(document.activeElement),
    x: ({ shiftKey }) => {
      const row = current();
      if (!row || !selection) return false;
      selection.set(row.id, !selection.has(row.id), shiftKey);
      return true;
    },
  });
}

/** Presses the control that names the key C, in an open panel or the row around an element. */
function pressStep(within: Element | null): boolean {
  const part = within?.closest("[data-panel], [data-sheet], [data-row]");
  const button = part?.querySelector<HTMLElement>("[aria-keyshortcuts=C]");
  button?.click();
  return button !== null && button !== undefined;
}

const controls = "a, button, input, select, textarea, label, summary, audio, [role=slider], [tabindex='0']";

/** Opens a row by a press anywhere in it, but on its controls and not when text was marked. */
export function useRowPress<T extends RowData>(
  list: RefObject<HTMLElement | null>,
  rows: readonly T[],
  open: ((row: T) => void) | undefined,
): void {
  const onPress = useEffectEvent(({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(controls) || window.getSelection()?.isCollapsed === false)
      return;
    const id = target.closest("[data-row]")?.getAttribute("data-row");
    const row = rows.find((each) => String(each.id) === id);
    if (row) open?.(row);
  });
  useEffect(() => {
    const element = list.current;
    const press = (event: MouseEvent) => onPress(event);
    element?.addEventListener("click", press);
    return () => element?.removeEventListener("click", press);
  }, [list]);
}

/** Focuses the control of a row that opens it, or else the row. */
export function focusRow(id: number): void {
  const row = rowElement(id);
  (row?.querySelector<HTMLElement>(".row-open") ?? row)?.focus({ preventScroll: true });
}

/** Scrolls a row into view. */
export function showRow(id: number): void {
  rowElement(id)?.scrollIntoView({ block: "nearest" });
}

function rowElement(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${id}"]`);
}
