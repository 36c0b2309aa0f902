/** The selection of a list with its actions. */
import { X } from "lucide";
import type { ReactNode } from "react";
import { dong, groupedNumber } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./list.module.css";
import type { Selected } from "./use-selection.ts";

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
