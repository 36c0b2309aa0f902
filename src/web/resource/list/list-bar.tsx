/** The line above the rows: selection with its actions, controls and the choice of the view. */
import { LayoutGrid, Rows3, X } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./list.module.css";
import { SelectBox } from "./select-box.tsx";
import type { ListControl } from "./use-list-state.ts";
import type { Selection } from "./use-selection.ts";

interface ListBarProps {
  list: ListControl;
  selection?: SelectionProps;
  /** Stands at the end while nothing is selected: a `ListEnd`. */
  end: ReactNode;
}

export function ListBar({ list, selection, end }: ListBarProps) {
  const hasSelection = selection !== undefined && selection.count > 0;
  return (
    <div className={hasSelection ? `${styles.bar} ${styles.open}` : styles.bar}>
      {selection && <SelectionControls {...selection} hasBox={list.state.view === "cards"} />}
      {!hasSelection && end}
    </div>
  );
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

interface SelectionProps {
  selection: Selection;
  /** Number of selected rows. */
  count: number;
  /** `bài hát` */
  noun: string;
  /** Actions for the selected rows. */
  children: ReactNode;
}

function SelectionControls({ selection, count, noun, children, hasBox }: SelectionProps & { hasBox: boolean }) {
  return (
    <>
      {hasBox && (
        <SelectBox
          label="Chọn cả trang"
          hasText
          isSelected={selection.isAll}
          isPartial={selection.isPartial}
          isDisabled={selection.isEmpty}
          onChange={selection.selectAll}
        />
      )}
      {count > 0 && (
        <>
          <p className={`${styles.barCount} num`} role="status">
            Đã chọn {count} {noun}
          </p>
          {children}
          <button
            type="button"
            className="ibtn ibtn--sm"
            aria-label="Bỏ chọn"
            onClick={() => selection.selectAll(false)}
          >
            <Icon icon={X} />
          </button>
        </>
      )}
    </>
  );
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
