/** The lines around the rows: controls and the choice of the view above them, the selection with its actions below. */
import { LayoutGrid, Rows3, X } from "lucide";
import type { ReactNode } from "react";
import { dong, groupedNumber } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./list.module.css";
import { SelectBox } from "./select-box.tsx";
import type { ListControl } from "./use-list-state.ts";
import type { Selected, Selection } from "./use-selection.ts";

/** A line of its own, for a list without filters. */
export function ListBar({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}

/** Controls of the list and the choice of the view, at the end of a line. */
export function ListEnd({ list, children }: { list: ListControl; children?: ReactNode }) {
  return (
    <div className={styles.barEnd}>
      {children}
      <ViewChoice list={list} />
    </div>
  );
}

/** Selects the page of a list that has no head for it. */
export function PageBox({ selection }: { selection: Selection }) {
  return (
    <SelectBox
      label="Chọn cả trang"
      hasText
      isSelected={selection.isAll}
      isPartial={selection.isPartial}
      isDisabled={selection.isEmpty}
      onChange={selection.selectAll}
    />
  );
}

interface SelectionBarProps {
  selected: Selected<unknown>;
  /** Rows that match the filter. */
  total: number | undefined;
  /** The sum of a row in whole đồng. */
  amountOf?: ((row: unknown) => number) | undefined;
  /** `bài hát` */
  noun: string;
  /** Actions for the selected rows. */
  children: ReactNode;
}

/** The selection and its actions, at the lower edge of the window while the rows are in view: it moves no row. */
export function SelectionBar({ selected, total = 0, noun, amountOf, children }: SelectionBarProps) {
  const { count, isEverything } = selected;
  return (
    <div className={styles.bar}>
      <p className={`${styles.barCount} num`} role="status">
        {heldText(selected, noun, amountOf)}
      </p>
      {!isEverything && total > count && (
        <button type="button" className="btn btn--line btn--sm" onClick={selected.selectEverything}>
          Chọn tất cả {groupedNumber(total)}
          <span className="sr"> {noun} khớp bộ lọc</span>
        </button>
      )}
      {children}
      <button type="button" className="ibtn ibtn--sm" aria-label="Bỏ chọn" onClick={selected.clear}>
        <Icon icon={X} />
      </button>
    </div>
  );
}

/** Tells what is selected: `Đã chọn 12 đơn hàng · 1.188.000 ₫`, `Đã chọn tất cả 312 đơn hàng khớp bộ lọc, trừ 2`. */
function heldText(
  { count, rows, isEverything, except }: Selected<unknown>,
  noun: string,
  amountOf: ((row: unknown) => number) | undefined,
): string {
  if (isEverything) {
    const left = except.length > 0 ? `, trừ ${groupedNumber(except.length)}` : "";
    return `Đã chọn tất cả ${groupedNumber(count + except.length)} ${noun} khớp bộ lọc${left}`;
  }
  const amount = amountOf && rows.reduce<number>((sum, row) => sum + amountOf(row), 0);
  return `Đã chọn ${groupedNumber(count)} ${noun}${amount === undefined ? "" : ` · ${dong(amount)}`}`;
}

const views = [
  { view: "cards", label: "Dạng thẻ", icon: LayoutGrid },
  { view: "table", label: "Dạng bảng", icon: Rows3 },
];

/** Cards or table. */
function ViewChoice({ list: { state, update } }: { list: ListControl }) {
  return (
    <div className={styles.viewChoice} role="group" aria-label="Cách hiển thị">
      {views.map(({ view, label, icon }) => (
        <button
          key={view}
          type="button"
          className="ibtn ibtn--sm"
          aria-label={label}
          title={label}
          aria-pressed={state.view === view}
          onClick={() => update({ view })}
        >
          <Icon icon={icon} />
        </button>
      ))}
    </div>
  );
}
