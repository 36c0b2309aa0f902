/**
 * The compact table of a list: sortable heads, selectable rows, stacked rows on narrow screens. A native table: every control of a row is
 * a stop of the Tab key, and screen readers read it with their own commands (docs/rooms/back-office.md#declared-screens).
 */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { Column, RowData, RowTools, Sort } from "../resource.ts";
import { tableColumns } from "../views/column-menu.tsx";
import { SelectBox } from "./select-box.tsx";
import type { Selection } from "./use-selection.ts";
import "../../styles/table.css";

interface TableProps<T extends RowData> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Columns that are left out, by their ids. */
  hidden?: readonly string[];
  rows: readonly T[];
  nameOf: (row: T) => string;
  tools: RowTools<T>;
  /** Buttons of a row. */
  actions?: (row: T) => ReactNode;
  sorts?: readonly Sort<T>[];
  sort?: Sort<T>;
  onSort?: (sort: Sort<T>) => void;
  /** Without it rows can't be selected. */
  selection?: Selection;
  /** The row whose details are open. */
  openId?: number;
  rowTone?: (row: T) => "late" | undefined;
  /** Beside a panel: one line for each row, of the columns that tell it from others. */
  isLine?: boolean;
}

export function Table<T extends RowData>(props: TableProps<T>) {
  const {
    caption,
    columns,
    hidden = [],
    rows,
    nameOf,
    tools,
    sorts = [],
    sort,
    onSort,
    openId,
    rowTone,
    isLine = false,
  } = props;
  const { inTable, heading } = tableColumns(columns);
  const selection = isLine ? undefined : props.selection;
  const actions = isLine ? undefined : props.actions;
  const shown = inTable.filter((column) => column === heading || (isLine ? column.isKey : !hidden.includes(column.id)));
  return (
    <div className={isLine ? "table-card table-card--line" : "table-card"}>
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead className={isLine ? "sr" : undefined}>
          <tr>
            {selection && (
              <th scope="col" className="table__select">
                <SelectBox
                  label="Chọn cả trang"
                  isSelected={selection.isAll}
                  isPartial={selection.isPartial}
                  isDisabled={selection.isEmpty}
                  onChange={selection.selectAll}
                />
              </th>
            )}
            {shown.map(({ id, label, sortBy, isNumber, isWide }) => (
              <Head
                key={id}
                label={label}
                isWide={isWide}
                isNumber={isNumber}
                sorts={isLine ? [] : sorts.filter(({ by }) => by === sortBy)}
                sort={sort}
                onSort={onSort}
              />
            ))}
            {actions && (
              <th scope="col">
                <span className="sr">Thao tác</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              aria-current={row.id === openId ? "true" : undefined}
              className={props.selection?.has(row.id) ? "is-selected" : rowTone?.(row) && "is-late"}
            >
              {selection && (
                <td className="table__select">
                  <SelectBox
                    label={`Chọn: ${nameOf(row)}`}
                    isSelected={selection.has(row.id)}
                    onChange={(isSelected, isRange) => selection.set(row.id, isSelected, isRange)}
                  />
                </td>
              )}
              {shown.map((column) => {
                const { id, label, isNumber, isShort, hasLabel, isWide, className, cell, lineCell } = column;
                const isHeading = column === heading;
                const Cell = isHeading ? "th" : "td";
                return (
                  <Cell
                    key={id}
                    scope={isHeading ? "row" : undefined}
                    className={[
                      isNumber && "table__number num",
                      isShort && "table__short",
                      isHeading && "table__title",
                      isWide && "table__wide",
                      className,
                    ]
                      .filter(Boolean)
                      .join(" ")}
                  >
                    {hasLabel && (
                      <span className="table__label" aria-hidden="true">
                        {label}:{" "}
                      </span>
                    )}
                    {isLine && lineCell ? lineCell(row) : cell(row, tools)}
                  </Cell>
                );
              })}
              {actions && (
                <td className="table__actions">
                  <div className="acts">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<T> {
  label: string;
  isNumber?: boolean;
  isWide?: boolean;
  /** The sorts by this column; a head without one is plain text. */
  sorts: readonly Sort<T>[];
  sort?: Sort<T>;
  onSort?: (sort: Sort<T>) => void;
}

/** The first press selects the first sort of the column, each further one the next. */
function Head<T>({ label, isNumber, isWide, sorts, sort, onSort }: HeadProps<T>) {
  const index = sorts.findIndex(({ by, order }) => by === sort?.by && order === sort.order);
  const order = sorts[index]?.order;
  const next = sorts[(index + 1) % sorts.length];
  return (
    <th
      scope="col"
      className={[isNumber && "table__number", isWide && "table__wide"].filter(Boolean).join(" ")}
      aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : undefined}
    >
      {next ? (
        <button type="button" className="table__sort" onClick={() => onSort?.(next)}>
          {label}
          <Icon icon={order === "asc" ? ArrowUp : order === "desc" ? ArrowDown : ChevronsUpDown} />
        </button>
      ) : (
        label
      )}
    </th>
  );
}
